// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fast_products.h"
#include "engine/cuda/op_events.h"
#include "engine/cuda/persistent_step.h"
#include "engine/cuda/step_args.h"
#include "engine/cuda/step_results.h"

#include <chrono>
#include <map>
#include <span>
#include <stop_token>
#include <tuple>

namespace decodescope::engine::cuda {

/// Runs forward steps: walks the plan, puts its kernels on one stream, and waits once. A decode step is captured as a
/// graph the first time its shape comes up and replayed from then on: what changes from step to step is device data.
class DeviceStep {
public:
    DeviceStep(const CudaModelState& model, const ContextOptions& options, const ContextSizes& sizes);
    StepBuffers& buffers() { return m_buffers; }
    const StepBuffers& buffers() const { return m_buffers; }
    cudaStream_t stream() const { return m_stream.get(); }

    /// Stream, events and pinned memory. Call once, when the buffers are there.
    Result<void> prepare();
    /// Runs out.plan on `inputs`, whose caches hold `depths` (by slot) positions. The cache counts as unchanged unless
    /// it succeeds.
    Result<void> run(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths, std::stop_token stop,
                     StepOutput& out);

private:
    using Clock = std::chrono::steady_clock;
    /// Rows [first, first + rows) of the step; `splits` cover all their positions.
    struct Chunk {
        std::int64_t first = 0;
        int rows = 0;
        int splits = 0;
        bool last = false;      ///< of the step
        bool single = false;    ///< the whole step, one row per input: decoding
        bool captured = false;  ///< into a graph
    };

    Result<void> enqueue(std::span<const SequenceInput> inputs, const std::stop_token& stop, const ForwardPlan& plan);
    Result<void> runPersistent(const Chunk& chunk);
    Result<void> replay(const ForwardPlan& plan, const Chunk& chunk);
    Result<void> uploadPlaces();
    Result<void> enqueueChunk(const ForwardPlan& plan, const Chunk& chunk, const std::stop_token& stop);
    Result<void> project(const ProjectArgs& args, bool decoding);
    Result<void> enqueueOp(const Op& op, const Chunk& chunk);
    cudaError_t enqueueAttention(std::int32_t layer, const Chunk& chunk);
    cudaError_t enqueueHead(const Chunk& chunk, std::int64_t rows);
    cudaError_t enqueueLogits(const Chunk& chunk);
    float* logits() const;                 ///< of the step, on the device
    const std::int32_t* lastRows() const;  ///< by input, on the device
    cudaError_t mark(const Event& event, const Chunk& chunk);
    Result<void> beginOp(std::int32_t op, bool launches, const Chunk& chunk);
    Result<void> readTimes(Clock::duration wall, StepOutput& out);
    void placeRows(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths);
    int splitsOf(const Chunk& chunk) const;

    const CudaModelState& m_model;
    const ContextOptions& m_options;
    const ContextSizes& m_sizes;
    StepBuffers m_buffers;
    StepArgs m_args;
    StepResults m_results;
    PersistentStep m_persistent;
    PinnedBlock m_pinnedUploads;
    Event m_started;
    Event m_ended;
    Event m_hashStarted;  ///< around hash and best logits, also in a graph
    Event m_hashEnded;
    OpEvents m_opEvents;
    struct StepGraph {
        GraphExecutable executable;
        OpEvents::Marks marks;  ///< in it
    };
    std::map<std::tuple<int, int, bool>, StepGraph> m_graphs;  ///< by rows, splits, and whether ops are timed
    std::vector<RowPlace> m_places;                            ///< all rows of the step
    std::vector<std::int64_t> m_lastRows;                      ///< by input
    bool m_allLogits = false;
    bool m_timesOps = false;  ///< of the step, by m_opEvents
    bool m_ranPersistent = false;
    Stream m_stream;      ///< ends before all above, and waits for what uses it
    FastProducts m_fast;  ///< works on the stream
};

}  // namespace decodescope::engine::cuda
