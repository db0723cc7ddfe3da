// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/run_record.h"

#include <utility>

namespace decodescope::profiler {

void RunRecord::finish(RunEnd end)
{
    m_end = std::move(end);
    m_finished.store(true, std::memory_order_release);
}

const RunEnd* RunRecord::end() const
{
    return m_finished.load(std::memory_order_acquire) ? &m_end : nullptr;
}

}  // namespace decodescope::profiler
