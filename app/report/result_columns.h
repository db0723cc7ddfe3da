// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/table.h"
#include "app/run/bench.h"
#include "app/run/checks.h"
#include "app/run/sweep.h"

#include <span>

namespace decodescope::app {

/// Columns of sweep.csv, checks.csv and bench.csv, which are also the names in the JSON of those commands.
std::span<const Column<SweepRow>> sweepColumns();
std::span<const Column<CheckResult>> checkColumns();
std::span<const Column<BenchRow>> benchColumns();

}  // namespace decodescope::app
