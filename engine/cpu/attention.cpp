// SPDX-License-Identifier: GPL-3.0-or-later
// Attention over one split of the cache: blocks of keys and values become f32 tiles that stay in the first-level
// cache, query rows pass over them in register tiles, and a running softmax ties the blocks together. Every row goes
// through the same operations in the same order whatever shares its tile: sums over head_dim and over positions run in
// ascending order in each lane, masked weights are exactly 0 and add nothing.
#include "engine/cpu/kernel_tables.h"
#include "engine/cpu/prefetch.h"

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
#include "engine/cpu/attention_tiles-inl.h"
#include "engine/cpu/cache_tiles-inl.h"
#include "engine/cpu/vector_math-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace {

/// Rows that pass over a block's keys together, then over its values: their scores lie beside the tile in the cache.
constexpr std::int64_t kPassRows = kAttentionPassRows;

struct Scratch {
    float* keys;     ///< [kBlock/kGroup][dim][kGroup]
    float* values;   ///< [kBlock][paddedDim]
    float* weights;  ///< [kPassRows][kBlock]: scores, then softmax weights
};

/// A block's work on the rows of one register tile, in two passes. valid[r] is the number of the block's positions
/// that row r sees, states are the rows' running softmax states.
struct BlockRows {
    /// Softmax weights of the block's positions, and what the sums so far must be multiplied by.
    void (*weigh)(const float* queries, std::int64_t dim, const void* keys, const std::int64_t* valid,
                  const Ahead& ahead, float* states, float* weights, float* rescale);
    /// The weighted values are added to the sums; without `rescale` there are none yet.
    void (*gather)(const float* weights, const std::int64_t* valid, const float* rescale, const void* values,
                   std::int64_t dim, const Ahead& ahead, float* states);
};

template <std::int64_t kDim, int R, class Keys>
void weighRows(const float* queries, std::int64_t dim, const void* keys, const std::int64_t* valid, const Ahead& ahead,
               float* states, float* weights, float* rescale)
{
    const auto* k = static_cast<const typename Keys::Value*>(keys);
    float* tails = states + paddedDim(dim);
    if constexpr (kColumns * kLanes == kBlock && kVectorsPerGroup == 1) {
        if (*std::min_element(valid, valid + R) >= kBlock) {
            VF scores[R][kColumns];
            scoreTile<kDim, R, kColumns, Keys>(queries, dim, k, 0, ahead, scores);
            return softmaxTile<R>(scores, tails, stateFloats(dim), weights, rescale);
        }
    }
    const std::int64_t most = std::max<std::int64_t>(*std::max_element(valid, valid + R), 0);
    const std::int64_t vectors = (most + kGroup - 1) / kGroup * kVectorsPerGroup;
    std::int64_t v = 0;
    for (; v + kColumns <= vectors; v += kColumns)
        storeScores<kDim, R, kColumns, Keys>(queries, dim, k, v, v == 0 ? ahead : Ahead(), weights);
    const std::int64_t left = vectors - v;
    if (left == 1)
        storeScores<kDim, R, 1, Keys>(queries, dim, k, v, Ahead(), weights);
    if constexpr (kColumns > 2) {
        if (left == 2)
            storeScores<kDim, R, 2, Keys>(queries, dim, k, v, Ahead(), weights);
        if (left == 3)
            storeScores<kDim, R, 3, Keys>(queries, dim, k, v, Ahead(), weights);
    }
    softmaxRows<R>(weights, valid, vectors, tails, stateFloats(dim), rescale);
}

template <int R, class Values>
void gatherRows(const float* weights, const std::int64_t* valid, const float* rescale, const void* values,
                std::int64_t dim, const Ahead& ahead, float* states)
{
    const auto* x = static_cast<const typename Values::Value*>(values);
    const std::int64_t padded = paddedDim(dim);
    const std::int64_t columns = padded / kLanes;
    const std::int64_t most = *std::max_element(valid, valid + R);
    if (most <= 0) {
        for (std::int64_t r = 0; r < R && rescale == nullptr; ++r)
            std::fill_n(states + r * stateFloats(dim), padded, 0.0f);
        return;
    }
    std::int64_t c = 0;
    for (; c + kColumns <= columns; c += kColumns)
        valueTile<R, kColumns, Values>(weights, most, x, padded, rescale, c, c == 0 ? ahead : Ahead(), states,
                                       stateFloats(dim));
    for (; c < columns; ++c)
        valueTile<R, 1, Values>(weights, most, x, padded, rescale, c, Ahead(), states, stateFloats(dim));
}

