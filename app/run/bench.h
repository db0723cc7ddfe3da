// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_service.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope::app {

struct BenchOptions {
    std::vector<std::int64_t> promptTokens{16, 512};
    std::vector<std::int64_t> depths{32, 512, 2048};
    std::int64_t newTokens = 64;
    std::int32_t repeat = 5;
};

/// Speed of one prefill length or one decode depth: median over repeats, spread, and how near the machine's limit.
struct BenchRow {
    engine::Phase kind{};
    std::optional<std::int64_t> promptTokens;  ///< prefill
    std::optional<std::int64_t> depth;         ///< decode: tokens cached before the first timed step
    std::int32_t threads = 0;
    std::int64_t sequences = 1;
    std::int64_t newTokens = 0;  ///< decode: timed steps per repeat
    std::int32_t repeats = 0;
    double tokPerS = 0;
    std::optional<double> stddev;          ///< over repeats
    double gbPerS = 0;                     ///< modelled bytes over the median time
    std::optional<double> readRoofGbPerS;  ///< plain read of large buffers, probed beside
    std::optional<double> shareOfReadRoof;
};

struct BenchResult {
    std::vector<BenchRow> rows;
    bool cancelled = false;
    std::vector<std::string> warnings;
};

/// Prefill of each length into an empty cache and decode of `newTokens` at each depth, on filler tokens, one warm-up
/// each, `repeat` times. Usage error when a length is below 1 or past the model's limit. On cancellation returns the
/// rows that were finished.
Result<BenchResult> runBench(const profiler::RunSettings& settings, const BenchOptions& options,
                             const PreparedModel& model, const RunCallbacks& callbacks, std::stop_token stop);

}  // namespace decodescope::app
