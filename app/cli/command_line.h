// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace decodescope::app {

/// How the command line asks for the window; empty fields leave the choice to the window.
struct WindowRequest {
    std::string recording;  ///< a .dscope file
    std::string model;
    std::string theme;
};

/// Opens the window and returns the program's exit code when it is closed.
using OpenWindow = std::function<int(const WindowRequest&)>;

/// Runs one subcommand, or the window when there is none, and returns the exit code (DESIGN, section 5): 0 done, 1 a
/// check failed, 2 wrong usage, 3 bad input file, 4 device, memory or run-time failure, 130 after Ctrl-C. Call before
/// any thread is made: Ctrl-C is taken over here.
int runCommandLine(int argc, char** argv, const OpenWindow& openWindow);

}  // namespace decodescope::app
