// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI refuses or fails, at every call of it: decoding goes on with the same tokens and bits, one message says why
// kernels are not traced and what helps, and nothing of CUPTI is left switched on or called again.
#include "tests/profiler/cupti/traced_device.h"

#include <set>

namespace decodescope::profiler::testing {
namespace {

class CuptiFaults : public TracedDevice {
protected:
    struct Outcome {
        std::vector<TokenId> ids;
        std::vector<std::uint64_t> hashes;
        std::size_t tracedSteps = 0;
        std::size_t stepsTimedByEvents = 0;
        std::optional<Error> why;
        bool operator==(const Outcome& other) const { return ids == other.ids && hashes == other.hashes; }
    };

    /// Keeps what a recorder would: each step's hash, and whether the tracer saw it.
    class Keeper final : public Observer {
    public:
        Keeper(Outcome& outcome, KernelTracer* tracer) : m_outcome(outcome), m_tracer(tracer) {}
        void onStep(const StepEvent& event) override
        {
            for (const SequenceStep& sequence : event.sequences) m_outcome.hashes.push_back(sequence.logitsHash);
            if (m_tracer != nullptr && m_tracer->take())
                ++m_outcome.tracedSteps;
            const StepOutput& output = event.output;
            if (!output.ops.empty() && output.opClock == OpClock::events)
                ++m_outcome.stepsTimedByEvents;
        }

    private:
        Outcome& m_outcome;
        KernelTracer* m_tracer;
    };

    /// As a run does, to the end of its session.
    Outcome run()
    {
        Outcome outcome = generateTraced();
        if (m_tracing != nullptr)
            outcome.why = m_tracing->failure();
        return outcome;
    }

    /// Loads, reads a prompt in chunks, decodes with a graph.
    Outcome generateTraced()
    {
        Outcome outcome;
        std::unique_ptr<cupti::TraceSession> session;
        if (m_tracing != nullptr) {
            if (m_tracing->start())
                session = std::make_unique<cupti::TraceSession>(*m_tracing);
        }
        const auto model = loadOnStandIn(m_source);
        ContextOptions options = contextOptions(16, DataType::f16);
        options.prefillChunk = 4;
        options.tracer = session.get();
        options.timeOps = true;
        const auto context = require(model->createContext(options));
        GenerateOptions generating;
        generating.prompts = {someTokens(4, 6, model->config().vocab)};
        generating.newTokens = 4;
        generating.ignoreEos = true;
        Keeper keeper(outcome, session.get());
        outcome.ids = require(generate(*context, generating, keeper, {})).ids.front();
        return outcome;
    }

    void freshDevice()
    {
        m_tracing.reset();
        cuda_on_cpu::reset(7);
        cuda_on_cpu::resetCupti();
        m_tracing = std::make_unique<cupti::ActivityTracing>();
    }

    Outcome untraced()
    {
        m_tracing.reset();
        Outcome outcome = run();
        freshDevice();
        return outcome;
    }

    std::int64_t callsSoFar() const
    {
        std::int64_t sum = 0;
        for (const auto& [function, count] : cuda_on_cpu::cuptiCalls()) sum += count;
        return sum;
    }

