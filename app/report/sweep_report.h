// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/sweep_plots.h"
#include "app/report/exporter.h"
#include "app/report/run_json.h"
#include "app/report/sweep_pictures.h"

namespace decodescope::app {

/// A sweep and its conditions: all that its files say.
struct SweepReport {
    SweepResult result;
    profiler::ModelFacts model;
    engine::DeviceInfo device;
    profiler::RunSettings settings;
};

SweepData sweepData(const SweepReport& report);

/// The document of `sweep --json` and of sweep.json.
Json sweepDocument(const SweepReport& report);

/// sweep.csv, sweep.json and both pictures, as the command and the window write them. Pictures need a QGuiApplication
/// and at least one row.
Result<std::vector<ExportFile>> sweepFiles(const SweepReport& report, const ExportOptions& options);

}  // namespace decodescope::app
