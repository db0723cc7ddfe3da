// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/cell.h"
#include "app/run/run_service.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

enum class CheckStatus : std::uint8_t { passed, failed, skipped };
std::string_view name(CheckStatus status);

/// One scored check (DESIGN, section 7): what it measured, what it expected, and the verdict with its reason.
struct CheckResult {
    std::string name;
    CheckStatus status = CheckStatus::skipped;
    Cell measured;
    Cell expected;
    std::string reason;
};

/// The names, in the order the checks run.
const std::vector<std::string_view>& checkNames();

struct CheckOptions {
    std::int64_t newTokens = 32;  ///< of the agreement and the speed-up; the course's figure
    /// Contexts of the memory and throughput checks; empty: 512 and 2048, shortened to the model's limit.
    std::vector<std::int64_t> contexts;
};

struct CheckReport {
    std::vector<CheckResult> checks;  ///< those finished before a cancellation
    bool cancelled = false;
    std::vector<std::string> warnings;
    bool failed() const;
};

/// Runs every check on a prepared model; used by `decodescope checks` and the window's panel alike. EOS is ignored and
/// decoding is greedy whatever the settings say. `finished` (may be empty) gets each result as it is known.
Result<CheckReport> runChecks(const profiler::RunSettings& settings, const CheckOptions& options,
                              const PreparedModel& model, const RunCallbacks& callbacks,
                              const std::function<void(const CheckResult&)>& finished, std::stop_token stop);

// The verdicts, apart from how their figures are measured.

CheckResult checkHandCalculation();
CheckResult checkFormulaLinear(const engine::ModelConfig& config, DataType key, DataType value);
CheckResult judgeAgreement(const profiler::RunRecord& naive, const profiler::RunRecord& cached);

/// The speed-up as measured and as the cost model predicts, at one number of new tokens.
struct SpeedupFigures {
    std::int64_t newTokens = 0;
    std::optional<double> measured;
    std::optional<double> predicted;
};
/// `atCourse` is the course's 32 new tokens; `atLonger` is there when that was below 3 and a longer run was made.
CheckResult judgeSpeedup(const SpeedupFigures& atCourse, const std::optional<SpeedupFigures>& atLonger,
                         const std::string& whyNoLonger);

/// Measured and formula growth from the shortest to the longest context. `residentDelta` is the process's own figure,
/// compared when the growth is large enough for it to mean something.
struct MemoryGrowth {
    std::int64_t shortContext = 0;
    std::int64_t longContext = 0;
    std::int64_t measuredDelta = 0;
    std::int64_t formulaDelta = 0;
    std::optional<std::int64_t> residentDelta;
};
CheckResult judgeMemoryGrowth(const MemoryGrowth& growth);

struct ThroughputPoint {
    std::int64_t context = 0;
    std::optional<double> tokPerS;
};
CheckResult judgeThroughput(const std::vector<ThroughputPoint>& points);

/// `bytesPerWeight` as resident; `ridge` as measured on this machine (may be absent).
CheckResult judgeDecodeBound(double bytesPerWeight, std::optional<double> ridge, std::optional<double> stepIntensity);
CheckResult judgePrefillBound(double bytesPerWeight, std::optional<double> ridge);

CheckResult judgeBrokenCache(const profiler::RunRecord& reference, const profiler::RunRecord& cached,
                             const std::vector<std::shared_ptr<profiler::RunRecord>>& broken);

}  // namespace decodescope::app
