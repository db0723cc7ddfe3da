// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/sweep.h"

#include "app/run/single_run.h"
#include "app/run/statistics.h"
#include "engine/kv_cache/kv_size.h"
#include "profiler/record/summary.h"

#include <algorithm>

namespace decodescope::app {

namespace {

/// Plain English of ordinary word lengths; what it says does not matter, that it is always the same does.
constexpr std::string_view kFiller =
    "A reader who opens a long book at the first page keeps a little of every sentence in mind while going on. "
    "Names, places and promises made early in the story explain what happens many chapters later, and nobody wants "
    "to start again from the first page for each new word. ";

Result<void> checkContexts(const SweepOptions& options, const engine::ModelConfig& config)
{
    if (options.contexts.empty()) {
        return fail(ErrorCode::usage, "--contexts names no context length");
    }
    for (const std::int64_t context : options.contexts) {
        if (context < options.newTokens) {
            return fail(ErrorCode::usage,
                        "context " + std::to_string(context) + " is too short for " +
                            std::to_string(options.newTokens) + " new tokens and a prompt",
                        "contexts must be at least --new-tokens");
        }
        if (config.maxContext > 0 && context > config.maxContext) {
            return fail(ErrorCode::usage, "context " + std::to_string(context) + " is past the model's limit of " +
                                              std::to_string(config.maxContext));
        }
    }
    return {};
}

/// The same figure of several repeats as one: the median; bytes are the same in all.
SweepRow medianRow(const std::vector<SweepRow>& repeats)
{
    SweepRow row = repeats.front();
    std::vector<double> ttft, prefill, decode;
    for (const SweepRow& repeat : repeats) {
        ttft.push_back(repeat.ttftMs);
        if (repeat.prefillTokPerS) {
            prefill.push_back(*repeat.prefillTokPerS);
        }
        if (repeat.tokPerS) {
            decode.push_back(*repeat.tokPerS);
        }
        row.memoryPeakBytes = std::max(row.memoryPeakBytes, repeat.memoryPeakBytes);
    }
    row.ttftMs = medianOf(ttft).value_or(0);
    row.prefillTokPerS = medianOf(prefill);
    row.tokPerS = medianOf(decode);
    row.tokPerSStddev = stddevOf(decode);
    return row;
}

void setDeltas(SweepResult& result)
{
    if (result.rows.empty()) {
        return;
    }
    const engine::Strategy strategy = result.rows.front().strategy;
    const SweepRow* shortest = nullptr;
    const SweepRow* longest = nullptr;
    for (const SweepRow& row : result.rows) {
        if (row.strategy == strategy) {
            shortest = shortest == nullptr || row.context < shortest->context ? &row : shortest;
            longest = longest == nullptr || row.context > longest->context ? &row : longest;
        }
    }
    if (shortest->context != longest->context) {
        result.deltaMeasuredBytes = longest->memoryPeakBytes - shortest->memoryPeakBytes;
        result.deltaFormulaBytes = longest->kvBytesFormula - shortest->kvBytesFormula;
    }
}

}  // namespace

std::vector<engine::TokenId> fillerIds(const PreparedModel& model, std::int64_t count)
{
    std::vector<engine::TokenId> pattern;
    if (model.tokenizer) {
        pattern = model.tokenizer->encode(kFiller, false, false).ids;
    }
    if (pattern.empty()) {
        // Without a tokenizer: ids spread over the vocabulary by a fixed stride.
        for (std::int64_t i = 0; i < 64; ++i) {
            pattern.push_back(static_cast<engine::TokenId>((7 + i * 40503) % model.source->config().vocab));
        }
    }
    std::vector<engine::TokenId> ids(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
    for (std::size_t i = 0; i < ids.size(); ++i) {
        ids[i] = pattern[i % pattern.size()];
    }
    return ids;
}

std::int64_t commonPrefillChunk(const std::vector<std::int64_t>& contexts)
{
    const std::int64_t usual = engine::ContextOptions{}.prefillChunk;
    return contexts.empty() ? usual : std::min(usual, *std::min_element(contexts.begin(), contexts.end()));
}

Result<SweepRow> measureContext(const profiler::RunSettings& settings, engine::Strategy strategy, std::int64_t context,
                                std::int64_t newTokens, std::int64_t prefillChunk, const PreparedModel& model,
                                std::stop_token stop)
{
    SingleRunRequest request;
    request.settings = settings;
    request.settings.ignoreEos = true;
    request.settings.trace = false;  // speed is measured
    request.strategy = strategy;
    request.newTokens = newTokens;
    request.prefillChunk = prefillChunk;
    request.probeRoofs = false;
    const std::int64_t promptTokens = context - newTokens + 1;
    request.prompts.assign(static_cast<std::size_t>(settings.batch), fillerIds(model, promptTokens));
    auto run = runOnce(request, model, {}, stop);
    if (!run) {
        return tl::unexpected(run.error());
    }
    if (run->cancelled) {
        return fail(ErrorCode::cancelled, "stopped at context " + std::to_string(context));
    }
    const auto formula = engine::kvBytes(engine::kvShapeOf(model.source->config()), settings.keyFormat,
                                         settings.valueFormat, context, settings.batch);
    if (!formula) {
        return tl::unexpected(formula.error());
    }
    const profiler::RunSummary summary = profiler::summarise(*run->record);
    SweepRow row;
    row.strategy = strategy;
    row.context = context;
    row.promptTokens = promptTokens;
    row.newTokens = newTokens;
    row.sequences = settings.batch;
    row.kvBytesFormula = *formula;
    row.kvBytesUsed = summary.kvBytesUsed;
    row.kvBytesAllocated = summary.kvBytesAllocated;
    row.memoryPeakBytes = summary.memoryPeakBytes;
    row.residentGrowthBytes = run->residentGrowthBytes;
    row.ttftMs = summary.ttftMs;
    row.prefillTokPerS = summary.prefillTokPerS;
    row.tokPerS = summary.decodeTokPerS;
    return row;
}

Result<SweepResult> runSweep(const profiler::RunSettings& settings, const SweepOptions& options,
                             const PreparedModel& model, const RunCallbacks& callbacks, std::stop_token stop)
{
    if (auto valid = checkContexts(options, model.source->config()); !valid) {
        return tl::unexpected(valid.error());
    }
    SweepResult result;
    result.startedAt = utcNow();
    result.warnings = model.warnings;
    const std::int64_t chunk = commonPrefillChunk(options.contexts);
    for (const engine::Strategy strategy : settings.strategies) {
        for (const std::int64_t context : options.contexts) {
            if (callbacks.progress) {
                callbacks.progress("context " + std::to_string(context) + ", " + std::string(engine::name(strategy)));
            }
            std::vector<SweepRow> repeats;
            for (std::int32_t i = -settings.warmup; i < settings.repeat; ++i) {
                const std::int64_t newTokens = i < 0 ? std::min<std::int64_t>(3, options.newTokens) : options.newTokens;
                auto row = measureContext(settings, strategy, context, newTokens, chunk, model, stop);
                if (!row && row.error().code == ErrorCode::cancelled) {
                    result.cancelled = true;
                    setDeltas(result);
                    return result;
                }
                if (!row) {
                    return tl::unexpected(row.error());
                }
                if (i >= 0) {
                    repeats.push_back(*row);
                }
            }
            result.rows.push_back(medianRow(repeats));
        }
    }
    setDeltas(result);
    return result;
}

}  // namespace decodescope::app
