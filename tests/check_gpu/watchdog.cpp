// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/check_gpu/watchdog.h"

#include <utility>

namespace decodescope::check_gpu {

Watchdog::Watchdog(std::chrono::milliseconds most, std::function<void(const std::string&)> expired)
    : m_most(most),
      m_expired(std::move(expired)),
      m_what("the first call of the device"),
      m_deadline(std::chrono::steady_clock::now() + most),
      m_thread([this](const std::stop_token& stop) { watch(stop); })
{
}

void Watchdog::begins(const std::string& what)
{
    const std::lock_guard lock(m_mutex);
    m_what = what;
    m_deadline = std::chrono::steady_clock::now() + m_most;
}

void Watchdog::watch(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_changed.wait_until(lock, stop, m_deadline, [] { return false; });
        if (stop.stop_requested())
            return;
        if (std::chrono::steady_clock::now() < m_deadline)
            continue;
        const std::string what = m_what;
        lock.unlock();
        m_expired(what);
        return;
    }
}

}  // namespace decodescope::check_gpu