template <std::int64_t kDim, class Keys, class Values>
const BlockRows& blockRowsFor(std::int64_t rows)
{
    static constexpr BlockRows kTable[kRows] = {
        {weighRows<kDim, 1, Keys>, gatherRows<1, Values>}, {weighRows<kDim, 2, Keys>, gatherRows<2, Values>},
        {weighRows<kDim, 3, Keys>, gatherRows<3, Values>}, {weighRows<kDim, 4, Keys>, gatherRows<4, Values>},
        {weighRows<kDim, 5, Keys>, gatherRows<5, Values>}, {weighRows<kDim, 6, Keys>, gatherRows<6, Values>}};
    return kTable[rows - 1];
}

template <class Keys, class Values>
const BlockRows& blockRowsFor(std::int64_t rows, std::int64_t dim)
{
    if (dim == 64)
        return blockRowsFor<64, Keys, Values>(rows);
    return dim == 128 ? blockRowsFor<128, Keys, Values>(rows) : blockRowsFor<0, Keys, Values>(rows);
}

/// Rows that fit one register tile read a 16-bit cache once, so it need not become a tile first.
bool readsDirectly(const AttentionTile& tile)
{
    return tile.rows <= kRows && tile.layout.keyType == tile.layout.valueType &&
           (tile.layout.keyType == DataType::f16 || tile.layout.keyType == DataType::bf16);
}

/// One block of the cache, as tiles or in place.
struct Block {
    std::int64_t begin = 0;      ///< its first position
    std::int64_t positions = 0;  ///< how many of it the tile's rows see, at most kBlock
    bool first = false;          ///< of its split: the rows have no sums yet
    bool direct = false;         ///< in place, in the cache's own 16-bit format
    const void* keys = nullptr;
    const void* values = nullptr;
    Ahead keysAhead;
    Ahead valuesAhead;
};

const BlockRows& blockRowsOf(const AttentionTile& tile, bool direct, std::int64_t rows)
{
    if (!direct)
        return blockRowsFor<FloatTile, FloatTile>(rows, tile.layout.dim);
    return tile.layout.keyType == DataType::f16 ? blockRowsFor<HalfTile, HalfTile>(rows, tile.layout.dim)
                                                : blockRowsFor<BfloatTile, BfloatTile>(rows, tile.layout.dim);
}

/// Rows [first, first + count), at most kPassRows, over one block: all their weights, then all their sums, so that the
/// block's keys and then its values stay in the first-level cache.
void passRows(const AttentionTile& tile, std::int64_t first, std::int64_t count, const Block& block, float* states,
              float* weights)
{
    const std::int64_t dim = tile.layout.dim;
    std::int64_t valid[kPassRows];
    std::int64_t seen = tile.firstPosition + first / tile.rowsPerToken + 1 - block.begin;
    std::int64_t left = tile.rowsPerToken - first % tile.rowsPerToken;  // rows at this position
    for (std::int64_t r = 0; r < count; ++r) {
        valid[r] = std::min(block.positions, seen);
        if (--left == 0) {
            ++seen;
            left = tile.rowsPerToken;
        }
    }
    float rescale[kPassRows];
    float* own = states + first * stateFloats(dim);
    for (std::int64_t r = 0; r < count; r += kRows)
        blockRowsOf(tile, block.direct, std::min(kRows, count - r))
            .weigh(tile.queries + (first + r) * dim, dim, block.keys, valid + r, block.keysAhead,
                   own + r * stateFloats(dim), weights + r * kBlock, rescale + r);
    for (std::int64_t r = 0; r < count; r += kRows)
        blockRowsOf(tile, block.direct, std::min(kRows, count - r))
            .gather(weights + r * kBlock, valid + r, block.first ? nullptr : rescale + r, block.values, dim,
                    block.valuesAhead, own + r * stateFloats(dim));
}

/// What the block after `block` will read, as far as the rows see it: no bytes at the end.
struct NextBlock {
    const std::byte* keys;
    std::int64_t keyBytes;
    const std::byte* values;
    std::int64_t valueBytes;

    NextBlock(const AttentionTile& tile, const Block& block, std::int64_t lastPosition)
    {
        const std::int64_t next = block.begin + kBlock;
        const std::int64_t count = std::clamp<std::int64_t>(lastPosition + 1 - next, 0, kBlock);
        keys = tile.keys + next / kGroup * tile.layout.keyGroupBytes();
        keyBytes = (count + kGroup - 1) / kGroup * tile.layout.keyGroupBytes();
        values = tile.values + next * tile.layout.valueRowBytes();
        valueBytes = count * tile.layout.valueRowBytes();
    }
};

