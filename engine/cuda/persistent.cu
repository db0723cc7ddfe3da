// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/persistent.h"

#include "engine/cuda/append_piece.h"
#include "engine/cuda/attend_split.h"
#include "engine/cuda/grid_barrier.h"
#include "engine/cuda/project_tile.h"
#include "engine/cuda/row_ops.h"
#include "engine/cuda/scan_logits.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = kAttendThreads;
static_assert(kThreads == kLogitThreads);
constexpr int kWarps = kThreads / kWarp;
constexpr int kOutputs = 2;
/// Sequences whose products share a load of the weights.
constexpr int kTileRows = 8;
/// With more, some kernels spill registers.
constexpr int kBlocksPerMultiprocessor = 3;

struct Scratch {
    Phase phase;
    union {
        SharedTile tile;
        Key keys[kLogitWarps];
    };
};

template <class Args>
DECODESCOPE_DEVICE const Args& argsOf(const Phase& phase)
{
    return *reinterpret_cast<const Args*>(phase.args);
}

/// Calls run.in<F>() for the format `type`, which is the same for all lanes of a warp.
template <class Run>
DECODESCOPE_DEVICE void inFormat(DataType type, const Run& run)
{
    switch (type) {
        case DataType::f32:
            return run.template in<DataType::f32>();
        case DataType::f16:
            return run.template in<DataType::f16>();
        case DataType::bf16:
            return run.template in<DataType::bf16>();
        case DataType::q8_0:
            return run.template in<DataType::q8_0>();
        case DataType::q4_0:
            return run.template in<DataType::q4_0>();
        case DataType::q4_1:
            return run.template in<DataType::q4_1>();
        case DataType::q5_0:
            return run.template in<DataType::q5_0>();
        case DataType::q5_1:
            return run.template in<DataType::q5_1>();
        case DataType::q2_K:
            return run.template in<DataType::q2_K>();
        case DataType::q3_K:
            return run.template in<DataType::q3_K>();
        case DataType::q4_K:
            return run.template in<DataType::q4_K>();
        case DataType::q5_K:
            return run.template in<DataType::q5_K>();
        case DataType::q6_K:
            return run.template in<DataType::q6_K>();
        case DataType::iq4_nl:
            return run.template in<DataType::iq4_nl>();
        case DataType::fp8E4m3:  // no format of weights
        case DataType::int8:
            return;
    }
}

struct EmbedRun {
    const EmbedArgs& args;
    int row;
    template <DataType F>
    DECODESCOPE_DEVICE void in() const
    {
        embedRow<F>(args, row);
    }
};

/// R rows at most.
template <int R>
struct ProjectRun {
    const ProjectArgs& args;
    int which;
    int tile;
    int firstRow;
    int rows;
    template <DataType F>
    DECODESCOPE_DEVICE void in() const
    {
        projectTile<F, R, kOutputs>(args, which, tile, firstRow, rows);
    }
};

/// A warp's work: R rows share what it loads of the weights. Neighbouring warps make the same outputs of other rows.
template <int R>
DECODESCOPE_DEVICE void projectTiles(const ProjectArgs& a, int rows)
{
    const int groups = (rows + R - 1) / R;
    const int work = tileCount(a, kOutputs) * groups;
    for (int i = blockX() * kWarps + threadX() / kWarp; i < work; i += gridX() * kWarps) {
        int tile = i / groups;
        const int which = targetOf(a, kOutputs, tile);
        const int firstRow = i % groups * R;
        inFormat(a.targets[which].matrix.type,
                 ProjectRun<R>{a, which, tile, firstRow, rows - firstRow < R ? rows - firstRow : R});
    }
}

DECODESCOPE_DEVICE void project(const ProjectArgs& a, int rows)
{
    if (rows == 1)
        projectTiles<1>(a, rows);
    else
        projectTiles<kTileRows>(a, rows);
}

