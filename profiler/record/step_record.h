// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/memory_account.h"
#include "engine/forward/backend.h"
#include "engine/generate/generate.h"
#include "profiler/cost/cost_model.h"
#include "profiler/record/device_counters.h"
#include "profiler/record/device_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::profiler {

enum class BytesSource : std::uint8_t { modelled, measured };
/// What limits a step: the larger of modelled memory and compute time at the measured roofs; launch when both together
/// explain less than half of the measured time on a device with launches.
enum class Bound : std::uint8_t { unknown, memory, compute, launch };
std::string_view name(Bound bound);

/// One op kind of one layer in one step.
struct OpRecord {
    engine::OpKind kind{};
    std::int32_t layer = -1;
    std::int64_t wallNs = 0;  ///< 0: not timed; where a device does the work, its time for the op
    Cost cost;
};

struct SequenceRecord {
    std::int32_t sequence = 0;
    engine::TokenId tokenId = 0;
    std::string tokenBytes;
    std::int64_t contextLength = 0;
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;
    std::int64_t positionsReused = 0;
    std::uint64_t logitsHash = 0;
    std::vector<engine::TopLogit> top;
    bool finished = false;
};

/// One forward step, immutable once published. Every view, file and report is a function of a list of these and a
/// position in it. Sums over sequences; context length is the longest sequence's.
struct StepRecord {
    std::int64_t step = 0;  ///< from 0
    engine::Phase phase{};
    std::vector<SequenceRecord> sequences;
    std::int64_t contextLength = 0;
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;
    std::int64_t positionsReused = 0;
    std::int64_t startNs = 0;  ///< since the run began
    std::int64_t wallNs = 0;
    std::optional<std::int64_t> deviceNs;
    std::int64_t samplingNs = 0;  ///< from the end of the forward step to the chosen token: hash, top K, sampling
    Cost cost;
    BytesSource bytesSource = BytesSource::modelled;
    Bound bound = Bound::unknown;
    std::int64_t kvBytesFormula = 0;  ///< exact formula at the positions held after the step
    engine::KvUsage kv;
    engine::MemorySnapshot memory;
    std::int64_t memoryPeakBytes = 0;
    std::optional<DeviceTrace> trace;                 ///< where a profiler saw the device's work
    engine::OpClock opClock = engine::OpClock::host;  ///< of ops, but for those whose kernels were traced
    std::optional<DeviceCounters> counters;           ///< in a pass of its own, which has no times
    std::vector<OpRecord> ops;                        ///< empty where op rows were thinned (RunInfo::opRowsEvery)
    std::vector<KernelRecord> kernels;                ///< likewise; and without a trace

    std::int64_t endNs() const { return startNs + wallNs + samplingNs; }  ///< when the token was there
    double tokensPerSecond() const;                                       ///< sequences / (wall + sampling)
    double achievedGflopPerS() const;                                     ///< modelled FLOPs / wall
    double achievedGbPerS() const;                                        ///< modelled bytes / wall
    double usefulFlops() const;  ///< flops * (computed - recomputed) / computed
};

}  // namespace decodescope::profiler
