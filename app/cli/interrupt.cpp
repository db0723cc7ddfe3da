// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <array>
#include <string_view>

namespace decodescope::app {

Interrupt::Interrupt(bool atOnce) : m_atOnce(atOnce)
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // One that the caller had ignored, as nohup does, stays so; blocked it would arrive all the same.
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, signal);
        }
    }
    pthread_sigmask(SIG_BLOCK, &set, &m_before);
    m_signals = signalfd(-1, &set, SFD_CLOEXEC);
    m_end = eventfd(0, EFD_CLOEXEC);
    if (m_signals < 0 || m_end < 0) {
        // Without descriptors Ctrl-C keeps its usual meaning.
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
        return;
    }
    m_watcher = std::thread([this] { watch(); });
}

Interrupt::~Interrupt()
{
    if (m_watcher.joinable()) {
        const std::uint64_t one = 1;
        // An eventfd write of 1 cannot fail short of an overflow that needs 2^64 of them.
        [[maybe_unused]] const auto written = write(m_end, &one, sizeof one);
        m_watcher.join();
    }
    for (const int descriptor : {m_signals, m_end}) {
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void Interrupt::watch()
{
    constexpr std::string_view kMessage = "\nstopping; what was recorded is kept (Ctrl-C again to quit at once)\n";
    std::array<pollfd, 2> descriptors{pollfd{m_signals, POLLIN, 0}, pollfd{m_end, POLLIN, 0}};
    while (poll(descriptors.data(), descriptors.size(), -1) >= 0 || errno == EINTR) {
        if ((descriptors[1].revents & POLLIN) != 0) {
            return;
        }
        if ((descriptors[0].revents & POLLIN) == 0) {
            continue;
        }
        signalfd_siginfo info{};
        if (read(m_signals, &info, sizeof info) != static_cast<ssize_t>(sizeof info)) {
            continue;
        }
        const int signal = static_cast<int>(info.ssi_signo);
        if (m_atOnce || m_stop.stop_requested()) {
            _exit(128 + signal);
        }
        m_signal = signal;
        [[maybe_unused]] const auto written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
        m_stop.request_stop();
    }
}

}  // namespace decodescope::app
