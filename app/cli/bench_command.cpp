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

class BenchCommand : public Command {
public:
    const char* name() const override { return "bench"; }
    const char* description() const override
    {
        return "Prefill and decode speed at depth, against the machine's read roof";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--prompt-tokens", m_promptTokens, "Prefill lengths [" + m_promptTokens + "]")
            ->type_name("LIST");
        app.add_option("--depths", m_depths, "Tokens cached before the timed decode steps [" + m_depths + "]")
            ->type_name("LIST");
        m_options.add(app);
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        auto settings = m_options.settings();
        auto lengths = parseIntegers("--prompt-tokens", m_promptTokens, 1, 1 << 30);
        auto depths = parseIntegers("--depths", m_depths, 1, 1 << 30);
        auto formats = m_options.formats();
        if (!settings || !lengths || !depths || !formats) {
            return tl::unexpected(!settings  ? settings.error()
                                  : !lengths ? lengths.error()
                                  : !depths  ? depths.error()
                                             : formats.error());
        }
        const ResultExport exported(m_options.exportFolder(), "bench", *formats);
        if (auto ready = exported.check(); !ready) {
            return tl::unexpected(ready.error());
        }
        auto model = prepareModel(*settings, stop);
        if (!model) {
            return tl::unexpected(model.error());
        }
        RunCallbacks callbacks;
        callbacks.progress = [&](const std::string& line) { console.log().info("{}", line); };
        auto result =
            runBench(*settings, {*lengths, *depths, settings->newTokens, settings->repeat}, *model, callbacks, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        console.warn(result->warnings);
        Json document = documentHead();
        document["model"] = modelJson(modelFacts(*model));
        document["device"] = deviceJson(model->loaded->device());
        document["settings"] = settingsJson(*settings);
        document["results"] = rowsJson(benchColumns(), std::span<const BenchRow>(result->rows));
        document["cancelled"] = result->cancelled;
        document["warnings"] = result->warnings;
        const auto written = exported.write(csvText(benchColumns(), std::span<const BenchRow>(result->rows)), document);
        const Result<void> printed =
            m_options.json()
                ? console.printDocument(documentText(document))
                : console.print(conditionsText(modelFacts(*model), model->loaded->device()) + "\n" + table(*result));
        if (!written || !printed) {
            return tl::unexpected(!written ? written.error() : printed.error());
        }
        return result->cancelled ? kExitInterrupted : kExitDone;
    }

private:
    static std::string table(const BenchResult& result)
    {
        std::vector<std::vector<std::string>> rows{
            {"", "tokens", "depth", "tok/s", "+-", "GB/s", "read roof", "share"}};
        for (const BenchRow& row : result.rows) {
            rows.push_back({std::string(engine::name(row.kind)),
                            row.promptTokens ? groupedText(*row.promptTokens) : groupedText(row.newTokens),
                            row.depth ? groupedText(*row.depth) : "0", roundedText(row.tokPerS, 4),
                            row.stddev ? roundedText(*row.stddev) : "-", roundedText(row.gbPerS),
                            row.readRoofGbPerS ? roundedText(*row.readRoofGbPerS) : "-",
                            row.shareOfReadRoof ? roundedText(100 * *row.shareOfReadRoof) + " %" : "-"});
        }
        return textTable(rows);
    }

    RunOptions m_options{{.prompts = false,
                          .eos = false,
                          .pictures = false,
                          .newTokens = "64",
                          .mode = "cached",
                          .repeat = "5",
                          .modes = false,
                          .trace = false}};
    std::string m_promptTokens = "16,512";
    std::string m_depths = "32,512,2048";
};

}  // namespace

std::unique_ptr<Command> makeBenchCommand()
{
    return std::make_unique<BenchCommand>();
}

}  // namespace decodescope::app
