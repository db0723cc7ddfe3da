// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/plots.h"
#include "app/plots/work_counters.h"

namespace decodescope::app {

/// A cell of one of the triangles.
struct CellPosition {
    bool cachedPanel = false;
    int row = 0;
    int column = 0;
    bool operator==(const CellPosition&) const = default;
};

/// What a cell is, in one sentence: "step 12, position 8 “token”: computed again, first computed at step 1".
QString describeCell(const PlotScene& scene, const CellPosition& cell, const QLocale& locale);

/// The counters of one run in one sentence.
QString describeWork(const WorkCounters& work, const QLocale& locale, bool translated);

// What stands around a triangle.
QString panelTitle(const Canvas& canvas, const std::shared_ptr<profiler::RunRecord>& run, bool cachedPanel);
/// What the last step shown did; `brief` without its number.
QString stepSummary(const Canvas& canvas, const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps,
                    bool brief);
/// Why a run ended, and at which step; empty while it goes on.
QString endReason(const Canvas& canvas, const profiler::RunRecord& run, int sequence);

}  // namespace decodescope::app
