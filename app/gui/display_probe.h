// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace decodescope::app {

/// What the probe looks at; tests put in their own.
struct DisplayEnvironment {
    std::function<std::string(const char*)> variable;            ///< empty when unset
    std::function<std::string(const std::string&)> openLibrary;  ///< loader's message, empty when it loads
    std::function<bool(const std::string&)> pluginExists;        ///< of Qt's platforms folder, by plugin name ("xcb")
    std::function<bool(const std::string&)> canConnect;          ///< to an X11 display or a Wayland socket, by its name
};

DisplayEnvironment systemDisplayEnvironment();

/// Qt ends the process when no platform plugin can start, so this looks first. Empty when a window can open;
/// otherwise what is missing and what helps, in whole lines.
std::optional<std::string> whyNoDisplay(const DisplayEnvironment& environment);

}  // namespace decodescope::app
