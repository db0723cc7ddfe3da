// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/recorder.h"

#include "engine/kv_cache/kv_size.h"
#include "profiler/record/step_pricer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace decodescope::profiler {
namespace {

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

struct Recorder::State {
    State(std::shared_ptr<RunRecord> record, const engine::LoadedModel& model,
          std::shared_ptr<const engine::Tokenizer> vocabulary, std::function<void()> published, KernelTracer* device,
          StepCounter* deviceCounter)
        : run(std::move(record)),
          tokenizer(std::move(vocabulary)),
          onPublished(std::move(published)),
          tracer(device),
          counter(deviceCounter),
          pricer(model, run->info().settings.keyFormat, run->info().settings.valueFormat, run->info().ceilings)
    {
        kvShape = engine::kvShapeOf(model.config());
        windowed = std::any_of(kvShape.layers.begin(), kvShape.layers.end(),
                               [](const engine::KvLayerShape& layer) { return layer.window > 0; });
    }

    /// The formula at the positions held now. Formats no cache can have were refused before a run could start.
    std::int64_t kvFormula(std::span<const engine::SequenceStep> sequences, std::int64_t heldPositions) const
    {
        const RunSettings& settings = run->info().settings;
        const auto bytes = [&](std::int64_t positions) {
            return engine::kvBytes(kvShape, settings.keyFormat, settings.valueFormat, positions, 1).value_or(0);
        };
        if (heldPositions == 0 || !windowed)
            return bytes(heldPositions);
        std::int64_t sum = 0;
        for (const engine::SequenceStep& sequence : sequences) sum += bytes(sequence.contextLength);
        return sum;
    }

    /// What the device did in the step; ops that have kernels of their own are timed by them.
    void attachTrace(StepRecord& record, bool keepRows) const
    {
        auto trace = tracer->take();
        if (!trace)
            return;
        record.trace = trace->sums;
        if (!keepRows)
            return;
        const auto times = deviceTimesOfOps(trace->kernels, record.ops.size());
        for (std::size_t i = 0; i < times.size(); ++i)
            if (times[i])
                record.ops[i].wallNs = *times[i];
        record.kernels = std::move(trace->kernels);
    }

    std::shared_ptr<RunRecord> run;
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::function<void()> onPublished;
    KernelTracer* tracer = nullptr;
    StepCounter* counter = nullptr;
    StepPricer pricer;
    engine::KvShape kvShape;
    bool windowed = false;
    std::int64_t firstStartNs = 0;
    std::int64_t lastEndNs = 0;
    std::int64_t waitedNs = 0;  ///< for the user, in a paced run
};

Recorder::Recorder(std::shared_ptr<RunRecord> run, const engine::LoadedModel& model,
                   std::shared_ptr<const engine::Tokenizer> tokenizer, std::function<void()> onPublished,
                   KernelTracer* tracer, StepCounter* counter)
    : m_state(
          std::make_unique<State>(std::move(run), model, std::move(tokenizer), std::move(onPublished), tracer, counter))
{
}

Recorder::~Recorder() = default;

void Recorder::onStep(const engine::StepEvent& event)
{
    State& state = *m_state;
    StepRecord record;
    record.step = event.step;
    record.phase = event.phase;
    record.wallNs = event.output.wallNs;
    record.deviceNs = event.output.deviceNs;
    record.samplingNs = event.output.hashNs + event.samplingNs;
    // The event arrives right after the step: its start is where its parts lead back to.
    const std::int64_t start = nowNs() - state.waitedNs - record.wallNs - record.samplingNs;
    if (state.run->steps().size() == 0)
        state.firstStartNs = start;
    record.startNs = std::max(start - state.firstStartNs, state.lastEndNs);
    state.lastEndNs = record.endNs();

    record.sequences.reserve(event.sequences.size());
    for (const engine::SequenceStep& sequence : event.sequences) {
        record.sequences.push_back({sequence.sequence, sequence.token,
                                    state.tokenizer ? state.tokenizer->bytes(sequence.token) : std::string(),
                                    sequence.contextLength, sequence.positionsComputed, sequence.positionsRecomputed,
                                    sequence.positionsReused, sequence.logitsHash, sequence.top, sequence.finished});
        record.contextLength = std::max(record.contextLength, sequence.contextLength);
        record.positionsComputed += sequence.positionsComputed;
        record.positionsRecomputed += sequence.positionsRecomputed;
        record.positionsReused += sequence.positionsReused;
    }

    const bool keepOps = keepsOpRows(state.run->info(), event.step);
    state.pricer.price(event.output.plan, keepOps ? &record.ops : nullptr);
    record.cost = state.pricer.stepCost();
    record.bound = state.pricer.bound(record.wallNs);
    if (keepOps) {
        record.opClock = event.output.opClock;
        for (const engine::OpTiming& timing : event.output.ops)
            if (timing.index >= 0 && static_cast<std::size_t>(timing.index) < record.ops.size())
                record.ops[static_cast<std::size_t>(timing.index)].wallNs += timing.wallNs;
    }
    if (state.tracer != nullptr)
        state.attachTrace(record, keepOps);
    if (state.counter != nullptr)
        record.counters = state.counter->take();

    record.kv = event.kv;
    record.kvBytesFormula = state.kvFormula(event.sequences, event.kv.usedPositions);
    record.memory = event.memory;
    record.memoryPeakBytes = event.peakBytes;
    if (!state.run->steps().append(std::move(record)) || !state.onPublished)
        return;
    const std::int64_t published = nowNs();
    state.onPublished();
    if (state.run->info().paced)  // what it waited for the user is no time of the run's
        state.waitedNs += nowNs() - published;
}

std::int64_t Recorder::waitedNs() const
{
    return m_state->waitedNs;
}

}  // namespace decodescope::profiler
