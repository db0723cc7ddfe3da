// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/export_results.h"

#include <iterator>

namespace decodescope::app {

ResultExport::ResultExport(std::string folder, std::string name, const ExportOptions& formats)
    : m_folder(std::move(folder)), m_name(std::move(name)), m_formats(formats)
{
}

Result<void> ResultExport::check(const std::vector<std::string>& more) const
{
    if (m_folder.empty()) {
        return {};
    }
    std::vector<std::string> names = more;
    if (m_formats.csv) {
        names.push_back(m_name + ".csv");
    }
    if (m_formats.json) {
        names.push_back(m_name + ".json");
    }
    return checkExportFolder(m_folder, names);
}

Result<void> ResultExport::write(const std::string& csv, const Json& document, std::vector<ExportFile> more) const
{
    if (m_folder.empty()) {
        return {};
    }
    std::vector<ExportFile> files;
    if (m_formats.csv) {
        files.push_back({m_name + ".csv", csv});
    }
    if (m_formats.json) {
        files.push_back({m_name + ".json", documentText(document)});
    }
    std::move(more.begin(), more.end(), std::back_inserter(files));
    auto written = writeExportFolder(m_folder, files);
    if (!written) {
        return tl::unexpected(written.error());
    }
    return {};
}

}  // namespace decodescope::app
