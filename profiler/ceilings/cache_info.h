// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace decodescope::profiler {

/// Caches of the CPUs this process may use, every instance counted once; 0 where the system does not say.
struct CacheInfo {
    std::int64_t lastLevelBytes = 0;
    std::int64_t secondLevelBytes = 0;
};

/// `root`: where the system describes its CPUs (tests give their own).
CacheInfo readCacheInfo(const std::string& root = "/sys/devices/system/cpu");

std::string processorName();

}  // namespace decodescope::profiler
