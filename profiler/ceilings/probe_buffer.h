// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace decodescope::profiler {

/// Pages straight from the system, given back at the end: a probe must not add to what the engine's books show.
class ProbeBuffer {
public:
    /// Unread and unwritten; `hugePages` asks for them, the system may decline.
    static Result<ProbeBuffer> map(std::int64_t bytes, bool hugePages);
    ProbeBuffer(ProbeBuffer&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0))
    {
    }
    ProbeBuffer& operator=(ProbeBuffer&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~ProbeBuffer();

    std::byte* data() const { return m_data; }
    std::int64_t bytes() const { return m_bytes; }

private:
    ProbeBuffer(std::byte* data, std::int64_t bytes) : m_data(data), m_bytes(bytes) {}
    std::byte* m_data = nullptr;
    std::int64_t m_bytes = 0;
};

}  // namespace decodescope::profiler
