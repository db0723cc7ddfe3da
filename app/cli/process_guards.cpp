// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/process_guards.h"

#include "app/cli/command.h"

#include <fcntl.h>
#include <unistd.h>
#include <csignal>

namespace decodescope::app {
namespace {

/// Nothing but calls that a signal handler may make.
void endForLostPages(int signal)
{
    constexpr std::string_view kMessage =
        "error: a file that was being read became shorter, or its disk failed\n"
        "error:   leave the model file alone while it is loaded, and run again\n";
    if (write(STDERR_FILENO, kMessage.data(), kMessage.size()) < 0) {
        _exit(128 + signal);
    }
    _exit(kExitBadInput);
}

}  // namespace

void guardProcess()
{
    // open() gives the lowest free number: a loop from 0 upwards fills exactly the closed ones. Each is opened for what
    // its stream is not for.
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGBUS, endForLostPages);
}

}  // namespace decodescope::app
