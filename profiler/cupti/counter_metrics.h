// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a device's counters are read, and what they come to. Their names are those of NVIDIA's Nsight Compute.
#pragma once

#include "profiler/record/device_counters.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace decodescope::profiler::cupti {

enum class CounterRole : std::uint8_t { bytesRead, bytesWritten, add, multiply, multiplyAdd, tensorFlops, tensorShare };

struct CounterMetric {
    CounterRole role{};
    const char* name = nullptr;
};

/// All that may be asked for. A device has not every one of them: kinds of GPUs differ. Several of one role are added
/// up, but of those for `tensorShare` the first that exists counts.
std::span<const CounterMetric> counterMetrics();

/// What the values of `metrics` (those that the device has) come to. FLOPs need all three f32 counters, and those of
/// tensor products wherever tensor units worked.
DeviceCounters countersOf(std::span<const CounterMetric> metrics, std::span<const double> values);

}  // namespace decodescope::profiler::cupti
