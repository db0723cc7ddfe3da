// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace decodescope::profiler {

/// Tokens of the longest sequence before the new one.
struct DepthRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// Between which depths the decode steps among the first `steps` were made: a decode speed says little without them.
/// Empty where there is no decode step.
std::optional<DepthRange> decodeDepths(const RunRecord& run,
                                       std::size_t steps = std::numeric_limits<std::size_t>::max());

}  // namespace decodescope::profiler
