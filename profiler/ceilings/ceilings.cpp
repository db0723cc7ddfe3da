// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/ceilings.h"

#include <cmath>

namespace decodescope::profiler {

std::optional<double> Ceilings::computeGflopPerS(ComputeType type) const
{
    for (const ComputeRoof& roof : compute)
        if (roof.type == type)
            return roof.gflopPerS;
    return std::nullopt;
}

double Ceilings::readGbPerSAt(std::int64_t bytes) const
{
    if (readBySize.empty())
        return readGbPerS;
    if (bytes <= readBySize.front().bytes)
        return readBySize.front().gbPerS;
    for (std::size_t i = 1; i < readBySize.size(); ++i) {
        const ReadPoint& low = readBySize[i - 1];
        const ReadPoint& high = readBySize[i];
        if (bytes > high.bytes)
            continue;
        const double place = std::log(static_cast<double>(bytes) / static_cast<double>(low.bytes)) /
                             std::log(static_cast<double>(high.bytes) / static_cast<double>(low.bytes));
        return low.gbPerS + place * (high.gbPerS - low.gbPerS);
    }
    return readBySize.back().gbPerS;
}

std::optional<double> Ceilings::ridge(ComputeType type) const
{
    const std::optional<double> roof = computeGflopPerS(type);
    if (!roof || readGbPerS <= 0)
        return std::nullopt;
    return *roof / readGbPerS;
}

}  // namespace decodescope::profiler
