// SPDX-License-Identifier: GPL-3.0-or-later
// What a step did on the device, as the stand-in for CUPTI tells it: attributed to ops in every way of launching, to no
// other session, with what is lost counted.
#include "profiler/record/recorder.h"
#include "profiler/record/trace_summary.h"
#include "tests/profiler/cupti/traced_device.h"

#include <algorithm>

namespace decodescope::profiler::testing {
namespace {

class TraceSteps : public TracedDevice {
protected:
    void SetUp() override
    {
        TracedDevice::SetUp();
        require(m_tracing->start());
    }
    /// Feeds one token, and gives what was seen of the step.
    StepTrace decode(Context& context, KernelTracer& tracer, StepOutput& out)
    {
        const TokenId token = 3;
        feed(context, {&token, 1}, out);
        auto trace = tracer.take();
        if (!trace)
            throw std::runtime_error(tracer.failure() ? tracer.failure()->message : "no trace");
        EXPECT_FALSE(tracer.take()) << "a step is told once";
        return std::move(*trace);
    }
};

TEST_F(TraceSteps, EveryKernelHasItsOpWithGraphsAndWithout)
{
    const auto model = loadOnStandIn(m_source);
    std::map<std::string, int> expected;
    for (LaunchMode launch : {LaunchMode::kernels, LaunchMode::graph}) {
        cupti::TraceSession session(*m_tracing);
        const auto context = require(model->createContext(traced(16, launch, session)));
        StepOutput out;
        for (int step = 0; step < 3; ++step) {  // captured, then replayed twice
            cuda_on_cpu::clearKernelsRun();
            const StepTrace trace = decode(*context, session, out);
            EXPECT_EQ(trace.sums.kernels, static_cast<int>(cuda_on_cpu::kernelsRun().size()));
            EXPECT_EQ(trace.sums.dropped, 0);
            EXPECT_EQ(trace.sums.untimed, 0);
            for (const KernelRecord& record : trace.kernels) EXPECT_EQ(record.inGraph, launch == LaunchMode::graph);
            const auto counts = countByOp(trace, out.plan);
            if (expected.empty())
                expected = counts;
            EXPECT_EQ(counts, expected) << name(launch) << " step " << step;
        }
    }
    for (std::int32_t layer = 0; layer < model->config().layers; ++layer) {
        const std::string at = "." + std::to_string(layer) + " ";
        EXPECT_EQ(expected["attention" + at + "attend"], 1);
        EXPECT_EQ(expected["cache_append" + at + "rope_append"], 1);
    }
    EXPECT_EQ(expected["embedding.-1 embed"], 1);
    EXPECT_EQ(expected[" scan_logits"], 1) << "of no op";
    EXPECT_EQ(expected[" set"], 1);
    EXPECT_EQ(expected[" copy_to_device"], 1);
}

TEST_F(TraceSteps, KernelsPerStepAreTheSameInThreeSessions)
{
    const auto model = loadOnStandIn(m_source);
    std::map<std::string, int> expected;
    for (int number = 0; number < 3; ++number)
        for (LaunchMode launch : {LaunchMode::kernels, LaunchMode::graph}) {
            cupti::TraceSession session(*m_tracing);
            const auto context = require(model->createContext(traced(90, launch, session)));
            StepOutput out;
            feed(*context, someTokens(1, 62, model->config().vocab), out);
            const auto prefill = session.take();
            ASSERT_TRUE(prefill);
            EXPECT_GT(prefill->sums.kernels, 0);
            for (int step = 0; step < 5; ++step) {  // a second graph at the border of a split
                const auto counts = countByOp(decode(*context, session, out), out.plan);
                if (expected.empty())
                    expected = counts;
                EXPECT_EQ(counts, expected) << "session " << number << " " << name(launch) << " step " << step;
            }
        }
}

TEST_F(TraceSteps, WorkOfOthersIsNeverAttributed)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession first(*m_tracing);
    cupti::TraceSession second(*m_tracing);
    const auto a = require(model->createContext(traced(16, LaunchMode::graph, first)));
    const auto b = require(model->createContext(traced(16, LaunchMode::kernels, second)));
    const auto untraced = require(model->createContext(contextOptions(16, DataType::f16)));
    StepOutput out;
    const TokenId token = 3;
    const auto expected = countByOp(decode(*a, first, out), out.plan);
    for (int round = 0; round < 3; ++round) {
        feed(*untraced, {&token, 1}, out);
        EXPECT_EQ(countByOp(decode(*b, second, out), out.plan), expected);
        feed(*untraced, {&token, 1}, out);
        EXPECT_EQ(countByOp(decode(*a, first, out), out.plan), expected);
    }
    // What of a step comes too late is in no other session's, and lost for its own.
    cuda_on_cpu::delayRecords(4);
    feed(*a, {&token, 1}, out);
    const auto cut = first.take();
    ASSERT_TRUE(cut);
    const StepTrace next = decode(*b, second, out);
    EXPECT_EQ(countByOp(next, out.plan), expected);
    EXPECT_EQ(next.sums.dropped, 0);
}

TEST_F(TraceSteps, StepsOfTwoSessionsInOneFlushAreToldApart)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession first(*m_tracing);
    cupti::TraceSession second(*m_tracing);
    const auto a = require(model->createContext(traced(16, LaunchMode::kernels, first)));
    const auto b = require(model->createContext(traced(16, LaunchMode::kernels, second)));
    StepOutput out;
    const TokenId token = 3;
    cuda_on_cpu::holdFlush();
    feed(*a, {&token, 1}, out);
    EXPECT_FALSE(first.take()) << "nothing is known of it yet";
    const StepTrace trace = decode(*b, second, out);
    const auto expected = countByOp(trace, out.plan);
    EXPECT_EQ(expected.at("embedding.-1 embed"), 1);
    // Of one session, what a held flush brings later is lost.
    cuda_on_cpu::holdFlush();
    feed(*b, {&token, 1}, out);
    EXPECT_FALSE(second.take());
    const StepTrace after = decode(*b, second, out);
    EXPECT_EQ(countByOp(after, out.plan), expected);
    EXPECT_EQ(after.sums.dropped, static_cast<std::int64_t>(after.kernels.size()));
    EXPECT_FALSE(second.failure());
}

