// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/pictures.h"
#include "app/cli/run_options.h"
#include "app/cli/run_report.h"
#include "app/report/export_folder.h"
#include "app/report/exporter.h"
#include "profiler/record/session_file.h"

#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

class OpenCommand : public Command {
public:
    const char* name() const override { return "open"; }
    const char* description() const override { return "Open a recording in the window, or export it without one"; }
    void addOptions(CLI::App& app) override
    {
        app.add_option("FILE", m_file, "A .dscope recording")->required();
        CLI::Option* folder = app.add_option("--export", m_export, "Write files into this folder (docs/files.md)");
        folder->type_name("DIR");
        app.add_option("--formats", m_formats, "Among csv, json, png, png-dark [" + m_formats + "]")
            ->type_name("LIST")
            ->needs(folder);
        app.add_flag("--json", m_json, "The recording as one JSON document on stdout");
    }
    std::optional<WindowRequest> window() const override
    {
        return m_export.empty() && !m_json ? std::optional(WindowRequest{m_file, {}, {}}) : std::nullopt;
    }

    Result<int> run(Console& console, std::stop_token) override
    {
        const auto formats = parseExportFormats(m_formats, true);
        if (!formats) {
            return tl::unexpected(formats.error());
        }
        auto recording = profiler::readSession(m_file);
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        console.warn(recording->warnings);
        Result<void> exported;
        if (!m_export.empty()) {
            std::unique_ptr<PictureSession> pictures;
            if (formats->png) {
                pictures = std::make_unique<PictureSession>();
            }
            auto written = exportRecording(*recording, m_export, *formats);
            if (written) {
                console.log().info("wrote {} files to {}", written->size(), m_export);
            } else {
                exported = tl::unexpected(written.error());
            }
        }
        const Result<void> printed =
            m_json ? console.printDocument(runJson(*recording)) : console.print(runReport(*recording));
        if (!exported || !printed) {
            return tl::unexpected(!exported ? exported.error() : printed.error());
        }
        return kExitDone;
    }

private:
    std::string m_file;
    std::string m_export;
    std::string m_formats = "csv,json,png";
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeOpenCommand()
{
    return std::make_unique<OpenCommand>();
}

}  // namespace decodescope::app
