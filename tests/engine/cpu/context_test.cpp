// SPDX-License-Identifier: GPL-3.0-or-later
// What a context promises beyond its logits: books that balance, refusals before anything is allocated, times that add
// up.
#include "engine/cpu/cache_layout.h"
#include "tests/engine/support/engine_fixture.h"

namespace decodescope::engine::testing {
namespace {

std::int64_t live(const LoadedModel& model, MemoryKind kind)
{
    return model.memory()->snapshot().live[static_cast<std::size_t>(kind)];
}

TEST(ContextBooks, RequestedAllocatedAndUsedAreTheirOwnFigures)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    const ModelConfig& config = model->config();
    const auto context = require(model->createContext(contextOptions(100, DataType::f16)));
    const std::int64_t perPosition = config.layers * 2 * config.kvDim() * 2;
    KvUsage usage = context->kvUsage();
    EXPECT_EQ(usage.requestedBytes, 100 * perPosition);
    EXPECT_EQ(usage.allocatedBytes, 128 * perPosition) << "whole blocks of " << cpu::kBlock;
    EXPECT_EQ(usage.allocatedBytes, live(*model, MemoryKind::kvCache)) << "the allocator's own count";
    EXPECT_EQ(usage.usedBytes, 0);
    StepOutput out;
    const std::vector<TokenId> tokens(100, 1);
    feed(*context, tokens, out);
    usage = context->kvUsage();
    EXPECT_EQ(usage.usedPositions, 100);
    EXPECT_EQ(usage.usedBytes, usage.requestedBytes);
    context->truncate(0, 30);
    EXPECT_EQ(context->kvUsage().usedBytes, 30 * perPosition);
}

TEST(ContextBooks, UsedGrowsToAThousandPositionsWhileTheOthersStay)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    const ModelConfig& config = model->config();
    const auto context = require(model->createContext(contextOptions(1000, DataType::f16)));
    const std::int64_t perPosition = config.layers * 2 * config.kvDim() * 2;
    StepOutput out;
    const std::vector<TokenId> tokens(1000, 1);
    std::int64_t held = 0;
    for (std::int64_t rows : {63, 1, 1, 934, 1}) {
        feed(*context, std::span(tokens).first(static_cast<std::size_t>(rows)), out);
        held += rows;
        const KvUsage usage = context->kvUsage();
        EXPECT_EQ(usage.usedPositions, held);
        EXPECT_EQ(usage.usedBytes, held * perPosition);
        EXPECT_EQ(usage.requestedBytes, 1000 * perPosition);
        EXPECT_EQ(usage.allocatedBytes, 1024 * perPosition) << "whole blocks of " << cpu::kBlock;
    }
    EXPECT_EQ(held, 1000);
    const SequenceInput more{0, std::span(tokens).first(1)};
    EXPECT_FALSE(context->step({&more, 1}, false, {}, out)) << "padding is no room";
    EXPECT_EQ(context->kvUsage().usedPositions, 1000);
}

TEST(ContextBooks, AllocatedBytesOfSmolLm2AreTheFormula)
{
    const auto model = load(openDefault());
    for (const auto& [kv, bytes] :
         {std::pair{DataType::f16, 47'185'920}, {DataType::q8_0, 12'240 * 2048}, {DataType::q4_0, 6'480 * 2048}}) {
        const auto context = require(model->createContext(contextOptions(2048, kv)));
        EXPECT_EQ(context->kvUsage().allocatedBytes, bytes);
        EXPECT_EQ(context->kvUsage().requestedBytes, bytes);
    }
    const auto batch = require(model->createContext(contextOptions(2048, DataType::f16, 4)));
    EXPECT_EQ(batch->kvUsage().allocatedBytes, std::int64_t{180} << 20);
}

TEST(ContextBooks, EstimateIsWhatCreatingTakes)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    for (bool workspace : {false, true}) {
        ContextOptions options = contextOptions(500, DataType::f16, 3);
        options.cacheIsWorkspace = workspace;
        const MemorySnapshot before = model->memory()->snapshot();
        const MemorySnapshot estimate = require(model->estimateContext(options));
        EXPECT_EQ(model->memory()->snapshot().liveTotal(), before.liveTotal()) << "an estimate allocates nothing";
        const auto context = require(model->createContext(options));
        const MemorySnapshot after = model->memory()->snapshot();
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
            EXPECT_EQ(after.live[kind] - before.live[kind], estimate.live[kind]) << name(MemoryKind(kind));
        EXPECT_EQ(estimate.live[static_cast<std::size_t>(MemoryKind::kvCache)] == 0, workspace);
        EXPECT_LE(after.liveTotal(), after.reserved);
    }
    EXPECT_EQ(live(*model, MemoryKind::kvCache), 0) << "everything goes back";
    EXPECT_EQ(live(*model, MemoryKind::activations), 0);
}

