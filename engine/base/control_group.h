// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope::engine {

/// Where the system tells about control groups; tests put folders of their own here.
struct ControlGroupFiles {
    std::string list = "/proc/self/cgroup";
    std::string root = "/sys/fs/cgroup";
};

/// Calls `visit(folder, unified)` for the groups of this process that a controller ("memory", "cpu") has, from its own
/// up to the root (a namespaced mount shows the own group at the root). `unified`: version 2, with its file names.
void visitControlGroups(std::string_view controller, const std::function<void(const std::string&, bool)>& visit,
                        const ControlGroupFiles& files = {});

/// CPUs' worth of time that the tightest group grants per period; nothing where no group limits it. Containers are
/// limited this way while they see every CPU of their host.
std::optional<double> cpuQuota(const ControlGroupFiles& files = {});

}  // namespace decodescope::engine
