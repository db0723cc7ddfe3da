// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/roof_kernels.h"

#include "engine/cuda/grid_barrier.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kLoads = 4;  // of sixteen bytes, under way together
constexpr unsigned kBarrierThreads = 128;

DECODESCOPE_KERNEL readKernel(const StreamArgs a)
{
    const std::int64_t words = a.bytes / static_cast<std::int64_t>(sizeof(Words4));
    const std::int64_t threads = static_cast<std::int64_t>(gridX()) * kRoofThreads;
    std::uint32_t seen = 0;
    for (int pass = 0; pass < a.passes; ++pass)
        for (std::int64_t i = static_cast<std::int64_t>(blockX()) * kRoofThreads + threadX(); i < words;
             i += threads * kLoads) {
            Words4 v[kLoads];
            DECODESCOPE_UNROLL
            for (int l = 0; l < kLoads; ++l)
                v[l] = i + l * threads < words ? readWords4(a.in + (i + l * threads) * 16) : Words4{{0, 0, 0, 0}};
            DECODESCOPE_UNROLL
            for (int l = 0; l < kLoads; ++l) seen |= v[l].w[0] | v[l].w[1] | v[l].w[2] | v[l].w[3];
        }
    if (seen != 0)  // the buffer holds zeros: what was read is needed, and nothing is written
        *reinterpret_cast<std::uint32_t*>(a.out) = seen;
}

DECODESCOPE_KERNEL copyKernel(const StreamArgs a)
{
    const std::int64_t words = a.bytes / static_cast<std::int64_t>(sizeof(Words4));
    const std::int64_t threads = static_cast<std::int64_t>(gridX()) * kRoofThreads;
    for (std::int64_t i = static_cast<std::int64_t>(blockX()) * kRoofThreads + threadX(); i < words; i += threads)
        writeWords4(a.out + i * 16, readWords4(a.in + i * 16));
}

DECODESCOPE_KERNEL fillKernel(const StreamArgs a)
{
    const std::int64_t words = a.bytes / 4;
    for (std::int64_t i = static_cast<std::int64_t>(blockX()) * kRoofThreads + threadX(); i < words;
         i += static_cast<std::int64_t>(gridX()) * kRoofThreads) {
        std::uint32_t mixed = static_cast<std::uint32_t>(i) * 2654435761U;
        mixed ^= mixed >> 15;
        mixed *= 2246822519U;
        reinterpret_cast<std::uint32_t*>(a.out)[i] =
            a.bytes8 ? mixed & 0xbfbfbfbfU : (mixed & 0x83ff83ffU) | 0x3c003c00U;
    }
}

DECODESCOPE_KERNEL nothingKernel(const BarrierArgs) {}

DECODESCOPE_KERNEL barrierKernel(const BarrierArgs a)
{
    for (int i = 0; i < a.count; ++i) gridBarrier();
}

}  // namespace

cudaError_t launchRead(const StreamArgs& args, unsigned blocks, cudaStream_t stream)
{
    return launch("read_roof", readKernel, args, dim3(blocks), kRoofThreads, 0, stream);
}

cudaError_t launchCopy(const StreamArgs& args, unsigned blocks, cudaStream_t stream)
{
    return launch("copy_roof", copyKernel, args, dim3(blocks), kRoofThreads, 0, stream);
}

cudaError_t launchFill(const StreamArgs& args, cudaStream_t stream)
{
    return launch("fill", fillKernel, args, dim3(256), kRoofThreads, 0, stream);
}

cudaError_t launchNothing(cudaStream_t stream)
{
    return launch("nothing", nothingKernel, BarrierArgs{}, dim3(1), kWarp, 0, stream);
}

cudaError_t launchBarriers(const BarrierArgs& args, int blocks, cudaStream_t stream)
{
    return launchTogether("barriers", barrierKernel, args, static_cast<unsigned>(blocks), kBarrierThreads, 0, stream);
}

}  // namespace decodescope::engine::cuda
