// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <optional>

namespace decodescope::profiler {

/// Arithmetic of most products: the first of "int8+f32".
std::optional<ComputeType> mainCompute(const ModelFacts& model);

/// Rows and depth of every sequence of a recorded step.
engine::StepShape shapeOf(const StepRecord& step);

/// Wall seconds the least a step can take at the machine's roofs: the larger of its FLOPs at the compute roof and its
/// bytes at the bandwidth measured for a working set of its weights and cache. Empty without ceilings.
std::optional<double> roofStepSeconds(const Cost& cost, const RunInfo& info);

/// Wall seconds the cost model predicts for a step: at the rates of the engine's own kernels where they were probed
/// beside the run (KernelRates), otherwise at the machine's roofs. No step of the run enters it. `cost` is the price of
/// `shape`. Empty without ceilings.
std::optional<double> predictStepSeconds(const engine::StepShape& shape, const Cost& cost, const RunInfo& info);
std::optional<double> predictStepSeconds(const StepRecord& step, const RunInfo& info);

/// Whether predictions of a run rest on probed kernels rather than on the machine's roofs alone.
bool predictsFromKernels(const RunInfo& info);

/// Naive over cached time, step by step as predicted, medians over the repeats; empty without ceilings or one of the
/// two.
std::optional<double> predictedSpeedup(const Recording& recording);
/// The same at the machine's roofs: what kernels that reach them would give.
std::optional<double> roofSpeedup(const Recording& recording);

}  // namespace decodescope::profiler
