// SPDX-License-Identifier: GPL-3.0-or-later
// The handle tests have on the stand-in for the CUDA runtime: what device it pretends to be, which call fails, what was
// called. The stand-in is stricter than a device where that finds mistakes: one device, non-blocking streams only, host
// memory of copies pinned, no allocation or synchronisation during capture, launch limits, work that starts late and in
// drawn order, fresh memory full of NaN. It proves indexing, barriers and the order of calls; it proves nothing about
// memory ordering, contraction or speed.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::cuda_on_cpu {

struct DeviceModel {
    cudaError_t found = cudaSuccess;  ///< what counting devices says: cudaErrorNoDevice, cudaErrorInsufficientDriver
    std::string name = "Stand-in GPU";
    int major = 9;
    int minor = 0;
    int multiprocessors = 3;
    int cacheBytes = 1 << 20;  ///< L2
    bool cooperative = true;   ///< can launch kernels whose blocks are all there at once
    int blocksPerMultiprocessor = 2;
    bool blas = true;  ///< cuBLAS is there
    std::int64_t totalBytes = std::int64_t{1} << 30;
    std::int64_t contextBytes = std::int64_t{64} << 20;  ///< of it, what the context itself takes
};

struct Counters {
    std::int64_t calls = 0;
    std::int64_t allocations = 0;  ///< device and pinned
    std::int64_t synchronisations = 0;
    std::int64_t launches = 0;  ///< kernels launched outside of graphs
    std::int64_t cooperativeLaunches = 0;
    std::int64_t graphLaunches = 0;
    std::int64_t blasCalls = 0;     ///< of any function of cuBLAS that does something
    std::int64_t blasProducts = 0;  ///< begun
    std::int64_t instantiations = 0;
    std::int64_t kernelsRun = 0;
    std::int64_t weightBytesLoaded = 0;  ///< by kernels; every load counts, there is no cache
};

/// What exists now: all zero after an orderly end.
struct Alive {
    std::int64_t deviceBlocks = 0;
    std::int64_t deviceBytes = 0;
    std::int64_t pinnedBlocks = 0;
    std::int64_t streams = 0;
    std::int64_t events = 0;
    std::int64_t graphs = 0;
    std::int64_t executables = 0;
    std::int64_t blasHandles = 0;
    std::int64_t sum() const
    {
        return deviceBlocks + pinnedBlocks + streams + events + graphs + executables + blasHandles;
    }
};

/// A fresh device: errors forgotten, counters zero, orders drawn from `seed`. What was alive is freed.
void reset(std::uint64_t seed = 1, const DeviceModel& model = {});
/// The `nth` call from now (1: the next) fails with `error`; 0 takes it back. Calls that end something still end it.
void failCall(std::int64_t nth, cudaError_t error);
/// The `nth` allocation from now, on the device or of pinned memory, finds no room; 0 takes it back.
void failAllocation(std::int64_t nth);
/// As if a kernel had failed: every call that does something says so from now on.
void breakDevice();
/// Whether the failure asked for has happened.
bool failed();
Counters counters();
Alive alive();
/// What the last failed kernel or misused call did, in words; empty when all was well.
std::string report();
/// Names of the kernels run since the last reset or clear, in order.
std::vector<std::string> kernelsRun();
void clearKernelsRun();

}  // namespace decodescope::cuda_on_cpu
