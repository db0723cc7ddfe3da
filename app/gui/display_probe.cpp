// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/display_probe.h"

#include <QDir>
#include <QLibraryInfo>
#include <QString>

#include <dlfcn.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace decodescope::app {

namespace {

bool connectsTo(const std::string& path, bool abstractName)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() + 2 > sizeof(address.sun_path)) {
        return false;
    }
    std::memcpy(address.sun_path + (abstractName ? 1 : 0), path.data(), path.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (handle < 0) {
        return false;
    }
    const bool connected = ::connect(handle, reinterpret_cast<const sockaddr*>(&address), length) == 0;
    ::close(handle);
    return connected;
}

bool connectsToHost(const std::string& host, int display)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(6000 + display).c_str(), &hints, &found) != 0) {
        return false;
    }
    bool connected = false;
    for (const addrinfo* entry = found; entry != nullptr && !connected; entry = entry->ai_next) {
        const int handle = ::socket(entry->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (handle >= 0) {
            connected = ::connect(handle, entry->ai_addr, entry->ai_addrlen) == 0;
            ::close(handle);
        }
    }
    ::freeaddrinfo(found);
    return connected;
}

/// DISPLAY is [host]:number[.screen].
bool connectsToX11(const std::string& display)
{
    const auto colon = display.rfind(':');
    if (colon == std::string::npos) {
        return false;
    }
    const int number = std::atoi(display.c_str() + colon + 1);
    const std::string host = display.substr(0, colon);
    if (!host.empty() && host != "unix") {
        return connectsToHost(host, number);
    }
    const std::string path = "/tmp/.X11-unix/X" + std::to_string(number);
    return connectsTo(path, true) || connectsTo(path, false);
}

bool connectsToWayland(const std::string& name)
{
    if (!name.empty() && name.front() == '/') {
        return connectsTo(name, false);
    }
    const char* folder = std::getenv("XDG_RUNTIME_DIR");
    return folder != nullptr && connectsTo(std::string(folder) + '/' + name, false);
}

struct NeededLibrary {
    const char* file;
    const char* package;
};
/// What Qt's X11 plugin loads beside Qt itself (Debian and Ubuntu package names).
constexpr std::array kX11Libraries{
    NeededLibrary{"libxcb.so.1", "libxcb1"},
    NeededLibrary{"libxcb-cursor.so.0", "libxcb-cursor0"},
    NeededLibrary{"libxcb-icccm.so.4", "libxcb-icccm4"},
    NeededLibrary{"libxcb-image.so.0", "libxcb-image0"},
    NeededLibrary{"libxcb-keysyms.so.1", "libxcb-keysyms1"},
    NeededLibrary{"libxcb-render-util.so.0", "libxcb-render-util0"},
    NeededLibrary{"libxcb-xinerama.so.0", "libxcb-xinerama0"},
    NeededLibrary{"libxkbcommon-x11.so.0", "libxkbcommon-x11-0"},
};

std::string x11Problem(const DisplayEnvironment& environment, const std::string& display)
{
    if (!environment.pluginExists("xcb")) {
        return "Qt's X11 platform plugin (libqxcb.so) is missing.\nInstall it: apt install libqt6gui6\n";
    }
    std::string missing;
    std::string packages;
    for (const NeededLibrary& library : kX11Libraries) {
        // Newer plugins need the cursor library, older ones Xinerama; a plugin that loads settles it.
        if (!environment.openLibrary(library.file).empty()) {
            missing += std::string(missing.empty() ? "" : ", ") + library.file;
            packages += std::string(" ") + library.package;
        }
    }
    if (!missing.empty() && !environment.openLibrary("plugin:xcb").empty()) {
        return "Qt's X11 platform plugin cannot load; missing: " + missing + "\nInstall: apt install" + packages + '\n';
    }
    if (!environment.canConnect("x11:" + display)) {
        return "No X server answers at DISPLAY=" + display +
               ".\nStart one, correct DISPLAY, or connect with 'ssh -X' when working from another machine.\n";
    }
    return {};
}

