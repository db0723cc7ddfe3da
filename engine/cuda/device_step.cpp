// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/device_step.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace decodescope::engine::cuda {
namespace {

int toInt(std::int64_t value)
{
    return static_cast<int>(value);
}

}  // namespace

DeviceStep::DeviceStep(const CudaModelState& model, const ContextOptions& options, const ContextSizes& sizes)
    : m_model(model),
      m_options(options),
      m_sizes(sizes),
      m_args(model, options, sizes, m_buffers),
      m_results(model, options, sizes, m_buffers),
      m_persistent(model, sizes, m_buffers),
      m_fast(model, sizes, m_buffers)
{
}

Result<void> DeviceStep::prepare()
{
    if (auto made = check(cudaStreamCreateWithFlags(m_stream.out(), cudaStreamNonBlocking), "making a stream"); !made)
        return made;
    for (Event* event : {&m_started, &m_ended, &m_hashStarted, &m_hashEnded})
        if (auto made = check(cudaEventCreate(event->out()), "making an event"); !made)
            return made;
    auto uploads = allocatePinned(m_sizes.uploads, "positions of a step");
    if (!uploads)
        return tl::unexpected(uploads.error());
    m_pinnedUploads = std::move(*uploads);
    if (auto done = m_results.prepare(); !done)
        return done;
    if (auto done = m_persistent.prepare(m_args); !done)
        return done;
    if (m_options.timeOps) {
        ForwardPlan plan;
        makeForwardPlan(m_model.config, {{{1, 0}}, false}, plan);
        if (auto done = m_opEvents.prepare(plan.ops.size()); !done)
            return done;
    }
    return m_fast.prepare(m_stream.get());
}

Result<void> DeviceStep::run(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths,
                             std::stop_token stop, StepOutput& out)
{
    const Clock::time_point start = Clock::now();
    if (auto set = check(cudaSetDevice(m_model.index), "choosing the device"); !set)
        return set;
    const TracedStep traced(m_options.tracer);
    m_timesOps = m_opEvents.ready() && (m_options.tracer == nullptr || !m_options.tracer->sees());
    m_opEvents.beginStep();
    m_allLogits = out.plan.shape.allLogits;
    placeRows(inputs, depths);
    if (m_allLogits)
        if (auto room = m_results.makeRoomForAllLogits(static_cast<std::int64_t>(m_places.size())); !room)
            return room;
    auto done = enqueue(inputs, stop, out.plan);
    // Whatever happened, nothing of the step may still run when its buffers are used again.
    auto waited = check(cudaStreamSynchronize(m_stream.get()), "running the step");
    const Clock::duration wall = Clock::now() - start;
    if (!done)
        return done;
    if (!waited)
        return waited;
    out.ops.clear();
    out.opClock = OpClock::device;
    if (auto timed = readTimes(wall, out); !timed)
        return timed;
    m_results.report(inputs, m_allLogits, out);
    return {};
}

/// Hash and best logits are found on the device, between the head and the copy of the results: their time there is
/// taken out of the step's, as on the CPU.
Result<void> DeviceStep::readTimes(Clock::duration wall, StepOutput& out)
{
    const std::int64_t wallNs = std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count();
    float stepMs = 0;
    float hashMs = 0;
    if (auto timed = check(cudaEventElapsedTime(&stepMs, m_started.get(), m_ended.get()), "timing the step"); !timed)
        return timed;
    if (m_ranPersistent) {
        m_persistent.readTimes(out);
    } else {
        if (auto timed = check(cudaEventElapsedTime(&hashMs, m_hashStarted.get(), m_hashEnded.get()),
                               "timing hash and best logits");
            !timed)
            return timed;
        out.hashNs = std::llround(static_cast<double>(hashMs) * 1e6);
        if (auto timed = m_opEvents.collect(); !timed)
            return timed;
        if (m_timesOps)
            m_opEvents.report(out);
    }
    const std::int64_t deviceNs = std::llround(static_cast<double>(stepMs) * 1e6);
    out.hashNs = std::min({out.hashNs, wallNs, deviceNs});
    out.wallNs = wallNs - out.hashNs;
    out.deviceNs = deviceNs - out.hashNs;
    return {};
}

