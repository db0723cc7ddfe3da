// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QLocale>
#include <QString>
#include <cstdint>

namespace decodescope::app {

struct PlotScene;

/// What a run computed and wasted up to a step, over all sequences or one of them.
struct WorkCounters {
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;
    double shareRecomputed = 0;
    double secondsWasted = 0;
    double flopsWasted = 0;
    bool operator==(const WorkCounters&) const = default;
};

/// `sequence` -1: all, as summarise() says. One sequence: its positions, and its part (by positions) of time and FLOPs.
struct WorkSum {
    int sequence = -1;
    WorkCounters counters{};
    void add(const profiler::StepRecord& step);
    bool operator==(const WorkSum&) const = default;
};

WorkCounters countWork(const profiler::RunRecord& run, std::size_t steps, int sequence);
/// Of one run of a scene, from its kept sums if it has them.
WorkCounters countWork(const PlotScene& scene, bool cached, int sequence);

}  // namespace decodescope::app
