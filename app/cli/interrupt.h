// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace decodescope::app {

/// Ctrl-C as a stop token: the first one asks everything to stop and keep what it has, the second one ends the process
/// at once with 130. Must be made before any other thread, which then inherit the blocked signal.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    bool requested() const { return m_stop.stop_requested(); }

private:
    void watch();
    std::stop_source m_stop;
    sigset_t m_before{};
    int m_signals = -1;  ///< signalfd of SIGINT
    int m_end = -1;      ///< eventfd that ends the watcher
    std::thread m_watcher;
};

}  // namespace decodescope::app
