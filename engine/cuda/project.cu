// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products and what is fused with them. A warp makes a few outputs for a tile of rows: lane l sums octs l, l +
// 32, l + 64, ... in ascending order with FMA, one fixed tree adds the lanes. Neither the number of rows in the tile
// nor the number of outputs per warp enters into it, so prefill and decode give the same bits.
// RMS normalisation is fused: the norm's weights go into the input as it is read, its scale, which every warp finds
// beside its sums, into the result. No barrier, and no pass before.
#include "engine/cuda/load_oct.h"

#include <algorithm>

namespace decodescope::engine::cuda {
namespace {

constexpr int kWarpsPerBlock = 4;
/// Rows of a tile in prefill, and outputs per warp beside them.
constexpr int kTileRows = 8;
constexpr int kTileOutputs = 2;
/// Outputs per warp of a single row: few where there are few outputs, so that all of the device has work.
constexpr int kManyOutputs = 4;
constexpr int kManyOutputsFrom = 8192;

/// The targets of one launch: all in one format.
struct Tiles {
    ProjectArgs args;
    int tiles = 0;  ///< warps' worth of outputs over all targets
};

DECODESCOPE_DEVICE float silu(float x)
{
    return div(x, add(1.0F, exponential(-x)));
}

template <DataType F, int R, int O>
DECODESCOPE_BOUNDED_KERNEL(kWarpsPerBlock* kWarp, 4)
projectKernel(const Tiles launch)
{
    const ProjectArgs& a = launch.args;
    const int lane = laneOf(threadX());
    int tile = blockY() * kWarpsPerBlock + threadX() / kWarp;
    if (tile >= launch.tiles)
        return;
    const int firstRow = blockX() * R;
    const int rows = a.rows - firstRow < R ? a.rows - firstRow : R;

    // The target this warp works for; a gated warp works for two, even outputs for the first and odd ones for the
    // other.
    const int perTarget = a.gated ? O / 2 : O;
    int which = 0;
    if (!a.gated)
        for (int i = 0; i + 1 < a.targetCount && which == i; ++i) {
            const int own = (a.targets[i].matrix.rows + O - 1) / O;
            if (tile >= own) {
                tile -= own;
                which = i + 1;
            }
        }
    const ProjectTarget target = a.targets[which];
    const ProjectTarget second = a.targets[a.gated ? 1 : which];
    const int firstOutput = tile * perTarget;
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

template <DataType F, int R, int O>
cudaError_t launchTiles(const ProjectArgs& args, cudaStream_t stream)
{
    Tiles launch_{args, 0};
    const int perTarget = args.gated ? O / 2 : O;
    for (int i = 0; i < (args.gated ? 1 : args.targetCount); ++i)
        launch_.tiles += (args.targets[i].matrix.rows + perTarget - 1) / perTarget;
    const dim3 grid(static_cast<unsigned>((args.rows + R - 1) / R),
                    static_cast<unsigned>((launch_.tiles + kWarpsPerBlock - 1) / kWarpsPerBlock));
    return launch(R == 1 ? "project_row" : "project_rows", projectKernel<F, R, O>, launch_, grid,
                  kWarpsPerBlock * kWarp, 0, stream);
}

template <DataType F>
cudaError_t launchFormat(const ProjectArgs& args, cudaStream_t stream)
{
    if (args.rows > 1)
        return launchTiles<F, kTileRows, kTileOutputs>(args, stream);
    int outputs = 0;
    for (int i = 0; i < args.targetCount; ++i) outputs += args.targets[i].matrix.rows;
    if (outputs >= kManyOutputsFrom)
        return launchTiles<F, 1, kManyOutputs>(args, stream);
    return launchTiles<F, 1, 2>(args, stream);
}

cudaError_t launchOneFormat(const ProjectArgs& args, cudaStream_t stream)
{
    switch (args.targets[0].matrix.type) {
        case DataType::f32:
            return launchFormat<DataType::f32>(args, stream);
        case DataType::f16:
            return launchFormat<DataType::f16>(args, stream);
        case DataType::bf16:
            return launchFormat<DataType::bf16>(args, stream);
        case DataType::q8_0:
            return launchFormat<DataType::q8_0>(args, stream);
        case DataType::q4_0:
            return launchFormat<DataType::q4_0>(args, stream);
        case DataType::q4_1:
            return launchFormat<DataType::q4_1>(args, stream);
        case DataType::q5_0:
            return launchFormat<DataType::q5_0>(args, stream);
        case DataType::q5_1:
            return launchFormat<DataType::q5_1>(args, stream);
        case DataType::q2_K:
            return launchFormat<DataType::q2_K>(args, stream);
        case DataType::q3_K:
            return launchFormat<DataType::q3_K>(args, stream);
        case DataType::q4_K:
            return launchFormat<DataType::q4_K>(args, stream);
        case DataType::q5_K:
            return launchFormat<DataType::q5_K>(args, stream);
        case DataType::q6_K:
            return launchFormat<DataType::q6_K>(args, stream);
        case DataType::iq4_nl:
            return launchFormat<DataType::iq4_nl>(args, stream);
        case DataType::fp8E4m3:
        case DataType::int8:
            break;
    }
    return cudaErrorInvalidValue;
}

}  // namespace

cudaError_t launchProject(const ProjectArgs& args, cudaStream_t stream)
{
    if (args.gated)
        return launchOneFormat(args, stream);
    for (int first = 0; first < args.targetCount;) {
        ProjectArgs part = args;
        part.targetCount = 0;
        for (int i = first; i < args.targetCount && args.targets[i].matrix.type == args.targets[first].matrix.type; ++i)
            part.targets[part.targetCount++] = args.targets[i];
        if (const cudaError_t error = launchOneFormat(part, stream); error != cudaSuccess)
            return error;
        first += part.targetCount;
    }
    return cudaSuccess;
}

}  // namespace decodescope::engine::cuda
