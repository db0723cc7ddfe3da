// SPDX-License-Identifier: GPL-3.0-or-later
// Register tiles of attention: scores of a block, its softmax, its weighted sums; compiled once per target (hence no
// #pragma once).
#if defined(DECODESCOPE_ATTENTION_TILES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DECODESCOPE_ATTENTION_TILES_INL
#undef DECODESCOPE_ATTENTION_TILES_INL
#else
#define DECODESCOPE_ATTENTION_TILES_INL
#endif

#include "engine/cpu/cache_tiles-inl.h"
#include "engine/cpu/prefetch.h"
#include "engine/cpu/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {

inline constexpr float kNegativeInfinity = -std::numeric_limits<float>::infinity();
/// Query rows of a register tile, and vectors beside each other: accumulators, operands and a broadcast fit the
/// registers (32 on AVX-512, 16 elsewhere).
inline constexpr std::int64_t kRows = 6;
inline constexpr std::int64_t kColumns = kLanes == 16 ? 4 : 2;
inline constexpr std::int64_t kVectorsPerGroup = kGroup / kLanes;

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
        : from(begin), linesPerStep((bytes + kCacheLine * steps - 1) / (kCacheLine * steps))
    {
    }
    /// work(i) for i in [0, steps), asking on the way; without anything to ask for the loop is the bare one.
    template <class Work>
    HWY_INLINE void during(std::int64_t steps, Work&& work) const
    {
        if (from == nullptr) {
            for (std::int64_t i = 0; i < steps; ++i) work(i);
            return;
        }
        for (std::int64_t i = 0; i < steps; ++i) {
            for (std::int64_t line = i * linesPerStep; line < (i + 1) * linesPerStep; ++line)
                __builtin_prefetch(from + line * kCacheLine);
            work(i);
        }
    }
};

/// sums[R][C vectors] = queries[R, dim] . keys, C vectors of positions from vector `first` of the block. kDim is dim
/// where it is a usual one: rows and columns are then at fixed places, and no register is spent on them.
template <std::int64_t kDim, int R, int C, class Tile>
HWY_INLINE void scoreTile(const float* queries, std::int64_t anyDim, const typename Tile::Value* keys,
                          std::int64_t first, const Ahead& ahead, VF (&sums)[R][C])
{
    const std::int64_t dim = kDim > 0 ? kDim : anyDim;
    const auto offset = [dim](std::int64_t vector) {
        return vector / kVectorsPerGroup * dim * kGroup + vector % kVectorsPerGroup * kLanes;
    };
    const typename Tile::Value* columns = keys + offset(first);
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) sums[r][c] = hn::Zero(kDf);
    ahead.during(dim, [&](std::int64_t d) HWY_ATTR {
        VF k[C];
        for (int c = 0; c < C; ++c) k[c] = Tile::load(columns + offset(c) + d * kGroup);
        for (int r = 0; r < R; ++r) {
            const VF q = hn::Set(kDf, queries[r * dim + d]);
            for (int c = 0; c < C; ++c) sums[r][c] = hn::MulAdd(q, k[c], sums[r][c]);
        }
    });
}

template <std::int64_t kDim, int R, int C, class Tile>
HWY_INLINE void storeScores(const float* queries, std::int64_t dim, const typename Tile::Value* keys,
                            std::int64_t first, const Ahead& ahead, float* scores)
{
    VF sums[R][C];
    scoreTile<kDim, R, C, Tile>(queries, dim, keys, first, ahead, sums);
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) hn::StoreU(sums[r][c], kDf, scores + r * kBlock + (first + c) * kLanes);
}

/// sums[R][C vectors] = sums * rescale + weights[R, count] . values, C vectors of head_dim from vector `first`. Without
/// `rescale` there are no sums yet.
template <int R, int C, class Tile>
HWY_INLINE void valueTile(const float* weights, std::int64_t count, const typename Tile::Value* values,
                          std::int64_t valueStride, const float* rescale, std::int64_t first, const Ahead& ahead,
                          float* states, std::int64_t stateStride)
{
    VF sums[R][C];
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c)
            sums[r][c] = rescale == nullptr ? hn::Zero(kDf)
                                            : hn::Mul(hn::LoadU(kDf, states + r * stateStride + (first + c) * kLanes),
                                                      hn::Set(kDf, rescale[r]));
    const typename Tile::Value* row = values + first * kLanes;
    ahead.during(count, [&](std::int64_t j) HWY_ATTR {
        VF v[C];
        for (int c = 0; c < C; ++c) v[c] = Tile::load(row + c * kLanes);
        for (int r = 0; r < R; ++r) {
            const VF w = hn::Set(kDf, weights[r * kBlock + j]);
            for (int c = 0; c < C; ++c) sums[r][c] = hn::MulAdd(w, v[c], sums[r][c]);
        }
        row += valueStride;
    });
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

