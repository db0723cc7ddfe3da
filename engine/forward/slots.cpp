// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/slots.h"

#include <numeric>

namespace decodescope::engine {

std::int64_t depthOf(std::span<const std::int64_t> depths, std::int32_t slot)
{
    const auto index = static_cast<std::size_t>(slot);
    return slot >= 0 && index < depths.size() ? depths[index] : 0;
}

KvUsage kvUsageOf(const ContextOptions& options, std::span<const std::int64_t> depths, std::int64_t bytesPerPosition,
                  std::int64_t allocatedBytes)
{
    KvUsage usage;
    if (options.cacheIsWorkspace)
        return usage;
    usage.usedPositions = std::accumulate(depths.begin(), depths.end(), std::int64_t{0});
    usage.requestedBytes = bytesPerPosition * options.maxPositions * options.sequences;
    usage.allocatedBytes = allocatedBytes;
    usage.usedBytes = bytesPerPosition * usage.usedPositions;
    return usage;
}

}  // namespace decodescope::engine
