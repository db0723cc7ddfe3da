// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QString>

namespace decodescope::app {

/// What a run was made of, in one line: model, weights, layers, heads, cache format, device and threads.
QString runFacts(const profiler::RunInfo& info);

}  // namespace decodescope::app