TEST(ContextBooks, WorkspaceDoesNotGrowWithThePrompt)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    const auto activations = [&](std::int64_t positions) {
        return require(model->estimateContext(contextOptions(positions)))
            .live[static_cast<std::size_t>(MemoryKind::activations)];
    };
    EXPECT_EQ(activations(1000), activations(100'000));
}

TEST(ContextRefusals, TooLargeIsRefusedBeforeAnythingIsAllocated)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    const std::int64_t before = model->memory()->snapshot().liveTotal();
    model->memory()->resetPeak();
    const auto refused = model->createContext(contextOptions(1 << 24, DataType::f32, 4096));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::memory);
    for (const char* part : {"KV cache", "MiB needed", "free"})
        EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
    EXPECT_NE(refused.error().hint.find("--kv q8_0"), std::string::npos);
    EXPECT_EQ(model->memory()->snapshot().liveTotal(), before);
    EXPECT_EQ(model->memory()->peakLive(), before);
}

TEST(ContextRefusals, FormatsThatCannotBeAreRefusedWithTheReason)
{
    const auto model = load(openTiny("llama_headdim"), exactOptions());  // head_dim 24
    for (DataType type : {DataType::q8_0, DataType::q4_0, DataType::fp8E4m3, DataType::q6_K}) {
        ContextOptions options = contextOptions(10);
        options.valueFormat = type;
        const auto refused = model->createContext(options);
        ASSERT_FALSE(refused) << name(type);
        EXPECT_EQ(refused.error().code, ErrorCode::usage);
        EXPECT_NE(refused.error().message.find(name(type)), std::string::npos);
        EXPECT_FALSE(model->estimateContext(options));
    }
    for (std::int64_t positions : {0, -1}) EXPECT_FALSE(model->createContext(contextOptions(positions)));
    EXPECT_FALSE(model->createContext(contextOptions(10, DataType::f16, 0)));
}

TEST(ContextRefusals, InputsThatCannotBeFedAreUsageErrors)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    const auto context = require(model->createContext(contextOptions(8, DataType::f32, 2)));
    const std::vector<TokenId> tokens{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::span<const TokenId> all(tokens);
    StepOutput out;
    const auto refused = [&](std::vector<SequenceInput> inputs) {
        const bool no = !context->step(inputs, false, {}, out);
        EXPECT_EQ(context->depth(0), 0);
        return no;
    };
    EXPECT_TRUE(refused({}));
    EXPECT_TRUE(refused({{0, all}})) << "nine tokens in eight positions";
    EXPECT_TRUE(refused({{0, {}}}));
    EXPECT_TRUE(refused({{2, all.first(1)}}));
    EXPECT_TRUE(refused({{-1, all.first(1)}}));
    EXPECT_TRUE(refused({{0, all.first(1)}, {0, all.first(1)}}));
    const TokenId outside[] = {static_cast<TokenId>(model->config().vocab)};
    EXPECT_TRUE(refused({{0, outside}}));
    EXPECT_FALSE(context->step(std::vector<SequenceInput>{{0, all.first(1), 5'000'000}}, false, {}, out));
    feed(*context, all.first(8), out);
    EXPECT_EQ(context->depth(0), 8);
}

TEST(ModelRefusals, SayWhatAndWhy)
{
    const auto code = [](const ModelOptions& options, const char* file) {
        const auto refused = loadOnCpu(open(dataPath(file)), options);
        return refused ? std::optional<ErrorCode>() : refused.error().code;
    };
    ModelOptions int8;
    int8.compute = ComputeType::int8;
    EXPECT_EQ(code(int8, "tiny/llama_gqa/llama_gqa.gguf"), ErrorCode::usage) << "int8 products of f32 weights";
    ModelOptions isa;
    isa.isa = "mmx";
    EXPECT_EQ(code(isa, "tiny/llama_gqa/llama_gqa.gguf"), ErrorCode::usage);
    ModelOptions weights;
    weights.weights = DataType::q6_K;
    EXPECT_EQ(code(weights, "tiny/llama_gqa/llama_gqa.gguf"), ErrorCode::usage);
    ModelOptions threads;
    threads.threads = 100'000;
    EXPECT_EQ(code(threads, "tiny/llama_gqa/llama_gqa.gguf"), ErrorCode::usage);
}