TEST_F(TraceSteps, LostAndLateRecordsAreCounted)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(16, LaunchMode::graph, session)));
    StepOutput out;
    const StepTrace whole = decode(*context, session, out);
    cuda_on_cpu::dropRecords(3);
    const StepTrace cut = decode(*context, session, out);
    EXPECT_EQ(cut.sums.dropped, 3);
    EXPECT_EQ(cut.kernels.size(), whole.kernels.size() - 3);
    EXPECT_EQ(decode(*context, session, out).sums.dropped, 0) << "counted once";
    cuda_on_cpu::delayRecords(2);
    EXPECT_EQ(decode(*context, session, out).kernels.size(), whole.kernels.size() - 2);
    const StepTrace after = decode(*context, session, out);
    EXPECT_EQ(after.sums.dropped, 2) << "too late for their step";
    EXPECT_EQ(after.kernels.size(), whole.kernels.size());
}

TEST_F(TraceSteps, WorkWithoutTimesIsInNoSumOfTimes)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(16, LaunchMode::graph, session)));
    StepOutput out;
    const StepTrace whole = decode(*context, session, out);
    cuda_on_cpu::loseTimes(2);
    const StepTrace trace = decode(*context, session, out);
    EXPECT_EQ(trace.sums.untimed, 2);
    EXPECT_EQ(trace.sums.kernels, whole.sums.kernels);
    EXPECT_LT(trace.sums.busyNs, whole.sums.busyNs);
    EXPECT_GT(trace.sums.busyNs, 0);
}

