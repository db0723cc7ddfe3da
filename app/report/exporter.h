// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "engine/base/error.h"
#include "profiler/record/run_record.h"

#include <string>
#include <vector>

namespace decodescope::app {

struct ExportOptions {
    bool csv = true;
    bool json = true;
    bool png = true;
    ThemeKind pictures = ThemeKind::light;
};

/// Names of the files exportRecording will write with these options, for checkExportFolder before a run. `kernels`:
/// a GPU's kernels may be traced in it.
std::vector<std::string> exportFileNames(const ExportOptions& options, bool kernels);

/// Writes steps.csv, tokens.csv, ops.csv, kernels.csv (where kernels were seen), run.json and the PNGs of a recording
/// into `folder` (made if missing). Each file whole or not at all; refuses a folder with foreign files of these names.
/// Pictures need a QGuiApplication. Returns the paths written.
Result<std::vector<std::string>> exportRecording(const profiler::Recording& recording, const std::string& folder,
                                                 const ExportOptions& options);

/// The document of `run --json` (DESIGN, section 5), C locale, UTF-8.
std::string runJson(const profiler::Recording& recording);
std::string stepsCsv(const profiler::Recording& recording);
std::string tokensCsv(const profiler::Recording& recording);
std::string opsCsv(const profiler::Recording& recording);
std::string kernelsCsv(const profiler::Recording& recording);

}  // namespace decodescope::app
