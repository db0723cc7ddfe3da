// SPDX-License-Identifier: GPL-3.0-or-later
// Device and pinned memory, and copies.
#include "tests/cuda_on_cpu/state.h"

#include <cstring>
#include <optional>
#include <utility>

namespace cpu = decodescope::cuda_on_cpu;

namespace {

constexpr double kMoveMs = 0.001;

/// Time passes; `kind` is empty when memory was set.
void tellMoved(cpu::State& s, std::optional<cudaMemcpyKind> kind, std::size_t bytes)
{
    const double startMs = s.clockMs;
    s.clockMs += kMoveMs;
    if (s.listener != nullptr)
        s.listener->moved(kind, bytes, s.origin, {startMs, s.clockMs});
}

cudaError_t take(void** pointer, std::size_t bytes, bool pinned)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (s.capturing())
        return s.fail(cudaErrorStreamCaptureUnsupported, "an allocation during capture");
    if (bytes == 0 || pointer == nullptr)
        return s.fail(cudaErrorInvalidValue, "an allocation of nothing");
    if (s.failAllocationIn > 0 && --s.failAllocationIn == 0) {
        s.failureHappened = true;
        return s.lastError = cudaErrorMemoryAllocation;
    }
    const std::int64_t room = s.model.totalBytes - s.model.contextBytes - s.liveDeviceBytes();
    if (!pinned && static_cast<std::int64_t>(bytes) > room)
        return s.fail(cudaErrorMemoryAllocation, "device memory is full");
    ++s.counters.allocations;
    cpu::Allocation block;
    block.data = std::make_unique<std::byte[]>(bytes + cpu::kCanaryBytes);
    block.bytes = bytes;
    block.pinned = pinned;
    std::memset(block.data.get(), cpu::kPoison, bytes);
    std::memset(block.data.get() + bytes, cpu::kCanary, cpu::kCanaryBytes);
    *pointer = block.data.get();
    const std::byte* key = block.data.get();
    s.allocations[key] = std::move(block);
    if (s.listener != nullptr)
        s.listener->allocated(true, bytes, s.call);
    return cudaSuccess;
}

cudaError_t give(void* pointer, bool pinned)
{
    const cpu::Entry entry(true);
    cpu::State& s = cpu::state();
    if (pointer == nullptr)
        return entry.error();
    if (s.capturing())
        return s.fail(cudaErrorStreamCaptureUnsupported, "a block is freed during capture");
    s.drainAll();  // as a device does
    const auto at = s.allocations.find(static_cast<const std::byte*>(pointer));
    if (at == s.allocations.end() || at->second.pinned != pinned)
        return s.fail(cudaErrorInvalidValue, "freed what was not allocated, or twice");
    if (s.listener != nullptr)
        s.listener->allocated(false, at->second.bytes, s.call);
    s.allocations.erase(at);
    return entry.error();
}

/// Whether both ends of a copy are what `kind` says, inside of one block each.
bool copyable(const cpu::State& s, const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
              bool pinnedOnly)
{
    const auto device = [&](const void* p) {
        const cpu::Allocation* block = s.find(p, bytes);
        return block != nullptr && !block->pinned;
    };
    const auto host = [&](const void* p) {
        const cpu::Allocation* block = s.find(p, bytes);
        return block != nullptr ? block->pinned : !pinnedOnly && s.find(p, 0) == nullptr;
    };
    switch (kind) {
        case cudaMemcpyHostToDevice:
            return device(to) && host(from);
        case cudaMemcpyDeviceToHost:
            return host(to) && device(from);
        case cudaMemcpyDeviceToDevice:
            return device(to) && device(from);
        default:
            return false;
    }
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes)
{
    return take(pointer, bytes, false);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int)
{
    return take(pointer, bytes, true);
}

cudaError_t cudaFree(void* pointer)
{
    return give(pointer, false);
}

cudaError_t cudaFreeHost(void* pointer)
{
    return give(pointer, true);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    const cpu::Entry entry;
    const cpu::State& s = cpu::state();
    *total = static_cast<std::size_t>(s.model.totalBytes);
    *free = static_cast<std::size_t>(s.model.totalBytes - s.model.contextBytes - s.liveDeviceBytes());
    return entry.error();
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (s.capturing())
        return s.fail(cudaErrorStreamCaptureUnsupported, "a copy that waits during capture");
    if (!copyable(s, to, from, bytes, kind, false))
        return s.fail(cudaErrorInvalidValue, "a copy outside of a block, or not in the direction it says");
    // Streams made non-blocking do not wait for it, nor it for them.
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.streams.contains(stream))
        return s.fail(cudaErrorInvalidResourceHandle, "a copy on no stream");
    if (!copyable(s, to, from, bytes, kind, true))
        return s.fail(cudaErrorInvalidValue, "a copy outside of a block, from pageable memory, or the wrong way");
    s.submit(*stream, [to, from, bytes, kind] {
        std::memcpy(to, from, bytes);
        tellMoved(cpu::state(), kind, bytes);
    });
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    const cpu::Allocation* block = s.find(to, bytes);
    if (!s.streams.contains(stream) || block == nullptr || block->pinned)
        return s.fail(cudaErrorInvalidValue, "memory outside of a block is set, or on no stream");
    s.submit(*stream, [to, value, bytes] {
        std::memset(to, value, bytes);
        tellMoved(cpu::state(), {}, bytes);
    });
    return cudaSuccess;
}
