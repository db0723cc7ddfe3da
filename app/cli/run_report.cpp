// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_report.h"

#include "app/cli/command.h"
#include "engine/model/tokenizer.h"
#include "profiler/record/decode_depth.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"
#include "profiler/record/trace_summary.h"

#include <algorithm>

namespace decodescope::app {

namespace {

using profiler::RunRecord;
using profiler::RunSummary;

std::string milliseconds(double value)
{
    return roundedText(value, 4) + " ms";
}

std::string rate(const std::optional<double>& value, const char* unit)
{
    return value ? roundedText(*value, 4) + " " + unit : std::string("-");
}

/// "1 thread", "2 threads".
std::string counted(std::size_t count, const char* what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Text of one sequence as it was decoded.
std::string decodedText(const RunRecord& run, std::int32_t sequence)
{
    std::string bytes;
    for (std::size_t i = 0; i < run.steps().size(); ++i) {
        for (const profiler::SequenceRecord& part : run.steps()[i].sequences) {
            bytes += part.sequence == sequence ? part.tokenBytes : std::string();
        }
    }
    return engine::toValidUtf8(bytes);
}

std::string stopText(const RunRecord& run)
{
    std::string text;
    if (const profiler::RunEnd* end = run.end()) {
        for (const engine::StopReason stop : end->stops) {
            const std::string reason(engine::name(stop));
            text += text.find(reason) == std::string::npos ? (text.empty() ? "" : ", ") + reason : std::string();
        }
    }
    return text.empty() ? "-" : text;
}

std::string depthText(const RunRecord& run)
{
    const auto depths = decodeDepths(run);
    return depths ? groupedText(depths->first) + " to " + groupedText(depths->last) : std::string("-");
}

/// Rows on what a profiler saw of the device; none where it saw nothing.
void addTraces(const std::vector<std::shared_ptr<RunRecord>>& runs, std::vector<std::vector<std::string>>& rows)
{
    using profiler::TraceSummary;
    std::vector<std::optional<TraceSummary>> traces;
    traces.reserve(runs.size());
    for (const auto& run : runs) {
        traces.push_back(summariseTrace(*run));
    }
    if (std::none_of(traces.begin(), traces.end(), [](const auto& trace) { return trace.has_value(); })) {
        return;
    }
    const auto add = [&](const char* label, const auto& value) {
        std::vector<std::string> row{label};
        for (const auto& trace : traces) {
            row.push_back(trace ? value(*trace) : std::string("-"));
        }
        rows.push_back(std::move(row));
    };
    add("kernels per step", [](const TraceSummary& t) { return roundedText(t.kernelsPerStep, 5); });
    add("device busy per step", [](const TraceSummary& t) { return milliseconds(t.busyMsPerStep); });
    add("device idle between kernels", [](const TraceSummary& t) { return milliseconds(t.gapMsPerStep); });
    add("launch calls per step", [](const TraceSummary& t) { return milliseconds(t.launchMsPerStep); });
    add("spent on tracing", [](const TraceSummary& t) {
        return milliseconds(t.profilerMs) + " (" + roundedText(100 * t.profilerShare) + " %)";
    });
    add("records lost", [](const TraceSummary& t) { return groupedText(t.dropped); });
}

/// Rows on the memory of a device that has its own; none where the runs were on the CPU.
void addDeviceMemory(const std::vector<std::shared_ptr<RunRecord>>& runs, std::vector<std::vector<std::string>>& rows)
{
    if (std::none_of(runs.begin(), runs.end(), [](const auto& run) { return run->info().deviceMemory.has_value(); })) {
        return;
    }
    const auto add = [&](const char* label, const auto& value) {
        std::vector<std::string> row{label};
        for (const auto& run : runs) {
            row.push_back(run->info().deviceMemory && run->steps().size() > 0 ? value(*run, *run->info().deviceMemory)
                                                                              : std::string("-"));
        }
        rows.push_back(std::move(row));
    };
    using profiler::DeviceMemoryFacts;
    add("memory reserved", [](const RunRecord& run, const DeviceMemoryFacts&) {
        return bytesText(run.steps()[run.steps().size() - 1].memory.reserved);
    });
    add("device memory in use", [](const RunRecord&, const DeviceMemoryFacts& memory) {
        return bytesText(memory.inUseBytes) + " of " + bytesText(memory.totalBytes);
    });
    add("of it context and others",
        [](const RunRecord&, const DeviceMemoryFacts& memory) { return bytesText(memory.beforeBytes); });
}

/// Rows on what the device counted in the prompt and the last counted step, beside what is modelled of the same step;
/// none where it counted nothing.
void addCounters(const profiler::Recording& recording, const std::vector<std::shared_ptr<RunRecord>>& runs,
                 std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::shared_ptr<RunRecord>> passes;
    passes.reserve(runs.size());
    for (const auto& run : runs) {
        passes.push_back(countedPass(recording, *run));
    }
    if (std::none_of(passes.begin(), passes.end(), [](const auto& pass) { return pass != nullptr; })) {
        return;
    }
    const auto add = [&](const char* label, bool prompt, const auto& value) {
        std::vector<std::string> row{label};
        for (const auto& pass : passes) {
            const std::size_t count = pass ? pass->steps().size() : 0;
            const bool there = count > (prompt ? 0 : 1) && pass->steps()[prompt ? 0 : count - 1].counters;
            row.push_back(there ? value(pass->steps()[prompt ? 0 : count - 1]) : std::string("-"));
        }
        rows.push_back(std::move(row));
    };
    const auto bytes = [](const profiler::StepRecord& step) {
        const auto moved = step.counters->bytes();
        return (moved ? bytesText(*moved) : std::string("-")) + " (modelled " + bytesText(step.cost.bytes()) + ")";
    };
    const auto flops = [](const profiler::StepRecord& step) {
        const auto& counted = step.counters->flops;
        return (counted ? roundedText(*counted / 1e9, 4) : std::string("-")) + " GFLOP (modelled " +
               roundedText(step.cost.flops / 1e9, 4) + ")";
    };
    add("prompt: memory traffic counted", true, bytes);
    add("prompt: work counted", true, flops);
    add("decode step: memory traffic counted", false, bytes);
    add("decode step: work counted", false, flops);
}

std::string verdict(const profiler::Recording& recording)
{
    const auto naive = medianRun(recording, engine::Strategy::naive);
    const auto cached = medianRun(recording, engine::Strategy::cached);
    if (!naive || !cached || naive->steps().size() == 0 || cached->steps().size() == 0) {
        return {};
    }
    std::string text;
    if (const auto times = speedup(recording)) {
        text += "cached is " + roundedText(*times) + " times as fast as naive, end to end";
        if (const auto predicted = predictedSpeedup(recording)) {
            text += " (the cost model predicts " + roundedText(*predicted);
            if (const auto atRoofs = roofSpeedup(recording)) {
                text += ", at this machine's roofs it would be " + roundedText(*atRoofs);
            }
            text += ")";
        }
        text += "\n";
    }
    const profiler::Agreement agreement = compareRuns(*naive, *cached);
    if (agreement.identical) {
        text +=
            "same tokens and same logits, bit for bit, at all " + std::to_string(agreement.commonSteps) + " steps\n";
    } else if (agreement.firstDifference) {
        text += "the two part at step " + std::to_string(*agreement.firstDifference + 1) +
                (agreement.tokensEqual ? " (logits only)" : "") + "; the two best logits there are " +
                roundedText(agreement.marginAtDifference) + " apart\n";
    }
    return text;
}

}  // namespace

std::string conditionsText(const profiler::ModelFacts& model, const engine::DeviceInfo& device)
{
    std::string text = engine::toValidUtf8(model.config.name) + " (" + model.config.architecture + ", " +
                       groupedText(model.config.parameters) + " parameters" +
                       (model.config.synthetic ? ", SYNTHETIC: random weights" : "") + "), " + model.weightsFormat +
                       " weights, " + model.compute + " products\n";
    return text + device.name + ", " + counted(static_cast<std::size_t>(device.threads), "thread") + ", " + device.isa +
           "\n";
}

std::string runReport(const profiler::Recording& recording)
{
    std::vector<std::shared_ptr<RunRecord>> runs;
    for (const auto& run : recording.runs) {
        const bool known = std::any_of(runs.begin(), runs.end(), [&](const auto& other) {
            return other->info().strategy == run->info().strategy;
        });
        if (run->info().warmup || known) {
            continue;
        }
        const auto median = medianRun(recording, run->info().strategy);
        runs.push_back(median ? median : run);
    }
    if (runs.empty()) {
        return "nothing was recorded\n";
    }
    const profiler::RunInfo& info = runs.front()->info();
    std::string out = conditionsText(info.model, info.device);
    const auto& prompts = info.promptIds;
    out += counted(prompts.size(), "sequence") + ", prompt of " +
           counted(prompts.empty() ? 0 : prompts.front().size(), "token") + ", cache in " +
           std::string(name(info.settings.keyFormat)) +
           (info.settings.keyFormat == info.settings.valueFormat ? std::string()
                                                                 : "/" + std::string(name(info.settings.valueFormat))) +
           ", medians of " + std::to_string(info.settings.repeat) + "\n\n";

    std::vector<std::vector<std::string>> rows(1, {""});
    std::vector<RunSummary> summaries;
    for (const auto& run : runs) {
        rows.front().emplace_back(engine::name(run->info().strategy));
        auto median = summariseMedian(recording, run->info().strategy);
        summaries.push_back(median ? *median : summarise(*run));
    }
    const auto add = [&](const char* label, const auto& value) {
        std::vector<std::string> row{label};
        for (const RunSummary& summary : summaries) {
            row.push_back(value(summary));
        }
        rows.push_back(std::move(row));
    };
    add("steps", [](const RunSummary& s) { return groupedText(s.steps); });
    add("time to first token", [](const RunSummary& s) { return milliseconds(s.ttftMs); });
    add("prefill", [](const RunSummary& s) { return rate(s.prefillTokPerS, "tok/s"); });
    add("decode", [](const RunSummary& s) { return rate(s.decodeTokPerS, "tok/s"); });
    std::vector<std::string> depths{"decode, at depth"};
    for (const auto& run : runs) {
        depths.push_back(depthText(*run));
    }
    rows.push_back(std::move(depths));
    add("decode, std. deviation", [](const RunSummary& s) { return rate(s.decodeTokPerSStddev, "tok/s"); });
    add("total", [](const RunSummary& s) { return milliseconds(s.totalMs); });
    add("positions computed", [](const RunSummary& s) { return groupedText(s.positionsComputed); });
    add("of those again", [](const RunSummary& s) {
        return groupedText(s.positionsRecomputed) + " (" + roundedText(100 * s.shareRecomputed) + " %)";
    });
    add("positions read from cache", [](const RunSummary& s) { return groupedText(s.positionsReused); });
    add("cache used", [](const RunSummary& s) { return bytesText(s.kvBytesUsed); });
    add("cache by the formula", [](const RunSummary& s) { return bytesText(s.kvBytesFormula); });
    add("cache allocated", [](const RunSummary& s) { return bytesText(s.kvBytesAllocated); });
    add("memory at its peak", [](const RunSummary& s) { return bytesText(s.memoryPeakBytes); });
    addDeviceMemory(runs, rows);
    addTraces(runs, rows);
    addCounters(recording, runs, rows);
    std::vector<std::string> stops{"stopped by"};
    for (const auto& run : runs) {
        stops.push_back(stopText(*run));
    }
    rows.push_back(std::move(stops));
    out += textTable(rows) + "\n" + verdict(recording);
    for (const auto& run : runs) {
        // Broken caches are about what they do to the text; otherwise one text stands for all.
        if (run != runs.back() && run->info().strategy == engine::Strategy::naive) {
            continue;
        }
        for (std::size_t i = 0; i < prompts.size(); ++i) {
            out += "\n" + std::string(engine::name(run->info().strategy)) +
                   (prompts.size() > 1 ? ", sequence " + std::to_string(i + 1) : std::string()) + ":\n" +
                   decodedText(*run, static_cast<std::int32_t>(i)) + "\n";
        }
    }
    return out;
}

}  // namespace decodescope::app
