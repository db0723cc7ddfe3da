// SPDX-License-Identifier: GPL-3.0-or-later
// Device code for kernels launched cooperatively: all blocks of the grid are on the device at once.
#pragma once

#include "engine/cuda/device.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

namespace decodescope::engine::cuda {

#ifdef __CUDACC__

/// Waits for every thread of the grid; what any of them wrote before, all see after.
DECODESCOPE_DEVICE void gridBarrier()
{
    cooperative_groups::this_grid().sync();
}

/// Nanoseconds of one clock for the whole device. How often it advances is the driver's choice.
DECODESCOPE_DEVICE unsigned long long deviceClockNs()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

#else

inline void gridBarrier(std::source_location where = std::source_location::current())
{
    cuda_on_cpu::syncGrid(where);
}
inline unsigned long long deviceClockNs()
{
    return cuda_on_cpu::deviceClockNs();
}

#endif

/// Blocks of `threads` threads that can be on the device together; 0 where kernels cannot be launched cooperatively.
template <class Args>
cudaError_t blocksTogether(const char* name, void (*kernel)(Args), unsigned threads, std::size_t sharedBytes,
                           int device, int& blocks)
{
    blocks = 0;
    announce(name, kernel);
    int cooperative = 0;
    int multiprocessors = 0;
    int perMultiprocessor = 0;
    if (const cudaError_t error = cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
        error != cudaSuccess || cooperative == 0)
        return error;
    if (const cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
        error != cudaSuccess)
        return error;
    if (const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, reinterpret_cast<const void*>(kernel),
                                                          static_cast<int>(threads), dynamicBytes(sharedBytes));
        error != cudaSuccess)
        return error;
    blocks = perMultiprocessor * multiprocessors;
    return cudaSuccess;
}

/// As launch(); every block must find room at once.
template <class Args>
cudaError_t launchTogether(const char* name, void (*kernel)(Args), const Args& args, unsigned blocks, unsigned threads,
                           std::size_t sharedBytes, cudaStream_t stream)
{
    Args copy = args;
    void* parameters[] = {&copy};
    announce(name, kernel);
    return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks), dim3(threads), parameters,
                                       dynamicBytes(sharedBytes), stream);
}

}  // namespace decodescope::engine::cuda
