// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cuda_on_cpu/activity_listener.h"
#include "tests/cuda_on_cpu/block_runner.h"
#include "tests/cuda_on_cpu/control.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

/// What the runtime's opaque handles point at.
struct CUstream_st {
    std::deque<std::function<void()>> work;
    struct CUgraph_st* capturing = nullptr;
    bool captureBroken = false;
};
struct CUevent_st {
    bool recorded = false;
    double atMs = 0;
};
struct CUgraph_st {
    struct Node {
        std::function<void()> work;
        std::uint64_t id = 0;
    };
    std::vector<Node> nodes;
};
struct CUgraphExec_st {
    std::vector<CUgraph_st::Node> nodes;
};

struct cublasLtContext {};
struct cublasContext {
    CUstream_st* stream = nullptr;
    bool hasWorkspace = false;
};

namespace decodescope::cuda_on_cpu {

struct Allocation {
    std::unique_ptr<std::byte[]> data;
    std::size_t bytes = 0;
    bool pinned = false;
};

struct KernelEntry {
    std::string name;
    std::size_t parameterBytes = 0;
    void (*invoke)(const void*, void*) = nullptr;
};

/// All of the stand-in. Every entry takes `mutex`.
struct State {
    std::recursive_mutex mutex;
    DeviceModel model;
    Random random{1};
    BlockRunner runner;
    Counters counters;
    std::map<const void*, KernelEntry> kernels;
    std::map<const std::byte*, Allocation> allocations;
    std::set<CUstream_st*> streams;
    std::set<CUevent_st*> events;
    std::set<CUgraph_st*> graphs;
    std::set<CUgraphExec_st*> executables;
    std::set<cublasContext*> blasHandles;
    std::set<void*> blasLtObjects;  ///< handles, descriptions, layouts and preferences
    std::int64_t failIn = 0;
    std::int64_t failAllocationIn = 0;
    cudaError_t failWith = cudaSuccess;
    bool failureHappened = false;
    cudaError_t lastError = cudaSuccess;
    cudaError_t sticky = cudaSuccess;  ///< a kernel failed: nothing works any more, as on a device
    std::string report;
    std::vector<std::string> kernelsRun;
    double clockMs = 0;
    ActivityListener* listener = nullptr;
    std::uint32_t call = 0;  ///< number of the one in progress; never used again
    std::uint64_t lastNode = 0;
    WorkOrigin origin;  ///< of the work that runs

    bool capturing() const;
    std::int64_t liveDeviceBytes() const;
    /// The allocation that holds [address, address + bytes), or null.
    const Allocation* find(const void* address, std::size_t bytes) const;
    /// Remembers and returns an error.
    cudaError_t fail(cudaError_t error, const std::string& why);
    /// Puts work on a stream, or into the graph being captured; some of what waits may start.
    void submit(CUstream_st& stream, std::function<void()> work);
    void drain(CUstream_st& stream);
    void drainAll();
    void runKernel(const KernelLaunch& launch);
};

State& state();

/// Begins an entry: takes the lock, counts the call, and says whether it is to fail.
class Entry {
public:
    /// Entries that end something work after errors too.
    explicit Entry(bool ends = false);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    cudaError_t error() const { return m_error; }

private:
    std::unique_lock<std::recursive_mutex> m_lock;
    cudaError_t m_error = cudaSuccess;
    std::uint32_t m_call = 0;
};

}  // namespace decodescope::cuda_on_cpu
