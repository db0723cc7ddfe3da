// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/export_results.h"
#include "app/cli/pictures.h"
#include "app/cli/run_options.h"
#include "app/cli/run_report.h"
#include "app/report/sweep_report.h"
#include "app/run/single_run.h"

#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

constexpr std::int64_t kMaxContext = 1 << 30;

class SweepCommand : public Command {
public:
    const char* name() const override { return "sweep"; }
    const char* description() const override { return "Memory and throughput against context length, on filler text"; }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--contexts", m_contexts,
                       "Cache positions after the last step, comma-separated [" + m_contexts + "]")
            ->type_name("LIST");
        m_options.add(app);
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        auto settings = m_options.settings();
        auto contexts = parseIntegers("--contexts", m_contexts, 1, kMaxContext);
        auto formats = m_options.formats();
        if (!settings || !contexts || !formats) {
            return tl::unexpected(!settings ? settings.error() : !contexts ? contexts.error() : formats.error());
        }
        ResultExport exported(m_options.exportFolder(), "sweep", *formats);
        if (auto ready = exported.check(sweepPictureNames(formats->png)); !ready) {
            return tl::unexpected(ready.error());
        }
        std::unique_ptr<PictureSession> session;
        if (formats->png && !m_options.exportFolder().empty()) {
            session = std::make_unique<PictureSession>();
        }
        auto model = prepareModel(*settings, stop);
        if (!model) {
            return tl::unexpected(model.error());
        }
        RunCallbacks callbacks;
        callbacks.progress = [&](const std::string& line) { console.log().info("{}", line); };
        auto result = runSweep(*settings, {*contexts, settings->newTokens}, *model, callbacks, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        console.warn(result->warnings);
        const SweepReport report{*result, modelFacts(*model), model->loaded->device(), *settings};
        Result<std::vector<std::string>> written;
        if (!m_options.exportFolder().empty()) {
            auto files = sweepFiles(report, *formats);
            written = files ? writeExportFolder(m_options.exportFolder(), *files) : tl::unexpected(files.error());
        }
        const Result<void> printed = m_options.json() ? console.printDocument(documentText(sweepDocument(report)))
                                                      : console.print(table(*result, *model));
        if (!written || !printed) {
            return tl::unexpected(!written ? written.error() : printed.error());
        }
        return result->cancelled ? kExitInterrupted : kExitDone;
    }

private:
    static std::string table(const SweepResult& result, const PreparedModel& model)
    {
        std::vector<std::vector<std::string>> rows{{"mode", "context", "cache (formula)", "cache used", "memory peak",
                                                    "first token", "prefill tok/s", "decode tok/s"}};
        for (const SweepRow& row : result.rows) {
            rows.push_back({std::string(engine::name(row.strategy)), groupedText(row.context),
                            bytesText(row.kvBytesFormula), bytesText(row.kvBytesUsed), bytesText(row.memoryPeakBytes),
                            roundedText(row.ttftMs, 4) + " ms",
                            row.prefillTokPerS ? roundedText(*row.prefillTokPerS, 4) : "-",
                            row.tokPerS ? roundedText(*row.tokPerS, 4) : "-"});
        }
        std::string out = conditionsText(modelFacts(model), model.loaded->device()) + "\n" + textTable(rows);
        if (result.deltaMeasuredBytes) {
            out += "\nfrom the shortest to the longest context memory grew by " +
                   bytesText(*result.deltaMeasuredBytes) + ", the formula says " +
                   bytesText(*result.deltaFormulaBytes) + "\n";
        }
        return out;
    }

    RunOptions m_options{
        {.prompts = false, .eos = false, .pictures = true, .newTokens = "16", .mode = "cached", .trace = false}};
    std::string m_contexts = "128,256,512,1024,2048";
};

}  // namespace

std::unique_ptr<Command> makeSweepCommand()
{
    return std::make_unique<SweepCommand>();
}

}  // namespace decodescope::app
