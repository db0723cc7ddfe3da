// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/throughput_model.h"

#include "app/plots/triangle_cells.h"

#include <QtGlobal>

namespace decodescope::app {

ThroughputModel throughputModel(const PlotScene& scene)
{
    ThroughputModel model;
    model.lastStep = triangleExtent(scene).rows;
    const auto add = [&](const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit, SpeedLine::Run kind) {
        const std::size_t count = shownSteps(run, limit);
        if (count < 2)
            return;
        SpeedLine line{kind, {}, {}};
        line.tokensPerSecond.reserve(count - 1);
        line.milliseconds.reserve(count - 1);
        for (std::size_t i = 1; i < count; ++i) {
            const auto& step = run->steps()[i];
            const auto x = static_cast<double>(i + 1);
            line.tokensPerSecond.emplace_back(x, step.tokensPerSecond());
            line.milliseconds.emplace_back(x, static_cast<double>(step.wallNs) * 1e-6);
        }
        model.lines.push_back(std::move(line));
    };
    const bool broken = scene.cached && scene.cached->info().strategy != engine::Strategy::cached;
    add(scene.naive, scene.naiveSteps, SpeedLine::Run::naive);
    add(scene.cached, scene.cachedSteps, broken ? SpeedLine::Run::broken : SpeedLine::Run::cached);
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

}  // namespace decodescope::app
