// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/cupti/activity_tracing.h"
#include "profiler/cupti/kernel_tracer.h"

#include <cstdint>
#include <unordered_map>

namespace decodescope::profiler::cupti {

/// The steps of one context as ActivityTracing sees them. Launches carry a number made of session, step and op; work of
/// a graph shares one launch, and has its op from the node it was captured as. What carries no number of this session
/// and step is attributed to nothing.
class TraceSession final : public KernelTracer {
public:
    explicit TraceSession(ActivityTracing& tracing) : m_tracing(tracing), m_session(tracing.beginSession()) {}
    ~TraceSession() override { m_tracing.endSession(); }
    TraceSession(const TraceSession&) = delete;
    TraceSession& operator=(const TraceSession&) = delete;

    bool sees() const noexcept override { return m_tracing.running(); }
    void beginStep() noexcept override;
    void at(std::int32_t op) noexcept override;
    void endStep() noexcept override;
    std::optional<StepTrace> take() override;
    std::optional<Error> failure() const override { return m_tracing.failure(); }

private:
    using Ops = std::unordered_map<std::uint32_t, std::int32_t>;  ///< by the number CUPTI gave the call
    void push() noexcept;
    void pop() noexcept;
    void attribute(std::int64_t dropped);
    std::uint64_t launchId(std::int32_t op) const;

    ActivityTracing& m_tracing;
    const std::uint64_t m_session;
    std::uint32_t m_step = 0;
    std::int32_t m_op = kNoOp;
    bool m_begun = false;   ///< a step, with tracing on
    bool m_pushed = false;  ///< the number of m_op
    GraphNodes m_nodes;
    ActivityBatch m_batch;
    Ops m_calls;           ///< of this step
    Ops m_callsOfLast;     ///< of the step before: what comes of them now comes too late
    int m_emptySteps = 0;  ///< one after the other
    std::int64_t m_profilerNs = 0;
    std::optional<StepTrace> m_trace;
};

}  // namespace decodescope::profiler::cupti
