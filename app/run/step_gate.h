// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace decodescope::app {

/// Between two steps of a run the engine's thread waits here until somebody wants the next one. Such a run's times are
/// those of an engine that rested, and its record says so (RunInfo::paced). Thread-safe.
class StepGate {
public:
    /// Lets the engine make one step: the one it waits to make, or else the next it would wait before. Further calls
    /// until then change nothing, so that a key held down does not run ahead of what is shown.
    void open();
    /// The engine's side: returns when opened or when `stop` is requested.
    void pass(std::stop_token stop);
    /// The engine waits for open().
    bool waiting() const { return m_waiting; }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_opened;
    bool m_open = false;
    std::atomic<bool> m_waiting = false;
};

}  // namespace decodescope::app
