// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/cache_info.h"

#include "profiler/ceilings/probe_team.h"

#include <unistd.h>
#include <fstream>
#include <map>
#include <set>

namespace decodescope::profiler {
namespace {

std::string firstLine(const std::string& path)
{
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

/// "266240K" or "32M"; 0 when it is neither.
std::int64_t parseSize(const std::string& text)
{
    std::int64_t value = 0;
    std::size_t i = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && value < (std::int64_t{1} << 40); ++i)
        value = 10 * value + (text[i] - '0');
    const char unit = i < text.size() ? text[i] : ' ';
    return unit == 'K' ? value << 10 : unit == 'M' ? value << 20 : value;
}

}  // namespace

CacheInfo readCacheInfo(const std::string& root)
{
    std::map<int, std::set<std::string>> counted;
    std::map<int, std::int64_t> bytesOfLevel;
    for (const int cpu : affinityCpuList()) {
        for (int index = 0; index < 8; ++index) {
            const std::string folder =
                root + "/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
            const std::string type = firstLine(folder + "type");
            if (type.empty() || type == "Instruction")
                continue;
            const int level = static_cast<int>(parseSize(firstLine(folder + "level")));
            if (counted[level].insert(firstLine(folder + "shared_cpu_list")).second)
                bytesOfLevel[level] += parseSize(firstLine(folder + "size"));
        }
    }
    CacheInfo info;
    if (!bytesOfLevel.empty())
        info.lastLevelBytes = bytesOfLevel.rbegin()->second;
    if (const auto second = bytesOfLevel.find(2); second != bytesOfLevel.end())
        info.secondLevelBytes = second->second;
    return info;
}

std::string processorName()
{
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("model name", 0) != 0)
            continue;
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "CPU";
}

}  // namespace decodescope::profiler
