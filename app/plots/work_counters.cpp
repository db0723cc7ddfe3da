// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/work_counters.h"

#include "profiler/record/summary.h"

#include <algorithm>

namespace decodescope::app {

WorkCounters countWork(const profiler::RunRecord& run, std::size_t steps, int sequence)
{
    WorkCounters counters;
    if (sequence < 0) {
        const profiler::RunSummary summary = profiler::summarise(run, steps);
        counters.positionsComputed = summary.positionsComputed;
        counters.positionsRecomputed = summary.positionsRecomputed;
        counters.shareRecomputed = summary.shareRecomputed;
        counters.secondsWasted = summary.secondsWasted;
        counters.flopsWasted = summary.flopsWasted;
        return counters;
    }
    const std::size_t count = std::min(steps, run.steps().size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto& step = run.steps()[i];
        for (const auto& record : step.sequences) {
            if (record.sequence != sequence || step.positionsComputed <= 0)
                continue;
            counters.positionsComputed += record.positionsComputed;
            counters.positionsRecomputed += record.positionsRecomputed;
            const double part =
                static_cast<double>(record.positionsRecomputed) / static_cast<double>(step.positionsComputed);
            counters.secondsWasted += static_cast<double>(step.wallNs) * 1e-9 * part;
            counters.flopsWasted += step.cost.flops * part;
        }
    }
    if (counters.positionsComputed > 0)
        counters.shareRecomputed =
            static_cast<double>(counters.positionsRecomputed) / static_cast<double>(counters.positionsComputed);
    return counters;
}

}  // namespace decodescope::app
