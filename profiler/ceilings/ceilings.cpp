// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/ceilings.h"

namespace decodescope::profiler {

std::optional<double> Ceilings::computeGflopPerS(ComputeType type) const
{
    for (const ComputeRoof& roof : compute)
        if (roof.type == type)
            return roof.gflopPerS;
    return std::nullopt;
}

std::optional<double> Ceilings::ridge(ComputeType type) const
{
    const std::optional<double> roof = computeGflopPerS(type);
    if (!roof || readGbPerS <= 0)
        return std::nullopt;
    return *roof / readGbPerS;
}

}  // namespace decodescope::profiler