TEST(LoadedWeights, OtherFormatsAreConvertedOnce)
{
    const auto source = open(dataPath("tiny/quant/F16.gguf"));
    for (DataType type : {DataType::f32, DataType::bf16, DataType::q8_0, DataType::q4_0}) {
        ModelOptions options;
        options.weights = type;
        const auto model = load(source, options);
        EXPECT_EQ(model->residentType({TensorRole::ffnGate, 0}), type);
        EXPECT_EQ(model->residentType({TensorRole::attentionNorm, 0}), DataType::f32);
        const auto context = require(model->createContext(contextOptions(32)));
        StepOutput out;
        const auto tokens = ids(readJson("tiny/quant/golden.json")["input_ids"]);
        feed(*context, tokens, out, true);
        const auto expected = readFloats("tiny/quant/F16.logits.f32.bin");
        const double bound = type == DataType::f32 ? 1e-3 : type == DataType::q4_0 ? 6.0 : 0.8;
        EXPECT_LE(largestDifference(out.sequences[0].allLogits, expected), bound) << name(type);
    }
}

TEST(LoadedWeights, ResidentBytesAreWithinFivePercentOfTheFile)
{
    const auto source = openDefault();
    const auto model = load(source);
    EXPECT_LE(static_cast<double>(model->residentWeightBytes()), 1.05 * static_cast<double>(source->weightBytes()));
    EXPECT_EQ(live(*model, MemoryKind::weights), model->residentWeightBytes()) << "the allocator's own count";
}

TEST(StepTimes, OpsAddUpToTheStep)
{
    const auto model = load(openDefault());
    const auto context = require(model->createContext(contextOptions(300, DataType::f16)));
    const std::vector<TokenId> tokens(290, 7);
    StepOutput out;
    for (std::span<const TokenId> piece : {std::span(tokens).first(280), std::span(tokens).subspan(280, 1)}) {
        feed(*context, piece, out);
        std::int64_t sum = 0;
        ASSERT_EQ(out.ops.size(), out.plan.ops.size());
        for (std::size_t i = 0; i < out.ops.size(); ++i) {
            EXPECT_EQ(out.ops[i].index, static_cast<std::int32_t>(i));
            EXPECT_GE(out.ops[i].wallNs, 0);
            sum += out.ops[i].wallNs;
        }
        EXPECT_GT(out.wallNs, 0);
        EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(out.wallNs), 0.02 * static_cast<double>(out.wallNs));
        EXPECT_EQ(out.sequences[0].positionsComputed, static_cast<std::int64_t>(piece.size()));
    }
}

TEST(StepOutputs, TopLogitsAreTheBestLowestIdFirst)
{
    const auto model = load(openTiny("llama_gqa"), exactOptions());
    ContextOptions options = contextOptions(32);
    options.topLogits = 7;
    const auto context = require(model->createContext(options));
    StepOutput out;
    feed(*context, ids(readJson("tiny/llama_gqa/golden.json")["input_ids"]), out);
    std::vector<TopLogit> all;
    const auto logits = out.sequences[0].logits;
    for (std::size_t i = 0; i < logits.size(); ++i) all.push_back({static_cast<TokenId>(i), logits[i]});
    std::stable_sort(all.begin(), all.end(), [](const TopLogit& a, const TopLogit& b) { return a.value > b.value; });
    ASSERT_EQ(out.sequences[0].top.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(out.sequences[0].top[i].id, all[i].id);
        EXPECT_EQ(out.sequences[0].top[i].value, all[i].value);
    }
}

TEST(Threads, ShareALongSequenceBySplitsWithoutChangingABit)
{
    std::vector<std::uint64_t> hashes[2];
    for (std::int32_t threads : {1, 3}) {
        ModelOptions options = exactOptions();
        options.threads = threads;
        const auto model = load(openTiny("llama_gqa"), options);
        const auto context = require(model->createContext(contextOptions(600, DataType::f16, 2)));
        const std::vector<TokenId> tokens(590, 11);
        const std::span<const TokenId> all(tokens);
        StepOutput out;
        require(context->step(std::vector<SequenceInput>{{0, all.first(254)}, {1, all.first(570)}}, false, {}, out));
        for (std::size_t i = 0; i < 5; ++i) {  // the first sequence crosses into its second split
            const auto token = all.subspan(i, 1);
            require(context->step(std::vector<SequenceInput>{{0, token}, {1, token}}, false, {}, out));
            for (const SequenceOutput& sequence : out.sequences) hashes[threads == 3].push_back(sequence.logitsHash);
        }
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace decodescope::engine::testing
