// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/summary.h"

#include <algorithm>
#include <cmath>

namespace decodescope::profiler {
namespace {

double milliseconds(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-6;
}

std::vector<std::shared_ptr<RunRecord>> measuredRuns(const Recording& recording, engine::Strategy strategy)
{
    std::vector<std::shared_ptr<RunRecord>> runs;
    for (const std::shared_ptr<RunRecord>& run : recording.runs)
        if (run->info().strategy == strategy && !run->info().warmup && run->steps().size() > 0)
            runs.push_back(run);
    return runs;
}

std::int64_t totalNs(const RunRecord& run)
{
    const std::size_t count = run.steps().size();
    return count == 0 ? 0 : run.steps()[count - 1].endNs();
}

bool finishedWhole(const RunRecord& run)
{
    const RunEnd* end = run.end();
    return end != nullptr &&
           std::find(end->stops.begin(), end->stops.end(), engine::StopReason::cancelled) == end->stops.end();
}

const SequenceRecord* findSequence(const StepRecord& step, std::int32_t sequence)
{
    for (const SequenceRecord& candidate : step.sequences)
        if (candidate.sequence == sequence)
            return &candidate;
    return nullptr;
}

}  // namespace

RunSummary summarise(const RunRecord& run, std::size_t steps)
{
    RunSummary summary;
    const std::size_t count = std::min(steps, run.steps().size());
    summary.steps = static_cast<std::int64_t>(count);
    if (count == 0)
        return summary;

    double decodeTokens = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const StepRecord& step = run.steps()[i];
        summary.positionsComputed += step.positionsComputed;
        summary.positionsRecomputed += step.positionsRecomputed;
        summary.positionsReused += step.positionsReused;
        summary.flops += step.cost.flops;
        summary.memoryPeakBytes = std::max(summary.memoryPeakBytes, step.memoryPeakBytes);
        if (step.positionsComputed > 0) {
            const double share =
                static_cast<double>(step.positionsRecomputed) / static_cast<double>(step.positionsComputed);
            summary.flopsWasted += step.cost.flops * share;
            summary.secondsWasted += 1e-9 * static_cast<double>(step.wallNs) * share;
        }
        if (i > 0)
            decodeTokens += static_cast<double>(step.sequences.size());
    }
    if (summary.positionsComputed > 0)
        summary.shareRecomputed =
            static_cast<double>(summary.positionsRecomputed) / static_cast<double>(summary.positionsComputed);

    const StepRecord& first = run.steps()[0];
    const StepRecord& last = run.steps()[count - 1];
    summary.ttftMs = milliseconds(first.endNs());
    summary.totalMs = milliseconds(last.endNs());
    if (first.wallNs > 0)
        summary.prefillTokPerS = 1e9 * static_cast<double>(first.positionsComputed) / static_cast<double>(first.wallNs);
    if (const std::int64_t decodeNs = last.endNs() - first.endNs(); count >= 2 && decodeNs > 0)
        summary.decodeTokPerS = 1e9 * decodeTokens / static_cast<double>(decodeNs);
    summary.kvBytesUsed = last.kv.usedBytes;
    summary.kvBytesRequested = last.kv.requestedBytes;
    summary.kvBytesAllocated = last.kv.allocatedBytes;
    summary.kvBytesFormula = last.kvBytesFormula;
    return summary;
}

std::optional<double> decodeStddev(const Recording& recording, engine::Strategy strategy)
{
    std::vector<double> rates;
    for (const std::shared_ptr<RunRecord>& run : measuredRuns(recording, strategy))
        if (const std::optional<double> rate = summarise(*run).decodeTokPerS)
            rates.push_back(*rate);
    if (rates.size() < 2)
        return std::nullopt;
    double mean = 0;
    for (const double rate : rates) mean += rate / static_cast<double>(rates.size());
    double squares = 0;
    for (const double rate : rates) squares += (rate - mean) * (rate - mean);
    return std::sqrt(squares / static_cast<double>(rates.size() - 1));
}

