// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/prediction.h"

#include "profiler/record/summary.h"

#include <algorithm>
#include <functional>

namespace decodescope::profiler {
namespace {

using StepSeconds = std::function<std::optional<double>(const StepRecord&, const RunInfo&)>;

/// Sum over the steps of a run; empty when one step has no prediction.
std::optional<double> runSeconds(const RunRecord& run, const StepSeconds& ofStep)
{
    double seconds = 0;
    for (std::size_t i = 0; i < run.steps().size(); ++i) {
        const std::optional<double> step = ofStep(run.steps()[i], run.info());
        if (!step)
            return std::nullopt;
        seconds += *step;
    }
    return seconds;
}

/// Median over a strategy's repeats, each by the rates probed beside it: what is compared with the median run.
std::optional<double> medianSeconds(const Recording& recording, engine::Strategy strategy, const StepSeconds& ofStep)
{
    std::vector<double> totals;
    for (const std::shared_ptr<RunRecord>& run : wholeRuns(recording, strategy))
        if (const std::optional<double> seconds = runSeconds(*run, ofStep))
            totals.push_back(*seconds);
    if (totals.empty())
        return std::nullopt;
    std::sort(totals.begin(), totals.end());
    return totals[(totals.size() - 1) / 2];
}

std::optional<double> ratioOfRuns(const Recording& recording, const StepSeconds& ofStep)
{
    const std::optional<double> naive = medianSeconds(recording, engine::Strategy::naive, ofStep);
    const std::optional<double> cached = medianSeconds(recording, engine::Strategy::cached, ofStep);
    if (!naive || !cached || *cached <= 0)
        return std::nullopt;
    return *naive / *cached;
}

}  // namespace

std::optional<ComputeType> mainCompute(const ModelFacts& model)
{
    const std::string first = model.compute.substr(0, model.compute.find('+'));
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8})
        if (first == name(type))
            return type;
    return std::nullopt;
}

engine::StepShape shapeOf(const StepRecord& step)
{
    engine::StepShape shape;
    for (const SequenceRecord& sequence : step.sequences)
        shape.sequences.push_back({sequence.positionsComputed, sequence.contextLength - sequence.positionsComputed});
    return shape;
}

std::optional<double> roofStepSeconds(const Cost& cost, const RunInfo& info)
{
    if (!info.ceilings)
        return std::nullopt;
    const std::optional<ComputeType> type = mainCompute(info.model);
    const std::optional<double> compute = type ? info.ceilings->computeGflopPerS(*type) : std::nullopt;
    const double read = info.ceilings->readGbPerSAt(cost.bytesWeights + cost.bytesKvRead);
    if (!compute || *compute <= 0 || read <= 0)
        return std::nullopt;
    return 1e-9 * std::max(cost.flops / *compute, static_cast<double>(cost.bytes()) / read);
}

bool predictsFromKernels(const RunInfo& info)
{
    if (!info.ceilings || !info.ceilings->kernels)
        return false;
    const KernelRates& rates = *info.ceilings->kernels;
    return !rates.probes.empty() && rates.model == info.model.origin && rates.weights == info.model.weightsFormat &&
           rates.compute == info.model.compute && rates.threads == info.device.threads;
}

std::optional<double> predictStepSeconds(const engine::StepShape& shape, const Cost& cost, const RunInfo& info)
{
    if (!predictsFromKernels(info))
        return roofStepSeconds(cost, info);
    engine::ForwardPlan plan;
    engine::makeForwardPlan(info.model.config, shape, plan);
    return info.ceilings->kernels->stepSeconds(shape.rows(), attentionPairsOf(plan));
}

std::optional<double> predictStepSeconds(const StepRecord& step, const RunInfo& info)
{
    return predictStepSeconds(shapeOf(step), step.cost, info);
}

std::optional<double> predictedSpeedup(const Recording& recording)
{
    return ratioOfRuns(recording, [](const StepRecord& step, const RunInfo& info) -> std::optional<double> {
        const std::optional<double> seconds = predictStepSeconds(step, info);
        // End to end counts what follows a step as well: hash and top logits.
        return seconds && predictsFromKernels(info) ? *seconds + info.ceilings->kernels->samplingSeconds() : seconds;
    });
}

std::optional<double> roofSpeedup(const Recording& recording)
{
    return ratioOfRuns(recording,
                       [](const StepRecord& step, const RunInfo& info) { return roofStepSeconds(step.cost, info); });
}

}  // namespace decodescope::profiler
