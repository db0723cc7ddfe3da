// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/model/half.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace decodescope::engine {

/// Exact values of a row as its format defines them: `out` holds `values` f32, a multiple of the block.
/// Bit-identical with the reference (products and sums rounded separately, no FMA).
void dequantiseRow(DataType type, const std::byte* in, std::int64_t values, float* out);

/// Writes `values` f32 in f32, f16, bf16 (round to nearest even), q8_0 or q4_0 (ggml's reference rounding).
/// Any other type is a programming error.
void quantiseRow(DataType type, const float* in, std::int64_t values, std::byte* out);

}  // namespace decodescope::engine
