// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/cupti/kernel_tracer.h"
#include "tests/check_gpu/checks.h"

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

namespace decodescope::check_gpu {

/// What CUPTI says of real steps, held against what must be so; and its records, for tests to keep.
struct TraceReport {
    std::vector<Check> checks;
    nlohmann::ordered_json records;  ///< by launch mode, of the last step: sums, and one object per piece of work
};

using MakeTracer = std::function<std::unique_ptr<profiler::KernelTracer>()>;

/// Reads a short prompt and decodes a few tokens in every launch mode, traced.
Result<TraceReport> checkTracing(engine::LoadedModel& model, const MakeTracer& makeTracer);

}  // namespace decodescope::check_gpu
