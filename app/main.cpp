// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/process_guards.h"
#include "app/gui/window_main.h"

int main(int argc, char** argv)
{
    using namespace decodescope::app;
    guardProcess();
    return runCommandLine(argc, argv, [&](const WindowRequest& request) {
        WindowOptions options;
        options.recording = QString::fromStdString(request.recording);
        options.model = QString::fromStdString(request.model);
        if (!request.theme.empty()) {
            options.theme = QString::fromStdString(request.theme);
        }
        return runWindow(argc, argv, options);
    });
}
