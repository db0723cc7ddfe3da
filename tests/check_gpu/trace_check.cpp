// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/check_gpu/trace_check.h"

#include "engine/base/number_text.h"
#include "profiler/record/device_trace.h"

#include <map>
#include <span>

namespace decodescope::check_gpu {
namespace {

using engine::OpKind;
using profiler::StepTrace;

constexpr std::int64_t kPrompt = 24;
constexpr int kSteps = 5;  ///< of decoding; the first captures a graph

/// Pieces of work of a step, by op, layer and name.
using Counts = std::map<std::string, int>;

struct TracedStep {
    StepTrace trace;
    engine::ForwardPlan plan;
    std::int64_t wallNs = 0;
};

std::string opText(const engine::ForwardPlan& plan, std::int32_t op)
{
    if (op < 0 || static_cast<std::size_t>(op) >= plan.ops.size())
        return "-";
    const engine::Op& found = plan.ops[static_cast<std::size_t>(op)];
    return std::string(name(found.kind)) + (found.layer < 0 ? "" : "." + std::to_string(found.layer));
}

std::string workText(const profiler::KernelRecord& record)
{
    return record.name ? *record.name : std::string(profiler::name(record.work));
}

Counts countsOf(const TracedStep& step)
{
    Counts counts;
    for (const profiler::KernelRecord& record : step.trace.kernels)
        ++counts[opText(step.plan, record.op) + " " + workText(record)];
    return counts;
}

/// The prompt, then kSteps tokens; of those what was traced.
Result<std::vector<TracedStep>> decode(engine::LoadedModel& model, engine::LaunchMode mode,
                                       const MakeTracer& makeTracer)
{
    const auto tracer = makeTracer();
    engine::ContextOptions options;
    options.maxPositions = kPrompt + kSteps;
    options.launch = mode;
    options.tracer = tracer.get();
    auto context = model.createContext(options);
    if (!context)
        return tl::unexpected(context.error());
    std::vector<engine::TokenId> tokens;
    for (std::int64_t i = 0; i < kPrompt; ++i)
        tokens.push_back(static_cast<engine::TokenId>((i * 7919 + 11) % model.config().vocab));
    std::vector<TracedStep> steps;
    engine::StepOutput out;
    for (int step = -1; step < kSteps; ++step) {
        const engine::SequenceInput input{0, tokens};
        if (auto done = (*context)->step({&input, 1}, false, {}, out); !done)
            return tl::unexpected(done.error());
        auto trace = tracer->take();
        if (!trace)
            return tl::unexpected(tracer->failure().value_or(
                Error{ErrorCode::device, "CUPTI says nothing of step " + std::to_string(step + 1), ""}));
        if (step >= 0)
            steps.push_back({std::move(*trace), out.plan, out.wallNs});
        tokens = {out.sequences[0].top.front().id};
    }
    return steps;
}

nlohmann::ordered_json recordsOf(const TracedStep& step)
{
    const profiler::DeviceTrace& sums = step.trace.sums;
    nlohmann::ordered_json json = {{"wall_ns", step.wallNs},         {"span_ns", sums.spanNs},
                                   {"busy_ns", sums.busyNs},         {"launch_ns", sums.launchNs},
                                   {"profiler_ns", sums.profilerNs}, {"dropped", sums.dropped}};
    json["work"] = nlohmann::ordered_json::array();
    for (const profiler::KernelRecord& record : step.trace.kernels)
        json["work"].push_back({{"name", workText(record)},
                                {"op", opText(step.plan, record.op)},
                                {"in_graph", record.inGraph},
                                {"start_ns", record.startNs},
                                {"device_ns", record.timed ? nlohmann::ordered_json(record.durationNs) : nullptr},
                                {"grid", record.grid},
                                {"block", record.block},
                                {"registers", record.registers},
                                {"shared_bytes", record.sharedBytes},
                                {"bytes", record.bytes}});
    return json;
}

/// Layers whose attention has a kernel of its own, and whether embedding and output head have.
int opsWithKernels(const TracedStep& step)
{
    const auto times = profiler::deviceTimesOfOps(step.trace.kernels, step.plan.ops.size());
    int found = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const OpKind kind = step.plan.ops[i].kind;
        const bool own = kind == OpKind::embedding || kind == OpKind::attention || kind == OpKind::outputHead;
        found += own && times[i].value_or(0) > 0 ? 1 : 0;
    }
    return found;
}

}  // namespace

Result<TraceReport> checkTracing(engine::LoadedModel& model, const MakeTracer& makeTracer)
{
    TraceReport report;
    const auto add = [&](std::string what, std::string measured, std::string expected, bool passed) {
        report.checks.push_back({"tracing: " + std::move(what),
                                 std::move(measured),
                                 {},
                                 std::move(expected),
                                 passed ? Verdict::passed : Verdict::failed,
                                 ""});
    };
    Counts single;
    for (const engine::LaunchMode mode :
         {engine::LaunchMode::kernels, engine::LaunchMode::graph, engine::LaunchMode::persistent}) {
        const auto steps = decode(model, mode, makeTracer);
        if (!steps)
            return tl::unexpected(steps.error());
        const std::string of = ", " + std::string(engine::name(mode));
        const Counts first = countsOf(steps->front());
        int same = 0;
        std::int64_t lost = 0;
        std::int64_t untimed = 0;
        int fitting = 0;
        for (const TracedStep& step : *steps) {
            same += countsOf(step) == first ? 1 : 0;
            lost += step.trace.sums.dropped;
            untimed += step.trace.sums.untimed;
            fitting += step.trace.sums.busyNs > 0 && step.trace.sums.busyNs <= step.trace.sums.spanNs ? 1 : 0;
        }
        const std::string all = std::to_string(kSteps);
        add("same kernels in every step" + of, std::to_string(same) + " of " + all, "all", same == kSteps);
        add("records lost" + of, std::to_string(lost), "0", lost == 0);
        add("work without times" + of, std::to_string(untimed), "0", untimed == 0);
        add("busy within the step" + of, std::to_string(fitting) + " of " + all, "all", fitting == kSteps);
        const TracedStep& last = steps->back();
        const auto expectedOps = static_cast<int>(model.config().layers) + 2;
        if (mode != engine::LaunchMode::persistent)
            add("embedding, attention and head have kernels" + of, std::to_string(opsWithKernels(last)),
                std::to_string(expectedOps), opsWithKernels(last) == expectedOps);
        if (mode == engine::LaunchMode::kernels)
            single = first;
        if (mode == engine::LaunchMode::graph)
            add("a graph runs the kernels of single launches", single == first ? "yes" : "no", "yes", single == first);
        report.checks.push_back(
            {"tracing: of a step" + of,
             std::to_string(last.trace.sums.kernels) + " kernels, busy " +
                 engine::fixedText(static_cast<double>(last.trace.sums.busyNs) * 1e-3, 1) + " us, idle " +
                 engine::fixedText(static_cast<double>(last.trace.sums.gapNs()) * 1e-3, 1) + " us, wall " +
                 engine::fixedText(static_cast<double>(last.wallNs) * 1e-3, 1) + " us",
             {},
             "",
             Verdict::told,
             ""});
        report.records[std::string(engine::name(mode))] = recordsOf(last);
    }
    return report;
}

}  // namespace decodescope::check_gpu
