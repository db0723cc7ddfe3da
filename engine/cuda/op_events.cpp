// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/op_events.h"

#include <algorithm>
#include <cmath>

namespace decodescope::engine::cuda {

Result<void> OpEvents::prepare(std::size_t ops)
{
    m_events.resize(ops + 1);
    m_times.resize(ops, 0);
    m_marks.reserve(m_events.size());
    for (Event& event : m_events)
        if (auto made = check(cudaEventCreate(event.out()), "making an event"); !made)
            return made;
    return {};
}

void OpEvents::beginStep()
{
    m_marks.clear();
    std::fill(m_times.begin(), m_times.end(), 0);
}

cudaError_t OpEvents::mark(std::int32_t op, cudaStream_t stream, bool captured)
{
    if (m_marks.size() == m_events.size() || (!m_marks.empty() && m_marks.back() == op))
        return cudaSuccess;
    const cudaError_t error = cudaEventRecordWithFlags(m_events[m_marks.size()].get(), stream,
                                                       captured ? cudaEventRecordExternal : cudaEventRecordDefault);
    if (error == cudaSuccess)
        m_marks.push_back(op);
    return error;
}

Result<void> OpEvents::collect()
{
    for (std::size_t i = 0; i + 1 < m_marks.size(); ++i) {
        const auto op = static_cast<std::size_t>(m_marks[i]);
        if (m_marks[i] < 0 || op >= m_times.size())
            continue;
        float ms = 0;
        if (auto timed = check(cudaEventElapsedTime(&ms, m_events[i].get(), m_events[i + 1].get()), "timing the ops");
            !timed)
            return timed;
        m_times[op] += std::llround(static_cast<double>(ms) * 1e6);
    }
    m_marks.clear();
    return {};
}

void OpEvents::report(StepOutput& out) const
{
    out.opClock = OpClock::events;
    for (std::size_t op = 0; op < m_times.size(); ++op)
        if (m_times[op] > 0)
            out.ops.push_back({static_cast<std::int32_t>(op), m_times[op]});
}

}  // namespace decodescope::engine::cuda
