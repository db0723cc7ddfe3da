// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/handles.h"

namespace decodescope::engine::cuda {
namespace {

/// cudaMalloc gives blocks that start and end at multiples of it.
constexpr std::int64_t kGranularity = 512;

}  // namespace

Result<void> check(cudaError_t error, std::string_view doing)
{
    if (error == cudaSuccess)
        return {};
    cudaGetLastError();  // an error that is not sticky is forgotten: it has been told
    const bool memory = error == cudaErrorMemoryAllocation;
    return fail(memory ? ErrorCode::memory : ErrorCode::device,
                "CUDA: " + std::string(doing) + " failed: " + cudaGetErrorString(error),
                memory ? "close other programs that use the GPU, or choose a smaller context, batch or cache format"
                       : "use --device cpu");
}

Result<PinnedBlock> allocatePinned(std::int64_t bytes, std::string_view what)
{
    PinnedBlock block;
    if (auto done = check(cudaHostAlloc(block.out(), static_cast<std::size_t>(bytes), cudaHostAllocDefault),
                          "allocating " + mib(bytes) + " of pinned memory for " + std::string(what));
        !done)
        return tl::unexpected(done.error());
    return block;
}

std::byte* DeviceBlocks::take(std::int64_t bytes, std::int64_t& reserved)
{
    reserved = (bytes + kGranularity - 1) / kGranularity * kGranularity;
    void* data = nullptr;
    if (cudaMalloc(&data, static_cast<std::size_t>(reserved)) != cudaSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    return static_cast<std::byte*>(data);
}

void DeviceBlocks::giveBack(std::byte* data, std::int64_t)
{
    cudaFree(data);
}

std::int64_t DeviceBlocks::availableBytes() const
{
    std::size_t free = 0;
    std::size_t total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? static_cast<std::int64_t>(free) : 0;
}

}  // namespace decodescope::engine::cuda
