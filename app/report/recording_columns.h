// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/table.h"
#include "profiler/record/run_record.h"

#include <cstdint>
#include <optional>
#include <span>

namespace decodescope::app {

/// Rows of the files made from a recording. References live as long as the recording.
struct StepRow {
    const profiler::RunRecord& run;
    const profiler::StepRecord& step;
};
struct TokenRow {
    const profiler::RunRecord& run;
    const profiler::StepRecord& step;
    const profiler::SequenceRecord& sequence;
};
struct OpRow {
    const profiler::RunRecord& run;
    const profiler::StepRecord& step;
    const profiler::OpRecord& op;
};
struct KernelRow {
    const profiler::RunRecord& run;
    const profiler::StepRecord& step;
    const profiler::KernelRecord& kernel;
    std::optional<std::int64_t> gapNs;  ///< the device did nothing before it; empty for the first, and without times
};

/// Columns of steps.csv, tokens.csv, ops.csv and kernels.csv, in the order they are written. `steps` of run.json has
/// the names of the first.
std::span<const Column<StepRow>> stepColumns();
std::span<const Column<TokenRow>> tokenColumns();
std::span<const Column<OpRow>> opColumns();
std::span<const Column<KernelRow>> kernelColumns();

}  // namespace decodescope::app
