// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on the stand-in: naive and cached bit for bit, graphs, batches, memory, one wait per step.
#include "tests/engine/cuda/device_fixture.h"

#include <algorithm>
#include <map>

namespace decodescope::engine::testing {
namespace {

class DeviceContext : public OnDevice {
protected:
    std::shared_ptr<const ModelSource> m_source = openTiny("llama_gqa");
};

std::vector<std::uint64_t> hashesOf(LoadedModel& model, ContextOptions context, const GenerateOptions& options)
{
    context.maxPositions = neededPositions(options);
    context.cacheIsWorkspace = options.strategy == Strategy::naive;
    const auto made = require(model.createContext(context));
    Recording recording;
    require(generate(*made, options, recording, {}));
    std::vector<std::uint64_t> hashes;
    for (const Recording::Step& step : recording.steps)
        for (const SequenceStep& sequence : step.sequences) hashes.push_back(sequence.logitsHash);
    return hashes;
}

GenerateOptions greedy(const LoadedModel& model, std::int64_t prompt, std::int64_t newTokens)
{
    GenerateOptions options;
    options.prompts = {someTokens(4, prompt, model.config().vocab)};
    options.newTokens = newTokens;
    options.ignoreEos = true;
    return options;
}

TEST_F(DeviceContext, NaiveAndCachedAgreeBitForBitInEveryFormat)
{
    const std::pair<const char*, std::optional<DataType>> models[] = {
        {"tiny/llama_gqa/llama_gqa.gguf", {}},
        {"tiny/quant/MIXED.gguf", {}},
        {"tiny/llama_mqa/llama_mqa.gguf", DataType::bf16},
        {"tiny/llama_headdim/llama_headdim.gguf", DataType::f16}};
    for (const auto& [file, weights] : models) {
        ModelOptions load;
        load.weights = weights;
        const auto model = loadOnStandIn(open(dataPath(file)), load);
        const bool blocks = model->config().headDim % 32 == 0;
        for (DataType kv : {blocks ? DataType::q8_0 : DataType::f32, blocks ? DataType::bf16 : DataType::f16}) {
            GenerateOptions options = greedy(*model, 62, 4);  // across the border of a split
            const auto cached = hashesOf(*model, contextOptions(0, kv), options);
            options.strategy = Strategy::naive;
            EXPECT_EQ(hashesOf(*model, contextOptions(0, kv), options), cached) << file << " " << name(kv);
        }
    }
}

TEST_F(DeviceContext, APromptCutAnywhereGivesTheSameBits)
{
    const auto model = loadOnStandIn(m_source);
    const auto tokens = someTokens(8, 140, model->config().vocab);
    const auto expected = logitsOf(*model, contextOptions(150, DataType::f16), tokens);
    std::mt19937 random(3);
    for (int trial = 0; trial < 3; ++trial) {
        ContextOptions options = contextOptions(150, DataType::f16);
        options.prefillChunk = 1 + static_cast<std::int64_t>(random() % 50);
        const auto context = require(model->createContext(options));
        std::vector<float> all;
        StepOutput out;
        for (std::span<const TokenId> rest = tokens; !rest.empty();) {
            const auto piece = rest.first(std::min<std::size_t>(rest.size(), 1 + random() % 60));
            feed(*context, piece, out, true);
            all.insert(all.end(), out.sequences[0].allLogits.begin(), out.sequences[0].allLogits.end());
            rest = rest.subspan(piece.size());
        }
        EXPECT_TRUE(sameBits(all, expected)) << "chunks of " << options.prefillChunk;
    }
}

TEST_F(DeviceContext, GraphsAndSingleLaunchesGiveTheSameBits)
{
    const auto model = loadOnStandIn(m_source);
    GenerateOptions options = greedy(*model, 120, 20);  // the graph changes at a power of two of splits
    ContextOptions context = contextOptions(0, DataType::f16);
    context.launch = LaunchMode::kernels;
    const auto expected = hashesOf(*model, context, options);
    EXPECT_EQ(cuda_on_cpu::counters().graphLaunches, 0);
    context.launch = LaunchMode::graph;
    EXPECT_EQ(hashesOf(*model, context, options), expected);
    EXPECT_EQ(cuda_on_cpu::counters().graphLaunches, 19);
    EXPECT_EQ(cuda_on_cpu::counters().instantiations, 2);
}

/// Counts the launches of each op as it is told of them.
class CountingTracer final : public LaunchTracer {
public:
    bool sees() const noexcept override { return true; }
    void beginStep() noexcept override
    {
        launches.clear();
        ++begun;
        move(kNoOp);
    }
    void at(std::int32_t op) noexcept override { move(op); }
    void endStep() noexcept override
    {
        move(kNoOp);
        ++ended;
    }
    std::map<std::int32_t, std::int64_t> launches;  ///< by op
    int begun = 0;
    int ended = 0;

private:
    void move(std::int32_t op)
    {
        const std::int64_t now = cuda_on_cpu::counters().launches;
        if (now != m_before)
            launches[m_op] += now - m_before;
        m_before = now;
        m_op = op;
    }
    std::int32_t m_op = kNoOp;
    std::int64_t m_before = cuda_on_cpu::counters().launches;
};

TEST_F(DeviceContext, ATracerIsToldTheOpOfEveryLaunch)
{
    const auto model = loadOnStandIn(m_source);
    CountingTracer tracer;
    ContextOptions options = contextOptions(64, DataType::f16);
    options.launch = LaunchMode::kernels;
    options.tracer = &tracer;
    options.prefillChunk = 4;
    const auto context = require(model->createContext(options));
    StepOutput out;
    const auto tokens = someTokens(1, 6, model->config().vocab);
    feed(*context, tokens, out);  // in two chunks
    feed(*context, std::span(tokens).first(1), out);
    std::map<OpKind, std::int64_t> byKind;
    for (const auto& [op, count] : tracer.launches)
        if (op != LaunchTracer::kNoOp)
            byKind[out.plan.ops.at(static_cast<std::size_t>(op)).kind] += count;
    const std::int64_t layers = model->config().layers;
    EXPECT_EQ(byKind[OpKind::embedding], 1);
    EXPECT_EQ(byKind[OpKind::qkvProjection], layers);
    EXPECT_EQ(byKind[OpKind::cacheAppend], layers);
    EXPECT_GE(byKind[OpKind::attention], layers);
    EXPECT_EQ(byKind[OpKind::downProjection], layers);
    EXPECT_EQ(byKind[OpKind::outputHead], 1);
    EXPECT_EQ(byKind.count(OpKind::attentionNorm), 0U) << "it is part of the projection's kernel";
    EXPECT_GT(tracer.launches[LaunchTracer::kNoOp], 0) << "hash and best logits";

    std::stop_source stop;
    stop.request_stop();
    const SequenceInput input{0, tokens};
    EXPECT_FALSE(context->step({&input, 1}, false, stop.get_token(), out));
    EXPECT_EQ(tracer.begun, 3);
    EXPECT_EQ(tracer.ended, 3) << "a step that fails ends too";
}

/// On the stand-in's clock, where a kernel takes 2 us, a copy or setting memory 1 us and a recorded event half of one.
TEST_F(DeviceContext, TimeOfHashAndBestLogitsIsNotTheSteps)
{
    constexpr std::int64_t kKernelNs = 2000;
    constexpr std::int64_t kCopyNs = 1000;
    constexpr std::int64_t kEventNs = 500;
    const auto model = loadOnStandIn(m_source);
    for (LaunchMode mode : {LaunchMode::kernels, LaunchMode::graph}) {
        ContextOptions options = contextOptions(32, DataType::f16);
        options.prefillChunk = 4;
        options.launch = mode;
        const auto context = require(model->createContext(options));
        StepOutput out;
        for (std::int64_t rows : {6, 1, 1, 1}) {  // a prompt in two chunks; a graph captured, then replayed
            cuda_on_cpu::clearKernelsRun();
            feed(*context, someTokens(1, rows, model->config().vocab), out);
            const auto kernels = cuda_on_cpu::kernelsRun();
            const auto reductions = std::count_if(kernels.begin(), kernels.end(), [](const std::string& kernel) {
                return kernel == "scan_logits" || kernel == "merge_logits";
            });
            ASSERT_GT(reductions, 0);
            const std::int64_t hashNs = reductions * kKernelNs + kEventNs;
            EXPECT_NEAR(static_cast<double>(out.hashNs), static_cast<double>(hashNs), 1);
            const std::int64_t others = static_cast<std::int64_t>(kernels.size()) - reductions;
            const std::int64_t copies = (rows + 3) / 4 + 2;  // places of each chunk; results and whole logits
            constexpr std::int64_t kClears = 1;              // the results
            const std::int64_t stepNs = others * kKernelNs + (copies + kClears) * kCopyNs + 2 * kEventNs;
            EXPECT_NEAR(static_cast<double>(*out.deviceNs), static_cast<double>(stepNs), 2);
            EXPECT_GE(out.wallNs, 0);
        }
    }
}

TEST_F(DeviceContext, RaggedBatchEqualsEachAlone)
{
    const auto model = loadOnStandIn(m_source);
    GenerateOptions together = greedy(*model, 1, 6);
    together.prompts.clear();
    for (std::uint32_t s = 0; s < 4; ++s)
        together.prompts.push_back(someTokens(s, std::vector<std::int64_t>{3, 11, 70, 1}[s], model->config().vocab));
    ContextOptions context = contextOptions(0, DataType::f16, 4);
    context.prefillChunk = 32;
    const auto batch = hashesOf(*model, context, together);
    for (std::size_t s = 0; s < 4; ++s) {
        GenerateOptions alone = together;
        alone.prompts = {together.prompts[s]};
        const auto expected = hashesOf(*model, contextOptions(0, DataType::f16), alone);
        for (std::size_t step = 0; step < 6; ++step)
            EXPECT_EQ(batch[step * 4 + s], expected[step]) << "sequence " << s << " step " << step;
    }
}

TEST_F(DeviceContext, CutBackAndContinuedEqualsAFreshRun)
{
    const auto model = loadOnStandIn(m_source);
    const auto tokens = someTokens(2, 90, model->config().vocab);
    for (std::int64_t kept : {1, 40, 64}) {
        const auto context = require(model->createContext(contextOptions(128, DataType::f16)));
        StepOutput out;
        feed(*context, tokens, out);
        context->truncate(0, kept);
        EXPECT_EQ(context->depth(0), kept);
        auto fresh = std::vector<TokenId>(tokens.begin(), tokens.begin() + kept);
        const auto more = someTokens(6, 9, model->config().vocab);
        fresh.insert(fresh.end(), more.begin(), more.end());
        feed(*context, more, out);
        const auto other = require(model->createContext(contextOptions(128, DataType::f16)));
        StepOutput expected;
        feed(*other, fresh, expected);
        EXPECT_EQ(out.sequences[0].logitsHash, expected.sequences[0].logitsHash) << kept;
    }
}

TEST_F(DeviceContext, FiveHundredStepsAllocateNothingAndWaitOnceEach)
{
    ContextOptions options = contextOptions(520, DataType::f16);
    options.wholeLogits = false;
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    const auto context = require(model->createContext(options));
    StepOutput out;
    TokenId token = 1;
    feed(*context, {&token, 1}, out);
    const auto before = cuda_on_cpu::counters();
    const auto memory = model->memory()->snapshot();
    for (int step = 0; step < 500; ++step) {
        token = out.sequences[0].top.front().id;
        feed(*context, {&token, 1}, out);
        ASSERT_TRUE(out.sequences[0].logits.empty());
        ASSERT_EQ(out.sequences[0].positionsComputed, 1);
    }
    const auto after = cuda_on_cpu::counters();
    EXPECT_EQ(after.allocations, before.allocations);
    EXPECT_EQ(after.synchronisations - before.synchronisations, 500);
    EXPECT_EQ(after.graphLaunches - before.graphLaunches, 500);
    EXPECT_LE(after.instantiations - before.instantiations, 4) << "one for each doubling of the splits";
    EXPECT_EQ(model->memory()->snapshot().liveTotal(), memory.liveTotal());
}

TEST_F(DeviceContext, KernelsPerStepAreTheSameInEverySession)
{
    const auto model = loadOnStandIn(m_source);
    std::map<std::string, int> expected;
    for (int session = 0; session < 3; ++session)
        for (LaunchMode mode : {LaunchMode::kernels, LaunchMode::graph}) {
            ContextOptions options = contextOptions(16);
            options.launch = mode;
            const auto context = require(model->createContext(options));
            StepOutput out;
            const TokenId token = 3;
            feed(*context, {&token, 1}, out);
            cuda_on_cpu::clearKernelsRun();
            feed(*context, {&token, 1}, out);
            std::map<std::string, int> counts;
            for (const std::string& kernel : cuda_on_cpu::kernelsRun()) ++counts[kernel];
            if (expected.empty())
                expected = counts;
            EXPECT_EQ(counts, expected);
        }
    EXPECT_EQ(expected["attend"], model->config().layers);
    EXPECT_EQ(expected["rope_append"], model->config().layers);
    EXPECT_EQ(expected["embed"], 1);
}

TEST_F(DeviceContext, OrdersOfThreadsAndStreamsDoNotMatter)
{
    std::uint64_t expected = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        cuda_on_cpu::reset(seed);
        const auto model = loadOnStandIn(m_source);
        const auto context = require(model->createContext(contextOptions(80, DataType::f16)));
        StepOutput out;
        feed(*context, someTokens(1, 70, model->config().vocab), out);
        const TokenId next = 2;
        feed(*context, {&next, 1}, out);
        if (seed == 1)
            expected = out.sequences[0].logitsHash;
        EXPECT_EQ(out.sequences[0].logitsHash, expected) << "seed " << seed;
    }
}

TEST_F(DeviceContext, SampledTokensNeedWholeLogitsAndMatchTheCpu)
{
    const auto model = loadOnStandIn(m_source);
    const auto cpuModel = load(m_source, exactOptions());
    GenerateOptions options = greedy(*model, 5, 12);
    options.sampling.temperature = 0.8;
    options.sampling.topK = 20;
    options.sampling.seed = 5;
    Recording recording;
    const auto context = require(model->createContext(contextOptions(32)));
    const auto cpuContext = require(cpuModel->createContext(contextOptions(32)));
    EXPECT_EQ(require(generate(*context, options, recording, {})).ids,
              require(generate(*cpuContext, options, recording, {})).ids);
}

TEST_F(DeviceContext, AStoppedStepLeavesTheCacheAsItWas)
{
    const auto model = loadOnStandIn(m_source);
    ContextOptions options = contextOptions(64);
    options.prefillChunk = 8;
    const auto context = require(model->createContext(options));
    const auto tokens = someTokens(1, 30, model->config().vocab);
    StepOutput out;
    feed(*context, std::span(tokens).first(10), out);
    std::stop_source stop;
    stop.request_stop();
    const SequenceInput input{0, std::span(tokens).subspan(10)};
    const auto stopped = context->step({&input, 1}, false, stop.get_token(), out);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    EXPECT_EQ(context->depth(0), 10);
    feed(*context, std::span(tokens).subspan(10), out);
    const auto other = require(model->createContext(options));
    StepOutput expected;
    feed(*other, tokens, expected);
    EXPECT_EQ(out.sequences[0].logitsHash, expected.sequences[0].logitsHash);
}

TEST_F(DeviceContext, MemoryIsTheAllocatorsAndTheEstimateIsExact)
{
    const auto model = loadOnStandIn(m_source);
    const auto weights = model->memory()->snapshot();
    EXPECT_EQ(weights.liveTotal(), model->residentWeightBytes());
    const ContextOptions options = contextOptions(100, DataType::f16);
    const auto estimate = require(model->estimateContext(options));
    const auto context = require(model->createContext(options));
    const auto now = model->memory()->snapshot();
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        EXPECT_EQ(now.live[kind], weights.live[kind] + estimate.live[kind]);
    EXPECT_GE(now.reserved, now.liveTotal());
    EXPECT_LE(now.reserved, cuda_on_cpu::alive().deviceBytes);
    StepOutput out;
    feed(*context, someTokens(1, 70, model->config().vocab), out);
    const KvUsage usage = context->kvUsage();
    EXPECT_EQ(usage.usedPositions, 70);
    EXPECT_EQ(usage.usedBytes, 70 * 3 * 2 * 2 * 16 * 2);
    EXPECT_EQ(usage.allocatedBytes, now.live[static_cast<std::size_t>(MemoryKind::kvCache)]);
    EXPECT_LE(usage.usedBytes, usage.allocatedBytes);
}

TEST_F(DeviceContext, OutOfMemoryNamesTheBufferAndFreesAllItTook)
{
    cuda_on_cpu::DeviceModel device;
    device.totalBytes = 3 << 20;
    device.contextBytes = 1 << 20;
    cuda_on_cpu::reset(1, device);
    {
        const auto model = loadOnStandIn(m_source);
        const auto before = cuda_on_cpu::alive();
        const auto made = model->createContext(contextOptions(200'000));
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().code, ErrorCode::memory);
        EXPECT_NE(made.error().message.find("KV cache for 200000 positions"), std::string::npos)
            << made.error().message;
        EXPECT_NE(made.error().message.find("MiB free"), std::string::npos) << made.error().message;
        EXPECT_EQ(cuda_on_cpu::alive().sum(), before.sum());
        const auto context = require(model->createContext(contextOptions(20)));
        StepOutput out;
        feed(*context, someTokens(1, 5, model->config().vocab), out);
    }
    device.totalBytes = (1 << 20) + (64 << 10);
    cuda_on_cpu::reset(1, device);
    const auto refused = cuda::loadOnDevice(m_source, {}, 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::memory);
    EXPECT_NE(refused.error().message.find("'"), std::string::npos) << refused.error().message;
    EXPECT_EQ(cuda_on_cpu::alive().sum(), 0);
    cuda_on_cpu::reset();
}

}  // namespace
}  // namespace decodescope::engine::testing
