// SPDX-License-Identifier: GPL-3.0-or-later
// Attention over one split of the cache: blocks of keys and values become f32 tiles that stay in the first-level
// cache, query rows pass over them in register tiles, and a running softmax ties the blocks together. Every row goes
// through the same operations in the same order whatever shares its tile: sums over head_dim and over positions run in
// ascending order in each lane, masked weights are exactly 0 and add nothing.
#include "engine/cpu/kernel_tables.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

// The order of these is what foreach_target asks for.
// clang-format off
#include "engine/cpu/highway_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/attention.cpp"
#include "hwy/foreach_target.h"
#include "engine/cpu/cache_tiles-inl.h"
#include "engine/cpu/vector_math-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace {

constexpr float kNegativeInfinity = -std::numeric_limits<float>::infinity();
/// Query rows of a register tile, and vectors beside each other: accumulators, operands and a broadcast fit the
/// registers (32 on AVX-512, 16 elsewhere).
constexpr std::int64_t kRows = 6;
constexpr std::int64_t kColumns = kLanes == 16 ? 4 : 2;
constexpr std::int64_t kVectorsPerGroup = kGroup / kLanes;

struct Scratch {
    float* keys;     ///< [kBlock/kGroup][dim][kGroup]
    float* values;   ///< [kBlock][paddedDim]
    float* weights;  ///< [kRows][kBlock]: scores, then softmax weights
};

/// How a tile's values are read: f32 from the scratch or the cache, 16-bit formats straight from the cache.
struct FloatTile {
    using Value = float;
    static VF load(const float* from) { return hn::LoadU(kDf, from); }
};
struct HalfTile {
    using Value = hwy::float16_t;
    static VF load(const hwy::float16_t* from) { return loadHalves(reinterpret_cast<const std::byte*>(from)); }
};
struct BfloatTile {
    using Value = std::uint16_t;
    static VF load(const std::uint16_t* from) { return loadBfloats(reinterpret_cast<const std::byte*>(from)); }
};

/// Bytes of the cache that the next block will read, asked for in equal steps while this one is worked on: the
/// processor's own prefetchers stop at every page, and a block is a few pages.
struct Ahead {
    const std::byte* from = nullptr;  ///< null: nothing
    std::int64_t linesPerStep = 0;

    Ahead() = default;
    Ahead(const std::byte* begin, std::int64_t bytes, std::int64_t steps)
        : from(begin), linesPerStep((bytes + kLine * steps - 1) / (kLine * steps))
    {
    }
    HWY_INLINE void step(std::int64_t index) const
    {
        if (from != nullptr)
            for (std::int64_t i = index * linesPerStep; i < (index + 1) * linesPerStep; ++i)
                __builtin_prefetch(from + i * kLine);
    }
    static constexpr std::int64_t kLine = 64;
};

/// scores[R][C vectors] = queries[R, dim] . keys, C vectors of positions from vector `first` of the block.
template <int R, int C, class Tile>
HWY_INLINE void scoreTile(const float* queries, std::int64_t dim, const typename Tile::Value* keys, std::int64_t first,
                          const Ahead& ahead, float* scores)
{
    VF sums[R][C];
    const typename Tile::Value* columns[C];
    for (int c = 0; c < C; ++c) {
        const std::int64_t v = first + c;
        columns[c] = keys + v / kVectorsPerGroup * dim * kGroup + v % kVectorsPerGroup * kLanes;
        for (int r = 0; r < R; ++r) sums[r][c] = hn::Zero(kDf);
    }
    for (std::int64_t d = 0; d < dim; ++d) {
        ahead.step(d);
        VF k[C];
        for (int c = 0; c < C; ++c) k[c] = Tile::load(columns[c] + d * kGroup);
        for (int r = 0; r < R; ++r) {
            const VF q = hn::Set(kDf, queries[r * dim + d]);
            for (int c = 0; c < C; ++c) sums[r][c] = hn::MulAdd(q, k[c], sums[r][c]);
        }
    }
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) hn::StoreU(sums[r][c], kDf, scores + r * kBlock + (first + c) * kLanes);
}

