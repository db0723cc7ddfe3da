// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/throughput_model.h"

#include "app/plots/scene_sums.h"
#include "app/plots/triangle_cells.h"

#include <algorithm>
#include <array>

namespace decodescope::app {

ThroughputModel throughputModel(const PlotScene& scene)
{
    ThroughputModel model;
    model.lastStep = triangleExtent(scene).rows;
    std::array<StepSums<SpeedReach>, 2> fresh;
    auto& speeds = scene.kept != nullptr ? scene.kept->speeds : fresh;
    const auto add = [&](const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit, SpeedLine::Run kind) {
        const std::size_t count = shownSteps(run, limit);
        if (count < 2)
            return;
        const auto record = std::shared_ptr<const profiler::RunRecord>(run);
        const auto sample = [steps = &record->steps()](std::size_t i, auto&& figure) {
            return QPointF(static_cast<double>(i + 2), figure((*steps)[i + 1]));
        };
        const auto speed = [](const profiler::StepRecord& step) { return step.tokensPerSecond(); };
        const auto time = [](const profiler::StepRecord& step) { return static_cast<double>(step.wallNs) * 1e-6; };
        const SpeedReach& reach = speeds[run == scene.naive ? 0 : 1].upTo(run, run->steps().size());
        model.mostTokensPerSecond = std::max(model.mostTokensPerSecond, reach.tokensPerSecond.high);
        model.mostMilliseconds = std::max(model.mostMilliseconds, reach.milliseconds.high);
        model.lines.push_back({kind, LineSamples(record, count - 1, [=](std::size_t i) { return sample(i, speed); }),
                               LineSamples(record, count - 1, [=](std::size_t i) { return sample(i, time); })});
    };
    add(scene.naive, scene.naiveSteps, SpeedLine::Run::naive);
    if (scene.cached)
        add(scene.cached, scene.cachedSteps, speedRun(scene.cached->info().strategy));
    return model;
}

QColor speedColor(SpeedLine::Run run, const Theme& theme)
{
    return run == SpeedLine::Run::naive ? theme.runNaive : theme.runCached;
}

const char* speedName(SpeedLine::Run run)
{
    switch (run) {
        case SpeedLine::Run::naive:
            return QT_TRANSLATE_NOOP("Plots", "naive");
        case SpeedLine::Run::cached:
            return QT_TRANSLATE_NOOP("Plots", "cached");
        case SpeedLine::Run::broken:
            break;
    }
    return QT_TRANSLATE_NOOP("Plots", "broken cache");
}

SpeedLine::Run speedRun(engine::Strategy strategy)
{
    switch (strategy) {
        case engine::Strategy::naive:
            return SpeedLine::Run::naive;
        case engine::Strategy::cached:
            return SpeedLine::Run::cached;
        default:
            return SpeedLine::Run::broken;
    }
}

}  // namespace decodescope::app
