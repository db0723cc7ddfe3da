// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QLocale>
#include <QString>
#include <cstdint>

namespace decodescope::app {

/// What a run computed and wasted up to a step, over all sequences or one of them.
struct WorkCounters {
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;
    double shareRecomputed = 0;
    double secondsWasted = 0;
    double flopsWasted = 0;
};

/// `sequence` -1: all, as summarise() says. One sequence: its positions, and its part (by positions) of time and FLOPs.
WorkCounters countWork(const profiler::RunRecord& run, std::size_t steps, int sequence);

}  // namespace decodescope::app