    std::shared_ptr<const ModelSource> m_source = openTiny("llama_mqa");
};

TEST_F(CuptiFaults, ErrorsAtEveryCallLeaveTheRunAsItIs)
{
    const Outcome expected = untraced();
    const Outcome traced = run();
    EXPECT_TRUE(traced == expected);
    EXPECT_EQ(traced.tracedSteps, 4U);
    EXPECT_EQ(traced.stepsTimedByEvents, 0U);
    EXPECT_EQ(expected.stepsTimedByEvents, 4U);
    EXPECT_FALSE(traced.why);
    m_tracing.reset();
    const auto calls = cuda_on_cpu::cuptiCalls();  // with those of switching off
    EXPECT_GE(calls.size(), 12U);
    int failures = 0;
    for (const auto& [function, count] : calls) {
        std::set<std::int64_t> tried = {count};
        for (std::int64_t nth = 1; nth <= count; nth += 1 + nth / 3) tried.insert(nth);  // the first, then fewer
        for (const std::int64_t nth : tried)
            for (const int code : nth == 1 ? std::vector<int>{35, 39, 999} : std::vector<int>{nth % 2 == 0 ? 35 : 39}) {
                freshDevice();
                cuda_on_cpu::failCupti(function, nth, static_cast<CUptiResult>(code));
                const Outcome got = run();
                const std::string where = function + " call " + std::to_string(nth) + " error " + std::to_string(code);
                ASSERT_TRUE(got == expected) << where;
                if (!cuda_on_cpu::cuptiFailed()) {
                    ASSERT_FALSE(got.why) << where << ": " << got.why->message;
                    continue;  // happens at the very end, with nobody left to tell
                }
                ++failures;
                ASSERT_TRUE(got.why) << where;
                ASSERT_NE(got.why->message.find("CUPTI error " + std::to_string(code)), std::string::npos)
                    << where << ": " << got.why->message;
                const char* remedy = code == 35   ? "NVreg_RestrictProfilingToAdminUsers=0"
                                     : code == 39 ? "nsys"
                                                  : "restart the program";
                ASSERT_NE(got.why->hint.find(remedy), std::string::npos) << where << ": " << got.why->hint;
                // Later calls, and those of the pause, may come after the last step.
                ASSERT_TRUE(got.tracedSteps < 4U || nth > 1 || function == "cuptiActivityDisable") << where;
                // Events time the ops of all steps but the one in which CUPTI failed.
                ASSERT_GE(got.tracedSteps + got.stepsTimedByEvents, 3U) << where;
                ASSERT_FALSE(cuda_on_cpu::cuptiState().subscribed) << where;
                ASSERT_EQ(cuda_on_cpu::cuptiState().kinds, 0) << where;
                ASSERT_EQ(cuda_on_cpu::report(), "") << where;
            }
    }
    EXPECT_GT(failures, 60);
}

TEST_F(CuptiFaults, AreTriedOnceInAProcess)
{
    cuda_on_cpu::setOtherSubscriber(true);
    const Outcome first = run();
    ASSERT_TRUE(first.why);
    EXPECT_NE(first.why->message.find("another profiler has this process"), std::string::npos) << first.why->message;
    const std::int64_t calls = callsSoFar();
    EXPECT_EQ(calls, 1) << "nothing is asked of a CUPTI that refuses its first call";
    cuda_on_cpu::setOtherSubscriber(false);
    const Outcome second = run();
    EXPECT_TRUE(second == first);
    ASSERT_TRUE(second.why);
    EXPECT_EQ(second.why->message, first.why->message);
    EXPECT_EQ(callsSoFar(), calls);
}

TEST_F(CuptiFaults, AfterAFailureInAStepNoCallOfCuptiIsLeftInTheWay)
{
    cuda_on_cpu::failCupti("cuptiActivityFlushAll", 3, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    const Outcome first = run();
    ASSERT_TRUE(first.why);
    EXPECT_GT(first.tracedSteps, 0U);
    const std::int64_t calls = callsSoFar();
    const Outcome second = run();
    EXPECT_TRUE(second == first);
    EXPECT_EQ(second.tracedSteps, 0U);
    EXPECT_EQ(callsSoFar(), calls);
}

TEST_F(CuptiFaults, ALibraryThatRecordsNothingIsFoundOut)
{
    cuda_on_cpu::makeStub();
    const Outcome got = run();
    ASSERT_TRUE(got.why);
    EXPECT_NE(got.why->message.find("delivers no records"), std::string::npos);
    EXPECT_EQ(got.tracedSteps, 0U);
    EXPECT_EQ(cuda_on_cpu::cuptiState().kinds, 0);
}

}  // namespace
}  // namespace decodescope::profiler::testing
