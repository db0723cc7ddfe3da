// SPDX-License-Identifier: GPL-3.0-or-later
// The plumbing of check-gpu on the stand-in, with tiny shapes: it comes to its end, judges, and writes what it found.
// The stand-in's times are no GPU's: what they are judged as means nothing here.
#include "tests/check_gpu/checks.h"
#include "tests/check_gpu/watchdog.h"
#include "tests/engine/cuda/device_fixture.h"

#include <chrono>
#include <future>
#include <map>

namespace decodescope::check_gpu {
namespace {

using namespace engine::testing;

class CheckGpu : public OnDevice {
protected:
    void SetUp() override
    {
        cuda_on_cpu::DeviceModel device;
        device.cacheBytes = 1 << 16;
        cuda_on_cpu::reset(1, device);
        m_gpu.probe = [] { return engine::cuda::probeDevice(0); };
        m_gpu.load = [](auto source, const auto& options) {
            return engine::cuda::loadOnDevice(std::move(source), options, 0);
        };
        m_gpu.measureRoofs = [](const auto& options) { return engine::cuda::measureRoofs(0, options); };
        m_sizes.dataFolder = DECODESCOPE_TEST_DATA;
        m_sizes.smallModel = dataPath("tiny/llama_mqa/llama_mqa.gguf");
        m_sizes.largeShapes = {dataPath("tiny/quant/BF16.gguf")};
        m_sizes.parityModels = {"llama_gqa/llama_gqa.gguf", "quant/Q4_1.gguf", "quant/IQ4_NL.gguf"};
        m_sizes.exactModel = "llama_mqa/llama_mqa.gguf";
        m_sizes.exactPrompt = 5;
        m_sizes.promptTokens = 20;
        m_sizes.depth = 4;
        m_sizes.decodeSteps = 3;
        m_sizes.roofs = {1, 1 << 16, 32};
    }
    std::map<std::string, Check> byName(const GpuReport& report) const
    {
        std::map<std::string, Check> all;
        for (const Check& check : report.checks) all[check.name] = check;
        return all;
    }