/// The largest score so far takes in a block's: by how much it changed, 0 or less.
HWY_INLINE float raise(float& largest, float score)
{
    const float before = largest;
    largest = std::max(largest, score);
    return before - largest;
}

/// rescale[R] = 2^change, change of kGroup floats, in place on the way.
template <int R>
HWY_INLINE void rescaleBy(float* change, float* rescale)
{
    for (std::int64_t r = 0; r < R; r += kLanes) hn::StoreU(exp2f(hn::LoadU(kDf, change + r)), kDf, change + r);
    std::copy_n(change, R, rescale);
}

/// Scores of R rows become weights, and the rows' largest scores and sums of weights (at `tails`, `stride` floats
/// apart) are brought up to date. valid[r] positions count; the rest of the `vectors` vectors get weight 0. rescale[r]
/// is what earlier sums must be multiplied by.
template <int R>
HWY_INLINE void softmaxRows(float* scores, const std::int64_t* valid, std::int64_t vectors, float* tails,
                            std::int64_t stride, float* rescale)
{
    HWY_ALIGN float change[kGroup] = {};  // rows without valid positions: 2^0
    for (int r = 0; r < R; ++r) {
        float& largest = tails[r * stride + kGroup];
        if (valid[r] <= 0)
            continue;
        change[r] = raise(largest, largestScore(scores + r * kBlock, valid[r], vectors));
    }
    rescaleBy<R>(change, rescale);
    for (int r = 0; r < R; ++r) {
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
                const VF w = exp2f(hn::Sub(hn::LoadU(kDf, row + v * kLanes), shift));
                hn::StoreU(w, kDf, row + v * kLanes);
                sum = hn::Add(sum, w);
            }
            hn::StoreU(sum, kDf, tail + g * kLanes);
        }
    }
}

/// softmaxRows of rows that see a whole block which is one register tile: neither the scores nor the rows' largest
/// leave the registers before they are needed as numbers. The operations of each row, and their order, are those of
/// softmaxRows.
template <int R>
HWY_INLINE void softmaxTile(const VF (&scores)[R][kColumns], float* tails, std::int64_t stride, float* weights,
                            float* rescale)
{
    static_assert(R <= kLanes);
    VF largest[R];  // of row r, in every lane
    VF change = hn::Zero(kDf);
    for (int r = 0; r < R; ++r) {
        VF top = hn::Max(scores[r][0], scores[r][1]);
        for (std::int64_t c = 2; c < kColumns; ++c) top = hn::Max(top, scores[r][c]);
        const VF before = hn::Set(kDf, tails[r * stride + kGroup]);
        largest[r] = hn::Max(hn::MaxOfLanes(kDf, top), before);
        change = hn::IfThenElse(hn::Eq(hn::Iota(kDf, 0.0f), hn::Set(kDf, static_cast<float>(r))),
                                hn::Sub(before, largest[r]), change);
        tails[r * stride + kGroup] = hn::GetLane(largest[r]);
    }
    HWY_ALIGN float factors[kLanes];
    hn::Store(exp2f(change), kDf, factors);
    std::copy_n(factors, R, rescale);
    for (int r = 0; r < R; ++r) {
        float* tail = tails + r * stride;
        VF sum = hn::Mul(hn::LoadU(kDf, tail), hn::Set(kDf, factors[r]));
        for (std::int64_t c = 0; c < kColumns; ++c) {
            const VF w = exp2f(hn::Sub(scores[r][c], largest[r]));
            hn::StoreU(w, kDf, weights + r * kBlock + c * kLanes);
            sum = hn::Add(sum, w);
        }
        hn::StoreU(sum, kDf, tail);
    }
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
