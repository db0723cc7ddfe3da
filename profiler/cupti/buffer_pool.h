// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace decodescope::profiler::cupti {

struct FilledBuffer {
    std::uint8_t* data = nullptr;
    std::size_t bytes = 0;
};

/// Buffers CUPTI fills with records. Small ones, because a flush returns what is full and what is begun alike; never
/// more than kMostBuffers: beyond that CUPTI drops records and counts them. Any thread; its lock is held for a few
/// moves of a pointer.
class BufferPool {
public:
    static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
    static constexpr std::size_t kMostBuffers = 256;

    BufferPool();
    /// Null when all are out, or there is no memory.
    std::uint8_t* take() noexcept;
    /// Back from CUPTI with records to be read; at once for the next use when `wanted` is false.
    void fill(std::uint8_t* buffer, std::size_t bytes, bool wanted) noexcept;
    /// Moves what was filled to `out`, in the order it came back. `out` has a capacity of kMostBuffers.
    void collect(std::vector<FilledBuffer>& out) noexcept;
    void giveBack(const std::vector<FilledBuffer>& read) noexcept;
    std::int64_t bytes() const noexcept;

private:
    struct alignas(8) Block {
        std::uint8_t data[kBufferBytes];
    };
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<Block>> m_blocks;
    std::vector<std::uint8_t*> m_free;
    std::vector<FilledBuffer> m_filled;
};

}  // namespace decodescope::profiler::cupti
