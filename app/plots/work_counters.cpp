// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/work_counters.h"

#include "app/plots/scene_sums.h"
#include "app/plots/triangle_cells.h"

#include <algorithm>

namespace decodescope::app {

void WorkSum::add(const profiler::StepRecord& step)
{
    const auto take = [&](std::int64_t computed, std::int64_t recomputed) {
        counters.positionsComputed += computed;
        counters.positionsRecomputed += recomputed;
        if (step.positionsComputed <= 0)
            return;
        const double part = static_cast<double>(recomputed) / static_cast<double>(step.positionsComputed);
        counters.flopsWasted += step.cost.flops * part;
        counters.secondsWasted += 1e-9 * static_cast<double>(step.wallNs) * part;
    };
    if (sequence < 0) {
        take(step.positionsComputed, step.positionsRecomputed);
    } else if (step.positionsComputed > 0) {
        for (const auto& record : step.sequences) {
            if (record.sequence == sequence)
                take(record.positionsComputed, record.positionsRecomputed);
        }
    }
    if (counters.positionsComputed > 0)
        counters.shareRecomputed =
            static_cast<double>(counters.positionsRecomputed) / static_cast<double>(counters.positionsComputed);
}

WorkCounters countWork(const profiler::RunRecord& run, std::size_t steps, int sequence)
{
    WorkSum sum{sequence};
    const std::size_t count = std::min(steps, run.steps().size());
    for (std::size_t i = 0; i < count; ++i) sum.add(run.steps()[i]);
    return sum.counters;
}

WorkCounters countWork(const PlotScene& scene, bool cached, int sequence)
{
    const auto& run = cached ? scene.cached : scene.naive;
    const std::size_t steps = shownSteps(run, cached ? scene.cachedSteps : scene.naiveSteps);
    if (!run)
        return {};
    if (scene.kept == nullptr)
        return countWork(*run, steps, sequence);
    auto& sums = scene.kept->work[(sequence < 0 ? 0u : 2u) + (cached ? 1u : 0u)];
    return sums.upTo(run, steps, WorkSum{sequence}).counters;
}

}  // namespace decodescope::app
