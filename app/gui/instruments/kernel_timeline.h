// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/forward_plan.h"
#include "profiler/record/step_record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope::app {

/// A stretch of the device's time in a step.
struct TimeStretch {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::int64_t endNs() const { return startNs + durationNs; }
};

/// One piece of work, in the row of its op.
struct TimelineBar {
    TimeStretch time;
    std::size_t kernel = 0;  ///< index in StepRecord::kernels
};

struct TimelineRow {
    std::optional<engine::OpKind> kind;  ///< empty: work of no op (inputs, hash and best logits, results)
    std::int64_t busyNs = 0;             ///< of its bars, added up
    std::vector<TimelineBar> bars;       ///< by start
};

/// What a device did in a step, as rows by op in the order of the plan, work of no op last; and when it did nothing.
struct KernelTimeline {
    TimeStretch shown;  ///< the step, or what of it belongs to one layer
    std::vector<TimelineRow> rows;
    std::vector<TimeStretch> gaps;  ///< in `shown`; work of any op ends them
    std::int64_t gapNs = 0;         ///< added up
    std::int64_t kernels = 0;       ///< bars that are kernels
};

/// `layer` -1: the whole step. Work without times is left out. Empty without kernels.
KernelTimeline kernelTimeline(const profiler::StepRecord& step, int layer);

}  // namespace decodescope::app
