// SPDX-License-Identifier: GPL-3.0-or-later
// Ways of launching a decode step: kernels one by one, one graph, one persistent kernel. Same device code, same bits.
#include "tests/engine/cuda/device_fixture.h"

#include <map>
#include <numeric>

namespace decodescope::engine::testing {
namespace {

constexpr LaunchMode kModes[] = {LaunchMode::kernels, LaunchMode::graph, LaunchMode::persistent};

/// Bits of the logits at every step after the prompt: `lengths` prompts, then `steps` tokens of each.
std::vector<std::uint64_t> decode(LoadedModel& model, ContextOptions options, const std::vector<std::int64_t>& lengths,
                                  int steps)
{
    options.sequences = static_cast<std::int64_t>(lengths.size());
    const auto context = require(model.createContext(options));
    EXPECT_TRUE(context->notes().empty());
    std::vector<std::vector<TokenId>> tokens;
    for (std::size_t s = 0; s < lengths.size(); ++s)
        tokens.push_back(someTokens(static_cast<std::uint32_t>(s) + 1, lengths[s], model.config().vocab));
    std::vector<std::uint64_t> hashes;
    StepOutput out;
    for (int step = 0; step <= steps; ++step) {
        std::vector<SequenceInput> inputs;
        for (std::size_t s = 0; s < tokens.size(); ++s) inputs.push_back({static_cast<std::int32_t>(s), tokens[s]});
        require(context->step(inputs, false, {}, out));
        for (std::size_t s = 0; s < tokens.size(); ++s) {
            hashes.push_back(out.sequences[s].logitsHash);
            EXPECT_EQ(out.sequences[s].positionsComputed, static_cast<std::int64_t>(tokens[s].size()));
            for (const TopLogit& top : out.sequences[s].top) hashes.push_back(static_cast<std::uint64_t>(top.id));
            for (float logit : out.sequences[s].logits) hashes.push_back(std::bit_cast<std::uint32_t>(logit));
            tokens[s] = {out.sequences[s].top.front().id};
        }
    }
    return hashes;
}

class LaunchModes : public OnDevice, public ::testing::WithParamInterface<std::string> {};

TEST_P(LaunchModes, GiveTheSameLogits)
{
    const auto model = loadOnStandIn(open(dataPath("tiny/" + GetParam())));
    std::map<LaunchMode, std::vector<std::uint64_t>> logits;
    for (LaunchMode mode : kModes) {
        ContextOptions options = contextOptions(80, DataType::f16);
        options.launch = mode;
        const auto before = cuda_on_cpu::counters();
        logits[mode] = decode(*model, options, {62}, 5);  // across the border of a split
        const auto after = cuda_on_cpu::counters();
        EXPECT_EQ(after.cooperativeLaunches - before.cooperativeLaunches, mode == LaunchMode::persistent ? 5 : 0);
        EXPECT_EQ(after.graphLaunches - before.graphLaunches, mode == LaunchMode::graph ? 5 : 0);
    }
    EXPECT_EQ(logits[LaunchMode::graph], logits[LaunchMode::kernels]);
    EXPECT_EQ(logits[LaunchMode::persistent], logits[LaunchMode::kernels]);
}

INSTANTIATE_TEST_SUITE_P(Llama, LaunchModes,
                         ::testing::Values("llama_mha/llama_mha.gguf", "llama_gqa/llama_gqa.gguf",
                                           "llama_mqa/llama_mqa.gguf", "llama_headdim/llama_headdim.gguf",
                                           "llama_untied/llama_untied.gguf", "llama_rope_linear/llama_rope_linear.gguf",
                                           "llama_rope_llama3/llama_rope_llama3.gguf", "quant/Q4_1.gguf",
                                           "quant/Q6_K.gguf", "quant/MIXED.gguf"),
                         [](const auto& c) {
                             std::string name = c.param.substr(c.param.find('/') + 1);
                             return name.substr(0, name.find('.'));
                         });

class DeviceLaunch : public OnDevice {
protected:
    std::shared_ptr<const ModelSource> m_source = openTiny("llama_gqa");
};

TEST_F(DeviceLaunch, RaggedBatchesGiveTheSameLogitsInEveryCacheFormat)
{
    const auto model = loadOnStandIn(m_source);
    for (DataType kv : {DataType::bf16, DataType::fp8E4m3}) {
        std::map<LaunchMode, std::vector<std::uint64_t>> logits;
        for (LaunchMode mode : kModes) {
            ContextOptions options = contextOptions(80, kv);
            options.launch = mode;
            logits[mode] = decode(*model, options, {3, 70, 11, 1, 2, 1, 4, 2, 1, 5}, 2);
        }
        EXPECT_EQ(logits[LaunchMode::graph], logits[LaunchMode::kernels]) << name(kv);
        EXPECT_EQ(logits[LaunchMode::persistent], logits[LaunchMode::kernels]) << name(kv);
    }
}

TEST_F(DeviceLaunch, WherePartialSumsHaveRoomForSomeRowsOnlyTheyAttendOneAfterTheOther)
{
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    ContextOptions options = contextOptions(600, DataType::f16);
    options.prefillChunk = 8;  // room for 64 splits of a row: not for the ten of each of seven rows
    options.launch = LaunchMode::graph;
    const std::vector<std::int64_t> lengths{3, 580, 1, 2, 1, 2, 1};
    const auto expected = decode(*model, options, lengths, 1);
    options.launch = LaunchMode::persistent;
    EXPECT_EQ(decode(*model, options, lengths, 1), expected);
}

/// Up to eight sequences: a step loads each weight once, whatever way it is launched, but for the embeddings of each.
TEST_F(DeviceLaunch, SequencesOfABatchShareTheLoadsOfWeights)
{
    const auto model = loadOnStandIn(open(dataPath("tiny/quant/MIXED.gguf")));
    const auto loadedBy = [&](LaunchMode mode, std::int64_t sequences) {
        ContextOptions options = contextOptions(8, DataType::f16);
        options.launch = mode;
        options.sequences = sequences;
        const auto context = require(model->createContext(options));
        const TokenId token = 1;
        std::vector<SequenceInput> inputs;
        for (std::int32_t s = 0; s < sequences; ++s) inputs.push_back({s, {&token, 1}});
        StepOutput out;
        const std::int64_t before = cuda_on_cpu::counters().weightBytesLoaded;
        require(context->step(inputs, false, {}, out));
        return cuda_on_cpu::counters().weightBytesLoaded - before;
    };
    const std::int64_t alone = loadedBy(LaunchMode::kernels, 1);
    EXPECT_GT(alone, model->residentWeightBytes() / 2);
    const std::int64_t embedding = 4 * model->config().hidden;  // of one row, at most
    for (LaunchMode mode : kModes) {
        EXPECT_EQ(loadedBy(mode, 1), alone) << name(mode);
        for (const std::int64_t sequences : {2, 8}) {
            EXPECT_GT(loadedBy(mode, sequences), alone) << name(mode);
            EXPECT_LE(loadedBy(mode, sequences), alone + (sequences - 1) * embedding) << name(mode);
        }
        EXPECT_GT(loadedBy(mode, 9), 2 * alone - 9 * embedding) << name(mode) << ": one more than share a load";
    }
}

TEST_F(DeviceLaunch, ThePersistentKernelIsOneKernelInEverySessionAndAllocatesNothing)
{
    const auto model = loadOnStandIn(m_source);
    for (int session = 0; session < 3; ++session) {
        ContextOptions options = contextOptions(200, DataType::f16);
        options.launch = LaunchMode::persistent;
        const auto estimate = require(model->estimateContext(options));
        const auto memory = model->memory()->snapshot();
        const auto context = require(model->createContext(options));
        EXPECT_EQ(model->memory()->snapshot().liveTotal() - memory.liveTotal(), estimate.liveTotal());
        StepOutput out;
        feed(*context, someTokens(1, 3, model->config().vocab), out);
        const auto before = cuda_on_cpu::counters();
        cuda_on_cpu::clearKernelsRun();
        for (int step = 0; step < 10; ++step) {
            const TokenId token = out.sequences[0].top.front().id;
            feed(*context, {&token, 1}, out);
        }
        const auto after = cuda_on_cpu::counters();
        EXPECT_EQ(cuda_on_cpu::kernelsRun(), std::vector<std::string>(10, "persistent_step"));
        EXPECT_EQ(after.synchronisations - before.synchronisations, 10);
        EXPECT_EQ(after.allocations, before.allocations);
    }
}

/// On the stand-in's clock, where every look at it takes half a microsecond and a kernel by itself two.
TEST_F(DeviceLaunch, ThePersistentKernelTimesItsOps)
{
    constexpr std::int64_t kLookNs = 500;
    const auto model = loadOnStandIn(open(dataPath("tiny/quant/MIXED.gguf")));
    ContextOptions options = contextOptions(16);
    options.launch = LaunchMode::persistent;
    const auto context = require(model->createContext(options));
    StepOutput out;
    feed(*context, someTokens(1, 3, model->config().vocab), out);
    EXPECT_TRUE(out.ops.empty());
    const TokenId token = 1;
    feed(*context, {&token, 1}, out);
    std::map<OpKind, std::int64_t> times;
    for (const OpTiming& timing : out.ops) {
        const Op& op = out.plan.ops[static_cast<std::size_t>(timing.index)];
        times[op.kind] += timing.wallNs;
    }
    const std::int64_t layers = model->config().layers;
    for (OpKind kind : {OpKind::qkvProjection, OpKind::cacheAppend, OpKind::attention, OpKind::attentionOutput,
                        OpKind::gateUpProjection, OpKind::downProjection})
        EXPECT_EQ(times[kind], layers * kLookNs) << name(kind);
    EXPECT_EQ(times[OpKind::embedding], kLookNs);
    EXPECT_EQ(times[OpKind::outputHead], kLookNs);
    EXPECT_EQ(out.hashNs, 2 * kLookNs);
    const std::int64_t sum = std::accumulate(out.ops.begin(), out.ops.end(), std::int64_t{0},
                                             [](std::int64_t all, const OpTiming& t) { return all + t.wallNs; });
    EXPECT_LE(sum, *out.deviceNs);
}

TEST_F(DeviceLaunch, WithoutCooperativeLaunchesGraphsTakeOverAndTheContextSaysSo)
{
    cuda_on_cpu::DeviceModel device;
    for (bool occupied : {false, true}) {
        device.cooperative = occupied;
        device.blocksPerMultiprocessor = occupied ? 0 : 2;
        cuda_on_cpu::reset(1, device);
        const auto model = loadOnStandIn(m_source);
        ContextOptions options = contextOptions(16);
        options.launch = LaunchMode::persistent;
        const auto context = require(model->createContext(options));
        ASSERT_EQ(context->notes().size(), 1U);
        EXPECT_NE(context->notes()[0].find("Stand-in GPU cannot hold all blocks of one kernel at once"),
                  std::string::npos);
        EXPECT_NE(context->notes()[0].find("launched as graphs"), std::string::npos);
        StepOutput out;
        const TokenId token = 1;
        feed(*context, {&token, 1}, out);
        EXPECT_EQ(cuda_on_cpu::counters().graphLaunches, 1);
        EXPECT_EQ(cuda_on_cpu::counters().cooperativeLaunches, 0);
        options.launch = LaunchMode::graph;
        EXPECT_TRUE(require(model->createContext(options))->notes().empty());
    }
}

TEST_F(DeviceLaunch, OrdersOfBlocksAndThreadsDoNotMatterToThePersistentKernel)
{
    std::vector<std::uint64_t> expected;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        cuda_on_cpu::DeviceModel device;
        device.multiprocessors = 1 + static_cast<int>(seed) % 4;  // nor does the number of blocks
        cuda_on_cpu::reset(seed, device);
        const auto model = loadOnStandIn(m_source);
        ContextOptions options = contextOptions(80, DataType::f16);
        options.launch = LaunchMode::persistent;
        const auto logits = decode(*model, options, {5}, 3);
        if (seed == 1)
            expected = logits;
        EXPECT_EQ(logits, expected) << "seed " << seed;
    }
}

}  // namespace
}  // namespace decodescope::engine::testing
