// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace decodescope::app {

/// Ctrl-C, a request to end (SIGTERM) and a closed terminal (SIGHUP) as a stop token: the first one asks everything to
/// stop and keep what it has, the second one ends the process at once. The exit code is 128 and the signal's number:
/// 130 after Ctrl-C. Must be made before any other thread, which then inherit the blocked signals.
class Interrupt {
public:
    /// `atOnce`: there is nothing to keep, so that the first signal ends the process.
    explicit Interrupt(bool atOnce);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    bool requested() const { return m_stop.stop_requested(); }
    /// Of the signal that came; 130 when none did.
    int exitCode() const { return 128 + m_signal.load(); }

private:
    void watch();
    std::stop_source m_stop;
    sigset_t m_before{};
    bool m_atOnce;
    std::atomic<int> m_signal = SIGINT;
    int m_signals = -1;  ///< signalfd of the signals
    int m_end = -1;      ///< eventfd that ends the watcher
    std::thread m_watcher;
};

}  // namespace decodescope::app
