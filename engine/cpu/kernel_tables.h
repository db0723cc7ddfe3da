// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/cpu/cache_layout.h"
#include "engine/cpu/isa.h"
#include "engine/cpu/logits_hash.h"
#include "engine/model/dequantise.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace decodescope::engine::cpu {

/// Elementwise kernels of one path. Pure, thread-safe; a row's bits depend on that row alone.
struct ElementwiseKernels {
    /// out = x / rms(x) * weight, rms over n values.
    void (*rmsNorm)(const float* x, const float* weight, float epsilon, std::int64_t n, float* out);
    /// gate = silu(gate) * up.
    void (*siluMul)(float* gate, const float* up, std::int64_t n);
    /// Rotates the first `rotated` of one head's `dim` values by cosSin ([rotated/2] cosines, [rotated/2] sines) and
    /// multiplies all by `scale`.
    void (*rope)(const float* in, const float* cosSin, std::int64_t dim, std::int64_t rotated, bool interleaved,
                 float scale, float* out);
    /// Sum of hashTerm(index, bits) over logits[0..n), the first of which has index `first`.
    std::uint64_t (*hashLogits)(const float* logits, std::int64_t first, std::int64_t n);
    /// Index of the first value in [from, n) greater than `threshold`, or n.
    std::int64_t (*findAbove)(const float* values, std::int64_t from, std::int64_t n, float threshold);
    /// f16 or bf16, rounded to nearest even: what quantiseRow writes.
    void (*narrowRow)(DataType type, const float* in, std::int64_t n, std::uint16_t* out);
};
const ElementwiseKernels& elementwiseKernels(Isa isa);

/// Query rows against one split of one KV head. Rows are tokens x the query heads that share the KV head.
struct AttentionTile {
    const std::byte* keys = nullptr;    ///< the head's first group (position 0)
    const std::byte* values = nullptr;  ///< the head's first row (position 0)
    CacheLayout layout;
    const float* queries = nullptr;  ///< [rows, dim], rotated and scaled by queryScale(dim)
    std::int64_t rows = 0;
    std::int64_t rowsPerToken = 1;   ///< consecutive rows at the same position
    std::int64_t firstPosition = 0;  ///< position of row 0
    std::int64_t begin = 0;          ///< first cache position of the split, a multiple of kSplit
    std::int64_t end = 0;            ///< one past its last: at most begin + kSplit
};

/// Floats of a running softmax state: the weighted sum of values [paddedDim], kGroup partial sums of the weights, then
/// the largest score and padding.
constexpr std::int64_t stateFloats(std::int64_t dim)
{
    return paddedDim(dim) + 2 * kGroup;
}

/// What queries are multiplied by: scores are log2(e) times those of the softmax, whose weights are then powers of two.
inline float queryScale(std::int64_t dim)
{
    return std::numbers::log2e_v<float> / std::sqrt(static_cast<float>(dim));
}

/// Attention kernels of one path. The sequence of operations behind a row's state depends on the row and on absolute
/// cache positions only, never on which rows share its tile.
struct AttentionKernels {
    /// states[rows, stateFloats(dim)] = the split's state of each row; a row that sees none of it has largest score
    /// -inf. `scratch` is scratchBytes(dim) of the calling thread's own, 64-byte aligned.
    void (*attendSplit)(const AttentionTile& tile, float* states, std::byte* scratch);
    /// Folds `next`, the states of positions that come right after, into `states`: [rows, stateFloats(dim)] both.
    void (*fold)(float* states, const float* next, std::int64_t rows, std::int64_t dim);
    /// out[dim] = weighted sum / sum of weights.
    void (*finish)(const float* state, std::int64_t dim, float* out);
};
const AttentionKernels& attentionKernels(Isa isa);
constexpr std::int64_t kAttentionPassRows = 24;  ///< rows whose scores the scratch holds
std::int64_t attentionScratchBytes(std::int64_t dim);

}  // namespace decodescope::engine::cpu
