// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"
#include "profiler/ceilings/kernel_rates.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope::profiler {

struct ComputeRoof {
    ComputeType type{};
    double gflopPerS = 0;     ///< dense, all threads
    std::string instruction;  ///< "AVX-512 FMA", "VDPBF16PS", "VPDPBUSD"
};

/// Read bandwidth of a working set read over and over by all threads.
struct ReadPoint {
    std::int64_t bytes = 0;  ///< of all threads together
    double gbPerS = 0;
};

/// What this machine can do, measured, never looked up. Rates in 1e9 per second.
struct Ceilings {
    std::string device;
    std::int32_t threads = 0;
    double readGbPerS = 0;       ///< plain read of buffers >= 4x the last-level cache; best of several patterns
    double cacheReadGbPerS = 0;  ///< buffers inside the last-level cache (per-core share)
    std::int64_t bufferBytes = 0;
    std::int64_t lastLevelCacheBytes = 0;
    std::vector<ReadPoint> readBySize;  ///< ascending; from inside the caches to bufferBytes
    std::vector<ComputeRoof> compute;
    /// What the engine's kernels reach on the model that was loaded, where that was probed too.
    std::optional<KernelRates> kernels;
    std::vector<std::string> notes;  ///< what was tried and won; what could not be reached and why
    std::optional<double> computeGflopPerS(ComputeType type) const;
    /// Bandwidth at which a working set of `bytes` is read again and again: between the neighbours of readBySize
    /// (linear in the logarithm of the size); readGbPerS where there are none.
    double readGbPerSAt(std::int64_t bytes) const;
    /// FLOP/byte where the memory roof meets the compute roof.
    std::optional<double> ridge(ComputeType type) const;
};

struct CeilingOptions {
    std::int32_t threads = 0;  ///< 0: affinity mask
    bool quick = false;        ///< beside a run: tenths of a second instead of seconds
};

/// Measures with as many threads as a run uses, all at once. Takes a buffer of four times the last-level cache (at most
/// a quarter of free memory, which the notes then say) and gives it back. Errors: memory; cancelled.
Result<Ceilings> measureCpuCeilings(const CeilingOptions& options, std::stop_token stop = {});

}  // namespace decodescope::profiler
