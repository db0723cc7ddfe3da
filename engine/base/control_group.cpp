// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/control_group.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace decodescope::engine {
namespace {

/// The numbers a file begins with; "max" and what is no number end them.
std::optional<double> ratioIn(std::istream& quota, std::istream& period)
{
    double granted = 0;
    double length = 0;
    if (!(quota >> granted) || !(period >> length) || granted <= 0 || length <= 0)
        return std::nullopt;
    return granted / length;
}

}  // namespace

void visitControlGroups(std::string_view controller, const std::function<void(const std::string&, bool)>& visit,
                        const ControlGroupFiles& files)
{
    std::ifstream in(files.list);
    std::string line;
    while (std::getline(in, line)) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool unified = controllers == ",,";
        if (!unified && controllers.find("," + std::string(controller) + ",") == std::string::npos)
            continue;
        std::string path = line.substr(second + 1);
        const std::string root = unified ? files.root : files.root + "/" + std::string(controller);
        for (;;) {
            visit(root + path, unified);
            const auto slash = path.rfind('/');
            if (path.empty() || path == "/" || slash == std::string::npos)
                break;
            path.resize(slash);
        }
    }
}

std::optional<double> cpuQuota(const ControlGroupFiles& files)
{
    std::optional<double> least;
    visitControlGroups(
        "cpu",
        [&](const std::string& folder, bool unified) {
            std::ifstream quota(folder + (unified ? "/cpu.max" : "/cpu.cfs_quota_us"));
            std::ifstream period(folder + "/cpu.cfs_period_us");
            const std::optional<double> cpus = ratioIn(quota, unified ? quota : period);
            if (cpus)
                least = std::min(least.value_or(*cpus), *cpus);
        },
        files);
    return least;
}

}  // namespace decodescope::engine
