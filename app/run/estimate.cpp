// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_service.h"
#include "app/run/single_run.h"
#include "engine/base/memory_account.h"
#include "engine/kv_cache/kv_size.h"
#include "profiler/record/prediction.h"

#include <algorithm>

namespace decodescope::app {

namespace {

/// Steps priced one by one; longer runs are priced at this many places and interpolated (step time grows smoothly).
constexpr std::int64_t kPricedSteps = 48;

/// Seconds of one step, by the cost model at the rates in `info`.
std::optional<double> stepSeconds(const profiler::RunInfo& info, const profiler::CostFormats& formats,
                                  engine::Strategy strategy, const std::vector<std::int64_t>& lengths,
                                  std::int64_t step, engine::ForwardPlan& plan)
{
    const engine::StepShape shape = stepShapeOf(strategy, lengths, step);
    if (profiler::predictsFromKernels(info)) {
        return *profiler::predictStepSeconds(shape, {}, info) + info.ceilings->kernels->samplingSeconds();
    }
    engine::makeForwardPlan(info.model.config, shape, plan);
    return profiler::predictStepSeconds(shape, profiler::priceStep(info.model.config, plan, formats), info);
}

/// Seconds of steps 0 .. newTokens-1; empty without roofs.
std::optional<double> runSeconds(const profiler::RunInfo& info, const profiler::CostFormats& formats,
                                 engine::Strategy strategy, const std::vector<std::int64_t>& lengths,
                                 std::int64_t newTokens)
{
    engine::ForwardPlan plan;
    const auto at = [&](std::int64_t step) { return stepSeconds(info, formats, strategy, lengths, step, plan); };
    std::optional<double> seconds = at(0);
    if (!seconds || newTokens == 1) {
        return seconds;
    }
    std::int64_t from = 1;
    double before = at(1).value_or(0);
    *seconds += before;
    const std::int64_t last = newTokens - 1;
    while (from < last) {
        const std::int64_t to = std::min(last, from + std::max<std::int64_t>(1, last / kPricedSteps));
        const double now = at(to).value_or(0);
        // Steps from+1 .. to on a straight line between the two.
        const auto count = static_cast<double>(to - from);
        *seconds += count * now - (now - before) * (count - 1) / 2;
        before = now;
        from = to;
    }
    return seconds;
}

}  // namespace

std::optional<SpeedupEstimate> predictRuns(const PreparedModel& model, const profiler::RunSettings& settings,
                                           const profiler::Ceilings& ceilings,
                                           const std::vector<std::int64_t>& promptLengths, std::int64_t newTokens)
{
    profiler::RunInfo info;
    info.model = modelFacts(model);
    info.device = model.loaded->device();
    info.ceilings = ceilings;
    const profiler::CostFormats formats{[&](engine::TensorId id) { return model.loaded->residentType(id); },
                                        settings.keyFormat, settings.valueFormat};
    const auto naive = runSeconds(info, formats, engine::Strategy::naive, promptLengths, newTokens);
    const auto cached = runSeconds(info, formats, engine::Strategy::cached, promptLengths, newTokens);
    if (!naive || !cached) {
        return std::nullopt;
    }
    return SpeedupEstimate{*naive, *cached};
}

Result<RunEstimate> estimateRun(const profiler::RunSettings& settings, const PreparedModel& model,
                                const std::optional<profiler::Ceilings>& ceilings)
{
    auto prompts = buildPrompts(settings, model);
    if (!prompts) {
        return tl::unexpected(prompts.error());
    }
    std::vector<std::int64_t> lengths;
    for (const auto& prompt : prompts->ids) {
        lengths.push_back(static_cast<std::int64_t>(prompt.size()));
    }
    const std::int64_t longest = *std::max_element(lengths.begin(), lengths.end());
    const auto sequences = static_cast<std::int64_t>(lengths.size());

    profiler::RunInfo info;
    info.model = modelFacts(model);
    info.device = model.loaded->device();
    info.ceilings = ceilings;
    const profiler::CostFormats formats{[&](engine::TensorId id) { return model.loaded->residentType(id); },
                                        settings.keyFormat, settings.valueFormat};
    RunEstimate estimate;
    estimate.freeBytes = model.loaded->memory()->availableBytes();
    std::int64_t contextBytes = 0;
    for (const engine::Strategy strategy : settings.strategies) {
        const auto memory = model.loaded->estimateContext(
            contextOptionsFor(settings, strategy, longest, settings.newTokens, sequences));
        if (!memory) {
            return tl::unexpected(memory.error());
        }
        contextBytes = std::max(contextBytes, memory->liveTotal());
        if (ceilings) {
            const double once = runSeconds(info, formats, strategy, lengths, settings.newTokens).value_or(0);
            const double warmup =
                runSeconds(info, formats, strategy, lengths, std::min<std::int64_t>(3, settings.newTokens)).value_or(0);
            estimate.seconds += once * settings.repeat + warmup * settings.warmup;
        }
    }
    const auto kv = engine::kvBytes(engine::kvShapeOf(model.source->config()), settings.keyFormat, settings.valueFormat,
                                    longest + settings.newTokens - 1, sequences);
    if (!kv) {
        return tl::unexpected(kv.error());
    }
    estimate.kvBytes = *kv;
    estimate.memoryBytes = model.loaded->residentWeightBytes() + contextBytes;
    // The weights are resident already: only the context still has to fit.
    if (contextBytes > estimate.freeBytes) {
        estimate.refusal = "this run needs " + engine::mib(contextBytes) + " more (cache " +
                           engine::mib(estimate.kvBytes) + "), but only " + engine::mib(estimate.freeBytes) +
                           " are free: use fewer tokens, a smaller batch or a smaller cache format";
    }
    return estimate;
}

}  // namespace decodescope::app
