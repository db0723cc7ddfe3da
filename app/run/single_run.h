// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_service.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope::app {

/// One strategy, once, on prompts that are token ids already.
struct SingleRunRequest {
    profiler::RunSettings settings;
    std::vector<std::vector<engine::TokenId>> prompts;
    engine::Strategy strategy{};
    std::int32_t repeat = 0;
    bool warmup = false;
    bool counted = false;  ///< the device counts what it does, launched kernel by kernel; needs PreparedModel::cupti
    std::int64_t newTokens = 32;
    std::int64_t prefillChunk = 0;  ///< rows computed at once; 0: the engine's default
    bool probeRoofs = true;  ///< measure the machine's roofs right before, so that a prediction has this run's machine
};

struct SingleRun {
    std::shared_ptr<profiler::RunRecord> record;  ///< null when it was cancelled, or nothing can count, before it began
    /// Growth of the process's resident memory from before the context was made to after the last step.
    std::int64_t residentGrowthBytes = 0;
    bool cancelled = false;
    std::vector<std::string> warnings;
};

/// Makes a context of its own (longest prompt + newTokens - 1 positions, which is what the cache ends up holding),
/// decodes and records. A cancelled run keeps the steps it made and ends as cancelled.
Result<SingleRun> runOnce(const SingleRunRequest& request, const PreparedModel& model, const RunCallbacks& callbacks,
                          std::stop_token stop);

/// executeRuns without measuring the machine's roofs beside the runs: for what compares tokens and work, not times.
Result<profiler::Recording> executeRunsWithoutRoofs(const profiler::RunSettings& settings, const PreparedModel& model,
                                                    const RunCallbacks& callbacks, std::stop_token stop);

/// This moment as records give it: ISO 8601, UTC.
std::string utcNow();

/// The context runOnce makes; for estimates.
engine::ContextOptions contextOptionsFor(const profiler::RunSettings& settings, engine::Strategy strategy,
                                         std::int64_t longestPrompt, std::int64_t newTokens, std::int64_t sequences);

/// What a record says about the model.
profiler::ModelFacts modelFacts(const PreparedModel& model);

/// Rows and depth of every sequence at `step` of a strategy (from 0), as generate() feeds them.
engine::StepShape stepShapeOf(engine::Strategy strategy, const std::vector<std::int64_t>& promptLengths,
                              std::int64_t step);

/// Quick roofs for the threads of the loaded model; empty with a warning when they cannot be measured.
std::optional<profiler::Ceilings> probeRoofs(const PreparedModel& model, std::vector<std::string>& warnings,
                                             std::stop_token stop);

/// Runs whose times are to be predicted.
struct PredictedRuns {
    std::vector<engine::Strategy> strategies;
    std::int64_t longestPrompt = 1;
    std::int64_t newTokens = 1;
    std::int64_t sequences = 1;
};
/// probeRoofs, and what the engine's kernels reach on the loaded model at the rows and depths of those runs. Where the
/// latter cannot be measured (no memory for its context, say) a warning tells, and predictions use the roofs alone.
std::optional<profiler::Ceilings> probeRoofsFor(const PredictedRuns& runs, const profiler::RunSettings& settings,
                                                const PreparedModel& model, std::vector<std::string>& warnings,
                                                std::stop_token stop);

}  // namespace decodescope::app