DECODESCOPE_DEVICE void attend(const AttendArgs& all, const PersistentArgs& p, SharedTile& tile)
{
    for (int row = 0; row < p.rows; row += p.attendAtOnce) {
        if (row > 0)
            gridBarrier();  // the partial sums before were combined
        AttendArgs a = rowsOf(all, row, p.rows - row < p.attendAtOnce ? p.rows - row : p.attendAtOnce);
        a.splits = p.splits;
        const int perRow = p.splits * a.kvHeads;
        for (int i = blockX(); i < perRow * a.rows; i += gridX())
            attendSplit(a, i % p.splits, i / p.splits % a.kvHeads, i / perRow, tile);
        gridBarrier();
        for (int i = blockX(); i < a.heads * a.rows; i += gridX()) combineSplits(a, i % a.heads, i / a.heads);
    }
}

DECODESCOPE_DEVICE void runPhase(const PersistentArgs& p, Scratch& s)
{
    const int thread = blockX() * kThreads + threadX();
    const int threads = gridX() * kThreads;
    switch (s.phase.kind) {
        case PhaseKind::embed: {
            const auto& a = argsOf<EmbedArgs>(s.phase);
            for (int row = blockX(); row < p.rows; row += gridX()) inFormat(a.table.type, EmbedRun{a, row});
            return;
        }
        case PhaseKind::project:
            return project(argsOf<ProjectArgs>(s.phase), p.rows);
        case PhaseKind::append: {
            const auto& a = argsOf<AppendArgs>(s.phase);
            const int perRow = piecesOfRow(a);
            for (int i = thread; i < perRow * p.rows; i += threads) appendOne(a, i / perRow, i % perRow);
            return;
        }
        case PhaseKind::attend:
            return attend(argsOf<AttendArgs>(s.phase), p, s.tile);
        case PhaseKind::gate: {
            const auto& a = argsOf<GateArgs>(s.phase);
            for (int i = thread; i < a.columns * p.rows; i += threads) gateOne(a, i / a.columns, i % a.columns);
            return;
        }
        case PhaseKind::scanLogits: {
            const auto& a = argsOf<LogitsArgs>(s.phase);
            const int chunks = chunksOf(a);
            for (int i = blockX(); i < chunks * p.rows; i += gridX()) scanChunk(a, i % chunks, i / chunks, s.keys);
            return;
        }
        case PhaseKind::mergeLogits: {
            const auto& a = argsOf<LogitsArgs>(s.phase);
            for (int i = blockX(); i < p.rows; i += gridX()) mergeChunks(a, i, s.keys);
            return;
        }
    }
}

DECODESCOPE_BOUNDED_KERNEL(kThreads, kBlocksPerMultiprocessor)
persistentKernel(const PersistentArgs p)
{
    Scratch& s = sharedMemory<Scratch>();
    if (blockX() == 0) {
        if (threadX() == 0)
            p.stamps[0] = deviceClockNs();
        for (int i = threadX(); i < p.resultWords; i += kThreads) p.results[i] = 0;
    }
    for (int i = 0; i < p.count; ++i) {
        constexpr int kLoads = static_cast<int>(sizeof(Phase) / sizeof(Words4));
        for (int w = threadX(); w < kLoads; w += kThreads)
            writeWords4(reinterpret_cast<Words4*>(&s.phase) + w,
                        readWords4(reinterpret_cast<const Words4*>(p.phases + i) + w));
        syncThreads();
        runPhase(p, s);
        gridBarrier();
        if (blockX() == 0 && threadX() == 0)
            p.stamps[i + 1] = deviceClockNs();
    }
}

}  // namespace

cudaError_t launchPersistent(const PersistentArgs& args, int blocks, cudaStream_t stream)
{
    return launchTogether("persistent_step", persistentKernel, args, static_cast<unsigned>(blocks), kThreads,
                          sizeof(Scratch), stream);
}

cudaError_t findPersistentBlocks(int device, int& blocks)
{
    return blocksTogether("persistent_step", persistentKernel, kThreads, sizeof(Scratch), device, blocks);
}

}  // namespace decodescope::engine::cuda
