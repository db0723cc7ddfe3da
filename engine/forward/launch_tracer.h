// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace decodescope::engine {

/// Told by a device's backend, on the thread that steps, which op of the plan the next launches and copies belong to;
/// so a profiler finds the op of each kernel it sees. Must be quick, and must not change what runs.
class LaunchTracer {
public:
    /// Belongs to the step but to no op of its plan: inputs, hash and best logits, results, the launch of a graph.
    static constexpr std::int32_t kNoOp = -1;

    virtual ~LaunchTracer() = default;
    /// Whether it times the device's work itself. What it does not see, a backend may time (ContextOptions::timeOps).
    virtual bool sees() const noexcept = 0;
    /// A step begins, at kNoOp.
    virtual void beginStep() noexcept = 0;
    /// What is launched, or captured into a graph, from now on belongs to op `op` of the plan. A graph is replayed for
    /// plans with the same list of ops only.
    virtual void at(std::int32_t op) noexcept = 0;
    /// The step is over, well or not; the device has been waited for, and the clock been read.
    virtual void endStep() noexcept = 0;
};

/// Holds a step; does nothing without a tracer.
class TracedStep {
public:
    explicit TracedStep(LaunchTracer* tracer) : m_tracer(tracer)
    {
        if (m_tracer != nullptr)
            m_tracer->beginStep();
    }
    ~TracedStep()
    {
        if (m_tracer != nullptr)
            m_tracer->endStep();
    }
    TracedStep(const TracedStep&) = delete;
    TracedStep& operator=(const TracedStep&) = delete;

private:
    LaunchTracer* m_tracer;
};

}  // namespace decodescope::engine
