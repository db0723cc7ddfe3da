// SPDX-License-Identifier: GPL-3.0-or-later
// What engine tests share: reference data, loaded models, steps that must succeed.
#pragma once

#include "engine/forward/backend.h"
#include "engine/generate/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace decodescope::engine::testing {

inline std::string dataPath(const std::string& relative)
{
    return std::string(DECODESCOPE_TEST_DATA) + "/" + relative;
}

inline nlohmann::json readJson(const std::string& relative)
{
    std::ifstream in(dataPath(relative));
    EXPECT_TRUE(in) << dataPath(relative) << " is missing";
    return nlohmann::json::parse(in);
}

inline std::vector<float> readFloats(const std::string& relative)
{
    std::ifstream in(dataPath(relative), std::ios::binary | std::ios::ate);
    EXPECT_TRUE(in) << dataPath(relative) << " is missing";
    std::vector<float> out(static_cast<std::size_t>(in.tellg()) / sizeof(float));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size() * sizeof(float)));
    return out;
}

/// Fails the test with the engine's message instead of crashing on an error.
template <class T>
T require(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message + " (" + result.error().hint + ")");
    return std::move(*result);
}

inline void require(Result<void> result)
{
    if (!result)
        throw std::runtime_error(result.error().message + " (" + result.error().hint + ")");
}

inline std::shared_ptr<const ModelSource> open(const std::string& path)
{
    return require(openModel(path));
}

inline std::shared_ptr<const ModelSource> openTiny(const std::string& name)
{
    return open(dataPath("tiny/" + name + "/" + name + ".gguf"));
}

/// The default model. Tests on real weights fail, never skip, when it is missing.
inline std::shared_ptr<const ModelSource> openDefault()
{
    const char* path = std::getenv("DECODESCOPE_MODEL");
    return open(path != nullptr ? path : defaultModelPath());
}

inline std::unique_ptr<LoadedModel> load(std::shared_ptr<const ModelSource> source, const ModelOptions& options = {})
{
    return require(loadOnCpu(std::move(source), options));
}

inline ModelOptions exactOptions()
{
    ModelOptions options;
    options.compute = ComputeType::f32;
    return options;
}

inline ContextOptions contextOptions(std::int64_t positions, DataType kv = DataType::f32, std::int64_t sequences = 1)
{
    ContextOptions options;
    options.keyFormat = kv;
    options.valueFormat = kv;
    options.maxPositions = positions;
    options.sequences = sequences;
    return options;
}

inline std::vector<TokenId> ids(const nlohmann::json& json)
{
    return json.get<std::vector<TokenId>>();
}

/// One step of one sequence.
inline void feed(Context& context, std::span<const TokenId> tokens, StepOutput& out, bool allLogits = false,
                 std::int32_t slot = 0)
{
    const SequenceInput input{slot, tokens};
    require(context.step({&input, 1}, allLogits, {}, out));
}

inline double largestDifference(std::span<const float> a, std::span<const float> b)
{
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double d = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (!(d <= largest))
            largest = d;
    }
    return largest;
}

inline double rmsDifference(std::span<const float> a, std::span<const float> b)
{
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
        sum += d * d;
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

/// Keeps every step of a run.
class Recording : public Observer {
public:
    struct Step {
        Phase phase{};
        std::vector<SequenceStep> sequences;
        KvUsage kv;
        MemorySnapshot memory;
        std::int64_t peakBytes = 0;
        std::int64_t wallNs = 0;
        std::int64_t opsNs = 0;
        std::vector<std::vector<float>> logits;  ///< by sequence, when kept
    };
    explicit Recording(bool keepLogits = false) : m_keepLogits(keepLogits) {}
    void onStep(const StepEvent& event) override
    {
        Step& step = steps.emplace_back();
        step.phase = event.phase;
        step.sequences.assign(event.sequences.begin(), event.sequences.end());
        step.kv = event.kv;
        step.memory = event.memory;
        step.peakBytes = event.peakBytes;
        step.wallNs = event.output.wallNs;
        for (const OpTiming& op : event.output.ops) step.opsNs += op.wallNs;
        if (m_keepLogits)
            for (const SequenceOutput& sequence : event.output.sequences)
                step.logits.emplace_back(sequence.logits.begin(), sequence.logits.end());
    }
    std::vector<Step> steps;

private:
    bool m_keepLogits;
};

}  // namespace decodescope::engine::testing
