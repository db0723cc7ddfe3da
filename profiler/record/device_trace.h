// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::profiler {

enum class DeviceWork : std::uint8_t { kernel, copyToDevice, copyToHost, copyOnDevice, set, allocate, release };
std::string_view name(DeviceWork work);  ///< "kernel", "copy_to_device", ...
bool isAllocation(DeviceWork work);      ///< takes no time of the device's

/// One piece of work a device did in a step.
struct KernelRecord {
    std::shared_ptr<const std::string> name;  ///< null but for kernels; shared by all launches of one kernel
    DeviceWork work = DeviceWork::kernel;
    bool inGraph = false;
    bool timed = false;        ///< false: the device could not say when it ran
    std::int32_t op = -1;      ///< index in the step's plan; -1: of no op (inputs, hash and best logits, results)
    std::int64_t startNs = 0;  ///< since the step's first work began on the device
    std::int64_t durationNs = 0;
    std::array<std::int32_t, 3> grid{};
    std::array<std::int32_t, 3> block{};
    std::int32_t registers = 0;    ///< per thread
    std::int32_t sharedBytes = 0;  ///< per block, static and dynamic
    std::int64_t bytes = 0;        ///< of copies, sets and allocations
};

/// What a device did in a step, summed up; times of the device's clock, but for the last three.
struct DeviceTrace {
    std::int64_t spanNs = 0;  ///< from the first start to the last end
    std::int64_t busyNs = 0;  ///< of it, when anything ran
    std::int32_t kernels = 0;
    std::int32_t copies = 0;       ///< copies and sets
    std::int32_t allocations = 0;  ///< allocations and releases
    std::int32_t untimed = 0;      ///< work without times: in none of the sums of times
    std::int64_t dropped = 0;      ///< records lost, or too late for their step: the sums are then too small
    std::int64_t launchNs = 0;     ///< the host spent in calls that launch, copy and set
    std::int64_t profilerNs = 0;   ///< the profiler spent on the step, most of it after the step's clock had been read

    std::int64_t gapNs() const { return spanNs - busyNs; }  ///< nothing ran, between the first start and the last end
};

/// All a profiler saw of one step.
struct StepTrace {
    DeviceTrace sums;
    std::vector<KernelRecord> kernels;  ///< by start; those without times last
};

/// Fills `trace.sums` but for dropped, launchNs and profilerNs, makes starts relative to the first one, and sorts.
void sumUp(StepTrace& trace);

/// Device time of each of `ops` ops, from the work attributed to it; empty for an op that launched nothing (part of
/// another one's kernel) or has work without times.
std::vector<std::optional<std::int64_t>> deviceTimesOfOps(const std::vector<KernelRecord>& kernels, std::size_t ops);

}  // namespace decodescope::profiler
