// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/device_trace.h"

#include <algorithm>
#include <tuple>

namespace decodescope::profiler {

std::string_view name(DeviceWork work)
{
    switch (work) {
        case DeviceWork::kernel:
            return "kernel";
        case DeviceWork::copyToDevice:
            return "copy_to_device";
        case DeviceWork::copyToHost:
            return "copy_to_host";
        case DeviceWork::copyOnDevice:
            return "copy_on_device";
        case DeviceWork::set:
            return "set";
        case DeviceWork::allocate:
            return "allocate";
        case DeviceWork::release:
            break;
    }
    return "release";
}

bool isAllocation(DeviceWork work)
{
    return work == DeviceWork::allocate || work == DeviceWork::release;
}

void sumUp(StepTrace& trace)
{
    DeviceTrace& sums = trace.sums;
    std::sort(trace.kernels.begin(), trace.kernels.end(), [](const KernelRecord& a, const KernelRecord& b) {
        return std::make_tuple(!a.timed, a.startNs, a.durationNs) < std::make_tuple(!b.timed, b.startNs, b.durationNs);
    });
    sums.spanNs = sums.busyNs = 0;
    sums.kernels = sums.copies = sums.allocations = sums.untimed = 0;
    const auto first = std::find_if(trace.kernels.begin(), trace.kernels.end(), [&](const KernelRecord& record) {
        return record.timed && !isAllocation(record.work);
    });
    const std::int64_t origin = first != trace.kernels.end() ? first->startNs : 0;
    std::int64_t busyUntil = 0;
    for (KernelRecord& record : trace.kernels) {
        const bool allocation = isAllocation(record.work);
        ++(record.work == DeviceWork::kernel ? sums.kernels : allocation ? sums.allocations : sums.copies);
        if (!record.timed) {
            ++sums.untimed;
            continue;
        }
        record.startNs -= origin;
        if (allocation)
            continue;
        // Work of two streams may overlap: busy is the union.
        const std::int64_t end = record.startNs + record.durationNs;
        sums.busyNs += std::max<std::int64_t>(0, end - std::max(busyUntil, record.startNs));
        busyUntil = std::max(busyUntil, end);
        sums.spanNs = busyUntil;
    }
}

std::vector<std::optional<std::int64_t>> deviceTimesOfOps(const std::vector<KernelRecord>& kernels, std::size_t ops)
{
    std::vector<std::optional<std::int64_t>> times(ops);
    std::vector<bool> unknown(ops, false);
    for (const KernelRecord& record : kernels) {
        const auto op = static_cast<std::size_t>(record.op);
        if (record.op < 0 || op >= ops)
            continue;
        if (record.timed)
            times[op] = times[op].value_or(0) + record.durationNs;
        else
            unknown[op] = true;
    }
    for (std::size_t op = 0; op < ops; ++op)
        if (unknown[op])
            times[op].reset();
    return times;
}

}  // namespace decodescope::profiler
