// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products (project_tile.h), with one kernel per format and shape of tile.
#include "engine/cuda/project_tile.h"

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

template <DataType F, int R, int O>
DECODESCOPE_BOUNDED_KERNEL(kWarpsPerBlock* kWarp, 4)
projectKernel(const Tiles launch)
{
    const ProjectArgs& a = launch.args;
    int tile = blockY() * kWarpsPerBlock + threadX() / kWarp;
    if (tile >= launch.tiles)
        return;
    const int firstRow = blockX() * R;
    const int which = targetOf(a, O, tile);
    projectTile<F, R, O>(a, which, tile, firstRow, a.rows - firstRow < R ? a.rows - firstRow : R);
}

template <DataType F, int R, int O>
cudaError_t launchTiles(const ProjectArgs& args, cudaStream_t stream)
{
    Tiles launch_{args, 0};
    launch_.tiles = tileCount(args, O);
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
