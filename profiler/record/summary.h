// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope::profiler {

/// Figures of one run up to `steps` steps (all by default). One definition, shown by window, CSV, JSON and PNG.
struct RunSummary {
    std::int64_t steps = 0;
    double ttftMs = 0;                     ///< start to first token
    std::optional<double> prefillTokPerS;  ///< positions of the first step / its wall
    std::optional<double> decodeTokPerS;   ///< (n-1) tokens (all sequences) / first to last token; empty below 2 steps
    std::optional<double> decodeTokPerSStddev;  ///< set by summariseMedian
    double totalMs = 0;                         ///< start to last token
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;
    std::int64_t positionsReused = 0;
    double shareRecomputed = 0;  ///< recomputed / computed
    double flops = 0;
    double flopsWasted = 0;
    double secondsWasted = 0;  ///< step time x recomputed / computed, summed
    std::int64_t kvBytesUsed = 0, kvBytesRequested = 0, kvBytesAllocated = 0, kvBytesFormula = 0;
    std::int64_t memoryPeakBytes = 0;
};

RunSummary summarise(const RunRecord& run, std::size_t steps = SIZE_MAX);

/// Standard deviation of decodeTokPerS over the repeats of a strategy; empty for fewer than two.
std::optional<double> decodeStddev(const Recording& recording, engine::Strategy strategy);

/// Summary of medianRun with the spread over its repeats; empty when the strategy did not run.
std::optional<RunSummary> summariseMedian(const Recording& recording, engine::Strategy strategy);

/// The first step at which two runs differ in token or logits hash, or that all common steps agree.
struct Agreement {
    std::int64_t commonSteps = 0;
    bool identical = false;  ///< ids and hashes equal at every common step, same length, at least one decode step
    bool tokensEqual = false;
    std::optional<std::int64_t> firstDifference;  ///< step index
    double marginAtDifference = 0;                ///< between the two best logits there, in the first run
};
Agreement compareRuns(const RunRecord& reference, const RunRecord& other);

/// Repeats of a strategy that ended of themselves, warm-ups left out; the cancelled ones when there are no others.
std::vector<std::shared_ptr<RunRecord>> wholeRuns(const Recording& recording, engine::Strategy strategy);

/// Median repeat (by totalMs) of a strategy among non-warm-up runs; null when there is none.
std::shared_ptr<RunRecord> medianRun(const Recording& recording, engine::Strategy strategy);

/// The pass in which the device counted what `run` does: same strategy, model, formats and prompts. Null when there was
/// none. Its times are those of replayed kernels, and it is marked as a warm-up.
std::shared_ptr<RunRecord> countedPass(const Recording& recording, const RunRecord& run);

/// naive total / cached total (both finished, warm-up excluded), as measured.
std::optional<double> speedup(const Recording& recording);

}  // namespace decodescope::profiler
