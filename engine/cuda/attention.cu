// SPDX-License-Identifier: GPL-3.0-or-later
// Attention (attend_split.h): a kernel over the splits, then one that combines them.
#include "engine/cuda/attend_split.h"

namespace decodescope::engine::cuda {
namespace {

DECODESCOPE_BOUNDED_KERNEL(kAttendThreads, 4)
attendKernel(const AttendArgs a)
{
    attendSplit(a, blockX(), blockY(), blockZ(), sharedMemory<SharedTile>());
}

DECODESCOPE_KERNEL combineKernel(const AttendArgs a)
{
    combineSplits(a, blockX(), blockY());
}

}  // namespace

cudaError_t launchAttend(const AttendArgs& args, cudaStream_t stream)
{
    const dim3 grid(static_cast<unsigned>(args.splits), static_cast<unsigned>(args.kvHeads),
                    static_cast<unsigned>(args.rows));
    if (const cudaError_t error =
            launch("attend", attendKernel, args, grid, kAttendThreads, sizeof(SharedTile), stream);
        error != cudaSuccess)
        return error;
    const dim3 heads(static_cast<unsigned>(args.heads), static_cast<unsigned>(args.rows));
    const int threads = (args.headDim + kWarp - 1) / kWarp * kWarp;
    return launch("combine_splits", combineKernel, args, heads, static_cast<unsigned>(threads < 128 ? threads : 128), 0,
                  stream);
}

}  // namespace decodescope::engine::cuda
