// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/kernel_timeline.h"

#include <algorithm>

namespace decodescope::app {

namespace {

const profiler::OpRecord* opOf(const profiler::StepRecord& step, const profiler::KernelRecord& kernel)
{
    const auto index = static_cast<std::size_t>(kernel.op);
    return kernel.op >= 0 && index < step.ops.size() ? &step.ops[index] : nullptr;
}

bool onTheDevice(const profiler::KernelRecord& kernel)
{
    return kernel.timed && !profiler::isAllocation(kernel.work);
}

/// Rows for the kinds of the plan, in its order, and one for work of none.
std::vector<TimelineRow> rowsFor(const profiler::StepRecord& step)
{
    std::vector<TimelineRow> rows;
    for (const profiler::OpRecord& op : step.ops) {
        const bool known =
            std::any_of(rows.begin(), rows.end(), [&](const TimelineRow& row) { return row.kind == op.kind; });
        if (!known) {
            rows.push_back({op.kind, 0, {}});
        }
    }
    rows.push_back({});
    return rows;
}

}  // namespace

KernelTimeline kernelTimeline(const profiler::StepRecord& step, int layer)
{
    KernelTimeline timeline;
    timeline.rows = rowsFor(step);
    std::optional<std::int64_t> from;
    std::int64_t to = 0;
    for (std::size_t i = 0; i < step.kernels.size(); ++i) {
        const profiler::KernelRecord& kernel = step.kernels[i];
        const profiler::OpRecord* op = opOf(step, kernel);
        if (!onTheDevice(kernel) || (layer >= 0 && (!op || op->layer != layer))) {
            continue;
        }
        const auto row = std::find_if(timeline.rows.begin(), timeline.rows.end(), [&](const TimelineRow& candidate) {
            return op ? candidate.kind == op->kind : !candidate.kind;
        });
        row->bars.push_back({{kernel.startNs, kernel.durationNs}, i});
        row->busyNs += kernel.durationNs;
        timeline.kernels += kernel.work == profiler::DeviceWork::kernel ? 1 : 0;
        from = std::min(from.value_or(kernel.startNs), kernel.startNs);
        to = std::max(to, kernel.startNs + kernel.durationNs);
    }
    std::erase_if(timeline.rows, [](const TimelineRow& row) { return row.bars.empty(); });
    if (!from) {
        return timeline;
    }
    timeline.shown = {*from, to - *from};
    // By all work, whichever layer it is of: the device was not idle while it did something else.
    std::int64_t busyUntil = *from;
    for (const profiler::KernelRecord& kernel : step.kernels) {
        if (!onTheDevice(kernel) || kernel.startNs >= to) {
            continue;
        }
        if (kernel.startNs > busyUntil) {
            timeline.gaps.push_back({busyUntil, kernel.startNs - busyUntil});
            timeline.gapNs += timeline.gaps.back().durationNs;
        }
        busyUntil = std::max(busyUntil, kernel.startNs + kernel.durationNs);
    }
    return timeline;
}

}  // namespace decodescope::app
