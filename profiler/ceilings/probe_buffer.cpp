// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/probe_buffer.h"

#include <sys/mman.h>
#include <string>

namespace decodescope::profiler {

Result<ProbeBuffer> ProbeBuffer::map(std::int64_t bytes, bool hugePages)
{
    void* data =
        ::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED)
        return fail(ErrorCode::memory, "Roof probe buffer: " + std::to_string(bytes >> 20) + " MiB could not be mapped",
                    "Free memory, or raise the limit on address space (ulimit -v).");
    // Advice only: without it the probe is still right, just slower on pages of 4 KiB.
    ::madvise(data, static_cast<std::size_t>(bytes), hugePages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return ProbeBuffer(static_cast<std::byte*>(data), bytes);
}

ProbeBuffer::~ProbeBuffer()
{
    if (m_data != nullptr)
        ::munmap(m_data, static_cast<std::size_t>(m_bytes));
}

}  // namespace decodescope::profiler
