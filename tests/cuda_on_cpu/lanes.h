// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel compiled by g++ sees of the stand-in; included by engine/cuda/device.h alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>

namespace decodescope::cuda_on_cpu {

/// Place of the thread that runs now. Blocks have one dimension.
struct BlockPlace {
    int thread = 0;
    int threads = 0;
    int x = 0;
    int y = 0;
    int z = 0;
    int gridX = 0;
    std::byte* shared = nullptr;
};
extern BlockPlace blockPlace;
/// Bytes that kernels loaded as weights, through the read-only path of a device.
extern std::int64_t weightBytesLoaded;

/// Waits for every thread of the block. Threads that meet at different lines, or that have ended, are errors.
void syncThreads(std::source_location where);
/// Waits for every thread of every block of a kernel launched cooperatively.
void syncGrid(std::source_location where);
/// The stand-in's clock; it advances with every look at it.
unsigned long long deviceClockNs();
/// Waits for all lanes of the warp; the last to come calls `exchange` with the places of each lane's `bytes` bytes.
/// Lanes that meet at different lines, or that never come, are errors.
void meetInWarp(void* values, std::size_t bytes, std::source_location where,
                const std::function<void(std::byte* const* lanes)>& exchange);
/// Ends the kernel with an error unless `address` is a multiple of `bytes`.
void requireAligned(const void* address, std::size_t bytes);
/// Tells the stand-in how to call a kernel: what nvcc's registration of kernels does on a device.
void nameKernel(const void* function, const char* name, std::size_t parameterBytes,
                void (*invoke)(const void* function, void* parameter));

}  // namespace decodescope::cuda_on_cpu
