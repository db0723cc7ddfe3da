// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/export_results.h"
#include "app/cli/run_options.h"
#include "app/cli/run_report.h"
#include "app/report/result_columns.h"
#include "app/report/table_json.h"
#include "app/run/single_run.h"

#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

class ChecksCommand : public Command {
public:
    const char* name() const override { return "checks"; }
    const char* description() const override
    {
        return "The scored checks: formula, agreement, speed-up, memory, bounds, broken caches";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--contexts", m_contexts, "Contexts of the memory and throughput checks [512,2048]")
            ->type_name("LIST");
        m_options.add(app);
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        auto settings = m_options.settings();
        auto formats = m_options.formats();
        if (!settings || !formats) {
            return tl::unexpected(!settings ? settings.error() : formats.error());
        }
        CheckOptions options;
        options.newTokens = settings->newTokens;
        if (!m_contexts.empty()) {
            auto contexts = parseIntegers("--contexts", m_contexts, 4, 1 << 30);
            if (!contexts) {
                return tl::unexpected(contexts.error());
            }
            options.contexts = std::move(*contexts);
        }
        const ResultExport exported(m_options.exportFolder(), "checks", *formats);
        if (auto ready = exported.check(); !ready) {
            return tl::unexpected(ready.error());
        }
        auto model = prepareModel(*settings, stop);
        if (!model) {
            return tl::unexpected(model.error());
        }
        if (!m_options.json()) {
            if (auto printed = console.print(conditionsText(modelFacts(*model), model->loaded->device()) + "\n");
                !printed) {
                return tl::unexpected(printed.error());
            }
        }
        RunCallbacks callbacks;
        callbacks.progress = [&](const std::string& line) { console.log().info("{}", line); };
        const auto finished = [&](const CheckResult& check) {
            if (!m_options.json()) {
                // A stdout that takes no more is reported once, at the end.
                (void)console.print(lineOf(check));
            }
        };
        auto report = runChecks(*settings, options, *model, callbacks, finished, stop);
        if (!report) {
            return tl::unexpected(report.error());
        }
        console.warn(report->warnings);
        Json document = documentHead();
        document["model"] = modelJson(modelFacts(*model));
        document["device"] = deviceJson(model->loaded->device());
        document["settings"] = settingsJson(*settings);
        document["checks"] = rowsJson(checkColumns(), std::span<const CheckResult>(report->checks));
        document["cancelled"] = report->cancelled;
        document["warnings"] = report->warnings;
        const auto written =
            exported.write(csvText(checkColumns(), std::span<const CheckResult>(report->checks)), document);
        const Result<void> printed =
            m_options.json() ? console.printDocument(documentText(document)) : console.print(summary(*report));
        if (!written || !printed) {
            return tl::unexpected(!written ? written.error() : printed.error());
        }
        if (report->cancelled) {
            return kExitInterrupted;
        }
        return report->failed() ? kExitCheckFailed : kExitDone;
    }

private:
    static std::string lineOf(const CheckResult& check)
    {
        std::string status(app::name(check.status));
        status.resize(8, ' ');
        return status + check.name + "\n        measured " +
               (check.measured.empty() ? "nothing" : check.measured.text()) + ", expected " +
               (check.expected.empty() ? "nothing" : check.expected.text()) + "\n        " + check.reason + "\n";
    }

    static std::string summary(const CheckReport& report)
    {
        const auto count = [&](CheckStatus status) {
            return std::to_string(std::count_if(report.checks.begin(), report.checks.end(),
                                                [&](const CheckResult& check) { return check.status == status; }));
        };
        return "\n" + count(CheckStatus::passed) + " passed, " + count(CheckStatus::failed) + " failed, " +
               count(CheckStatus::skipped) + " skipped\n";
    }

    RunOptions m_options{{.eos = false, .pictures = false, .modes = false, .trace = false}};
    std::string m_contexts;
};

}  // namespace

std::unique_ptr<Command> makeChecksCommand()
{
    return std::make_unique<ChecksCommand>();
}

}  // namespace decodescope::app