/// On the stand-in's clock a kernel takes 2 us, a copy or a set 1 us, and a recorded event half of one.
TEST_F(TraceSteps, TimesAreTheDevices)
{
    constexpr std::int64_t kEventNs = 500;
    const auto model = loadOnStandIn(m_source);
    for (LaunchMode launch : {LaunchMode::kernels, LaunchMode::graph}) {
        cupti::TraceSession session(*m_tracing);
        const auto context = require(model->createContext(traced(16, launch, session)));
        StepOutput out;
        decode(*context, session, out);
        const StepTrace trace = decode(*context, session, out);
        EXPECT_NEAR(static_cast<double>(trace.sums.busyNs), trace.sums.kernels * 2000.0 + trace.sums.copies * 1000.0,
                    static_cast<double>(trace.kernels.size()));
        EXPECT_NEAR(static_cast<double>(trace.sums.gapNs()), 2.0 * kEventNs, 20) << "the clock around the hash";
        EXPECT_GT(trace.sums.launchNs, 0);
        EXPECT_GT(trace.sums.profilerNs, 0);
        const auto ops = deviceTimesOfOps(trace.kernels, out.plan.ops.size());
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (out.plan.ops[i].kind == OpKind::attentionNorm) {
                EXPECT_FALSE(ops[i]) << "part of the projection's kernel";
            } else if (out.plan.ops[i].kind == OpKind::downProjection) {
                EXPECT_NEAR(static_cast<double>(ops[i].value_or(0)), 2000, 1);
            }
        }
    }
}

TEST_F(TraceSteps, AllocationsInAStepShow)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(64, LaunchMode::graph, session)));
    StepOutput out;
    EXPECT_EQ(decode(*context, session, out).sums.allocations, 0);
    feed(*context, someTokens(1, 5, model->config().vocab), out, true);  // logits of all rows need room
    const auto trace = session.take();
    ASSERT_TRUE(trace);
    EXPECT_GE(trace->sums.allocations, 2);
    EXPECT_EQ(decode(*context, session, out).sums.allocations, 0);
}

TEST_F(TraceSteps, ManyStepsTakeNoMoreMemory)
{
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(280, LaunchMode::graph, session)));
    StepOutput out;
    for (int step = 0; step < 10; ++step) decode(*context, session, out);
    const std::int64_t bytes = m_tracing->bufferBytes();
    EXPECT_GT(bytes, 0);
    for (int step = 0; step < 250; ++step) ASSERT_EQ(decode(*context, session, out).sums.dropped, 0);
    EXPECT_EQ(m_tracing->bufferBytes(), bytes);
}

TEST_F(TraceSteps, WithoutASessionRecordsAreNotKept)
{
    for (int model = 0; model < 20; ++model) static_cast<void>(loadOnStandIn(m_source));
    EXPECT_LE(m_tracing->bufferBytes(), static_cast<std::int64_t>(2 * cupti::BufferPool::kBufferBytes));
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(16, LaunchMode::graph, session)));
    StepOutput out;
    const StepTrace trace = decode(*context, session, out);
    EXPECT_EQ(trace.sums.allocations, 0) << "those of loading belong to no step";
    EXPECT_EQ(trace.sums.dropped, 0);
}

TEST_F(TraceSteps, NothingIsRecordedBetweenSessionsAndAllInTheNextOne)
{
    const auto model = loadOnStandIn(m_source);
    EXPECT_GT(cuda_on_cpu::cuptiState().kinds, 0) << "modules are loaded under tracing";
    std::map<std::string, int> expected;
    for (int number = 0; number < 3; ++number) {
        {
            cupti::TraceSession session(*m_tracing);
            EXPECT_TRUE(session.sees());
            const auto context = require(model->createContext(traced(16, LaunchMode::graph, session)));
            m_tracing->rest();  // not while a session is open
            StepOutput out;
            const auto counts = countByOp(decode(*context, session, out), out.plan);
            if (number == 0)
                expected = counts;
            EXPECT_EQ(counts, expected);
        }
        EXPECT_EQ(cuda_on_cpu::cuptiState().kinds, 0);
        EXPECT_TRUE(m_tracing->running());
        const auto untraced = require(model->createContext(contextOptions(16, DataType::f16)));
        const auto calls = cuda_on_cpu::cuptiCalls();
        StepOutput out;
        const TokenId token = 3;
        feed(*untraced, {&token, 1}, out);
        EXPECT_EQ(cuda_on_cpu::cuptiCalls()["cuptiActivityFlushAll"], calls.at("cuptiActivityFlushAll"));
    }
    // The first thing measured may be one without a session.
    m_tracing->rest();
    EXPECT_EQ(cuda_on_cpu::cuptiState().kinds, 0);
    EXPECT_EQ(cuda_on_cpu::cuptiState().buffers, 0) << "CUPTI holds none";
}

