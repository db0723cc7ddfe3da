// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangle_cells.h"

#include "app/plots/scene_sums.h"

#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

std::size_t sequenceIndex(int sequence)
{
    return sequence < 0 ? 0 : static_cast<std::size_t>(sequence);
}

const profiler::SequenceRecord* sequenceOf(const profiler::StepRecord& step, int sequence)
{
    const auto wanted = static_cast<std::int32_t>(sequenceIndex(sequence));
    // Sequences that ended leave the list: the index is only the first guess.
    if (static_cast<std::size_t>(wanted) < step.sequences.size() &&
        step.sequences[static_cast<std::size_t>(wanted)].sequence == wanted)
        return &step.sequences[static_cast<std::size_t>(wanted)];
    for (const auto& candidate : step.sequences) {
        if (candidate.sequence == wanted)
            return &candidate;
    }
    return nullptr;
}

double roundDown125(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    const double lead = value / power;
    return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

}  // namespace

CellKind RowCells::at(std::int64_t column) const
{
    if (column < reusedBegin || column >= end)
        return CellKind::empty;
    if (column < computedBegin)
        return CellKind::reused;
    if (column < freshBegin)
        return CellKind::recomputed;
    return prefill ? CellKind::prefill : CellKind::newWork;
}

RowCells rowCells(const profiler::StepRecord& step, int sequence)
{
    RowCells row;
    const auto* record = sequenceOf(step, sequence);
    if (!record)
        return row;
    row.end = record->contextLength;
    row.computedBegin = std::max<std::int64_t>(0, row.end - record->positionsComputed);
    row.freshBegin = std::min(row.end, row.computedBegin + record->positionsRecomputed);
    row.reusedBegin = std::max<std::int64_t>(0, row.computedBegin - record->positionsReused);
    row.prefill = step.phase == engine::Phase::prefill;
    if (step.positionsComputed > 0)
        row.secondsPerPosition = static_cast<double>(step.wallNs) * 1e-9 / static_cast<double>(step.positionsComputed);
    return row;
}

std::size_t shownSteps(const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit)
{
    return run ? std::min(run->steps().size(), limit) : 0;
}

std::optional<std::size_t> firstComputedAt(const profiler::RunRecord& run, std::size_t steps, int sequence,
                                           std::int64_t column)
{
    const std::size_t count = std::min(steps, run.steps().size());
    for (std::size_t i = 0; i < count; ++i) {
        const RowCells row = rowCells(run.steps()[i], sequence);
        if (column >= row.computedBegin && column < row.end)
            return i;
    }
    return std::nullopt;
}

std::string tokenAt(const profiler::RunRecord& run, std::size_t steps, int sequence, std::int64_t column)
{
    const std::size_t index = sequenceIndex(sequence);
    if (column < 0 || index >= run.info().promptPieces.size())
        return {};
    const auto& prompt = run.info().promptPieces[index];
    const auto promptSize = static_cast<std::int64_t>(prompt.size());
    if (column < promptSize)
        return prompt[static_cast<std::size_t>(column)];
    // Step i chooses the token that sits at position P + i.
    const auto step = static_cast<std::size_t>(column - promptSize);
    if (step >= std::min(steps, run.steps().size()))
        return {};
    const auto* record = sequenceOf(run.steps()[step], sequence);
    return record ? record->tokenBytes : std::string{};
}

TriangleExtent triangleExtent(const PlotScene& scene)
{
    TriangleExtent extent;
    const std::size_t sequence = sequenceIndex(scene.sequence);
    for (const auto& run : {scene.naive, scene.cached}) {
        if (!run)
            continue;
        const auto& info = run->info();
        int prompt = 0;
        if (sequence < info.promptIds.size())
            prompt = static_cast<int>(info.promptIds[sequence].size());
        const std::size_t published = run->steps().size();
        int rows = static_cast<int>(published);
        if (!run->end())
            rows = std::max(rows, static_cast<int>(info.settings.newTokens));
        int columns = rows > 0 ? prompt + rows - 1 : prompt;
        if (published > 0)
            columns = std::max(columns, static_cast<int>(rowCells(run->steps()[published - 1], scene.sequence).end));
        extent.rows = std::max(extent.rows, rows);
        extent.columns = std::max(extent.columns, columns);
        extent.promptColumns = std::max(extent.promptColumns, prompt);
    }
    return extent;
}

double TimeRange::share(double seconds) const
{
    if (!(seconds > 0) || !(high > low))
        return 0;
    return std::clamp(std::log(seconds / low) / std::log(high / low), 0.0, 1.0);
}

std::optional<TimeRange> timeRange(const PlotScene& scene)
{
    std::array<StepSums<TimeReach>, 2> fresh;
    auto& times = scene.kept != nullptr ? scene.kept->times : fresh;
    Reach seconds;
    const auto look = [&](const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit,
                          StepSums<TimeReach>& sums) {
        if (run)
            seconds.take(sums.upTo(run, shownSteps(run, limit)).seconds);
    };
    look(scene.naive, scene.naiveSteps, times[0]);
    look(scene.cached, scene.cachedSteps, times[1]);
    if (seconds.high == 0)
        return std::nullopt;
    const auto [low, high] = seconds;
    TimeRange range;
    range.low = roundDown125(low);
    // The next 1-2-5 value above.
    const double floor = roundDown125(high);
    range.high = floor < high ? roundDown125(floor * 2.51) : floor;
    if (range.high <= range.low)
        range.high = range.low * 2;
    return range;
}

}  // namespace decodescope::app
