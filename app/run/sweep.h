// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_service.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope::app {

struct SweepOptions {
    std::vector<std::int64_t> contexts{128, 256, 512, 1024, 2048};  ///< cache positions held after the last step
    std::int64_t newTokens = 16;
};

/// One context length under one strategy; medians over repeats. Bytes cover all sequences of the batch.
struct SweepRow {
    engine::Strategy strategy{};
    std::int64_t context = 0;
    std::int64_t promptTokens = 0;
    std::int64_t newTokens = 0;
    std::int64_t sequences = 1;
    std::int64_t kvBytesFormula = 0;
    std::int64_t kvBytesUsed = 0;
    std::int64_t kvBytesAllocated = 0;
    std::int64_t memoryPeakBytes = 0;  ///< allocator's live bytes at their largest, weights included
    /// Growth of the process's resident memory from before the context was made to after its last step.
    std::int64_t residentGrowthBytes = 0;
    double ttftMs = 0;
    std::optional<double> prefillTokPerS;
    std::optional<double> tokPerS;  ///< decode
    std::optional<double> tokPerSStddev;
};

struct SweepResult {
    std::vector<SweepRow> rows;
    std::optional<std::int64_t> deltaMeasuredBytes;  ///< peak(longest) - peak(shortest), first strategy; two contexts
    std::optional<std::int64_t> deltaFormulaBytes;
    bool cancelled = false;
    std::string startedAt;  ///< ISO 8601, UTC
    std::vector<std::string> warnings;
};

/// Prompt ids of a fixed filler text, repeated and cut to `count` tokens; models without a tokenizer get fixed ids.
std::vector<engine::TokenId> fillerIds(const PreparedModel& model, std::int64_t count);

/// For every context C and strategy of the settings: a prompt of C - N + 1 filler tokens and N new ones, EOS ignored,
/// so that the last step sees, and the cache then holds, exactly C positions. Usage error when a context is shorter
/// than N or longer than the model's limit. On cancellation returns the rows that were finished.
Result<SweepResult> runSweep(const profiler::RunSettings& settings, const SweepOptions& options,
                             const PreparedModel& model, const RunCallbacks& callbacks, std::stop_token stop);

/// Rows of a prefill chunk that fit into every one of `contexts`: with the same chunk in all runs, activations and
/// workspace are the same and memory grows by the cache alone.
std::int64_t commonPrefillChunk(const std::vector<std::int64_t>& contexts);

/// One run on filler text, as the sweep and the memory check measure it.
Result<SweepRow> measureContext(const profiler::RunSettings& settings, engine::Strategy strategy, std::int64_t context,
                                std::int64_t newTokens, std::int64_t prefillChunk, const PreparedModel& model,
                                std::stop_token stop);

}  // namespace decodescope::app
