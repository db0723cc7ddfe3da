// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_report.h"

#include "app/report/result_columns.h"
#include "app/report/table_json.h"

#include <iterator>

namespace decodescope::app {

SweepData sweepData(const SweepReport& report)
{
    return sweepData(report.result, report.model, report.device, report.settings);
}

Json sweepDocument(const SweepReport& report)
{
    const SweepResult& result = report.result;
    Json document = documentHead();
    document["model"] = modelJson(report.model);
    document["device"] = deviceJson(report.device);
    document["settings"] = settingsJson(report.settings);
    document["contexts"] = rowsJson(sweepColumns(), std::span<const SweepRow>(result.rows));
    document["delta_measured_bytes"] = Cell(result.deltaMeasuredBytes).json();
    document["delta_formula_bytes"] = Cell(result.deltaFormulaBytes).json();
    document["cancelled"] = result.cancelled;
    document["warnings"] = result.warnings;
    return document;
}

Result<std::vector<ExportFile>> sweepFiles(const SweepReport& report, const ExportOptions& options)
{
    std::vector<ExportFile> files;
    if (options.csv) {
        files.push_back({"sweep.csv", csvText(sweepColumns(), std::span<const SweepRow>(report.result.rows))});
    }
    if (options.json) {
        files.push_back({"sweep.json", documentText(sweepDocument(report))});
    }
    if (options.png && !report.result.rows.empty()) {
        auto pictures = sweepPictures(sweepData(report), options.pictures);
        if (!pictures) {
            return tl::unexpected(pictures.error());
        }
        std::move(pictures->begin(), pictures->end(), std::back_inserter(files));
    }
    return files;
}

}  // namespace decodescope::app
