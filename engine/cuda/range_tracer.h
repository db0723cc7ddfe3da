// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/forward_plan.h"
#include "engine/forward/launch_tracer.h"

#include <string>
#include <vector>

namespace decodescope::engine::cuda {

/// Marks steps and ops as NVTX ranges, so that other tools (Nsight Systems) see them too, and tells the next tracer.
/// Where no tool listens a mark costs a call of nothing. Ranges are of the host: in a replayed graph there are no ops.
class RangeTracer final : public LaunchTracer {
public:
    /// `next` may be null.
    explicit RangeTracer(LaunchTracer* next) : m_next(next) {}
    /// The plan of the next step.
    void announce(const ForwardPlan& plan);

    bool sees() const noexcept override { return m_next != nullptr && m_next->sees(); }
    void beginStep() noexcept override;
    void at(std::int32_t op) noexcept override;
    void endStep() noexcept override;

private:
    void endOp() noexcept;

    LaunchTracer* m_next;
    std::vector<std::string> m_labels;  ///< by op of the plan
    bool m_prefill = false;
    std::int32_t m_op = kNoOp;
};

}  // namespace decodescope::engine::cuda