/// sums[R][C vectors] = sums * rescale + weights[R, count] . values, C vectors of head_dim from vector `first`.
template <int R, int C, class Tile>
HWY_INLINE void valueTile(const float* weights, std::int64_t count, const typename Tile::Value* values,
                          std::int64_t valueStride, const float* rescale, std::int64_t first, const Ahead& ahead,
                          float* states, std::int64_t stateStride)
{
    VF sums[R][C];
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c)
            sums[r][c] =
                hn::Mul(hn::LoadU(kDf, states + r * stateStride + (first + c) * kLanes), hn::Set(kDf, rescale[r]));
    const typename Tile::Value* row = values + first * kLanes;
    for (std::int64_t j = 0; j < count; ++j, row += valueStride) {
        ahead.step(j);
        VF v[C];
        for (int c = 0; c < C; ++c) v[c] = Tile::load(row + c * kLanes);
        for (int r = 0; r < R; ++r) {
            const VF w = hn::Set(kDf, weights[r * kBlock + j]);
            for (int c = 0; c < C; ++c) sums[r][c] = hn::MulAdd(w, v[c], sums[r][c]);
        }
    }
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) hn::StoreU(sums[r][c], kDf, states + r * stateStride + (first + c) * kLanes);
}

/// Largest of the first `valid` (at least 1) of a row's scores; those after them become -inf.
HWY_INLINE float largestScore(float* scores, std::int64_t valid, std::int64_t vectors)
{
    const VF lowest = hn::Set(kDf, kNegativeInfinity);
    VF top = lowest;
    for (std::int64_t v = 0; v < vectors; ++v) {
        VF s = hn::LoadU(kDf, scores + v * kLanes);
        if (const std::int64_t left = valid - v * kLanes; left < kLanes) {
            s = hn::IfThenElse(hn::FirstN(kDf, static_cast<std::size_t>(std::max<std::int64_t>(left, 0))), s, lowest);
            hn::StoreU(s, kDf, scores + v * kLanes);
        }
        top = hn::Max(top, s);
    }
    return hn::GetLane(hn::MaxOfLanes(kDf, top));
}

/// Scores of R rows become weights, and the rows' largest scores and sums of weights (at `tails`, `stride` floats
/// apart) are brought up to date. valid[r] positions count; the rest of the `vectors` vectors get weight 0. rescale[r]
/// is what earlier sums must be multiplied by.
template <int R>
HWY_INLINE void softmaxRows(float* scores, const std::int64_t* valid, std::int64_t vectors, float* tails,
                            std::int64_t stride, float* rescale)
{
    HWY_ALIGN float change[kGroup] = {};  // rows without valid positions: e^0
    for (int r = 0; r < R; ++r) {
        float& largest = tails[r * stride + kGroup];
        if (valid[r] <= 0)
            continue;
        const float newLargest = std::max(largest, largestScore(scores + r * kBlock, valid[r], vectors));
        change[r] = largest - newLargest;
        largest = newLargest;
    }
    for (std::int64_t r = 0; r < R; r += kLanes) hn::StoreU(expf(hn::LoadU(kDf, change + r)), kDf, change + r);
    for (int r = 0; r < R; ++r) {
        rescale[r] = change[r];
        float* row = scores + r * kBlock;
        if (valid[r] <= 0) {
            for (std::int64_t v = 0; v < vectors; ++v) hn::StoreU(hn::Zero(kDf), kDf, row + v * kLanes);
            continue;
        }
        float* tail = tails + r * stride;
        const VF shift = hn::Set(kDf, tail[kGroup]);
        for (std::int64_t g = 0; g < kVectorsPerGroup; ++g) {
            VF sum = hn::Mul(hn::LoadU(kDf, tail + g * kLanes), hn::Set(kDf, rescale[r]));
            for (std::int64_t v = g; v < vectors; v += kVectorsPerGroup) {
                const VF w = expf(hn::Sub(hn::LoadU(kDf, row + v * kLanes), shift));
                hn::StoreU(w, kDf, row + v * kLanes);
                sum = hn::Add(sum, w);
            }
            hn::StoreU(sum, kDf, tail + g * kLanes);
        }
    }
}

