// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cpu/cpu_model.h"
#include "engine/cpu/kv_cache.h"
#include "engine/cpu/rope_table.h"
#include "engine/cpu/step_shape.h"
#include "engine/cpu/workspace.h"
#include "engine/forward/backend.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace decodescope::engine::cpu {

/// Executes the ops of a ForwardPlan on all threads of the pool, chunk of rows by chunk of rows.
///
/// Threads walk the same list of ops and meet at barriers; an op's output columns (or rows, or attention units) are
/// shared out among them. Time is attributed to ops by thread 0's clock, waits included, so that the ops add up to the
/// step.
class StepRunner {
public:
    StepRunner(CpuModelState& model, KvCache& cache, RopeTable& rope, Workspace& work, std::int32_t topLogits)
        : m_model(model),
          m_cache(cache),
          m_rope(rope),
          m_work(work),
          m_topLogits(topLogits),
          m_counters(static_cast<std::size_t>(3 * model.pool->threads()))
    {
    }

    /// Runs `out.plan` for `inputs` at `depths` (by slot); fills times and outputs. False: stopped on request, with
    /// keys and values beyond the depths in an unspecified state.
    bool run(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths, std::stop_token stop,
             StepOutput& out);

private:
    using Clock = std::chrono::steady_clock;
    struct Range {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    /// A part of a product: panels and rows.
    struct Piece {
        Range panels;
        Range rows;
    };
    /// What a thread carries through the step.
    struct Thread {
        std::int32_t index = 0;
        std::int64_t phase = 0;  ///< barriers passed
        bool leaving = false;    ///< a barrier told all threads that the step was stopped
        Clock::time_point last;  ///< thread 0: when the previous op ended
        PreparedRows prepared[3];
        std::vector<std::int64_t> keyRows;  ///< per chunk: rows of the key projection executed, added up over panels
        std::vector<std::uint64_t> hashes;  ///< per head row
        std::vector<std::vector<TopLogit>> top;
    };
    struct Target {
        const Projection* projection;
        float* out;
        std::int64_t stride;
        bool accumulate;
        std::int64_t* executed = nullptr;  ///< counts the rows that were multiplied, added up over panels
    };

    void planChunks(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths);
    void planAttention(Chunk& chunk);
    void threadMain(std::int32_t index);
    void walk(Thread& t, const Chunk& chunk, std::size_t chunkIndex, bool lastChunk);
    void runOp(Thread& t, std::size_t index, const Chunk& chunk, std::size_t chunkIndex);
    void embed(Thread& t, const Chunk& chunk);
    void normalise(Thread& t, const float* weight, const float* rows, std::int64_t count);
    void takeHeadRows(Thread& t, const Chunk& chunk);
    void runHead(Thread& t);
    void reduceLogits(Thread& t);

    // projection_op.cpp
    /// Turns `count` rows into what the targets multiply; `whole`: all of them are there for every thread, not only its
    /// own share.
    void prepare(Thread& t, const float* rows, std::int64_t stride, std::int64_t count, bool whole,
                 std::span<const Target> targets);
    /// Shares `panels` panels of a product with `inputs` inputs out among the threads: body(Piece). Of many rows each
    /// thread begins with its share of them, which it has mostly written itself, then helps the others.
    template <class Body>
    void forPieces(Thread& t, std::int64_t rows, std::int64_t panels, std::int64_t inputs, const Body& body);
    void projectPiece(Thread& t, std::span<const Target> targets, const Piece& piece);
    void project(Thread& t, std::int64_t rows, std::span<const Target> targets);
    void projectQkv(Thread& t, const LayerWeights& w, const Chunk& chunk, std::int64_t& keyRows);
    void projectOutput(Thread& t, std::size_t op, const LayerWeights& w, const Chunk& chunk);
    void projectGateUp(Thread& t, std::size_t op, const LayerWeights& w, const Chunk& chunk);

    // attention_op.cpp
    void rotateRows(Thread& t, const Chunk& chunk);
    void appendRows(Thread& t, std::int32_t layer, const Chunk& chunk);
    void attend(Thread& t, std::size_t op, const Chunk& chunk);
    void attendUnit(Thread& t, std::int32_t layer, const Chunk& chunk, const AttentionUnit& unit);
    void attendSingle(Thread& t, std::size_t op, std::int32_t layer, const Chunk& chunk, std::int64_t pair);
    void attendShared(Thread& t, std::size_t op, std::int32_t layer, const Chunk& chunk);
    void rotateSingle(Thread& t, std::size_t op, std::int32_t layer, const Segment& segment, std::int64_t kvHead,
                      bool appends);
    /// Runs all splits of a tile in order: the states of its rows, in the thread's scratch.
    float* foldSplits(Thread& t, AttentionTile tile);
    void combineSplits(Thread& t, const Chunk& chunk, std::int64_t row, float* out) const;
    AttentionTile tileOf(std::int32_t layer, const Segment& segment, std::int64_t kvHead) const;

    void barrier(Thread& t);
    void mark(Thread& t, std::size_t op);
    bool stopped();
    bool redundant(std::int64_t rows) const { return rows <= kRedundantRows; }
    Range share(std::int64_t count, std::int32_t index) const;
    /// What is taken of thread `owner`'s work in a phase, between two barriers.
    WorkCounter& counter(std::int64_t phase, std::int32_t owner)
    {
        return m_counters[static_cast<std::size_t>(phase % 3 * m_model.pool->threads() + owner)];
    }
    std::int64_t group() const { return m_model.config.heads / m_model.config.kvHeads; }
    std::int64_t qkvStride() const { return m_work.shape.qkvStride; }
    /// Where the rows that follow an op's norm (or combination) are: the thread's own when redundant.
    float* normedRows(const Thread& t, std::int64_t rows) const
    {
        return redundant(rows) ? m_work.threadFloats(t.index, m_work.shape.threadNormed)
                               : m_work.floats(m_work.shape.normed);
    }

    CpuModelState& m_model;
    KvCache& m_cache;
    RopeTable& m_rope;
    Workspace& m_work;
    const std::int32_t m_topLogits;

    std::span<const SequenceInput> m_inputs;
    const ForwardPlan* m_plan = nullptr;
    std::vector<OpTiming>* m_times = nullptr;
    std::vector<Chunk> m_chunks;
    std::size_t m_chunkCount = 0;
    std::vector<Thread> m_threads;
    std::vector<WorkCounter> m_counters;  ///< [3 phases][threads]
    std::stop_token m_stop;
    std::atomic<bool> m_stopped{false};
    float* m_headInput = nullptr;  ///< [headRows, hiddenStride]
    float* m_logits = nullptr;     ///< [headRows, vocab]
    std::int64_t m_headRows = 0;
    Clock::time_point m_start;
    Clock::time_point m_headEnd;
};

}  // namespace decodescope::engine::cpu
