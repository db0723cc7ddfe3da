// SPDX-License-Identifier: GPL-3.0-or-later
// Every combination of weights, arithmetic and cache formats, on models of every kind: refused up front with a reason,
// or it runs, in exactly the formats that were asked for.
#include "app/run/single_run.h"
#include "app/run/validate.h"
#include "profiler/record/summary.h"
#include "tests/app/run/tiny_model.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

using engine::TensorRole;
using profiler::RunSettings;

const TensorRole kMatrices[] = {TensorRole::query,           TensorRole::key,       TensorRole::value,
                                TensorRole::attentionOutput, TensorRole::ffnGate,   TensorRole::ffnUp,
                                TensorRole::ffnDown,         TensorRole::outputHead};

std::string textOf(const RunSettings& settings)
{
    return "weights " + (settings.weights ? std::string(name(*settings.weights)) : "file") + ", compute " +
           (settings.compute ? std::string(name(*settings.compute)) : "auto") + ", keys " +
           std::string(name(settings.keyFormat)) + ", values " + std::string(name(settings.valueFormat));
}

/// A fallback that nobody is told of shows here.
void expectAsAsked(const RunSettings& settings, const PreparedModel& model)
{
    for (const TensorRole role : kMatrices) {
        const engine::TensorId id{role, role == TensorRole::outputHead ? -1 : 0};
        // A file of mixed formats may hold matrices that int8 products do not fit: those, and the name below, say so.
        const bool quantised = traits(model.loaded->residentType(id)).quantised;
        if (settings.compute && (settings.compute != ComputeType::int8 || quantised)) {
            EXPECT_EQ(model.loaded->computeType(id), *settings.compute) << textOf(settings);
        }
        if (settings.weights) {
            EXPECT_EQ(model.loaded->residentType(id), *settings.weights) << textOf(settings);
        }
        const std::string used(name(model.loaded->computeType(id)));
        EXPECT_NE(model.loaded->computeName().find(used), std::string::npos)
            << used << " is used, but not named: " << model.loaded->computeName();
    }
}

struct Tally {
    int refused = 0;
    int ran = 0;
};

/// Keys and values of all pairs of formats, or of the same format only.
void tryCacheFormats(RunSettings settings, bool allPairs, Tally& tally)
{
    const auto source = engine::openModel(settings.model);
    ASSERT_TRUE(source) << source.error().message;
    std::optional<PreparedModel> model;
    for (const DataType key : cacheFormats()) {
        for (const DataType value : cacheFormats()) {
            if (!allPairs && key != value) {
                continue;
            }
            settings.keyFormat = key;
            settings.valueFormat = value;
            SCOPED_TRACE(settings.model + ": " + textOf(settings));
            Result<void> valid = validateSettings(settings);
            if (valid) {
                valid = validateForModel(settings, **source);
            }
            if (!valid) {
                EXPECT_EQ(valid.error().code, ErrorCode::usage);
                EXPECT_FALSE(valid.error().hint.empty()) << valid.error().message;
                EXPECT_FALSE(prepareModel(settings));
                ++tally.refused;
                continue;
            }
            if (!model) {
                auto prepared = prepareModel(settings);
                ASSERT_TRUE(prepared) << prepared.error().message;
                expectAsAsked(settings, *prepared);
                model = std::move(*prepared);
            }
            const auto recording = executeRunsWithoutRoofs(settings, *model, {}, {});
            ASSERT_TRUE(recording) << recording.error().message;
            ASSERT_EQ(recording->runs.size(), 2U);
            EXPECT_TRUE(compareRuns(*recording->runs[0], *recording->runs[1]).identical);
            ++tally.ran;
        }
    }
}

class Combinations : public testing::TestWithParam<const char*> {};

TEST_P(Combinations, AreRefusedUpFrontOrRunAsAsked)
{
    RunSettings settings = test::tinySettings();
    settings.model = std::string(DECODESCOPE_TEST_DATA "/tiny/") + GetParam();
    settings.promptIds = {{1, 17, 5}};
    settings.newTokens = 3;
    settings.warmup = 0;
    settings.threads = 1;
    std::vector<std::optional<DataType>> weights{std::nullopt};
    weights.insert(weights.end(), weightFormats().begin(), weightFormats().end());
    Tally tally;
    for (const auto& format : weights) {
        for (const std::optional<ComputeType> compute :
             {std::optional<ComputeType>(), std::optional(ComputeType::f32), std::optional(ComputeType::bf16),
              std::optional(ComputeType::int8)}) {
            settings.weights = format;
            settings.compute = compute;
            tryCacheFormats(settings, !format && !compute, tally);
        }
    }
    EXPECT_GT(tally.ran, 30);
    EXPECT_GT(tally.refused, 10) << "int8 products of f32, f16 and bf16 weights";
}

INSTANTIATE_TEST_SUITE_P(Models, Combinations,
                         testing::Values("llama_gqa/llama_gqa.gguf", "llama_headdim/llama_headdim.gguf",
                                         "llama_untied/llama_untied.gguf", "quant/F16.gguf", "quant/Q4_1.gguf",
                                         "quant/Q6_K.gguf", "quant/MIXED.gguf"),
                         [](const auto& model) {
                             std::string text = model.param;
                             text = text.substr(text.find('/') + 1);
                             return text.substr(0, text.find('.'));
                         });

}  // namespace
}  // namespace decodescope::app
