// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/forward/launch_tracer.h"
#include "profiler/record/device_counters.h"

#include <optional>

namespace decodescope::profiler {

/// Has a device count what the steps of one context do. To be given to it in ContextOptions::tracer; lives longer.
/// Kernels are run again for every group of counters the device has no room for at once: the step's tokens and bits
/// stay what they are, its times mean nothing.
class StepCounter : public engine::LaunchTracer {
public:
    bool sees() const noexcept override { return false; }
    void at(std::int32_t) noexcept override {}

    /// What was counted in the last step that ended, once. Empty when nothing was: counting has failed.
    virtual std::optional<DeviceCounters> take() = 0;
    /// Why nothing is counted any more; empty while all is well. Steps go on without it.
    virtual std::optional<Error> failure() const = 0;
};

}  // namespace decodescope::profiler