void DeviceStep::placeRows(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths)
{
    m_places.clear();
    m_lastRows.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const SequenceInput& input = inputs[i];
        for (std::size_t t = 0; t < input.tokens.size(); ++t) {
            RowPlace place;
            place.token = input.tokens[t];
            place.slot = input.slot;
            place.position =
                static_cast<std::int32_t>(depths[static_cast<std::size_t>(input.slot)]) + static_cast<std::int32_t>(t);
            place.rotary = place.position + static_cast<std::int32_t>(input.ropeShift);
            place.input = static_cast<std::int32_t>(i);
            place.writes = input.skipLastBlockWrite ? 0 : 1;
            m_places.push_back(place);
        }
        m_lastRows.push_back(static_cast<std::int64_t>(m_places.size()) - 1);
    }
}

int DeviceStep::splitsOf(const Chunk& chunk) const
{
    std::int32_t furthest = 0;
    for (std::int64_t row = chunk.first; row < chunk.first + chunk.rows; ++row)
        furthest = std::max(furthest, m_places[static_cast<std::size_t>(row)].position);
    return furthest / kSplit + 1;
}

Result<void> DeviceStep::enqueue(std::span<const SequenceInput> inputs, const std::stop_token& stop,
                                 const ForwardPlan& plan)
{
    if (auto begun = check(cudaEventRecord(m_started.get(), m_stream.get()), "timing the step"); !begun)
        return begun;
    const auto rows = static_cast<std::int64_t>(m_places.size());
    Chunk chunk;
    for (chunk.first = 0; chunk.first < rows; chunk.first += chunk.rows) {
        if (stop.stop_requested())
            return fail(ErrorCode::cancelled, "the step was stopped");
        if (chunk.first > 0) {  // the pinned places are written anew, events recorded again; and a stop is seen in time
            if (auto waited = check(cudaStreamSynchronize(m_stream.get()), "running a chunk of the prompt"); !waited)
                return waited;
            if (auto timed = m_opEvents.collect(); !timed)
                return timed;
        }
        chunk.rows = toInt(std::min(m_sizes.rows, rows - chunk.first));
        chunk.last = chunk.first + chunk.rows == rows;
        chunk.single = !m_allLogits && static_cast<std::size_t>(rows) == inputs.size();
        chunk.splits = splitsOf(chunk);
        auto* pinned = static_cast<std::byte*>(m_pinnedUploads.get());
        std::memcpy(pinned, m_places.data() + chunk.first, static_cast<std::size_t>(chunk.rows) * sizeof(RowPlace));
        auto* lastRows =
            reinterpret_cast<std::int32_t*>(pinned + m_sizes.rows * static_cast<std::int64_t>(sizeof(RowPlace)));
        for (std::size_t i = 0; i < m_lastRows.size(); ++i) {
            const std::int64_t inChunk = m_lastRows[i] - chunk.first;
            lastRows[i] = m_allLogits                            ? toInt(m_lastRows[i])
                          : inChunk >= 0 && inChunk < chunk.rows ? toInt(inChunk)
                                                                 : -1;
        }
        const bool graph = chunk.single && m_options.launch != LaunchMode::kernels;
        m_ranPersistent = chunk.single && m_persistent.ready();
        auto done = m_ranPersistent ? runPersistent(chunk)
                    : graph         ? replay(plan, chunk)
                                    : enqueueChunk(plan, chunk, stop);
        if (!done)
            return done;
    }
    return check(cudaEventRecord(m_ended.get(), m_stream.get()), "timing the step");
}

Result<void> DeviceStep::runPersistent(const Chunk& chunk)
{
    if (auto uploaded = uploadPlaces(); !uploaded)
        return uploaded;
    if (auto done =
            m_persistent.enqueue(chunk.rows, chunk.splits, m_args.rowsAttendingAtOnce(chunk.splits), m_stream.get());
        !done)
        return done;
    return m_results.fetch(m_lastRows.size(), false, chunk.rows, m_stream.get());
}