/// R rows over one block of `positions` positions, of which row r sees valid[r].
template <int R, class Keys, class Values>
void blockRows(const float* queries, std::int64_t dim, const void* keys, const void* values, const std::int64_t* valid,
               const Ahead& keysAhead, const Ahead& valuesAhead, float* states, float* scores)
{
    const std::int64_t padded = paddedDim(dim);
    const std::int64_t stateStride = stateFloats(dim);
    const auto* k = static_cast<const typename Keys::Value*>(keys);
    const auto* x = static_cast<const typename Values::Value*>(values);
    std::int64_t most = 0;
    for (int r = 0; r < R; ++r) most = std::max(most, valid[r]);
    if (most <= 0)
        return;
    const std::int64_t vectors = (most + kGroup - 1) / kGroup * kVectorsPerGroup;
    std::int64_t v = 0;
    for (; v + kColumns <= vectors; v += kColumns)
        scoreTile<R, kColumns, Keys>(queries, dim, k, v, v == 0 ? keysAhead : Ahead(), scores);
    for (; v < vectors; ++v) scoreTile<R, 1, Keys>(queries, dim, k, v, Ahead(), scores);
    float rescale[R];
    softmaxRows<R>(scores, valid, vectors, states + padded, stateStride, rescale);
    const std::int64_t columns = padded / kLanes;
    std::int64_t c = 0;
    for (; c + kColumns <= columns; c += kColumns)
        valueTile<R, kColumns, Values>(scores, most, x, padded, rescale, c, c == 0 ? valuesAhead : Ahead(), states,
                                       stateStride);
    for (; c < columns; ++c) valueTile<R, 1, Values>(scores, most, x, padded, rescale, c, Ahead(), states, stateStride);
}

using BlockRows = void (*)(const float*, std::int64_t, const void*, const void*, const std::int64_t*, const Ahead&,
                           const Ahead&, float*, float*);

template <class Keys, class Values>
BlockRows blockRowsFor(std::int64_t rows)
{
    static constexpr BlockRows kTable[kRows] = {blockRows<1, Keys, Values>, blockRows<2, Keys, Values>,
                                                blockRows<3, Keys, Values>, blockRows<4, Keys, Values>,
                                                blockRows<5, Keys, Values>, blockRows<6, Keys, Values>};
    return kTable[rows - 1];
}

/// Rows that fit one register tile read a 16-bit cache once, so it need not become a tile first.
bool readsDirectly(const AttentionTile& tile)
{
    return tile.rows <= kRows && tile.layout.keyType == tile.layout.valueType &&
           (tile.layout.keyType == DataType::f16 || tile.layout.keyType == DataType::bf16);
}

