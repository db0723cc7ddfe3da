// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

namespace decodescope::test {

/// Field by field, doubles by their bits; a difference is a test failure that names it.
void expectEqual(const profiler::StepRecord& a, const profiler::StepRecord& b);
void expectEqual(const profiler::RunInfo& a, const profiler::RunInfo& b);
void expectEqual(const profiler::Recording& a, const profiler::Recording& b);

}  // namespace decodescope::test