Result<void> DeviceStep::replay(const ForwardPlan& plan, const Chunk& chunk)
{
    // One graph serves a range of contexts: splits past a row's position end at once.
    Chunk captured = chunk;
    captured.captured = true;
    captured.splits =
        std::min(toInt(std::bit_ceil(static_cast<unsigned>(chunk.splits))), toInt(m_sizes.keys.positions / kSplit));
    const auto inserted = m_graphs.try_emplace({captured.rows, captured.splits, m_timesOps});
    const auto at = inserted.first;
    StepGraph& ready = at->second;
    if (inserted.second) {
        auto capture = [&]() -> Result<void> {
            if (auto begun = check(cudaStreamBeginCapture(m_stream.get(), cudaStreamCaptureModeThreadLocal),
                                   "beginning a graph");
                !begun)
                return begun;
            auto recorded = enqueueChunk(plan, captured, {});
            Graph graph;
            auto ended = check(cudaStreamEndCapture(m_stream.get(), graph.out()), "ending a graph");
            if (!recorded)
                return recorded;
            if (!ended)
                return ended;
            ready.marks = m_opEvents.marks();
            return check(cudaGraphInstantiate(ready.executable.out(), graph.get(), 0), "making a graph ready");
        };
        if (auto done = capture(); !done) {
            m_graphs.erase(at);
            return done;
        }
    }
    m_opEvents.replay(ready.marks);
    return check(cudaGraphLaunch(ready.executable.get(), m_stream.get()), "launching a graph");
}

Result<void> DeviceStep::uploadPlaces()
{
    return check(cudaMemcpyAsync(m_buffers.uploads.data(), m_pinnedUploads.get(),
                                 static_cast<std::size_t>(m_sizes.uploads), cudaMemcpyHostToDevice, m_stream.get()),
                 "copying positions to the device");
}

Result<void> DeviceStep::enqueueChunk(const ForwardPlan& plan, const Chunk& chunk, const std::stop_token& stop)
{
    if (chunk.first == 0)
        if (auto cleared = check(
                cudaMemsetAsync(m_buffers.results.data(), 0, static_cast<std::size_t>(m_sizes.results), m_stream.get()),
                "clearing the results");
            !cleared)
            return cleared;
    if (auto uploaded = uploadPlaces(); !uploaded)
        return uploaded;
    for (const Op& op : plan.ops) {
        if (op.kind == OpKind::attentionNorm && stop.stop_requested())
            return fail(ErrorCode::cancelled, "the step was stopped");
        if (op.kind == OpKind::finalNorm)
            break;
        const bool launches = m_args.launches(op);
        if (auto begun = beginOp(toInt(&op - plan.ops.data()), launches, chunk); !begun)
            return begun;
        if (launches)
            if (auto done = enqueueOp(op, chunk); !done)
                return done;
    }
    const std::int64_t headRows = plan.shape.headRows();
    if (auto begun = beginOp(toInt(std::ssize(plan.ops)) - 1, true, chunk); !begun)
        return begun;
    if (auto done = check(enqueueHead(chunk, headRows), "launching the output head"); !done)
        return done;
    if (auto begun = beginOp(LaunchTracer::kNoOp, true, chunk); !begun)
        return begun;
    if (chunk.last)
        if (auto done = check(enqueueLogits(chunk), "launching hash and best logits"); !done)
            return done;
    return chunk.last ? m_results.fetch(m_lastRows.size(), m_allLogits, headRows, m_stream.get()) : Result<void>{};
}

Result<void> DeviceStep::project(const ProjectArgs& args, bool decoding)
{
    if (!decoding && m_fast.handles(args))
        return m_fast.project(args, m_stream.get());
    return check(launchProject(args, m_stream.get()), "launching a product");
}

Result<void> DeviceStep::enqueueOp(const Op& op, const Chunk& chunk)
{
    cudaStream_t stream = m_stream.get();
    const auto launched = [&](cudaError_t error) { return check(error, "launching " + std::string(name(op.kind))); };
    switch (op.kind) {
        case OpKind::embedding:
            return launched(launchEmbed(m_args.embed(chunk.rows), stream));
        case OpKind::qkvProjection:
            return project(m_args.qkv(op.layer, chunk.rows), chunk.single);
        case OpKind::cacheAppend:
            return launched(launchAppend(m_args.append(op.layer, chunk.rows), stream));
        case OpKind::attention:
            return launched(enqueueAttention(op.layer, chunk));
        case OpKind::attentionOutput:
            return project(m_args.attentionOutput(op.layer, chunk.rows), chunk.single);
        case OpKind::gateUpProjection:
            return project(m_args.gateUp(op.layer, chunk.rows), chunk.single);
        case OpKind::activation:
            return launched(launchGate(m_args.gate(chunk.rows), stream));
        case OpKind::downProjection:
            return project(m_args.down(op.layer, chunk.rows), chunk.single);
        case OpKind::attentionNorm:  // StepArgs::launches
        case OpKind::ffnNorm:
        case OpKind::rope:
        case OpKind::finalNorm:  // enqueueHead
        case OpKind::outputHead:
            break;
    }
    return {};
}

