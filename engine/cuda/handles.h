// SPDX-License-Identifier: GPL-3.0-or-later
// Owners of what the CUDA runtime hands out, and its errors as values.
#pragma once

#include "engine/base/error.h"
#include "engine/base/memory_account.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace decodescope::engine::cuda {

/// An error that says what was being done: "CUDA: launching the step failed: unspecified launch failure".
Result<void> check(cudaError_t error, std::string_view doing);

/// Owns a handle that `End` gives back.
template <class Handle, cudaError_t (*End)(Handle)>
class Owner {
public:
    Owner() = default;
    explicit Owner(Handle handle) : m_handle(handle) {}
    Owner(Owner&& other) noexcept : m_handle(std::exchange(other.m_handle, Handle{})) {}
    Owner& operator=(Owner&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner()
    {
        if (m_handle != Handle{})
            End(m_handle);
    }
    Handle get() const { return m_handle; }
    Handle* out() { return &m_handle; }

private:
    Handle m_handle{};
};

using Stream = Owner<cudaStream_t, cudaStreamDestroy>;
using Event = Owner<cudaEvent_t, cudaEventDestroy>;
using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;
using GraphExecutable = Owner<cudaGraphExec_t, cudaGraphExecDestroy>;
using PinnedBlock = Owner<void*, cudaFreeHost>;

/// Host memory that copies can run from and to beside the host.
Result<PinnedBlock> allocatePinned(std::int64_t bytes, std::string_view what);

/// Blocks of device memory. Fresh blocks hold anything.
class DeviceBlocks final : public BlockSource {
public:
    std::byte* take(std::int64_t bytes, std::int64_t& reserved) override;
    void giveBack(std::byte* data, std::int64_t reserved) override;
    std::int64_t availableBytes() const override;
};

}  // namespace decodescope::engine::cuda