TEST_F(TraceSteps, APauseThatFailsEndsTracing)
{
    const auto model = loadOnStandIn(m_source);
    cuda_on_cpu::failCupti("cuptiActivityDisable", 3, CUPTI_ERROR_UNKNOWN);
    m_tracing->rest();
    ASSERT_TRUE(m_tracing->failure());
    EXPECT_NE(m_tracing->failure()->message.find("pausing"), std::string::npos) << m_tracing->failure()->message;
    EXPECT_EQ(cuda_on_cpu::cuptiState().kinds, 0);
    EXPECT_FALSE(cuda_on_cpu::cuptiState().subscribed);
    cupti::TraceSession session(*m_tracing);
    EXPECT_FALSE(session.sees());
}

TEST_F(TraceSteps, AStoppedStepIsNotTheNextOnes)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    ContextOptions options = traced(64, LaunchMode::kernels, session);
    options.prefillChunk = 8;
    const auto context = require(model->createContext(options));
    StepOutput out;
    const auto expected = countByOp(decode(*context, session, out), out.plan);
    std::stop_source stop;
    stop.request_stop();
    const auto tokens = someTokens(1, 30, model->config().vocab);
    const SequenceInput input{0, tokens};
    ASSERT_FALSE(context->step({&input, 1}, false, stop.get_token(), out));
    EXPECT_EQ(countByOp(decode(*context, session, out), out.plan), expected);
}

TEST_F(TraceSteps, ARecordedRunHasThemWithItsOps)
{
    const auto model = loadOnStandIn(m_source);
    cupti::TraceSession session(*m_tracing);
    const auto context = require(model->createContext(traced(16, LaunchMode::graph, session)));
    RunInfo info;
    info.model.config = model->config();
    const auto run = std::make_shared<RunRecord>(std::move(info));
    Recorder recorder(run, *model, nullptr, {}, &session);
    GenerateOptions options;
    options.prompts = {someTokens(4, 6, model->config().vocab)};
    options.newTokens = 4;
    options.ignoreEos = true;
    require(generate(*context, options, recorder, {}));
    ASSERT_EQ(run->steps().size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const StepRecord& step = run->steps()[i];
        ASSERT_TRUE(step.trace);
        EXPECT_EQ(step.trace->kernels + step.trace->copies, static_cast<int>(step.kernels.size()));
        EXPECT_LE(step.trace->busyNs, step.trace->spanNs);
        std::int64_t ofOps = 0;
        for (const OpRecord& op : step.ops) {
            ofOps += op.wallNs;
            const bool ownKernel = op.kind == OpKind::embedding || op.kind == OpKind::qkvProjection ||
                                   op.kind == OpKind::attention || op.kind == OpKind::outputHead;
            if (ownKernel) {
                EXPECT_GT(op.wallNs, 0) << engine::name(op.kind);
            }
        }
        EXPECT_LE(ofOps, step.trace->busyNs);
    }
    const auto summary = summariseTrace(*run);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->steps, 4);
    EXPECT_EQ(summary->kernelsPerStep, run->steps()[1].trace->kernels);
    EXPECT_GT(summary->profilerMs, 0);
}

}  // namespace
}  // namespace decodescope::profiler::testing
