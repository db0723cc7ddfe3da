// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: matrix products and what is fused with them. A warp makes a few outputs for a tile of rows: lane l sums
// octs l, l + 32, l + 64, ... in ascending order with FMA, one fixed tree adds the lanes. Neither the number of rows in
// the tile nor the number of outputs per warp enters into it, so prefill and decode give the same bits. RMS
// normalisation is fused: the norm's weights go into the input as it is read, its scale, which every warp finds beside
// its sums, into the result. No barrier, and no pass before.
#pragma once

#include "engine/cuda/load_oct.h"

namespace decodescope::engine::cuda {

DECODESCOPE_DEVICE float silu(float x)
{
    return div(x, add(1.0F, exponential(-x)));
}

/// Tiles of O outputs, one warp's worth each, over all targets. Gated warps work for two targets, even outputs for the
/// first and odd ones for the other.
constexpr int tileCount(const ProjectArgs& a, int perWarp)
{
    const int perTarget = a.gated ? perWarp / 2 : perWarp;
    int tiles = 0;
    for (int i = 0; i < (a.gated ? 1 : a.targetCount); ++i)
        tiles += (a.targets[i].matrix.rows + perTarget - 1) / perTarget;
    return tiles;
}

/// The target that tile `tile` of all belongs to; `tile` becomes that of the target.
constexpr int targetOf(const ProjectArgs& a, int perWarp, int& tile)
{
    int which = 0;
    if (!a.gated)
        for (int i = 0; i + 1 < a.targetCount && which == i; ++i) {
            const int own = (a.targets[i].matrix.rows + perWarp - 1) / perWarp;
            if (tile >= own) {
                tile -= own;
                which = i + 1;
            }
        }
    return which;
}

/// One warp: O outputs of the target `which`, whose format is F, for `rows` (at most R) rows from `firstRow` on.
template <DataType F, int R, int O>
DECODESCOPE_DEVICE void projectTile(const ProjectArgs& a, int which, int tile, int firstRow, int rows)
{
    const int lane = laneOf(threadX());
    const ProjectTarget target = a.targets[which];
    const ProjectTarget second = a.targets[a.gated ? 1 : which];
    const int firstOutput = tile * (a.gated ? O / 2 : O);
    const int outputs = target.matrix.rows;
    RowView w[O];
    DECODESCOPE_UNROLL
    for (int o = 0; o < O; ++o) {
        const bool odd = a.gated && o % 2 == 1;
        const int output = firstOutput + (a.gated ? o / 2 : o);
        w[o] = rowOf(odd ? second.matrix : target.matrix, output < outputs ? output : outputs - 1);
    }

    float sums[R * O + R];  ///< of the products, then of the squares of each row
    float* squares = sums + R * O;
    DECODESCOPE_UNROLL
    for (int i = 0; i < R * O + R; ++i) sums[i] = 0.0F;
    const int octs = (a.columns + kOct - 1) / kOct;
    for (int oct = lane; oct < octs; oct += kWarp) {
        float v[O][kOct];
        DECODESCOPE_UNROLL
        for (int o = 0; o < O; ++o) loadOct<F>(w[o], oct, v[o]);
        float n[kOct] = {};
        if (a.norm != nullptr)
            loadFloats(a.norm, oct * kOct, a.columns, n);
        DECODESCOPE_UNROLL
        for (int r = 0; r < R; ++r) {
            if (r >= rows)
                break;
            float x[kOct];
            loadFloats(a.in + static_cast<std::int64_t>(firstRow + r) * a.inStride, oct * kOct, a.columns, x);
            if (a.norm != nullptr) {
                DECODESCOPE_UNROLL
                for (int j = 0; j < kOct; ++j) {
                    squares[r] = fma(x[j], x[j], squares[r]);
                    x[j] = mul(x[j], n[j]);
                }
            }
            DECODESCOPE_UNROLL
            for (int o = 0; o < O; ++o) DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) sums[r * O + o] = fma(v[o][j], x[j], sums[r * O + o]);
        }
    }
    reduceOverWarp(sums, Sum());
    if (a.norm != nullptr) {
        DECODESCOPE_UNROLL
        for (int r = 0; r < R; ++r) {
            const float mean = div(squares[r], static_cast<float>(a.columns));
            const float scale = div(1.0F, root(add(mean, a.epsilon)));
            DECODESCOPE_UNROLL
            for (int o = 0; o < O; ++o) sums[r * O + o] = mul(sums[r * O + o], scale);
        }
    }

    DECODESCOPE_UNROLL
    for (int r = 0; r < R; ++r) DECODESCOPE_UNROLL
    for (int o = 0; o < O; ++o) {
        if (lane != r * O + o || r >= rows || (a.gated && o % 2 == 1))
            continue;
        const int output = firstOutput + (a.gated ? o / 2 : o);
        if (output >= outputs)
            continue;
        float value = sums[r * O + o];
        if (a.gated)
            value = mul(silu(value), sums[r * O + (o + 1 < O ? o + 1 : o)]);
        else if (target.bias != nullptr)
            value = add(value, target.bias[output]);
        float* out = target.out + static_cast<std::int64_t>(firstRow + r) * target.stride + output;
        *out = a.accumulate ? add(*out, value) : value;
        if (target.counts && output == 0)
            addAtomically(
                a.results + static_cast<std::int64_t>(a.places[firstRow + r].input) * a.resultWords + kResultRows,
                1ULL);
    }
}

}  // namespace decodescope::engine::cuda
