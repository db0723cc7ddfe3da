// SPDX-License-Identifier: GPL-3.0-or-later
// How the stand-in for the runtime tells the one for CUPTI what happens.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace decodescope::cuda_on_cpu {

struct KernelLaunch;

/// Where a piece of work came from.
struct WorkOrigin {
    std::uint32_t call = 0;  ///< that put it on its stream; of a graph, the launch
    std::uint64_t node = 0;  ///< of a graph; 0: of none
};

/// On the device's clock.
struct WorkTime {
    double startMs = 0;
    double endMs = 0;
};

class ActivityListener {
public:
    virtual ~ActivityListener() = default;
    virtual void callBegan(std::uint32_t call) = 0;
    virtual void callEnded(std::uint32_t call) = 0;
    virtual void kernelRan(const KernelLaunch& launch, WorkOrigin origin, WorkTime time) = 0;
    /// A copy, or without a kind memory that was set.
    virtual void moved(std::optional<cudaMemcpyKind> kind, std::size_t bytes, WorkOrigin origin, WorkTime time) = 0;
    virtual void allocated(bool taken, std::size_t bytes, std::uint32_t call) = 0;
    /// A node of a graph; `original` is 0 for one that was captured.
    virtual void nodeMade(std::uint64_t node, std::uint64_t original) = 0;
};

}  // namespace decodescope::cuda_on_cpu
