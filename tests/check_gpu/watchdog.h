// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace decodescope::check_gpu {

/// A kernel that never ends cannot be stopped, and neither can the host that waits for it. Calls `expired` with what
/// hangs, once, on a thread of its own, when nothing new has begun for `most`.
class Watchdog {
public:
    Watchdog(std::chrono::milliseconds most, std::function<void(const std::string&)> expired);
    ~Watchdog() = default;
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// `what` begins now.
    void begins(const std::string& what);

private:
    void watch(const std::stop_token& stop);

    const std::chrono::milliseconds m_most;
    const std::function<void(const std::string&)> m_expired;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::string m_what;
    std::chrono::steady_clock::time_point m_deadline;
    std::jthread m_thread;
};

}  // namespace decodescope::check_gpu
