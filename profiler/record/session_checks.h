// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

namespace decodescope::profiler {

// A session file is data from elsewhere. What these let through can be counted with, laid out and allocated for by
// everything that shows a record; what they refuse no run of this program can have written. They throw
// std::invalid_argument that names the field and its value.

void checkInfo(const RunInfo& info);
/// `previous`: the step before, or null.
void checkStep(const RunInfo& info, const StepRecord& step, const StepRecord* previous);

}  // namespace decodescope::profiler