std::optional<RunSummary> summariseMedian(const Recording& recording, engine::Strategy strategy)
{
    const std::shared_ptr<RunRecord> run = medianRun(recording, strategy);
    if (run == nullptr)
        return std::nullopt;
    RunSummary summary = summarise(*run);
    summary.decodeTokPerSStddev = decodeStddev(recording, strategy);
    return summary;
}

Agreement compareRuns(const RunRecord& reference, const RunRecord& other)
{
    Agreement agreement;
    const std::size_t common = std::min(reference.steps().size(), other.steps().size());
    agreement.commonSteps = static_cast<std::int64_t>(common);
    agreement.tokensEqual = common > 0;
    for (std::size_t i = 0; i < common; ++i) {
        const StepRecord& a = reference.steps()[i];
        const StepRecord& b = other.steps()[i];
        bool same = a.sequences.size() == b.sequences.size();
        const SequenceRecord* at = a.sequences.empty() ? nullptr : &a.sequences.front();
        agreement.tokensEqual = agreement.tokensEqual && same;
        for (const SequenceRecord& left : a.sequences) {
            const SequenceRecord* right = findSequence(b, left.sequence);
            const bool sameToken = right != nullptr && right->tokenId == left.tokenId;
            agreement.tokensEqual = agreement.tokensEqual && sameToken;
            if (same && (!sameToken || right->logitsHash != left.logitsHash)) {
                same = false;
                at = &left;
            }
        }
        if (!same && !agreement.firstDifference) {
            agreement.firstDifference = a.step;
            if (at != nullptr && at->top.size() >= 2)
                agreement.marginAtDifference =
                    static_cast<double>(at->top[0].value) - static_cast<double>(at->top[1].value);
        }
    }
    agreement.identical = !agreement.firstDifference && common >= 2 && reference.steps().size() == other.steps().size();
    return agreement;
}

std::vector<std::shared_ptr<RunRecord>> wholeRuns(const Recording& recording, engine::Strategy strategy)
{
    std::vector<std::shared_ptr<RunRecord>> runs = measuredRuns(recording, strategy);
    // A cancelled repeat is shorter, not faster: it counts only when there is nothing else.
    if (std::any_of(runs.begin(), runs.end(), [](const auto& run) { return finishedWhole(*run); }))
        std::erase_if(runs, [](const auto& run) { return !finishedWhole(*run); });
    return runs;
}

std::shared_ptr<RunRecord> medianRun(const Recording& recording, engine::Strategy strategy)
{
    std::vector<std::shared_ptr<RunRecord>> runs = wholeRuns(recording, strategy);
    if (runs.empty())
        return nullptr;
    std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return totalNs(*a) < totalNs(*b); });
    return runs[(runs.size() - 1) / 2];
}

std::shared_ptr<RunRecord> countedPass(const Recording& recording, const RunRecord& run)
{
    const RunInfo& of = run.info();
    for (auto candidate = recording.runs.rbegin(); candidate != recording.runs.rend(); ++candidate) {
        const RunInfo& info = (*candidate)->info();
        if ((*candidate)->steps().size() > 0 && (*candidate)->steps()[0].counters && info.strategy == of.strategy &&
            info.model.origin == of.model.origin && info.model.weightsFormat == of.model.weightsFormat &&
            info.settings.keyFormat == of.settings.keyFormat && info.settings.valueFormat == of.settings.valueFormat &&
            info.settings.exact == of.settings.exact && info.device.name == of.device.name &&
            info.promptIds == of.promptIds)
            return *candidate;
    }
    return nullptr;
}

std::optional<double> speedup(const Recording& recording)
{
    const std::shared_ptr<RunRecord> naive = medianRun(recording, engine::Strategy::naive);
    const std::shared_ptr<RunRecord> cached = medianRun(recording, engine::Strategy::cached);
    if (naive == nullptr || cached == nullptr || !finishedWhole(*naive) || !finishedWhole(*cached) ||
        naive->steps().size() != cached->steps().size() || totalNs(*cached) <= 0)
        return std::nullopt;
    return static_cast<double>(totalNs(*naive)) / static_cast<double>(totalNs(*cached));
}

}  // namespace decodescope::profiler