std::string waylandProblem(const DisplayEnvironment& environment, const std::string& socket)
{
    if (!environment.pluginExists("wayland")) {
        return "Qt's Wayland platform plugin is missing.\nInstall it: apt install qt6-wayland\n";
    }
    if (!environment.canConnect("wayland:" + socket)) {
        return "No Wayland compositor answers at WAYLAND_DISPLAY=" + socket + ".\n";
    }
    return {};
}

}  // namespace

DisplayEnvironment systemDisplayEnvironment()
{
    const auto pluginFile = [](const std::string& plugin) {
        const QDir folder(QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/platforms"));
        const QStringList names =
            plugin == "wayland"
                ? QStringList{QStringLiteral("libqwayland-generic.so"), QStringLiteral("libqwayland.so")}
                : QStringList{QStringLiteral("libq") + QString::fromStdString(plugin) + QStringLiteral(".so")};
        for (const QString& file : names) {
            if (folder.exists(file)) {
                return folder.filePath(file).toStdString();
            }
        }
        return std::string();
    };
    DisplayEnvironment environment;
    environment.variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    environment.pluginExists = [pluginFile](const std::string& plugin) { return !pluginFile(plugin).empty(); };
    environment.openLibrary = [pluginFile](const std::string& library) {
        const std::string file = library.starts_with("plugin:") ? pluginFile(library.substr(7)) : library;
        void* handle = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (handle == nullptr) {
            const char* message = ::dlerror();
            return std::string(message == nullptr ? "cannot be loaded" : message);
        }
        ::dlclose(handle);
        return std::string();
    };
    environment.canConnect = [](const std::string& target) {
        return target.starts_with("x11:") ? connectsToX11(target.substr(4)) : connectsToWayland(target.substr(8));
    };
    return environment;
}

std::optional<std::string> whyNoDisplay(const DisplayEnvironment& environment)
{
    // QT_QPA_PLATFORM is a list, best first: "wayland;xcb", each with options after a colon.
    const std::string asked = environment.variable("QT_QPA_PLATFORM");
    const std::string display = environment.variable("DISPLAY");
    const std::string socket = environment.variable("WAYLAND_DISPLAY");
    std::string problems;
    if (!asked.empty()) {
        std::size_t start = 0;
        while (start <= asked.size()) {
            const std::size_t end = std::min(asked.find(';', start), asked.size());
            std::string platform = asked.substr(start, end - start);
            platform = platform.substr(0, platform.find(':'));
            std::string problem;
            if (platform == "xcb") {
                problem = display.empty() ? "QT_QPA_PLATFORM asks for X11, but DISPLAY is not set.\n"
                                          : x11Problem(environment, display);
            } else if (platform.starts_with("wayland")) {
                problem = waylandProblem(environment, socket.empty() ? "wayland-0" : socket);
            } else if (!environment.pluginExists(platform)) {
                problem = "QT_QPA_PLATFORM asks for '" + platform + "', and Qt has no such platform plugin here.\n";
            }
            if (problem.empty()) {
                return std::nullopt;
            }
            problems += problem;
            start = end + 1;
        }
        return problems;
    }
    if (!socket.empty()) {
        const std::string problem = waylandProblem(environment, socket);
        if (problem.empty()) {
            return std::nullopt;
        }
        problems += problem;
    }
    if (!display.empty()) {
        const std::string problem = x11Problem(environment, display);
        if (problem.empty()) {
            return std::nullopt;
        }
        problems += problem;
    }
    if (socket.empty() && display.empty()) {
        problems =
            "Neither DISPLAY nor WAYLAND_DISPLAY is set: there is no screen to open a window on.\n"
            "Log in to a desktop, connect with 'ssh -X', or start a virtual one: xvfb-run decodescope\n";
    }
    return problems;
}

}  // namespace decodescope::app
