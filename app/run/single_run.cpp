// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/single_run.h"

#include "app/run/device_choice.h"
#include "app/run/step_gate.h"
#include "app/run/version.h"
#include "profiler/record/recorder.h"
#include "profiler/record/trace_summary.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>

namespace decodescope::app {

namespace {

std::vector<engine::TokenId> endIds(const PreparedModel& model)
{
    std::vector<engine::TokenId> ids;
    if (model.tokenizer) {
        for (engine::TokenId id = 0; id < model.tokenizer->vocabularySize(); ++id) {
            if (model.tokenizer->isEndOfGeneration(id)) {
                ids.push_back(id);
            }
        }
    }
    return ids;
}

std::string runName(const SingleRunRequest& request)
{
    const std::string place = std::string(engine::name(request.strategy)) + "-" + std::to_string(request.repeat + 1);
    return request.counted ? "counters-" + place : request.warmup ? "warmup-" + place : place;
}

profiler::RunInfo makeInfo(const SingleRunRequest& request, const PreparedModel& model)
{
    profiler::RunInfo info;
    info.id = runName(request);
    info.strategy = request.strategy;
    info.repeat = request.repeat;
    info.warmup = request.warmup;
    info.model = modelFacts(model);
    info.device = model.loaded->device();
    info.settings = request.settings;
    info.promptIds = request.prompts;
    for (const auto& prompt : request.prompts) {
        auto& pieces = info.promptPieces.emplace_back();
        for (const engine::TokenId id : prompt) {
            pieces.push_back(model.tokenizer ? model.tokenizer->bytes(id) : std::string());
        }
    }
    info.startedAt = utcNow();
    info.programVersion = programVersion();
    return info;
}

std::int64_t longest(const std::vector<std::vector<engine::TokenId>>& prompts)
{
    std::size_t length = 0;
    for (const auto& prompt : prompts) {
        length = std::max(length, prompt.size());
    }
    return static_cast<std::int64_t>(length);
}

/// What is to be known of a traced run besides its figures.
void tellOfTrace(const profiler::KernelTracer& tracer, const profiler::RunRecord& run,
                 std::vector<std::string>& warnings)
{
    if (const auto why = tracer.failure()) {
        warnings.push_back(untracedText(*why));
    }
    const auto trace = profiler::summariseTrace(run);
    if (trace && trace->dropped > 0) {
        warnings.push_back(run.info().id + ": " + std::to_string(trace->dropped) +
                           " records of the device's work were lost or too late, so its device times and counts of "
                           "kernels are too small");
    }
}

}  // namespace

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

engine::ContextOptions contextOptionsFor(const profiler::RunSettings& settings, engine::Strategy strategy,
                                         std::int64_t longestPrompt, std::int64_t newTokens, std::int64_t sequences)
{
    engine::ContextOptions options;
    options.keyFormat = settings.keyFormat;
    options.valueFormat = settings.valueFormat;
    options.maxPositions = longestPrompt + newTokens - 1;
    options.sequences = sequences;
    options.cacheIsWorkspace = strategy == engine::Strategy::naive;
    options.topLogits = settings.topLogits;
    options.wholeLogits = settings.sampling.temperature > 0;
    options.launch = settings.launch;
    options.exact = settings.exact;
    return options;
}

profiler::ModelFacts modelFacts(const PreparedModel& model)
{
    profiler::ModelFacts facts;
    facts.config = model.source->config();
    facts.origin = model.source->origin();
    facts.weightsFormat = name(model.loaded->residentType({engine::TensorRole::query, 0}));
    facts.compute = model.loaded->computeName();
    facts.weightBytes = model.loaded->residentWeightBytes();
    return facts;
}

engine::StepShape stepShapeOf(engine::Strategy strategy, const std::vector<std::int64_t>& promptLengths,
                              std::int64_t step)
{
    engine::StepShape shape;
    for (const std::int64_t prompt : promptLengths) {
        const bool whole =
            step == 0 || strategy == engine::Strategy::naive || strategy == engine::Strategy::brokenRefill;
        const std::int64_t depth = strategy == engine::Strategy::brokenForget ? 0 : prompt + step - 1;
        shape.sequences.push_back(whole ? engine::SequenceShape{prompt + step, 0} : engine::SequenceShape{1, depth});
    }
    return shape;
}

std::optional<profiler::Ceilings> probeRoofs(const PreparedModel& model, std::vector<std::string>& warnings,
                                             std::stop_token stop)
{
    auto ceilings = model.measureGpu ? model.measureGpu(stop)
                                     : profiler::measureCpuCeilings({model.loaded->device().threads, true}, stop);
    if (ceilings) {
        return std::move(*ceilings);
    }
    if (ceilings.error().code != ErrorCode::cancelled) {
        warnings.push_back("the roofs of " + model.loaded->device().name +
                           " could not be measured: " + ceilings.error().message);
    }
    return std::nullopt;
}

std::optional<profiler::Ceilings> probeRoofsFor(const PredictedRuns& runs, const profiler::RunSettings& settings,
                                                const PreparedModel& model, std::vector<std::string>& warnings,
                                                std::stop_token stop)
{
    auto roofs = probeRoofs(model, warnings, stop);
    if (!roofs || model.measureGpu) {  // what kernels reach is probed on the CPU only
        return roofs;
    }
    const auto any = [&](auto matches) { return std::any_of(runs.strategies.begin(), runs.strategies.end(), matches); };
    const auto growing = [](engine::Strategy strategy) {
        return strategy == engine::Strategy::naive || strategy == engine::Strategy::brokenRefill;
    };
    profiler::KernelProbeOptions options;
    options.context =
        contextOptionsFor(settings, engine::Strategy::cached, runs.longestPrompt, runs.newTokens, runs.sequences);
    options.fewestRows = runs.longestPrompt;
    options.mostRows = any(growing) ? runs.longestPrompt + runs.newTokens - 1 : runs.longestPrompt;
    options.deepest = any(std::not_fn(growing)) ? runs.longestPrompt + runs.newTokens - 2 : 0;
    auto kernels = profiler::probeKernels(*model.loaded, options, std::move(stop));
    if (kernels) {
        kernels->model = model.source->origin();
        roofs->kernels = std::move(*kernels);
    } else if (kernels.error().code != ErrorCode::cancelled) {
        warnings.push_back(
            "the rates of the engine's kernels could not be measured, so predictions use the machine's "
            "roofs alone: " +
            kernels.error().message);
    }
    return roofs;
}

Result<SingleRun> runOnce(const SingleRunRequest& request, const PreparedModel& model, const RunCallbacks& callbacks,
                          std::stop_token stop)
{
    SingleRun result;
    profiler::RunInfo info = makeInfo(request, model);
    const std::shared_ptr<StepGate> gate = request.warmup ? nullptr : callbacks.gate;
    info.paced = gate != nullptr;
    if (request.probeRoofs) {
        if (callbacks.progress) {
            callbacks.progress("measuring the machine's roofs beside " + info.id);
        }
        const PredictedRuns runs{{request.strategy},
                                 longest(request.prompts),
                                 request.newTokens,
                                 static_cast<std::int64_t>(request.prompts.size())};
        info.ceilings = probeRoofsFor(runs, request.settings, model, result.warnings, stop);
    }
    if (stop.stop_requested()) {
        result.cancelled = true;
        return result;
    }
    const std::int64_t residentBefore = engine::residentBytes();
    engine::ContextOptions contextOptions =
        contextOptionsFor(request.settings, request.strategy, longest(request.prompts), request.newTokens,
                          static_cast<std::int64_t>(request.prompts.size()));
    if (request.prefillChunk > 0) {
        contextOptions.prefillChunk = request.prefillChunk;
    }
    // Before the context, which it outlives.
    std::unique_ptr<profiler::KernelTracer> tracer;
    std::unique_ptr<profiler::StepCounter> counter;
    if (model.cupti && request.settings.trace && !request.counted) {
        tracer = model.cupti->trace();
    } else if (model.cupti) {
        model.cupti->rest();
    }
    contextOptions.tracer = tracer.get();
    contextOptions.timeOps = request.settings.trace && !request.counted;
    if (request.counted) {
        auto counting = model.cupti->count();
        if (!counting) {
            result.warnings.push_back(uncountedText(counting.error()));
            return result;
        }
        counter = std::move(*counting);
        contextOptions.tracer = counter.get();
        contextOptions.launch = engine::LaunchMode::kernels;
    }
    auto context = model.loaded->createContext(contextOptions);
    if (!context) {
        return tl::unexpected(context.error());
    }
    for (std::string& note : (*context)->notes()) {
        result.warnings.push_back(std::move(note));
    }
    if (model.gpuMemory) {  // nothing is allocated after this
        info.deviceMemory = model.gpuMemory();
    }
    engine::GenerateOptions options;
    options.strategy = request.strategy;
    options.prompts = request.prompts;
    options.newTokens = request.newTokens;
    options.sampling = request.settings.sampling;
    options.ignoreEos = request.settings.ignoreEos;
    options.eosIds = endIds(model);

    result.record = std::make_shared<profiler::RunRecord>(std::move(info));
    if (callbacks.progress) {
        callbacks.progress("running " + result.record->info().id);
    }
    if (callbacks.runStarted) {
        callbacks.runStarted(result.record);
    }
    const auto published = [&, steps = std::int64_t{0}]() mutable {
        if (callbacks.stepPublished) {
            callbacks.stepPublished();
        }
        if (gate && ++steps < request.newTokens) {
            gate->pass(stop);
        }
    };
    profiler::Recorder recorder(result.record, *model.loaded, model.tokenizer, published, tracer.get(), counter.get());
    auto outcome = engine::generate(**context, options, recorder, stop);
    if (!outcome) {
        // Readers of the record must not wait for an end that never comes.
        result.record->finish({std::vector(request.prompts.size(), engine::StopReason::cancelled), 0});
        if (callbacks.runFinished) {
            callbacks.runFinished(result.record);
        }
        return tl::unexpected(outcome.error());
    }
    if (tracer) {
        tellOfTrace(*tracer, *result.record, result.warnings);
    }
    if (const auto why = counter ? counter->failure() : std::nullopt) {
        result.warnings.push_back(uncountedText(*why));
    }
    result.residentGrowthBytes = engine::residentBytes() - residentBefore;
    result.cancelled =
        std::find(outcome->stops.begin(), outcome->stops.end(), engine::StopReason::cancelled) != outcome->stops.end();
    result.record->finish({outcome->stops, outcome->totalNs - recorder.waitedNs()});
    if (callbacks.runFinished) {
        callbacks.runFinished(result.record);
    }
    return result;
}

}  // namespace decodescope::app
