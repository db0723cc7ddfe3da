// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/buffer_pool.h"

namespace decodescope::profiler::cupti {

BufferPool::BufferPool()
{
    // So that nothing below allocates but the blocks themselves.
    m_blocks.reserve(kMostBuffers);
    m_free.reserve(kMostBuffers);
    m_filled.reserve(kMostBuffers);
}

std::uint8_t* BufferPool::take() noexcept
{
    const std::lock_guard lock(m_mutex);
    if (!m_free.empty()) {
        std::uint8_t* buffer = m_free.back();
        m_free.pop_back();
        return buffer;
    }
    if (m_blocks.size() == kMostBuffers)
        return nullptr;
    std::unique_ptr<Block> block(new (std::nothrow) Block);
    if (block == nullptr)
        return nullptr;
    m_blocks.push_back(std::move(block));
    return m_blocks.back()->data;
}

void BufferPool::fill(std::uint8_t* buffer, std::size_t bytes, bool wanted) noexcept
{
    if (buffer == nullptr)
        return;
    const std::lock_guard lock(m_mutex);
    if (wanted && bytes > 0)
        m_filled.push_back({buffer, bytes});
    else
        m_free.push_back(buffer);
}

void BufferPool::collect(std::vector<FilledBuffer>& out) noexcept
{
    const std::lock_guard lock(m_mutex);
    out.assign(m_filled.begin(), m_filled.end());
    m_filled.clear();
}

void BufferPool::giveBack(const std::vector<FilledBuffer>& read) noexcept
{
    const std::lock_guard lock(m_mutex);
    for (const FilledBuffer& buffer : read) m_free.push_back(buffer.data);
}

std::int64_t BufferPool::bytes() const noexcept
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::int64_t>(m_blocks.size() * sizeof(Block));
}

}  // namespace decodescope::profiler::cupti
