// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/step_record.h"

namespace decodescope::profiler {
namespace {

double perNs(double amount, std::int64_t ns)
{
    return ns > 0 ? amount / static_cast<double>(ns) : 0.0;
}

}  // namespace

std::string_view name(Bound bound)
{
    switch (bound) {
        case Bound::memory:
            return "memory";
        case Bound::compute:
            return "compute";
        case Bound::launch:
            return "launch";
        case Bound::unknown:
            break;
    }
    return "unknown";
}

double StepRecord::tokensPerSecond() const
{
    return 1e9 * perNs(static_cast<double>(sequences.size()), wallNs + samplingNs);
}

double StepRecord::achievedGflopPerS() const
{
    return perNs(cost.flops, wallNs);
}

double StepRecord::achievedGbPerS() const
{
    return perNs(static_cast<double>(cost.bytes()), wallNs);
}

double StepRecord::usefulFlops() const
{
    if (positionsComputed <= 0)
        return 0.0;
    return cost.flops * static_cast<double>(positionsComputed - positionsRecomputed) /
           static_cast<double>(positionsComputed);
}

}  // namespace decodescope::profiler
