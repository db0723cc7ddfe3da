// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/decode_depth.h"

#include <algorithm>

namespace decodescope::profiler {

std::optional<DepthRange> decodeDepths(const RunRecord& run, std::size_t steps)
{
    const std::size_t count = std::min(steps, run.steps().size());
    if (count < 2)
        return std::nullopt;
    return DepthRange{run.steps()[1].contextLength - 1, run.steps()[count - 1].contextLength - 1};
}

}  // namespace decodescope::profiler
