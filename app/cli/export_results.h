// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/export_folder.h"
#include "app/report/exporter.h"
#include "app/report/run_json.h"

#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// Writes NAME.csv and NAME.json of a command that is not a recording (sweep, checks, bench) into --export's folder.
/// Without a folder it does nothing.
class ResultExport {
public:
    ResultExport(std::string folder, std::string name, const ExportOptions& formats);
    /// Before the work: the folder takes the files (and `more`).
    Result<void> check(const std::vector<std::string>& more = {}) const;
    Result<void> write(const std::string& csv, const Json& document, std::vector<ExportFile> more = {}) const;

private:
    std::string m_folder;
    std::string m_name;
    ExportOptions m_formats;
};

}  // namespace decodescope::app
