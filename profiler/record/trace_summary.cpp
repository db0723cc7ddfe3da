// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/trace_summary.h"

namespace decodescope::profiler {
namespace {

constexpr double kMsPerNs = 1e-6;

void addTo(TraceSummary& sum, const DeviceTrace& trace)
{
    sum.kernelsPerStep += trace.kernels;
    sum.busyMsPerStep += kMsPerNs * static_cast<double>(trace.busyNs);
    sum.gapMsPerStep += kMsPerNs * static_cast<double>(trace.gapNs());
    sum.launchMsPerStep += kMsPerNs * static_cast<double>(trace.launchNs);
}

}  // namespace

std::optional<TraceSummary> summariseTrace(const RunRecord& run)
{
    TraceSummary summary;
    TraceSummary decoding;
    TraceSummary all;
    std::int64_t decodeSteps = 0;
    const std::size_t count = run.steps().size();
    for (std::size_t i = 0; i < count; ++i) {
        const StepRecord& step = run.steps()[i];
        if (!step.trace)
            continue;
        ++summary.steps;
        addTo(all, *step.trace);
        if (step.phase == engine::Phase::decode) {
            ++decodeSteps;
            addTo(decoding, *step.trace);
        }
        summary.dropped += step.trace->dropped;
        summary.untimed += step.trace->untimed;
        summary.profilerMs += kMsPerNs * static_cast<double>(step.trace->profilerNs);
    }
    if (summary.steps == 0)
        return std::nullopt;
    const TraceSummary& sums = decodeSteps > 0 ? decoding : all;
    const auto steps = static_cast<double>(decodeSteps > 0 ? decodeSteps : summary.steps);
    summary.kernelsPerStep = sums.kernelsPerStep / steps;
    summary.busyMsPerStep = sums.busyMsPerStep / steps;
    summary.gapMsPerStep = sums.gapMsPerStep / steps;
    summary.launchMsPerStep = sums.launchMsPerStep / steps;
    const double totalMs = kMsPerNs * static_cast<double>(run.steps()[count - 1].endNs());
    summary.profilerShare = totalMs > 0 ? summary.profilerMs / totalMs : 0;
    return summary;
}

}  // namespace decodescope::profiler
