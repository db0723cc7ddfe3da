// SPDX-License-Identifier: GPL-3.0-or-later
// Whole models on the stand-in: against references made by other programs, and against the CPU backend.
#include "tests/engine/cuda/device_fixture.h"

namespace decodescope::engine::testing {
namespace {

class DeviceModel : public OnDevice, public ::testing::WithParamInterface<std::string> {
protected:
    std::string folder() const { return "tiny/" + GetParam() + "/"; }
};

TEST_P(DeviceModel, MatchesReferenceAndCpu)
{
    const auto golden = readJson(folder() + "golden.json");
    const auto tokens = ids(golden["input_ids"]);
    const auto source = openTiny(GetParam());
    const auto model = loadOnStandIn(source);
    const auto cpuModel = load(source, exactOptions());
    {
        const auto context = require(model->createContext(contextOptions(64)));
        const auto cpuContext = require(cpuModel->createContext(contextOptions(64)));
        StepOutput out;
        StepOutput cpuOut;
        feed(*context, tokens, out, true);
        feed(*cpuContext, tokens, cpuOut, true);
        const auto expected = readFloats(folder() + golden["logits"]["file"].get<std::string>());
        EXPECT_LE(largestDifference(out.sequences[0].allLogits, expected), 3e-4);
        EXPECT_LE(largestDifference(out.sequences[0].allLogits, cpuOut.sequences[0].allLogits), 1e-4);
        EXPECT_EQ(out.sequences[0].top.front().id, cpuOut.sequences[0].top.front().id);
        EXPECT_EQ(out.sequences[0].positionsComputed, static_cast<std::int64_t>(tokens.size()));
        EXPECT_GT(*out.deviceNs, 0);
        for (std::int32_t layer = 0; layer < model->config().layers; ++layer)
            for (bool values : {false, true})
                EXPECT_LE(
                    largestDifference(context->readCache(0, layer, values), cpuContext->readCache(0, layer, values)),
                    1e-4);
    }
    GenerateOptions options;
    options.prompts = {tokens};
    const auto greedy = ids(golden["greedy_ids"]);
    options.newTokens = static_cast<std::int64_t>(greedy.size());
    options.ignoreEos = true;
    const auto context = require(model->createContext(contextOptions(neededPositions(options))));
    Recording recording;
    EXPECT_EQ(require(generate(*context, options, recording, {})).ids[0], greedy);
}

INSTANTIATE_TEST_SUITE_P(Llama, DeviceModel,
                         ::testing::Values("llama_mha", "llama_gqa", "llama_mqa", "llama_headdim", "llama_untied",
                                           "llama_rope_linear", "llama_rope_llama3"),
                         [](const auto& c) { return c.param; });

class DeviceFormat : public OnDevice, public ::testing::WithParamInterface<std::string> {};

TEST_P(DeviceFormat, LogitsMatchAndWeightsStayQuantised)
{
    const auto source = open(dataPath("tiny/quant/" + GetParam() + ".gguf"));
    const auto model = loadOnStandIn(source);
    const auto tokens = ids(readJson("tiny/quant/golden.json")["input_ids"]);
    const auto expected = readFloats("tiny/quant/" + GetParam() + ".logits.f32.bin");
    EXPECT_LE(largestDifference(logitsOf(*model, contextOptions(64), tokens), expected), 1e-3);
    EXPECT_EQ(model->residentType({TensorRole::ffnDown, 0}), source->find({TensorRole::ffnDown, 0})->type);
    EXPECT_LE(static_cast<double>(model->residentWeightBytes()), 1.05 * static_cast<double>(source->weightBytes()));
}

INSTANTIATE_TEST_SUITE_P(Formats, DeviceFormat,
                         ::testing::Values("F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K", "Q3_K",
                                           "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "MIXED"),
                         [](const auto& c) { return c.param; });

using DeviceModels = OnDevice;

TEST_F(DeviceModels, WeightsAreConvertedAsOnTheCpu)
{
    const auto source = openTiny("llama_gqa");
    const auto tokens = someTokens(3, 12, source->config().vocab);
    for (DataType type : {DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0, DataType::q4_0}) {
        ModelOptions options = exactOptions();
        options.weights = type;
        const auto model = loadOnStandIn(source, options);
        EXPECT_EQ(model->residentType({TensorRole::query, 0}), type);
        const auto cpuModel = load(source, options);
        EXPECT_LE(largestDifference(logitsOf(*model, contextOptions(16), tokens),
                                    logitsOf(*cpuModel, contextOptions(16), tokens)),
                  1e-4)
            << name(type);
    }
}

TEST_F(DeviceModels, LongContextsMatchInEveryCacheFormat)
{
    const auto source = open(dataPath("tiny/quant/Q4_1.gguf"));
    const auto model = loadOnStandIn(source);
    const auto cpuModel = load(source, exactOptions());
    const auto tokens = someTokens(5, 132, source->config().vocab);
    for (DataType kv : {DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0}) {
        const auto context = require(model->createContext(contextOptions(160, kv)));
        const auto cpuContext = require(cpuModel->createContext(contextOptions(160, kv)));
        StepOutput out;
        StepOutput cpuOut;
        feed(*context, tokens, out);
        feed(*cpuContext, tokens, cpuOut);
        // A key near the middle of two levels may fall to either side after sums in another order.
        EXPECT_LE(largestDifference(out.sequences[0].logits, cpuOut.sequences[0].logits),
                  kv == DataType::f32 ? 2e-4 : 0.05)
            << name(kv);
    }
}

TEST_F(DeviceModels, BrokenStrategiesAreWrongInTheSameWayAsOnTheCpu)
{
    const auto source = openTiny("llama_gqa");
    const auto model = loadOnStandIn(source);
    const auto cpuModel = load(source, exactOptions());
    for (Strategy strategy :
         {Strategy::brokenForget, Strategy::brokenRefill, Strategy::brokenPosition, Strategy::brokenStale}) {
        GenerateOptions options;
        options.strategy = strategy;
        options.prompts = {someTokens(9, 9, source->config().vocab)};
        options.newTokens = 5;
        options.ignoreEos = true;
        Recording recording;
        Recording cpuRecording;
        const auto context = require(model->createContext(contextOptions(32)));
        const auto cpuContext = require(cpuModel->createContext(contextOptions(32)));
        EXPECT_EQ(require(generate(*context, options, recording, {})).ids,
                  require(generate(*cpuContext, options, cpuRecording, {})).ids)
            << name(strategy);
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_EQ(recording.steps[i].sequences[0].positionsRecomputed,
                      cpuRecording.steps[i].sequences[0].positionsRecomputed);
    }
}

TEST_F(DeviceModels, WhatCannotBeIsRefusedWithItsReason)
{
    const auto source = openTiny("llama_headdim");
    ModelOptions options;
    options.compute = ComputeType::int8;
    const auto compute = cuda::loadOnDevice(source, options, 0);
    ASSERT_FALSE(compute);
    EXPECT_EQ(compute.error().code, ErrorCode::usage);
    options = {};
    options.weights = DataType::q4_K;
    EXPECT_EQ(cuda::loadOnDevice(source, options, 0).error().code, ErrorCode::usage);
    const auto model = loadOnStandIn(source);
    const auto refused = [&](ContextOptions context, const char* why) {
        const auto made = model->createContext(context);
        ASSERT_FALSE(made) << why;
        EXPECT_EQ(made.error().code, ErrorCode::usage);
        EXPECT_NE(made.error().message.find(why), std::string::npos) << made.error().message;
    };
    refused(contextOptions(16, DataType::q8_0), "head_dim that is a multiple of 32; this model's is 24");
    refused(contextOptions(16, DataType::q4_0), "does not exist on CUDA");
    refused(contextOptions(0), "context of 0");
    ContextOptions many = contextOptions(16);
    many.topLogits = 65;
    refused(many, "top logits 65 is not in 1 to 64");
}

TEST_F(DeviceModels, MissingPartsAreNamed)
{
    const auto found = [](cuda_on_cpu::DeviceModel device, int index = 0) {
        cuda_on_cpu::reset(1, device);
        const auto probed = cuda::probeDevice(index);
        const std::string text = probed ? probed->name + " " + probed->isa : probed.error().message;
        cuda_on_cpu::reset();
        return text;
    };
    cuda_on_cpu::DeviceModel device;
    EXPECT_EQ(found(device), "Stand-in GPU sm_90");
    EXPECT_NE(found(device, 1).find("there is no CUDA device 1: 1 found"), std::string::npos);
    device.found = cudaErrorNoDevice;
    EXPECT_NE(found(device).find("no CUDA-capable device is detected"), std::string::npos);
    device.found = cudaErrorInsufficientDriver;
    EXPECT_NE(found(device).find("driver version is insufficient"), std::string::npos);
    cuda_on_cpu::reset();
    std::string message;
    for (int call = 1; message.empty() && call < 20; ++call) {
        cuda_on_cpu::failCall(call, cudaErrorNoKernelImageForDevice);
        if (const auto probed = cuda::probeDevice(0);
            !probed && probed.error().message.find("compute capability 9.0") != std::string::npos)
            message = probed.error().hint;
    }
    EXPECT_NE(message.find("CMAKE_CUDA_ARCHITECTURES=90"), std::string::npos) << message;
    cuda_on_cpu::reset();
}

}  // namespace
}  // namespace decodescope::engine::testing