void attendSplit(const AttentionTile& tile, float* states, std::byte* scratchBytes)
{
    const std::int64_t dim = tile.layout.dim;
    const std::int64_t padded = paddedDim(dim);
    Scratch scratch{};
    scratch.keys = reinterpret_cast<float*>(scratchBytes);
    scratch.values = scratch.keys + kBlock * padded;
    scratch.weights = scratch.values + kBlock * padded;
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        float* state = states + r * stateFloats(dim);
        std::fill(state, state + stateFloats(dim), 0.0f);
        state[padded + kGroup] = kNegativeInfinity;
    }
    const std::int64_t lastPosition = tile.firstPosition + (tile.rows - 1) / tile.rowsPerToken;
    const std::int64_t end = std::min(tile.end, lastPosition + 1);
    const bool direct = readsDirectly(tile);
    for (std::int64_t block = tile.begin; block < end; block += kBlock) {
        const std::int64_t positions = std::min(kBlock, end - block);
        const void* keys = tile.keys + block / kGroup * tile.layout.keyGroupBytes();
        const void* values = tile.values + block * tile.layout.valueRowBytes();
        if (!direct) {
            keys = keyTile(tile.layout, tile.keys, block, positions, scratch.keys);
            values = valueTileOf(tile.layout, tile.values, block, positions, scratch.values);
        }
        Ahead keysAhead;
        Ahead valuesAhead;
        if (tile.rows <= kRows && block + kBlock <= lastPosition) {
            const std::int64_t next = block + kBlock;
            const std::int64_t count = std::min(kBlock, lastPosition + 1 - next);
            keysAhead = {tile.keys + next / kGroup * tile.layout.keyGroupBytes(),
                         (count + kGroup - 1) / kGroup * tile.layout.keyGroupBytes(), dim};
            valuesAhead = {tile.values + next * tile.layout.valueRowBytes(), count * tile.layout.valueRowBytes(),
                           kBlock};
        }
        for (std::int64_t row = 0; row < tile.rows; row += kRows) {
            const std::int64_t rows = std::min(kRows, tile.rows - row);
            std::int64_t valid[kRows];
            for (std::int64_t r = 0; r < rows; ++r)
                valid[r] = std::min(positions, tile.firstPosition + (row + r) / tile.rowsPerToken + 1 - block);
            const BlockRows run = !direct                                ? blockRowsFor<FloatTile, FloatTile>(rows)
                                  : tile.layout.keyType == DataType::f16 ? blockRowsFor<HalfTile, HalfTile>(rows)
                                                                         : blockRowsFor<BfloatTile, BfloatTile>(rows);
            run(tile.queries + row * dim, dim, keys, values, valid, keysAhead, valuesAhead,
                states + row * stateFloats(dim), scratch.weights);
        }
    }
}

void fold(float* state, const float* next, std::int64_t dim)
{
    const std::int64_t padded = paddedDim(dim);
    float& largest = state[padded + kGroup];
    const float nextLargest = next[padded + kGroup];
    if (nextLargest == kNegativeInfinity)
        return;
    const float newLargest = std::max(largest, nextLargest);
    const VF mine = expf(hn::Set(kDf, largest - newLargest));
    const VF theirs = expf(hn::Set(kDf, nextLargest - newLargest));
    for (std::int64_t i = 0; i < padded + kGroup; i += kLanes)
        hn::StoreU(hn::MulAdd(hn::LoadU(kDf, next + i), theirs, hn::Mul(hn::LoadU(kDf, state + i), mine)), kDf,
                   state + i);
    largest = newLargest;
}

void finish(const float* state, std::int64_t dim, float* out)
{
    const std::int64_t padded = paddedDim(dim);
    float sum = 0.0f;
    for (std::int64_t i = 0; i < kGroup; ++i) sum += state[padded + i];
    const float inverse = 1.0f / sum;
    for (std::int64_t i = 0; i < dim; ++i) out[i] = state[i] * inverse;
}

}  // namespace

const AttentionKernels& attentionTable()
{
    static constexpr AttentionKernels kTable{attendSplit, fold, finish};
    return kTable;
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace decodescope::engine::cpu {

const AttentionKernels& attentionKernels(Isa isa)
{
#if (HWY_TARGETS & HWY_AVX3)
    if (isa >= Isa::avx512)
        return N_AVX3::attentionTable();
#endif
#if (HWY_TARGETS & HWY_AVX2)
    if (isa >= Isa::avx2)
        return N_AVX2::attentionTable();
#endif
#if (HWY_TARGETS & HWY_SSE4)
    if (isa >= Isa::sse4)
        return N_SSE4::attentionTable();
#endif
    (void)isa;
    return HWY_NAMESPACE::attentionTable();
}

std::int64_t attentionScratchBytes(std::int64_t dim)
{
    constexpr std::int64_t kMostRows = 6;
    return static_cast<std::int64_t>(sizeof(float)) * kBlock * (2 * paddedDim(dim) + kMostRows);
}

}  // namespace decodescope::engine::cpu
#endif
