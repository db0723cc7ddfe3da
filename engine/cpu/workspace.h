// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cpu/cpu_model.h"
#include "engine/cpu/kv_cache.h"
#include "engine/forward/backend.h"

#include <cstdint>
#include <vector>

namespace decodescope::engine::cpu {

/// Steps of up to this many rows are prepared by every thread for itself: cheaper than another barrier.
constexpr std::int64_t kRedundantRows = 4;
/// Query rows of one attention unit: enough to pay for turning the cache into tiles.
constexpr std::int64_t kUnitRows = 192;
/// Most of them: where the units are many, larger ones turn less of the cache into tiles.
constexpr std::int64_t kMostUnitRows = 384;

/// Floats from one activation row of `width` floats to the next: an odd number of cache lines. Rows whose distance is a
/// multiple of a large power of two would share a few sets of the first-level cache and drive the weights out of them.
constexpr std::int64_t activationStride(std::int64_t width)
{
    return ((width + 15) / 16 | 1) * 16;
}

/// Offsets of named parts inside one buffer, each on its own cache line.
class Carver {
public:
    std::int64_t floats(std::int64_t count) { return bytes(count * static_cast<std::int64_t>(sizeof(float))); }
    std::int64_t bytes(std::int64_t count)
    {
        const std::int64_t at = m_total;
        m_total += (count + 63) / 64 * 64;
        return at;
    }
    std::int64_t total() const { return m_total; }

private:
    std::int64_t m_total = 0;
};

/// Sizes of everything a context holds; one computation serves the estimate and the allocation.
struct WorkspaceShape {
    WorkspaceShape(const CpuModelState& model, const ContextOptions& options);

    std::int64_t rows = 0;          ///< largest chunk
    std::int64_t unitRows = 0;      ///< largest attention unit
    std::int64_t splits = 0;        ///< of a full sequence
    std::int64_t partialUnits = 0;  ///< (sequence, KV head) pairs that may be shared by splits
    std::int64_t ropePositions = 0;
    // Floats from row to row.
    std::int64_t hiddenStride = 0;
    std::int64_t qkvStride = 0;       ///< of heads*dim + 2*kv_heads*dim
    std::int64_t attendedStride = 0;  ///< of heads*dim
    std::int64_t ffnStride = 0;

    // Byte offsets in the activations.
    std::int64_t residual = 0;   ///< [rows, hiddenStride]
    std::int64_t normed = 0;     ///< [rows, hiddenStride]
    std::int64_t qkv = 0;        ///< [rows, qkvStride]
    std::int64_t queries = 0;    ///< [kv_heads, rows, group, dim], rotated and scaled
    std::int64_t attended = 0;   ///< [rows, attendedStride]
    std::int64_t gate = 0;       ///< [rows, ffnStride]
    std::int64_t up = 0;         ///< [rows, ffnStride]
    std::int64_t headInput = 0;  ///< [sequences, hiddenStride]
    std::int64_t logits = 0;     ///< [sequences, vocab]
    std::int64_t activationBytes = 0;

    // Byte offsets in the workspace: shared parts, then one stretch per thread.
    std::int64_t prepared = 0;         ///< rows of each compute type in use but f32
    std::int64_t preparedOffset[3]{};  ///< of a compute type, for `rows` rows
    std::int64_t partials = 0;         ///< [partialUnits, splits, group, state]
    std::int64_t threadBegin = 0;
    std::int64_t threadStride = 0;
    std::int64_t threadNormed = 0;  ///< [kRedundantRows, widest input]
    std::int64_t threadPrepared = 0;
    std::int64_t threadPreparedOffset[3]{};
    std::int64_t threadStates = 0;     ///< [unitRows, state]
    std::int64_t threadSplit = 0;      ///< [unitRows, state]
    std::int64_t threadQueries = 0;    ///< [group, dim], then one key [dim]
    std::int64_t threadAttention = 0;  ///< tiles
    std::int64_t threadMatmul = 0;
    std::int64_t workspaceBytes = 0;
};

/// The buffers of a WorkspaceShape.
struct Workspace {
    explicit Workspace(const WorkspaceShape& s) : shape(s) {}
    WorkspaceShape shape;
    Buffer activations;
    Buffer scratch;
    Buffer allHeadInput;  ///< [step rows, hidden], only once a step asks for all logits
    Buffer allLogits;     ///< [step rows, vocab]

    float* floats(std::int64_t offset) const { return reinterpret_cast<float*>(activations.data() + offset); }
    std::byte* thread(std::int32_t index, std::int64_t offset) const
    {
        return scratch.data() + shape.threadBegin + index * shape.threadStride + offset;
    }
    float* threadFloats(std::int32_t index, std::int64_t offset) const
    {
        return reinterpret_cast<float*>(thread(index, offset));
    }
};

}  // namespace decodescope::engine::cpu
