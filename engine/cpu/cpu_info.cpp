// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/control_group.h"
#include "engine/cpu/cpu_model.h"
#include "engine/forward/limits.h"

#include <sched.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

namespace decodescope::engine {

std::int32_t affinityCpus()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    const bool known = sched_getaffinity(0, sizeof set, &set) == 0;
    const std::int32_t cpus = known ? CPU_COUNT(&set) : static_cast<std::int32_t>(std::thread::hardware_concurrency());
    // Threads beyond a container's quota wait for each other until its next period: each token would take one.
    const double granted = std::ceil(cpuQuota().value_or(kMostThreads));
    return std::clamp(cpus, 1, static_cast<std::int32_t>(std::clamp(granted, 1.0, double{kMostThreads})));
}

namespace cpu {

std::string cpuName()
{
    std::ifstream in("/proc/cpuinfo");
    std::string line;
    while (std::getline(in, line)) {
        if (line.rfind("model name", 0) != 0)
            continue;
        const auto colon = line.find(": ");
        if (colon != std::string::npos)
            return line.substr(colon + 2);
    }
#if defined(__aarch64__)
    return "AArch64 processor";
#else
    return "processor";
#endif
}

std::int64_t lastLevelCacheBytes()
{
    std::int64_t largest = 0;
    for (int index = 0; index < 8; ++index) {
        std::ifstream in("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
        std::string text;
        if (!(in >> text))
            continue;
        char* unit = nullptr;
        std::int64_t bytes = std::strtoll(text.c_str(), &unit, 10);
        if (*unit == 'K')
            bytes <<= 10;
        else if (*unit == 'M')
            bytes <<= 20;
        largest = std::max(largest, bytes);
    }
    return largest;
}

}  // namespace cpu
}  // namespace decodescope::engine