    GpuAccess m_gpu;
    Sizes m_sizes;
};

TEST_F(CheckGpu, RunsToItsEndAndTellsWhatItFound)
{
    m_gpu.tracedDecode = []() -> Result<double> { return fail(ErrorCode::device, "CUPTI is missing"); };
    std::vector<std::string> progress;
    std::size_t before = 0;
    const auto report = require(checkGpu(m_gpu, m_sizes, [&](const std::string& what, const GpuReport& soFar) {
        progress.push_back(what);
        EXPECT_GE(soFar.checks.size(), before) << "all that was found up to now";
        before = soFar.checks.size();
    }));
    EXPECT_EQ(progress.size(), 7U);
    EXPECT_GT(before, 10U);
    const auto checks = byName(report);
    for (const char* parity : {"llama_gqa/llama_gqa.gguf", "quant/Q4_1.gguf", "quant/IQ4_NL.gguf"})
        EXPECT_EQ(checks.at(std::string("same logits as the CPU, ") + parity).verdict, Verdict::passed);
    for (const char* mode : {"kernels", "graph", "persistent"})
        for (const char* kv : {"f16", "fp8"})
            EXPECT_EQ(checks.at(std::string("naive and cached bit for bit, ") + mode + ", cache " + kv).measured,
                      "6 of 6 steps");
    EXPECT_EQ(checks.at("cost of tracing").verdict, Verdict::skipped);
    EXPECT_EQ(checks.at("cost of tracing").reason, "CUPTI is missing");
    EXPECT_TRUE(checks.contains("decode at 135M against bytes and barriers"));
    ASSERT_TRUE(report.roofs);
    int against = 0;
    for (const auto& [name, check] : checks) against += name.find("against the") != std::string::npos ? 1 : 0;
    EXPECT_EQ(against, 2) << "decode against memory, prefill against products";
    const auto json = jsonOf(report);
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["device"]["name"], "Stand-in GPU");
    EXPECT_EQ(json["checks"].size(), report.checks.size());
    EXPECT_GT(json["roofs"]["flop_per_s"]["bf16"], 0.0);
    for (std::size_t i = 0; i < report.checks.size(); ++i)
        if (report.checks[i].value) {
            EXPECT_EQ(json["checks"][i]["value"], *report.checks[i].value) << report.checks[i].name;
        }
    EXPECT_NEAR(checks.at("memory read").value.value(), report.roofs->readBytesPerS / 1e9, 1e-9);
    const std::string table = tableOf(report);
    for (const Check& check : report.checks) EXPECT_NE(table.find(check.name), std::string::npos);
}

TEST_F(CheckGpu, AWrongDeviceFailsAndASlowOneIsCutShort)
{
    auto wrong = m_gpu;
    wrong.load = [](auto source, const auto& options) {  // another model's logits
        (void)source;
        return engine::cuda::loadOnDevice(openTiny("llama_mha"), options, 0);
    };
    m_sizes.secondsAtMost = -1;
    const auto slow = require(checkGpu(m_gpu, m_sizes, {}));
    EXPECT_TRUE(slow.passed());
    for (const Check& check : slow.checks) EXPECT_EQ(check.verdict, Verdict::skipped) << check.name;
    m_sizes.secondsAtMost = 600;
    m_sizes.largeShapes.clear();
    m_sizes.parityModels = {"llama_gqa/llama_gqa.gguf"};
    const auto report = require(checkGpu(wrong, m_sizes, {}));
    EXPECT_FALSE(report.passed());
    EXPECT_EQ(byName(report).at("same logits as the CPU, llama_gqa/llama_gqa.gguf").verdict, Verdict::failed);
}

TEST_F(CheckGpu, WhatDoesNotFitOnTheDeviceIsSkipped)
{
    cuda_on_cpu::DeviceModel device;
    device.cacheBytes = 1 << 16;
    device.totalBytes = device.contextBytes + (std::int64_t{40} << 20);
    cuda_on_cpu::reset(1, device);
    m_sizes.parityModels.clear();
    m_sizes.largeShapes = {"synthetic:smollm2-135m,layers=2,weights=bf16"};
    const auto report = require(checkGpu(m_gpu, m_sizes, {}));
    const auto checks = byName(report);
    const Check& large = checks.at("decode, " + m_sizes.largeShapes[0]);
    EXPECT_EQ(large.verdict, Verdict::skipped);
    EXPECT_NE(large.reason.find("not enough memory for"), std::string::npos) << large.reason;
}

TEST(CheckGpuWatchdog, TellsOnceWhatHangs)
{
    using namespace std::chrono_literals;
    std::promise<std::string> told;
    {
        Watchdog idle(1h, [](const std::string& what) { ADD_FAILURE() << what; });
        idle.begins("something");
    }  // ends at once
    Watchdog watchdog(20ms, [&](const std::string& what) { told.set_value(what); });
    watchdog.begins("a kernel that never ends");
    EXPECT_EQ(told.get_future().get(), "a kernel that never ends");
}

TEST_F(CheckGpu, WithoutAGpuThereIsNothingToCheck)
{
    cuda_on_cpu::DeviceModel none;
    none.found = cudaErrorNoDevice;
    cuda_on_cpu::reset(1, none);
    const auto report = checkGpu(m_gpu, m_sizes, {});
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("no CUDA device can be used"), std::string::npos);
    cuda_on_cpu::reset();
}

TEST_F(CheckGpu, AStepReadsEveryWeightButTheEmbeddingsOfOtherTokens)
{
    const auto bytesLoaded = [](engine::LoadedModel& model) {
        const auto context = require(model.createContext(contextOptions(4)));
        engine::StepOutput out;
        const engine::TokenId token = 1;
        const std::int64_t before = cuda_on_cpu::counters().weightBytesLoaded;
        feed(*context, {&token, 1}, out);
        return static_cast<double>(cuda_on_cpu::counters().weightBytesLoaded - before);
    };
    for (const char* name : {"llama_untied", "llama_gqa"}) {
        const auto model = loadOnStandIn(openTiny(name));
        const double expected = weightBytesPerStep(*model);
        EXPECT_NEAR(bytesLoaded(*model), expected, 0.05 * expected) << name;
    }
}

TEST_F(CheckGpu, WeightsOfLargeShapesAreMadeOnTheDevice)
{
    for (const std::string& shape : Sizes().largeShapes) {
        const auto source = require(engine::openModel(shape));
        for (const engine::TensorRole role :
             {engine::TensorRole::query, engine::TensorRole::key, engine::TensorRole::value,
              engine::TensorRole::attentionOutput, engine::TensorRole::ffnGate, engine::TensorRole::ffnUp,
              engine::TensorRole::ffnDown, engine::TensorRole::tokenEmbedding}) {
            const engine::TensorId id{role, role == engine::TensorRole::tokenEmbedding ? -1 : 0};
            EXPECT_TRUE(source->seeded(id)) << shape;
            EXPECT_EQ(source->find(id)->type, DataType::bf16) << shape;
        }
    }
}

}  // namespace
}  // namespace decodescope::check_gpu