cudaError_t DeviceStep::enqueueAttention(std::int32_t layer, const Chunk& chunk)
{
    const AttendArgs all = m_args.attend(layer, chunk.splits);
    const int atOnce = m_args.rowsAttendingAtOnce(chunk.splits);
    for (int row = 0; row < chunk.rows; row += atOnce)
        if (const cudaError_t error =
                launchAttend(rowsOf(all, row, std::min(atOnce, chunk.rows - row)), m_stream.get());
            error != cudaSuccess)
            return error;
    return cudaSuccess;
}

/// Last norm and output head, once, on the rows that need logits.
cudaError_t DeviceStep::enqueueHead(const Chunk& chunk, std::int64_t rows)
{
    const StepBuffers& b = m_buffers;
    const float* in = b.residual.as<float>();
    if (m_allLogits) {
        in = b.allHeadInput.as<float>();
        const std::int64_t rowFloats = m_sizes.hiddenStride;
        if (const cudaError_t error =
                cudaMemcpyAsync(b.allHeadInput.as<float>() + chunk.first * rowFloats, b.residual.data(),
                                static_cast<std::size_t>(chunk.rows * rowFloats) * sizeof(float),
                                cudaMemcpyDeviceToDevice, m_stream.get());
            error != cudaSuccess)
            return error;
    } else if (!chunk.single) {
        in = b.headInput.as<float>();
        if (const cudaError_t error = launchTakeRows({b.residual.as<float>(), b.headInput.as<float>(), lastRows(),
                                                      toInt(m_sizes.hiddenStride), toInt(std::ssize(m_lastRows))},
                                                     m_stream.get());
            error != cudaSuccess)
            return error;
    }
    if (!chunk.last)
        return cudaSuccess;
    return launchProject(m_args.head(in, logits(), toInt(rows)), m_stream.get());
}

/// Hash and best logits, timed by themselves.
cudaError_t DeviceStep::enqueueLogits(const Chunk& chunk)
{
    if (const cudaError_t error = mark(m_hashStarted, chunk); error != cudaSuccess)
        return error;
    const LogitsArgs args = m_args.logits(logits(), m_allLogits ? lastRows() : nullptr, toInt(std::ssize(m_lastRows)));
    if (const cudaError_t error = launchLogits(args, m_stream.get()); error != cudaSuccess)
        return error;
    return mark(m_hashEnded, chunk);
}

float* DeviceStep::logits() const
{
    return (m_allLogits ? m_buffers.allLogits : m_buffers.logits).as<float>();
}

const std::int32_t* DeviceStep::lastRows() const
{
    return reinterpret_cast<const std::int32_t*>(m_buffers.uploads.data() +
                                                 m_sizes.rows * static_cast<std::int64_t>(sizeof(RowPlace)));
}

/// What is launched from now on belongs to `op`, or to none; an op that launches nothing has no event.
Result<void> DeviceStep::beginOp(std::int32_t op, bool launches, const Chunk& chunk)
{
    if (m_options.tracer != nullptr)
        m_options.tracer->at(op);
    if (!m_timesOps || !launches)
        return {};
    return check(m_opEvents.mark(op, m_stream.get(), chunk.captured), "timing the ops");
}

/// In a graph only an external record can be read by the host, and it is not allowed elsewhere.
cudaError_t DeviceStep::mark(const Event& event, const Chunk& chunk)
{
    return cudaEventRecordWithFlags(event.get(), m_stream.get(),
                                    chunk.captured ? cudaEventRecordExternal : cudaEventRecordDefault);
}

}  // namespace decodescope::engine::cuda
