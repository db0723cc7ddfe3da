// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plots.h"

#include <cstdint>
#include <optional>
#include <string>

namespace decodescope::app {

enum class CellKind : std::uint8_t { empty, prefill, newWork, recomputed, reused };

/// What one step did to each position of one sequence, as ranges of columns (positions from 0):
/// [reusedBegin, computedBegin) read from the cache, [computedBegin, freshBegin) computed again,
/// [freshBegin, end) computed for the first time. All from the record; nothing is assumed of the strategy.
struct RowCells {
    std::int64_t reusedBegin = 0;
    std::int64_t computedBegin = 0;
    std::int64_t freshBegin = 0;
    std::int64_t end = 0;
    bool prefill = false;
    double secondsPerPosition = 0;  ///< step time over positions computed, all sequences

    CellKind at(std::int64_t column) const;
};

/// `sequence` as in PlotScene; a sequence that had ended gives an empty row.
RowCells rowCells(const profiler::StepRecord& step, int sequence);

/// Steps of a run that a scene shows: what is published, up to `limit`.
std::size_t shownSteps(const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit);

/// The step (index) that first computed this position, up to `steps`; empty when none did.
std::optional<std::size_t> firstComputedAt(const profiler::RunRecord& run, std::size_t steps, int sequence,
                                           std::int64_t column);

/// Bytes of the token at a position: of the prompt, or chosen by a step before `steps`; empty when not known yet.
std::string tokenAt(const profiler::RunRecord& run, std::size_t steps, int sequence, std::int64_t column);

/// Rows and columns both triangles share: what was asked for while a run goes on, what there is once all have ended.
struct TriangleExtent {
    int rows = 0;
    int columns = 0;
    int promptColumns = 0;
    bool operator==(const TriangleExtent&) const = default;
};
TriangleExtent triangleExtent(const PlotScene& scene);

/// Least and most time per position over the steps shown, widened to round values. Empty without steps.
struct TimeRange {
    double low = 0;
    double high = 0;
    double share(double seconds) const;  ///< place on the logarithmic scale, [0, 1]
    bool operator==(const TimeRange&) const = default;
};
std::optional<TimeRange> timeRange(const PlotScene& scene);

}  // namespace decodescope::app
