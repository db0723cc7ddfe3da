// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <cstdint>
#include <optional>

namespace decodescope::profiler {

/// What a profiler saw of a device in a run: means over the decode steps it saw (over all where there are none), totals
/// of the whole run.
struct TraceSummary {
    std::int64_t steps = 0;  ///< seen
    double kernelsPerStep = 0;
    double busyMsPerStep = 0;
    double gapMsPerStep = 0;
    double launchMsPerStep = 0;
    std::int64_t dropped = 0;  ///< records lost: times and counts are then too small
    std::int64_t untimed = 0;
    double profilerMs = 0;
    double profilerShare = 0;  ///< of the time from the first step's start to the last one's token, as it was with it
};

/// Empty when no step of the run was seen.
std::optional<TraceSummary> summariseTrace(const RunRecord& run);

}  // namespace decodescope::profiler
