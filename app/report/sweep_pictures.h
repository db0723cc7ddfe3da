// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/export_folder.h"
#include "app/run/sweep.h"

#include <string>
#include <vector>

namespace decodescope::app {

/// sweep-memory.png and sweep-throughput.png, or nothing.
std::vector<std::string> sweepPictureNames(bool wanted);

/// Both pictures of a sweep's first strategy, conditions inside. Needs a QGuiApplication and at least one row.
Result<std::vector<ExportFile>> sweepPictures(const SweepResult& result, const profiler::ModelFacts& model,
                                              const engine::DeviceInfo& device, const profiler::RunSettings& settings);

}  // namespace decodescope::app
