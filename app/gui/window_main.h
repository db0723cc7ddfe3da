// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace decodescope::app {

/// How the window opens, from the command line.
struct WindowOptions {
    QString recording;             ///< a .dscope file to open; empty: the bundled recording
    QString model;                 ///< preselected in the set-up; empty: the default model
    std::optional<QString> theme;  ///< light, dark, projector or system; for this time only, not remembered
};

/// Opens the window and runs it until it is closed. Returns the program's exit code: 0, or 4 without a usable display
/// (what is missing, what helps and that the subcommands work is printed to stderr). Makes the QApplication itself.
int runWindow(int argc, char** argv, const WindowOptions& options);

/// Makes the resources of this library known; runWindow does, tests call it themselves.
void initWindowResources();

}  // namespace decodescope::app