void attendSplit(const AttentionTile& tile, float* states, std::byte* scratchBytes)
{
    const std::int64_t dim = tile.layout.dim;
    const std::int64_t padded = paddedDim(dim);
    Scratch scratch{};
    scratch.keys = reinterpret_cast<float*>(scratchBytes);
    scratch.values = scratch.keys + kBlock * padded;
    scratch.weights = scratch.values + kBlock * padded;
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        float* tail = states + r * stateFloats(dim) + padded;
        std::fill_n(tail, 2 * kGroup, 0.0f);
        tail[kGroup] = kNegativeInfinity;
    }
    const std::int64_t lastPosition = tile.firstPosition + (tile.rows - 1) / tile.rowsPerToken;
    const std::int64_t end = std::min(tile.end, lastPosition + 1);
    Block block;
    block.direct = readsDirectly(tile);
    for (block.begin = tile.begin; block.begin < end; block.begin += kBlock) {
        block.first = block.begin == tile.begin;
        block.positions = std::min(kBlock, end - block.begin);
        block.keys = tile.keys + block.begin / kGroup * tile.layout.keyGroupBytes();
        block.values = tile.values + block.begin * tile.layout.valueRowBytes();
        if (!block.direct) {
            block.keys = keyTile(tile.layout, tile.keys, block.begin, block.positions, scratch.keys);
            block.values = valueTileOf(tile.layout, tile.values, block.begin, block.positions, scratch.values);
        }
        const NextBlock next(tile, block, lastPosition);
        block.keysAhead = block.valuesAhead = {};
        if (tile.rows <= kRows && next.keyBytes > 0) {  // every byte of the cache is read once: asked for on the way
            block.keysAhead = {next.keys, next.keyBytes, tile.layout.dim};
            block.valuesAhead = {next.values, next.valueBytes, kBlock};
        }
        const std::int64_t passes = (tile.rows + kPassRows - 1) / kPassRows;
        for (std::int64_t pass = 0; pass < passes; ++pass) {
            if (tile.rows > kRows) {
                prefetchShare(next.keys, next.keyBytes, pass, passes);
                prefetchShare(next.values, next.valueBytes, pass, passes);
            }
            const std::int64_t row = pass * kPassRows;
            passRows(tile, row, std::min(kPassRows, tile.rows - row), block, states, scratch.weights);
        }
    }
}

/// At most kLanes rows.
void foldRows(float* states, const float* next, std::int64_t rows, std::int64_t dim)
{
    const std::int64_t tail = paddedDim(dim) + kGroup;
    HWY_ALIGN float mine[kLanes] = {};
    HWY_ALIGN float theirs[kLanes] = {};
    for (std::int64_t r = 0; r < rows; ++r) {
        float& largest = states[r * stateFloats(dim) + tail];
        const float nextLargest = next[r * stateFloats(dim) + tail];
        mine[r] = raise(largest, nextLargest);
        theirs[r] = nextLargest - largest;
    }
    hn::Store(exp2f(hn::Load(kDf, mine)), kDf, mine);
    hn::Store(exp2f(hn::Load(kDf, theirs)), kDf, theirs);
    for (std::int64_t r = 0; r < rows; ++r) {
        float* state = states + r * stateFloats(dim);
        const float* from = next + r * stateFloats(dim);
        if (from[tail] == kNegativeInfinity)
            continue;
        const VF kept = hn::Set(kDf, mine[r]);
        const VF added = hn::Set(kDf, theirs[r]);
        for (std::int64_t i = 0; i < tail; i += kLanes)
            hn::StoreU(hn::MulAdd(hn::LoadU(kDf, from + i), added, hn::Mul(hn::LoadU(kDf, state + i), kept)), kDf,
                       state + i);
    }
}

void fold(float* states, const float* next, std::int64_t rows, std::int64_t dim)
{
    for (std::int64_t r = 0; r < rows; r += kLanes)
        foldRows(states + r * stateFloats(dim), next + r * stateFloats(dim), std::min(kLanes, rows - r), dim);
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
    return static_cast<std::int64_t>(sizeof(float)) * kBlock * (2 * paddedDim(dim) + kAttentionPassRows);
}

}  // namespace decodescope::engine::cpu
#endif
