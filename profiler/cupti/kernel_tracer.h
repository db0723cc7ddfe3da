// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/forward/launch_tracer.h"
#include "profiler/record/device_trace.h"

#include <optional>

namespace decodescope::profiler {

/// Sees what a device does in the steps of one context. To be given to it in ContextOptions::tracer; lives longer.
class KernelTracer : public engine::LaunchTracer {
public:
    /// What was seen of the last step that ended, once. Empty when nothing is known of it: tracing has failed.
    virtual std::optional<StepTrace> take() = 0;
    /// Why nothing is traced any more; empty while all is well. Steps go on without it.
    virtual std::optional<Error> failure() const = 0;
};

}  // namespace decodescope::profiler
