// SPDX-License-Identifier: GPL-3.0-or-later
// What the system says about this process's memory: /proc, control groups and the address-space limit.
#include "engine/base/control_group.h"
#include "engine/base/memory_account.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>

namespace decodescope::engine {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// The number after `key` in a file of "key value" lines, without unit conversion.
std::optional<std::int64_t> readKey(const std::string& path, std::string_view key)
{
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line))
        if (line.compare(0, key.size(), key) == 0)
            return std::strtoll(line.c_str() + key.size(), nullptr, 10);
    return std::nullopt;
}

std::optional<std::int64_t> readNumber(const std::string& path)
{
    std::ifstream in(path);
    std::string word;
    if (!(in >> word) || word == "max")
        return std::nullopt;
    return std::strtoll(word.c_str(), nullptr, 10);
}

/// Bytes one control group still grants: its limit less its use, page cache it can drop given back.
std::int64_t groupHeadroom(const std::string& folder, const char* limitFile, const char* useFile, const char* cacheKey)
{
    const auto limit = readNumber(folder + "/" + limitFile);
    const auto use = readNumber(folder + "/" + useFile);
    if (!limit || !use || *limit <= 0)
        return kUnlimited;
    const std::int64_t cache = readKey(folder + "/memory.stat", cacheKey).value_or(0);
    return std::max<std::int64_t>(0, *limit - std::max<std::int64_t>(0, *use - cache));
}

std::int64_t cgroupHeadroom()
{
    std::int64_t headroom = kUnlimited;
    visitControlGroups("memory", [&](const std::string& folder, bool unified) {
        headroom = std::min(headroom, unified ? groupHeadroom(folder, "memory.max", "memory.current", "inactive_file ")
                                              : groupHeadroom(folder, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                                              "total_inactive_file "));
    });
    return headroom;
}

std::int64_t addressSpaceHeadroom()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kUnlimited;
    const std::int64_t used = readKey("/proc/self/status", "VmSize:").value_or(0) * 1024;
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - used);
}

}  // namespace

std::int64_t availableMemoryBytes()
{
    const auto kib = readKey("/proc/meminfo", "MemAvailable:");
    const std::int64_t system = kib ? *kib * 1024 : kUnlimited;
    return std::min({system, cgroupHeadroom(), addressSpaceHeadroom()});
}

std::int64_t residentBytes()
{
    return readKey("/proc/self/status", "VmRSS:").value_or(0) * 1024;
}

std::int64_t peakResidentBytes()
{
    return readKey("/proc/self/status", "VmHWM:").value_or(0) * 1024;
}

}  // namespace decodescope::engine
