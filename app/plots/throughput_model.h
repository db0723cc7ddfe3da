// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/line_samples.h"
#include "app/plots/plots.h"

#include <QColor>
#include <vector>

namespace decodescope::app {

/// One run's figures against the step (from 1; the prefill step is left out), up to the position of the scene.
struct SpeedLine {
    enum class Run { naive, cached, broken };
    Run run{};
    LineSamples tokensPerSecond;
    LineSamples milliseconds;
};

/// What the exported picture and the window's chart show: both draw these samples.
struct ThroughputModel {
    std::vector<SpeedLine> lines;  ///< naive before cached; runs without a decode step are left out
    int lastStep = 0;              ///< where the axis of steps ends
    // The most of every step published, not only of those shown: the axes stand still while a record is played.
    double mostTokensPerSecond = 0;
    double mostMilliseconds = 0;
};
ThroughputModel throughputModel(const PlotScene& scene);

QColor speedColor(SpeedLine::Run run, const Theme& theme);
/// English; callers translate it in the context "Plots".
const char* speedName(SpeedLine::Run run);
/// Every broken strategy is `broken`.
SpeedLine::Run speedRun(engine::Strategy strategy);

}  // namespace decodescope::app
