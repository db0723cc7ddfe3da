// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::profiler {

/// How one thread walks its part of a buffer.
struct ReadPattern {
    int streams = 1;           ///< 1, 2, 4 or 8 places read in turn
    int prefetchDistance = 0;  ///< bytes ahead of each stream; 0: left to the hardware
};
std::string describe(const ReadPattern& pattern);

/// Reads every byte of [data, data + bytes) once; `bytes` is a multiple of kReadGrain. Returns a value that depends on
/// all of them, so that nothing can be left out.
constexpr std::size_t kReadGrain = 8 * 256;
std::uint64_t readAll(const std::byte* data, std::size_t bytes, const ReadPattern& pattern);

/// Whether flushFromCaches works here.
bool canFlushCaches();
/// Puts every line of the buffer out of every level of cache, so that the next read comes from memory whatever the
/// size of the caches.
void flushFromCaches(const std::byte* data, std::size_t bytes);

/// A loop of dense arithmetic on independent accumulators, from registers only.
struct ComputeKernel {
    ComputeType type{};
    std::string instruction;
    double flopsPerRound = 0;                   ///< a multiply-add counts two
    std::uint64_t (*run)(std::int64_t rounds);  ///< returns a value that depends on all of it
};

/// The kernels this machine can run, at most one per compute type, the widest first.
std::vector<ComputeKernel> computeKernels();

}  // namespace decodescope::profiler
