// SPDX-License-Identifier: GPL-3.0-or-later
// Times of ops by events between their kernels, for when no profiler sees these: what is timed, and that nothing else
// changes. On the stand-in's clock a kernel takes 2 us, a copy 1 us and a recorded event half of one.
#include "tests/engine/cuda/device_fixture.h"

#include <map>
#include <numeric>

namespace decodescope::engine::testing {
namespace {

constexpr std::int64_t kKernelNs = 2000;
constexpr std::int64_t kCopyNs = 1000;
constexpr std::int64_t kEventNs = 500;

/// Counts the launches of each op, and times nothing until it is told to.
class Counting final : public LaunchTracer {
public:
    bool sees() const noexcept override { return seeing; }
    void beginStep() noexcept override
    {
        launches.clear();
        m_op = kNoOp;
        m_before = cuda_on_cpu::counters().launches;
    }
    void at(std::int32_t op) noexcept override
    {
        count();
        m_op = op;
    }
    void endStep() noexcept override { count(); }

    bool seeing = false;
    std::map<std::int32_t, std::int64_t> launches;  ///< of the last step

private:
    void count()
    {
        const std::int64_t now = cuda_on_cpu::counters().launches;
        if (now > m_before)
            launches[m_op] += now - m_before;
        m_before = now;
    }
    std::int32_t m_op = kNoOp;
    std::int64_t m_before = 0;
};

std::map<std::int32_t, std::int64_t> timesOf(const StepOutput& out)
{
    std::map<std::int32_t, std::int64_t> times;
    for (const OpTiming& timing : out.ops) times[timing.index] += timing.wallNs;
    return times;
}

class DeviceOps : public OnDevice {
protected:
    ContextOptions timed(LaunchMode launch, LaunchTracer* tracer = nullptr) const
    {
        ContextOptions options = contextOptions(200, DataType::f16);
        options.launch = launch;
        options.tracer = tracer;
        options.timeOps = true;
        return options;
    }
    std::shared_ptr<const ModelSource> m_source =
        open(dataPath("tiny/quant/MIXED.gguf"));  // some launch the activation
};

TEST_F(DeviceOps, AreTimedByTheEventsAroundTheirKernels)
{
    const auto model = loadOnStandIn(m_source);
    Counting tracer;
    ContextOptions options = timed(LaunchMode::kernels, &tracer);
    options.prefillChunk = 4;
    const auto context = require(model->createContext(options));
    const auto graphs = require(model->createContext(timed(LaunchMode::graph)));
    StepOutput out;
    StepOutput replayed;
    const auto tokens = someTokens(1, 4, model->config().vocab);
    feed(*graphs, tokens, replayed);
    feed(*context, tokens, out);
    for (int step = 0; step < 3; ++step) {  // captured, then replayed twice
        feed(*context, std::span(tokens).first(1), out);
        feed(*graphs, std::span(tokens).first(1), replayed);
        EXPECT_EQ(out.opClock, OpClock::events);
        EXPECT_EQ(replayed.opClock, OpClock::events);
        const auto times = timesOf(out);
        for (std::size_t i = 0; i < out.plan.ops.size(); ++i) {
            const auto op = static_cast<std::int32_t>(i);
            const std::int64_t kernels = tracer.launches[op];
            const std::string what = std::string(name(out.plan.ops[i].kind));
            ASSERT_EQ(times.contains(op), kernels > 0) << what << ": or is it part of another op's kernel?";
            if (kernels > 0) {
                EXPECT_NEAR(static_cast<double>(times.at(op)), static_cast<double>(kernels * kKernelNs + kEventNs), 2)
                    << what;
            }
        }
        EXPECT_EQ(timesOf(replayed).size(), times.size());
        for (const auto& [op, ns] : timesOf(replayed))
            EXPECT_NEAR(static_cast<double>(ns), static_cast<double>(times.at(op)), 2) << op;
        const std::int64_t sum = std::accumulate(out.ops.begin(), out.ops.end(), std::int64_t{0},
                                                 [](std::int64_t all, const OpTiming& t) { return all + t.wallNs; });
        EXPECT_LT(sum, *out.deviceNs);
    }
}

TEST_F(DeviceOps, TimesOfChunksAreAddedUp)
{
    const auto model = loadOnStandIn(m_source);
    Counting tracer;
    ContextOptions options = timed(LaunchMode::graph, &tracer);
    options.prefillChunk = 4;
    const auto context = require(model->createContext(options));
    StepOutput out;
    feed(*context, someTokens(1, 11, model->config().vocab), out);
    constexpr std::int64_t kChunks = 3;
    const auto times = timesOf(out);
    EXPECT_EQ(out.opClock, OpClock::events);
    for (const auto& [op, ns] : times) {
        if (out.plan.ops[static_cast<std::size_t>(op)].kind == OpKind::outputHead)
            continue;  // of the last chunk alone
        EXPECT_NEAR(static_cast<double>(ns), static_cast<double>(tracer.launches[op] * kKernelNs + kChunks * kEventNs),
                    3 * kChunks)
            << op;
    }
    EXPECT_LT(times.at(0), *out.deviceNs);
    // A stopped step leaves nothing behind for the next one.
    std::stop_source stop;
    stop.request_stop();
    const auto tokens = someTokens(1, 9, model->config().vocab);
    const SequenceInput input{0, tokens};
    EXPECT_FALSE(context->step({&input, 1}, false, stop.get_token(), out));
    feed(*context, std::span(tokens).first(1), out);
    EXPECT_NEAR(static_cast<double>(timesOf(out).at(0)), kKernelNs + kEventNs, 2);
}

TEST_F(DeviceOps, OfEveryRowsLogitsTheCopyBelongsToTheHead)
{
    const auto model = loadOnStandIn(m_source);
    const auto context = require(model->createContext(timed(LaunchMode::graph)));
    StepOutput out;
    feed(*context, someTokens(1, 3, model->config().vocab), out, true);
    EXPECT_NEAR(static_cast<double>(timesOf(out).rbegin()->second), kKernelNs + kCopyNs + kEventNs, 2);
}

TEST_F(DeviceOps, AreLeftToATracerThatSeesThem)
{
    const auto model = loadOnStandIn(m_source);
    Counting tracer;
    const auto plain = require(model->createContext([&] {
        ContextOptions options = timed(LaunchMode::graph);
        options.timeOps = false;
        return options;
    }()));
    const auto context = require(model->createContext(timed(LaunchMode::graph, &tracer)));
    tracer.seeing = true;
    StepOutput out;
    const TokenId token = 3;
    std::vector<std::uint64_t> hashes;
    for (int step = 0; step < 4; ++step) {
        tracer.seeing = step < 2;  // then it is lost, as CUPTI can be
        feed(*context, {&token, 1}, out);
        EXPECT_EQ(out.ops.empty(), tracer.seeing) << step;
        hashes.push_back(out.sequences[0].logitsHash);
    }
    EXPECT_EQ(out.opClock, OpClock::events);
    for (const std::uint64_t hash : hashes) {
        feed(*plain, {&token, 1}, out);
        EXPECT_EQ(out.sequences[0].logitsHash, hash);
        EXPECT_TRUE(out.ops.empty());
    }
}

TEST_F(DeviceOps, OfThePersistentKernelAreTimedInsideOfIt)
{
    const auto model = loadOnStandIn(m_source);
    const auto context = require(model->createContext(timed(LaunchMode::persistent)));
    StepOutput out;
    feed(*context, someTokens(1, 3, model->config().vocab), out);
    EXPECT_EQ(out.opClock, OpClock::events) << "a prompt is launched";
    EXPECT_FALSE(out.ops.empty());
    const TokenId token = 1;
    feed(*context, {&token, 1}, out);
    EXPECT_EQ(out.opClock, OpClock::device);
    EXPECT_EQ(timesOf(out).at(0), kEventNs) << "one look at the clock";
}

TEST_F(DeviceOps, TimingThemAllocatesNothingAndLaunchesTheSame)
{
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    std::vector<std::string> expected;
    for (const bool events : {false, true}) {
        ContextOptions options = timed(LaunchMode::graph);
        options.timeOps = events;
        const auto context = require(model->createContext(options));
        StepOutput out;
        TokenId token = 1;
        feed(*context, {&token, 1}, out);
        const auto before = cuda_on_cpu::counters();
        cuda_on_cpu::clearKernelsRun();
        for (int step = 0; step < 40; ++step) {
            token = out.sequences[0].top.front().id;
            feed(*context, {&token, 1}, out);
        }
        const auto after = cuda_on_cpu::counters();
        EXPECT_EQ(after.allocations, before.allocations);
        EXPECT_EQ(after.synchronisations - before.synchronisations, 40);
        EXPECT_EQ(after.instantiations, before.instantiations);
        if (!events)
            expected = cuda_on_cpu::kernelsRun();
        EXPECT_EQ(cuda_on_cpu::kernelsRun(), expected);
    }
}

}  // namespace
}  // namespace decodescope::engine::testing
