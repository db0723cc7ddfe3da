// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/memory_account.h"

#include "engine/base/number_text.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

namespace decodescope::engine {
namespace {

constexpr std::int64_t kAlignment = 64;
constexpr std::int64_t kHugePage = std::int64_t{2} << 20;
/// Blocks below this share arenas: most weight matrices are smaller than a huge page or end in the middle of one.
constexpr std::int64_t kOwnMapping = std::int64_t{4} << 20;
constexpr std::int64_t kArena = std::int64_t{32} << 20;
/// Blocks below this are not compared with the free memory first: the look-up costs more than they do.
constexpr std::int64_t kCheckedBytes = std::int64_t{16} << 20;

std::int64_t roundUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/// `bytes` (whole huge pages) of zero-filled memory that starts on a huge page.
std::byte* mapPages(std::int64_t bytes)
{
    const auto length = static_cast<std::size_t>(bytes + kHugePage);
    void* mapped = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return nullptr;
    auto* start = static_cast<std::byte*>(mapped);
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const auto unit = static_cast<std::uintptr_t>(kHugePage);
    auto* aligned = start + ((unit - address % unit) % unit);
    if (aligned > start)
        munmap(start, static_cast<std::size_t>(aligned - start));
    std::byte* end = aligned + bytes;
    if (start + length > end)
        munmap(end, static_cast<std::size_t>(start + length - end));
    madvise(aligned, static_cast<std::size_t>(bytes), MADV_HUGEPAGE);  // advice only: nothing depends on it
    return aligned;
}

}  // namespace

std::string mib(std::int64_t bytes)
{
    return fixedText(static_cast<double>(bytes) / 1048576.0, 1) + " MiB";
}

std::string_view name(MemoryKind kind)
{
    switch (kind) {
        case MemoryKind::weights:
            return "weights";
        case MemoryKind::kvCache:
            return "kv_cache";
        case MemoryKind::activations:
            return "activations";
        case MemoryKind::workspace:
            return "workspace";
    }
    return {};
}

Buffer::Buffer(Buffer&& other) noexcept
    : m_account(std::move(other.m_account)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_bytes(std::exchange(other.m_bytes, 0)),
      m_reserved(std::exchange(other.m_reserved, 0)),
      m_kind(other.m_kind)
{
}

Buffer& Buffer::operator=(Buffer&& other) noexcept
{
    if (this == &other)
        return *this;
    if (m_data != nullptr)
        m_account->release(m_data, m_bytes, m_reserved, m_kind);
    m_account = std::move(other.m_account);
    m_data = std::exchange(other.m_data, nullptr);
    m_bytes = std::exchange(other.m_bytes, 0);
    m_reserved = std::exchange(other.m_reserved, 0);
    m_kind = other.m_kind;
    return *this;
}

Buffer::~Buffer()
{
    if (m_data != nullptr)
        m_account->release(m_data, m_bytes, m_reserved, m_kind);
}

void Buffer::recount(MemoryKind kind)
{
    if (m_data != nullptr)
        m_account->move(m_bytes, m_kind, kind);
    m_kind = kind;
}

std::shared_ptr<MemoryAccount> MemoryAccount::create(std::unique_ptr<BlockSource> source)
{
    return std::shared_ptr<MemoryAccount>(new MemoryAccount(std::move(source)));
}

std::int64_t MemoryAccount::availableBytes() const
{
    return m_source ? m_source->availableBytes() : availableMemoryBytes();
}

Result<Buffer> MemoryAccount::allocate(MemoryKind kind, std::int64_t bytes, std::string_view what)
{
    Buffer buffer;
    buffer.m_kind = kind;
    if (bytes <= 0)
        return buffer;
    const auto refuse = [&] {
        return fail(ErrorCode::memory,
                    "not enough memory for " + std::string(what) + ": " + mib(bytes) + " needed, " +
                        mib(availableBytes()) + " free",
                    "close other programs, or choose a smaller context, batch, cache format or model");
    };
    constexpr std::int64_t kLargest = std::int64_t{1} << 47;  // user address space
    if (bytes > kLargest || (bytes >= kCheckedBytes && bytes > availableBytes()))
        return refuse();
    std::int64_t reserved = bytes >= kOwnMapping ? roundUp(bytes, kHugePage) : 0;
    std::byte* data = m_source       ? m_source->take(bytes, reserved)
                      : reserved > 0 ? mapPages(reserved)
                                     : allocateInArena(kind, bytes);
    if (data == nullptr)
        return refuse();
    buffer.m_account = shared_from_this();
    buffer.m_data = data;
    buffer.m_bytes = bytes;
    buffer.m_reserved = reserved;
    // Reserved first and live last: a snapshot taken in between never shows live above reserved.
    m_reserved += reserved;
    m_live[static_cast<std::size_t>(kind)] += bytes;
    const std::int64_t total = m_total += bytes;
    std::int64_t peak = m_peak.load();
    while (peak < total && !m_peak.compare_exchange_weak(peak, total)) {
    }
    return buffer;
}

std::byte* MemoryAccount::allocateInArena(MemoryKind kind, std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const std::int64_t size = roundUp(bytes, kAlignment);
    const auto fits = [&](const Arena& arena) { return arena.kind == kind && arena.used + size <= kArena; };
    auto arena = std::find_if(m_arenas.begin(), m_arenas.end(), fits);
    if (arena == m_arenas.end()) {
        std::byte* base = mapPages(kArena);
        if (base == nullptr)
            return nullptr;
        arena = m_arenas.insert(m_arenas.end(), {base, 0, 0, kind});
    }
    std::byte* data = arena->base + arena->used;
    const std::int64_t before = roundUp(arena->used, kHugePage);
    arena->used += size;
    ++arena->blocks;
    m_reserved += roundUp(arena->used, kHugePage) - before;  // pages no block has come to yet are address space alone
    return data;
}

void MemoryAccount::releaseInArena(const std::byte* data)
{
    const std::lock_guard lock(m_mutex);
    const auto arena = std::find_if(m_arenas.begin(), m_arenas.end(),
                                    [&](const Arena& each) { return data >= each.base && data < each.base + kArena; });
    if (--arena->blocks > 0)
        return;
    munmap(arena->base, static_cast<std::size_t>(kArena));
    m_reserved -= roundUp(arena->used, kHugePage);
    m_arenas.erase(arena);
}

void MemoryAccount::release(std::byte* data, std::int64_t bytes, std::int64_t reserved, MemoryKind kind)
{
    m_live[static_cast<std::size_t>(kind)] -= bytes;
    m_total -= bytes;
    if (m_source)
        m_source->giveBack(data, reserved);
    else if (reserved == 0)
        return releaseInArena(data);
    else
        munmap(data, static_cast<std::size_t>(reserved));
    m_reserved -= reserved;
}

void MemoryAccount::move(std::int64_t bytes, MemoryKind from, MemoryKind to)
{
    m_live[static_cast<std::size_t>(from)] -= bytes;
    m_live[static_cast<std::size_t>(to)] += bytes;
}

MemorySnapshot MemoryAccount::snapshot() const
{
    MemorySnapshot result;
    for (std::size_t i = 0; i < kMemoryKinds; ++i) result.live[i] = m_live[i];
    result.reserved = m_reserved;
    return result;
}

std::int64_t MemoryAccount::peakLive() const
{
    return m_peak;
}

void MemoryAccount::resetPeak()
{
    m_peak = m_total.load();
}

}  // namespace decodescope::engine
