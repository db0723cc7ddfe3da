// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"

#include <cstdint>
#include <span>

namespace decodescope::engine {

// What every backend's Context answers from the number of tokens each of its slots holds.

/// 0 for a slot that is not there.
std::int64_t depthOf(std::span<const std::int64_t> depths, std::int32_t slot);

/// Bytes asked for, taken and held; all 0 where keys and values are workspace and no cache.
KvUsage kvUsageOf(const ContextOptions& options, std::span<const std::int64_t> depths, std::int64_t bytesPerPosition,
                  std::int64_t allocatedBytes);

}  // namespace decodescope::engine
