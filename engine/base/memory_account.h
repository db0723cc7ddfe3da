// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope::engine {

enum class MemoryKind : std::uint8_t { weights, kvCache, activations, workspace };
constexpr std::size_t kMemoryKinds = 4;
std::string_view name(MemoryKind kind);
/// Bytes as messages give them: "12.5 MiB".
std::string mib(std::int64_t bytes);

/// Bytes as the allocator holds them now. `live`: bytes asked for and not yet freed; `reserved`: what the allocator
/// took from the system for them (rounded up to pages or huge pages). live <= reserved always.
struct MemorySnapshot {
    std::array<std::int64_t, kMemoryKinds> live{};
    std::int64_t reserved = 0;
    std::int64_t liveTotal() const { return live[0] + live[1] + live[2] + live[3]; }
};

/// Where the blocks of an account come from, when it is not this machine's memory.
class BlockSource {
public:
    virtual ~BlockSource() = default;
    /// A block of at least `bytes`, aligned to 64; `reserved` becomes what it takes. Null when there is no room.
    virtual std::byte* take(std::int64_t bytes, std::int64_t& reserved) = 0;
    virtual void giveBack(std::byte* data, std::int64_t reserved) = 0;
    virtual std::int64_t availableBytes() const = 0;
};

class MemoryAccount;

/// One aligned (64 bytes) block, returned to its account on destruction. Move-only. Zero-filled, unless the account has
/// a source of its own: then the address may be a device's, and the content is undefined.
class Buffer {
public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer();

    std::byte* data() const { return m_data; }
    std::int64_t bytes() const { return m_bytes; }
    template <class T>
    T* as() const
    {
        return reinterpret_cast<T*>(m_data);
    }
    /// Moves the block's bytes to another kind in the books (the block stays where it is).
    void recount(MemoryKind kind);

private:
    friend class MemoryAccount;
    std::shared_ptr<MemoryAccount> m_account;
    std::byte* m_data = nullptr;
    std::int64_t m_bytes = 0;
    std::int64_t m_reserved = 0;  ///< 0: part of an arena
    MemoryKind m_kind = MemoryKind::workspace;
};

/// The books of one engine: every large buffer is taken here, so that memory figures are the allocator's actual
/// blocks and never a formula. Thread-safe.
class MemoryAccount : public std::enable_shared_from_this<MemoryAccount> {
public:
    /// Without a source, blocks are zero-filled, on huge pages where the system has them.
    static std::shared_ptr<MemoryAccount> create(std::unique_ptr<BlockSource> source = nullptr);

    /// `what` names the buffer in errors
    /// ("KV cache, layer 3"). Fails with ErrorCode::memory, naming buffer, bytes needed and bytes free.
    Result<Buffer> allocate(MemoryKind kind, std::int64_t bytes, std::string_view what);

    MemorySnapshot snapshot() const;
    /// What can still be allocated here.
    std::int64_t availableBytes() const;
    /// Largest liveTotal since the last resetPeak().
    std::int64_t peakLive() const;
    void resetPeak();

private:
    explicit MemoryAccount(std::unique_ptr<BlockSource> source) : m_source(std::move(source)) {}
    friend class Buffer;
    /// Address space that small blocks of one kind share, so that they lie on huge pages too. Never reused: what is
    /// handed out is fresh, hence zero. Unmapped when its last block goes back.
    struct Arena {
        std::byte* base = nullptr;
        std::int64_t used = 0;
        std::int64_t blocks = 0;
        MemoryKind kind = MemoryKind::workspace;
    };
    std::byte* allocateInArena(MemoryKind kind, std::int64_t bytes);
    void releaseInArena(const std::byte* data);
    void release(std::byte* data, std::int64_t bytes, std::int64_t reserved, MemoryKind kind);
    void move(std::int64_t bytes, MemoryKind from, MemoryKind to);
    std::unique_ptr<BlockSource> m_source;  ///< null: this machine's memory
    std::mutex m_mutex;
    std::vector<Arena> m_arenas;  ///< under m_mutex
    std::array<std::atomic<std::int64_t>, kMemoryKinds> m_live{};
    std::atomic<std::int64_t> m_total{0};
    std::atomic<std::int64_t> m_reserved{0};
    std::atomic<std::int64_t> m_peak{0};
};

/// Bytes the system can still give this process without swapping (MemAvailable, capped by the cgroup limit).
std::int64_t availableMemoryBytes();
/// Resident bytes of this process (VmRSS) and their largest value so far (VmHWM).
std::int64_t residentBytes();
std::int64_t peakResidentBytes();

}  // namespace decodescope::engine
