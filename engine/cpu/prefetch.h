// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace decodescope::engine::cpu {

constexpr std::int64_t kCacheLine = 64;  ///< bytes

/// Asks for share `part` of `parts` of the `bytes` at `from`, for the second-level cache. Always inlined: g++ 12 takes
/// a function that only asks for memory for one without any effect, and leaves its calls out.
[[gnu::always_inline]] inline void prefetchShare(const std::byte* from, std::int64_t bytes, std::int64_t part = 0,
                                                 std::int64_t parts = 1)
{
    const std::int64_t lines = (bytes + kCacheLine - 1) / kCacheLine;
    for (std::int64_t i = lines * part / parts; i < lines * (part + 1) / parts; ++i)
        __builtin_prefetch(from + i * kCacheLine, 0, 2);
}

}  // namespace decodescope::engine::cpu
