// SPDX-License-Identifier: GPL-3.0-or-later
// Fast mode on the stand-in: prompts through cuBLAS, where the weights and the device allow; exact mode never calls it.
#include "profiler/record/recorder.h"
#include "profiler/record/summary.h"
#include "tests/engine/cuda/device_fixture.h"

namespace decodescope::engine::testing {
namespace {

ContextOptions fastOptions(std::int64_t positions)
{
    ContextOptions options = contextOptions(positions, DataType::f16);
    options.exact = false;
    return options;
}

ModelOptions weightsIn(DataType type)
{
    ModelOptions options;
    options.weights = type;
    return options;
}

class DeviceFast : public OnDevice {
protected:
    std::shared_ptr<const ModelSource> m_source = openTiny("llama_gqa");
};

TEST_F(DeviceFast, PromptsComeCloseInEveryFormatAndDecodeStepsKeepTheirKernels)
{
    // Measured 0.017 in f16 and 0.16 in bf16, of inputs rounded to 11 and 8 bits: exact mode keeps them in f32.
    for (const auto& [type, tolerance] :
         {std::pair{DataType::f32, 1e-4}, {DataType::f16, 3e-2}, {DataType::bf16, 0.25}}) {
        const auto model = loadOnStandIn(m_source, weightsIn(type));
        const auto tokens = someTokens(2, 40, model->config().vocab);
        const auto exact = require(model->createContext(contextOptions(64, DataType::f16)));
        const auto fast = require(model->createContext(fastOptions(64)));
        EXPECT_TRUE(fast->notes().empty());
        StepOutput exactOut;
        StepOutput out;
        feed(*exact, tokens, exactOut);
        const auto before = cuda_on_cpu::counters();
        feed(*fast, tokens, out);
        const auto after = cuda_on_cpu::counters();
        EXPECT_EQ(after.blasProducts - before.blasProducts, 7 * model->config().layers);
        EXPECT_EQ(out.sequences[0].positionsComputed, 40);
        const double difference = largestDifference(out.sequences[0].logits, exactOut.sequences[0].logits);
        EXPECT_LE(difference, tolerance) << name(type);
        EXPECT_NE(out.sequences[0].logitsHash, exactOut.sequences[0].logitsHash) << "of sums in another order";
        const TokenId next = 3;
        feed(*fast, {&next, 1}, out);
        feed(*fast, someTokens(3, 15, model->config().vocab), out);  // too few rows to be worth it
        EXPECT_EQ(cuda_on_cpu::counters().blasProducts, after.blasProducts);
    }
}

TEST_F(DeviceFast, ExactModeNeverCallsCuBlas)
{
    for (DataType type : {DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0}) {
        const auto model = loadOnStandIn(m_source, weightsIn(type));
        const auto context = require(model->createContext(contextOptions(128, DataType::f16)));
        StepOutput out;
        feed(*context, someTokens(2, 70, model->config().vocab), out, true);
        const TokenId next = 3;
        feed(*context, {&next, 1}, out);
    }
    EXPECT_EQ(cuda_on_cpu::counters().blasCalls, 0);
}

TEST_F(DeviceFast, NaiveAndCachedMayPartAndSayByHowMuch)
{
    const auto model = loadOnStandIn(m_source, weightsIn(DataType::bf16));
    GenerateOptions options;
    options.prompts = {someTokens(4, 20, model->config().vocab)};
    options.newTokens = 6;
    options.ignoreEos = true;
    const auto run = [&](Strategy strategy, bool exact) {
        options.strategy = strategy;
        profiler::RunInfo info;
        info.strategy = strategy;
        info.model.config = model->config();
        info.promptIds = options.prompts;
        const auto record = std::make_shared<profiler::RunRecord>(std::move(info));
        profiler::Recorder recorder(record, *model, nullptr);
        ContextOptions context = fastOptions(neededPositions(options));
        context.exact = exact;
        require(generate(*require(model->createContext(context)), options, recorder, {}));
        return record;
    };
    const auto naive = run(Strategy::naive, false);
    const profiler::Agreement fast = profiler::compareRuns(*naive, *run(Strategy::cached, false));
    EXPECT_FALSE(fast.identical);
    ASSERT_TRUE(fast.firstDifference);
    EXPECT_GE(*fast.firstDifference, 1) << "the prompt is the same product in both";
    const auto& top = naive->steps()[static_cast<std::size_t>(*fast.firstDifference)].sequences[0].top;
    EXPECT_EQ(fast.marginAtDifference, static_cast<double>(top[0].value) - static_cast<double>(top[1].value));
    EXPECT_TRUE(profiler::compareRuns(*run(Strategy::naive, true), *run(Strategy::cached, true)).identical);
}

TEST_F(DeviceFast, WhatCannotGoThroughCuBlasSaysWhy)
{
    const auto noteOf = [&](const cuda_on_cpu::DeviceModel& device, std::optional<DataType> weights, const char* file) {
        cuda_on_cpu::reset(1, device);
        ModelOptions load;
        load.weights = weights;
        const auto model = loadOnStandIn(open(dataPath(file)), load);
        const auto context = require(model->createContext(fastOptions(64)));
        const auto estimate = require(model->estimateContext(fastOptions(64)));
        EXPECT_EQ(model->memory()->snapshot().liveTotal() - model->residentWeightBytes(), estimate.liveTotal());
        StepOutput out;
        feed(*context, someTokens(2, 20, model->config().vocab), out);
        return std::pair(context->notes().empty() ? std::string() : context->notes()[0],
                         cuda_on_cpu::counters().blasProducts);
    };
    const char* gqa = "tiny/llama_gqa/llama_gqa.gguf";
    cuda_on_cpu::DeviceModel device;
    const auto quantised = noteOf(device, {}, "tiny/quant/Q4_1.gguf");
    EXPECT_NE(quantised.first.find("never dequantised"), std::string::npos) << quantised.first;
    EXPECT_EQ(quantised.second, 0);
    device.major = 7;
    device.minor = 5;
    const auto turing = noteOf(device, DataType::bf16, gqa);
    EXPECT_NE(turing.first.find("bf16 has no tensor product on compute capability 7.5"), std::string::npos)
        << turing.first;
    EXPECT_EQ(turing.second, 0);
    EXPECT_GT(noteOf(device, DataType::f16, gqa).second, 0);
    device.blas = false;
    const auto missing = noteOf(device, DataType::f16, gqa);
    EXPECT_NE(missing.first.find("cuBLAS is missing"), std::string::npos) << missing.first;
    EXPECT_EQ(missing.second, 0);
}

TEST_F(DeviceFast, EveryCallMayFail)
{
    const auto source = openTiny("llama_mqa");
    const auto work = [&]() -> Result<std::uint64_t> {
        auto model = cuda::loadOnDevice(source, weightsIn(DataType::f16), 0);
        if (!model)
            return tl::unexpected(model.error());
        auto context = (*model)->createContext(fastOptions(40));
        if (!context)
            return tl::unexpected(context.error());
        StepOutput out;
        const auto tokens = someTokens(1, 20, source->config().vocab);
        const SequenceInput input{0, tokens};
        if (auto done = (*context)->step({&input, 1}, false, {}, out); !done)
            return tl::unexpected(done.error());
        return out.sequences[0].logitsHash;
    };
    cuda_on_cpu::reset(3);
    const auto expected = require(work());
    const std::int64_t calls = cuda_on_cpu::counters().calls;
    cuda_on_cpu::reset(3);
    require(cuda::loadOnDevice(source, weightsIn(DataType::f16), 0));
    const std::int64_t loading = cuda_on_cpu::counters().calls / 2;  // device_faults_test has these
    int fromBlas = 0;
    for (std::int64_t call = loading; call <= calls; ++call) {
        cuda_on_cpu::reset(3);
        cuda_on_cpu::failCall(call, call % 2 == 0 ? cudaErrorMemoryAllocation : cudaErrorIllegalAddress);
        const auto got = work();
        ASSERT_TRUE(cuda_on_cpu::failed()) << "call " << call;
        if (got)
            ASSERT_EQ(*got, expected) << "call " << call;
        else if (got.error().message.find("cuBLAS: ") == 0)
            ++fromBlas;
        ASSERT_EQ(cuda_on_cpu::alive().sum(), 0) << "call " << call;
    }
    EXPECT_GT(fromBlas, 10);
    cuda_on_cpu::reset();
}

}  // namespace
}  // namespace decodescope::engine::testing
