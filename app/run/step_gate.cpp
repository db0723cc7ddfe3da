// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/step_gate.h"

#include <utility>

namespace decodescope::app {

void StepGate::open()
{
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
    }
    m_opened.notify_one();
}

void StepGate::pass(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_waiting = true;
    m_opened.wait(lock, std::move(stop), [this] { return m_open; });
    m_open = false;
    m_waiting = false;
}

}  // namespace decodescope::app
