// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/trace_session.h"

#include <chrono>
#include <exception>
#include <utility>

namespace decodescope::profiler::cupti {
namespace {

// Of a launch's number: session, step, op + 1.
constexpr int kStepBits = 32;
constexpr int kOpBits = 16;
constexpr int kMostEmptySteps = 3;
constexpr std::uint64_t kOpMask = (std::uint64_t{1} << kOpBits) - 1;
constexpr CUpti_ExternalCorrelationKind kLaunches = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;

/// Adds the time it lives.
class Stopwatch {
public:
    explicit Stopwatch(std::int64_t& sum) : m_sum(sum) {}
    ~Stopwatch() { m_sum += std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_start).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    std::int64_t& m_sum;
    Clock::time_point m_start = Clock::now();
};

}  // namespace

std::uint64_t TraceSession::launchId(std::int32_t op) const
{
    const std::uint64_t part =
        op < 0 || static_cast<std::uint64_t>(op) >= kOpMask ? 0 : static_cast<std::uint64_t>(op) + 1;
    return m_session << (kStepBits + kOpBits) | std::uint64_t{m_step} << kOpBits | part;
}

void TraceSession::push() noexcept
{
    const CUptiResult pushed = cuptiActivityPushExternalCorrelationId(kLaunches, launchId(m_op));
    m_pushed = pushed == CUPTI_SUCCESS;
    if (!m_pushed)
        m_tracing.fail(pushed, "marking the launches of an op");
}

void TraceSession::pop() noexcept
{
    if (!std::exchange(m_pushed, false))
        return;
    std::uint64_t last = 0;
    if (const CUptiResult popped = cuptiActivityPopExternalCorrelationId(kLaunches, &last); popped != CUPTI_SUCCESS)
        m_tracing.fail(popped, "marking the launches of an op");
}

void TraceSession::beginStep() noexcept
{
    m_trace.reset();
    m_profilerNs = 0;
    ++m_step;
    m_op = kNoOp;
    if (!m_tracing.running())
        return;
    const Stopwatch watch(m_profilerNs);
    m_tracing.beginStep(m_nodes, m_op);
    m_begun = true;
    push();
}

void TraceSession::at(std::int32_t op) noexcept
{
    if (op == m_op)
        return;
    m_op = op;
    if (!m_begun || !m_tracing.running())
        return;
    const Stopwatch watch(m_profilerNs);
    pop();
    if (m_tracing.running())
        push();
}

void TraceSession::endStep() noexcept
{
    if (!std::exchange(m_begun, false))
        return;
    std::int64_t dropped = 0;
    bool known = false;
    {
        const Stopwatch watch(m_profilerNs);
        pop();
        m_batch.clear();
        known = m_tracing.endStep(m_batch, dropped);
        if (known) {
            try {
                attribute(dropped);
            } catch (const std::exception&) {
                m_trace.reset();
                m_tracing.fail(CUPTI_ERROR_OUT_OF_MEMORY, "keeping records");
            }
        }
    }
    m_tracing.settle();
    if (m_trace)
        m_trace->sums.profilerNs = m_profilerNs + m_batch.overheadNs;
}

void TraceSession::attribute(std::int64_t dropped)
{
    m_callsOfLast.swap(m_calls);
    m_calls.clear();
    for (const ActivityBatch::External& external : m_batch.externals) {
        const std::uint64_t step = external.id >> kOpBits;
        if (step == launchId(kNoOp) >> kOpBits)
            m_calls[external.correlation] = static_cast<std::int32_t>(external.id & kOpMask) - 1;
        else if (step >> kStepBits == m_session)
            m_callsOfLast[external.correlation] = kNoOp;
    }
    m_trace.emplace();
    m_trace->sums.dropped = dropped;
    for (const ActivityBatch::Call& call : m_batch.calls)
        if (m_calls.contains(call.correlation))
            m_trace->sums.launchNs += call.ns;
    for (Activity& work : m_batch.work) {
        const auto call = m_calls.find(work.correlation);
        if (call == m_calls.end()) {
            m_trace->sums.dropped += m_callsOfLast.contains(work.correlation) ? 1 : 0;
            continue;
        }
        work.record.inGraph = work.graphNode != 0;
        work.record.op = call->second;
        if (work.record.inGraph) {
            const auto node = m_nodes.find(work.graphNode);
            work.record.op = node != m_nodes.end() ? node->second : kNoOp;
        }
        m_trace->kernels.push_back(std::move(work.record));
    }
    sumUp(*m_trace);
}

/// A step always launches something: a library that goes on delivering nothing is none.
std::optional<StepTrace> TraceSession::take()
{
    if (!m_trace)
        return std::nullopt;
    if (!m_trace->kernels.empty() || m_trace->sums.dropped > 0) {
        m_emptySteps = 0;
        return std::exchange(m_trace, std::nullopt);
    }
    m_trace.reset();
    if (++m_emptySteps == kMostEmptySteps) {
        m_tracing.fail(Error{ErrorCode::device, "CUPTI delivers no records of what the device does",
                             "use the CUPTI of the CUDA toolkit this program was built with"});
        m_tracing.settle();
    }
    return std::nullopt;
}

}  // namespace decodescope::profiler::cupti
