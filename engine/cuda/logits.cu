// SPDX-License-Identifier: GPL-3.0-or-later
// Hash and best logits (scan_logits.h): a kernel over chunks of columns, then one over the chunks.
#include "engine/cuda/scan_logits.h"

namespace decodescope::engine::cuda {
namespace {

using Keys = Key[kLogitWarps];

DECODESCOPE_KERNEL scanLogits(const LogitsArgs a)
{
    scanChunk(a, blockX(), blockY(), sharedMemory<Keys>());
}

DECODESCOPE_KERNEL mergeLogits(const LogitsArgs a)
{
    mergeChunks(a, blockX(), sharedMemory<Keys>());
}

}  // namespace

cudaError_t launchLogits(const LogitsArgs& args, cudaStream_t stream)
{
    const dim3 grid(static_cast<unsigned>(chunksOf(args)), static_cast<unsigned>(args.inputs));
    if (const cudaError_t error = launch("scan_logits", scanLogits, args, grid, kLogitThreads, sizeof(Keys), stream);
        error != cudaSuccess)
        return error;
    return launch("merge_logits", mergeLogits, args, dim3(static_cast<unsigned>(args.inputs)), kLogitThreads,
                  sizeof(Keys), stream);
}

}  // namespace decodescope::engine::cuda
