// SPDX-License-Identifier: GPL-3.0-or-later
// The handle tests have on the stand-in for CUPTI's range profiler. What it counts is what the stand-in's runtime did
// between push and pop. It is strict about the order of calls and about what is handed on from one to the next, and
// says so in report() of control.h; failures come where failCupti() of cupti_control.h wants them.
#pragma once

#include "profiler/cupti/range_api.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

#include <cstdint>
#include <string>

namespace decodescope::cuda_on_cpu {

/// The functions, as a module would find them.
const profiler::cupti::RangeApi& rangeApi();

/// As before the first call.
void resetRanges();
/// The pretended chip does not have this counter.
void lackMetric(const std::string& name);
/// The next range is not run often enough to read all counters.
void leavePassesOut();
/// Objects and states that are not ended: 0 when the device is as it was.
std::int64_t rangesAlive();

/// What a range of so many kernels and products says: bytes written, f32 FLOPs, FLOPs of tensor products.
constexpr std::int64_t kWrittenPerKernel = 64;
constexpr double kFlopsPerKernel = 1 + 2 + 2 * 3;  ///< additions, products, multiply-adds
constexpr double kFlopsPerProduct = 1000;
constexpr double kTensorShare = 0.25;  ///< wherever there is a product

}  // namespace decodescope::cuda_on_cpu

#endif
