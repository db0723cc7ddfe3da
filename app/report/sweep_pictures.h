// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/sweep_plots.h"
#include "app/report/export_folder.h"
#include "app/run/sweep.h"

#include <string>
#include <vector>

namespace decodescope::app {

/// sweep-memory.png and sweep-throughput.png, or nothing.
std::vector<std::string> sweepPictureNames(bool wanted);

/// What the plots of a sweep show, in order of context. Window and files draw from it.
SweepData sweepData(const SweepResult& result, const profiler::ModelFacts& model, const engine::DeviceInfo& device,
                    const profiler::RunSettings& settings);

/// Both pictures of a sweep, conditions inside. Needs a QGuiApplication.
Result<std::vector<ExportFile>> sweepPictures(const SweepData& data, ThemeKind kind);

}  // namespace decodescope::app
