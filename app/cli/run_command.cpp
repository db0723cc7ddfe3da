// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/pictures.h"
#include "app/cli/run_options.h"
#include "app/cli/run_report.h"
#include "app/report/export_folder.h"
#include "app/run/run_service.h"
#include "app/run/single_run.h"
#include "profiler/record/session_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>

namespace decodescope::app {

namespace {

constexpr double kLongRunSeconds = 60;

/// Slower than any machine that runs this: what is short here is short everywhere, and needs no probe to say so.
profiler::Ceilings slowestMachine()
{
    profiler::Ceilings roofs;
    roofs.readGbPerS = 2;
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8}) {
        roofs.compute.push_back({type, 4, "assumed"});
    }
    return roofs;
}

/// Says how far a long run has come, every few seconds.
class StepProgress {
public:
    explicit StepProgress(Console& console) : m_console(console) {}
    void begin(std::shared_ptr<profiler::RunRecord> run)
    {
        m_run = std::move(run);
        m_last = Clock::now();
    }
    void step()
    {
        const auto now = Clock::now();
        if (m_run->info().warmup || now - m_last < kInterval) {
            return;
        }
        m_last = now;
        m_console.log().info("{}: {} of {} steps", m_run->info().id, m_run->steps().size(),
                             m_run->info().settings.newTokens);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds kInterval{2};
    Console& m_console;
    std::shared_ptr<profiler::RunRecord> m_run;
    Clock::time_point m_last;
};

class RunCommand : public Command {
public:
    const char* name() const override { return "run"; }
    const char* description() const override
    {
        return "Decode a prompt with and without the cache, and record every step";
    }
    void addOptions(CLI::App& app) override
    {
        m_options.add(app);
        app.add_option("--record", m_record, "Record into this .dscope file while it runs")
            ->type_name("FILE")
            ->group("Output");
        app.footer(
            "\nExample: decodescope run --prompt \"The key idea behind the Transformer architecture is\" --export out");
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        auto settings = m_options.settings();
        if (!settings) {
            return tl::unexpected(settings.error());
        }
        if (settings->prompts.empty() && settings->promptIds.empty()) {
            return fail(ErrorCode::usage, "there is no prompt",
                        "give --prompt TEXT, --prompt-file FILE or --prompt-ids 1,2,3");
        }
        auto formats = m_options.formats();
        if (!formats) {
            return tl::unexpected(formats.error());
        }
        const std::string& folder = m_options.exportFolder();
        std::unique_ptr<PictureSession> pictures;
        if (!folder.empty()) {
            if (auto writable = checkExportFolder(folder, exportFileNames(*formats, false)); !writable) {
                return tl::unexpected(writable.error());
            }
            if (formats->png) {
                pictures = std::make_unique<PictureSession>();
            }
        }
        auto model = prepareModel(*settings, stop);
        if (!model) {
            return tl::unexpected(model.error());
        }
        if (!folder.empty() && model->cupti) {  // only now it is known whether there will be kernels
            if (auto writable = checkExportFolder(folder, exportFileNames(*formats, true)); !writable) {
                return tl::unexpected(writable.error());
            }
        }
        if (auto fits = preflight(*settings, *model, console, stop); !fits) {
            return tl::unexpected(fits.error());
        }
        std::unique_ptr<profiler::SessionWriter> session;
        if (!m_record.empty()) {
            auto created = profiler::SessionWriter::create(m_record);
            if (!created) {
                return tl::unexpected(created.error());
            }
            session = std::move(*created);
        }
        RunCallbacks callbacks;
        StepProgress progress(console);
        callbacks.runStarted = [&](const std::shared_ptr<profiler::RunRecord>& run) {
            progress.begin(run);
            if (session) {
                session->add(run);
            }
        };
        callbacks.stepPublished = [&] { progress.step(); };
        callbacks.progress = [&](const std::string& line) { console.log().info("{}", line); };
        auto recording = executeRuns(*settings, *model, callbacks, stop);
        if (session && recording) {
            session->warn(recording->warnings);
        }
        const Result<void> closed = session ? session->close() : Result<void>();
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        console.warn(recording->warnings);
        auto done = finish(*recording, *formats, console, stop.stop_requested());
        // A recording that could not be written costs neither the exports nor the document.
        return done && !closed ? tl::unexpected(closed.error()) : done;
    }

private:
    /// Refuses what does not fit and warns about what takes long, before anything runs.
    Result<void> preflight(const profiler::RunSettings& settings, const PreparedModel& model, Console& console,
                           std::stop_token stop)
    {
        auto prompts = buildPrompts(settings, model);
        if (!prompts) {
            Error error = prompts.error();
            if (m_options.promptsFromFile() && error.code == ErrorCode::usage) {
                error.code = ErrorCode::badInput;
            }
            return tl::unexpected(error);
        }
        auto estimate = estimateRun(settings, model, slowestMachine());
        if (!estimate) {
            return tl::unexpected(estimate.error());
        }
        if (estimate->refusal) {
            return fail(ErrorCode::memory, *estimate->refusal);
        }
        if (estimate->seconds <= kLongRunSeconds) {
            return {};
        }
        std::vector<std::string> warnings;
        const auto longest = std::max_element(prompts->ids.begin(), prompts->ids.end(),
                                              [](const auto& a, const auto& b) { return a.size() < b.size(); });
        const PredictedRuns runs{settings.strategies, static_cast<std::int64_t>(longest->size()), settings.newTokens,
                                 static_cast<std::int64_t>(prompts->ids.size())};
        estimate = estimateRun(settings, model, probeRoofsFor(runs, settings, model, warnings, stop));
        if (!estimate) {
            return tl::unexpected(estimate.error());
        }
        if (estimate->seconds > kLongRunSeconds) {
            console.log().warn("this will take about {} minutes (Ctrl-C keeps what was recorded)",
                               roundedText(estimate->seconds / 60, 2));
        }
        return {};
    }

    Result<int> finish(const profiler::Recording& recording, const ExportOptions& formats, Console& console,
                       bool interrupted)
    {
        // The files first: a closed pipe on stdout must not cost them. Nor does a full disk cost what stdout gets.
        Result<void> exported;
        if (!m_options.exportFolder().empty()) {
            auto written = exportRecording(recording, m_options.exportFolder(), formats);
            if (written) {
                console.log().info("wrote {} files to {}", written->size(), m_options.exportFolder());
            } else {
                exported = tl::unexpected(written.error());
            }
        }
        const Result<void> printed =
            m_options.json() ? console.printDocument(runJson(recording)) : console.print(runReport(recording));
        if (!exported || !printed) {
            return tl::unexpected(!exported ? exported.error() : printed.error());
        }
        return interrupted ? kExitInterrupted : kExitDone;
    }

    RunOptions m_options{RunOptions::Use{}};
    std::string m_record;
};

}  // namespace

std::unique_ptr<Command> makeRunCommand()
{
    return std::make_unique<RunCommand>();
}

}  // namespace decodescope::app
