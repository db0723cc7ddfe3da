// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/forward/backend.h"
#include "engine/model/tokenizer.h"
#include "profiler/cupti/cupti_module.h"
#include "profiler/record/run_record.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope::app {

class StepGate;

/// A model opened and resident, shared by consecutive runs with the same options.
struct PreparedModel {
    std::shared_ptr<const engine::ModelSource> source;
    std::shared_ptr<const engine::Tokenizer> tokenizer;  ///< null for synthetic models
    std::shared_ptr<engine::LoadedModel> loaded;
    std::optional<profiler::CuptiModule> cupti;  ///< where a device's kernels can be traced
    /// Measures the roofs of the GPU the model is on; null: it is on the CPU.
    std::function<Result<profiler::Ceilings>(std::stop_token)> measureGpu;
    /// How full the GPU is now; null: it is on the CPU. Empty where the driver does not say.
    std::function<std::optional<profiler::DeviceMemoryFacts>()> gpuMemory;
    std::vector<std::string> warnings;  ///< e.g. "CUDA: libcuda.so.1 not found; running on the CPU"
};

Result<PreparedModel> prepareModel(const profiler::RunSettings& settings, std::stop_token stop = {});

/// Token ids of every sequence of the batch: prompts tokenised (chat template, special tokens), or ids as given,
/// repeated to --batch. Errors name the sequence, the id and the vocabulary; a prompt longer than the model's limit is
/// refused.
struct PromptBatch {
    std::vector<std::vector<engine::TokenId>> ids;
    std::vector<std::string> warnings;
};
Result<PromptBatch> buildPrompts(const profiler::RunSettings& settings, const PreparedModel& model);

/// What a run will take, from the cost model; shown before it starts.
struct RunEstimate {
    double seconds = 0;            ///< all modes, repeats and warm-ups at the measured rates; 0 without ceilings
    std::int64_t memoryBytes = 0;  ///< weights + cache + activations + workspace
    std::int64_t kvBytes = 0;
    std::int64_t freeBytes = 0;
    std::optional<std::string> refusal;  ///< set when it does not fit, with needed and free
};
Result<RunEstimate> estimateRun(const profiler::RunSettings& settings, const PreparedModel& model,
                                const std::optional<profiler::Ceilings>& ceilings);

/// Predicted end-to-end seconds of a naive and a cached run, by the cost model at measured rates.
struct SpeedupEstimate {
    double naiveSeconds = 0;
    double cachedSeconds = 0;
    double speedup() const { return cachedSeconds > 0 ? naiveSeconds / cachedSeconds : 0; }
};
std::optional<SpeedupEstimate> predictRuns(const PreparedModel& model, const profiler::RunSettings& settings,
                                           const profiler::Ceilings& ceilings,
                                           const std::vector<std::int64_t>& promptLengths, std::int64_t newTokens);

/// Callbacks on the worker thread; all optional, none may block. Warm-ups are announced too (RunInfo::warmup).
struct RunCallbacks {
    std::function<void(std::shared_ptr<profiler::RunRecord>)> runStarted;  ///< before the first step
    std::function<void()> stepPublished;
    std::function<void(std::shared_ptr<profiler::RunRecord>)> runFinished;
    std::function<void(std::string)> progress;  ///< one line of what is going on
    /// Set: every step but a run's first waits here for the user, and the runs are recorded as paced. Warm-ups never.
    std::shared_ptr<StepGate> gate;
};

/// Runs warm-ups, then for each repeat every strategy one after the other (never together), roofs probed beside.
/// On cancellation returns what was recorded, with the cancelled run ended as such. Used by CLI and window alike.
Result<profiler::Recording> executeRuns(const profiler::RunSettings& settings, const PreparedModel& model,
                                        const RunCallbacks& callbacks, std::stop_token stop);

}  // namespace decodescope::app
