// SPDX-License-Identifier: GPL-3.0-or-later
// How weight matrices lie on the device: still quantised, taken apart into planes, so that a warp loads neighbouring
// bytes with aligned loads. A row is cut into octs of eight consecutive values.
//   low     per oct: the values themselves (f32, f16, bf16, int8), or their low 4 (2 for q2_K, q3_K) bits, value j in
//           bits 4j (2j) of a little-endian word
//   high    per oct: fifth bits (bit j of a byte), the upper 2 bits of q6_K (bits 2j of 16), the third bit of q3_K
//   scales  per block, as kScaleBytes says
#pragma once

#include "engine/base/data_type.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace decodescope::engine::cuda {

constexpr int kOct = 8;

/// Bytes of the planes of a format. Blocks of scales cover `scaleValues` values:
///   q8_0, q4_0, q5_0, iq4_nl  f16 scale
///   q4_1, q5_1                f16 scale, f16 minimum
///   q4_K, q5_K                f16 scale, f16 minimum, 8 scales, 8 minima, one byte each
///   q2_K                      f16 scale, f16 minimum, 16 bytes of a scale (low 4 bits) and a minimum
///   q3_K, q6_K                f16 scale, 16 signed scales, one byte each
struct PlaneSizes {
    int low = 0;   ///< bytes per oct
    int high = 0;  ///< bytes per oct
    int scaleValues = 0;
    int scaleBytes = 0;
};

constexpr PlaneSizes planeSizes(DataType type)
{
    switch (type) {
        case DataType::f32:
            return {32, 0, 0, 0};
        case DataType::f16:
        case DataType::bf16:
            return {16, 0, 0, 0};
        case DataType::q8_0:
            return {8, 0, 32, 2};
        case DataType::q4_0:
        case DataType::iq4_nl:
            return {4, 0, 32, 2};
        case DataType::q4_1:
            return {4, 0, 32, 4};
        case DataType::q5_0:
            return {4, 1, 32, 2};
        case DataType::q5_1:
            return {4, 1, 32, 4};
        case DataType::q2_K:
            return {2, 0, 256, 20};
        case DataType::q3_K:
            return {2, 1, 256, 18};
        case DataType::q4_K:
            return {4, 0, 256, 20};
        case DataType::q5_K:
            return {4, 1, 256, 20};
        case DataType::q6_K:
            return {4, 2, 256, 18};
        case DataType::fp8E4m3:
        case DataType::int8:
            break;
    }
    return {};
}

/// Where the planes of a matrix of `rows` x `columns` lie in its block.
struct WeightLayout {
    DataType type = DataType::f32;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t octs = 0;       ///< per row; values past `columns` are zero
    std::int64_t lowRow = 0;     ///< bytes per row
    std::int64_t highRow = 0;    ///< bytes per row
    std::int64_t scaleRow = 0;   ///< bytes per row
    std::int64_t highStart = 0;  ///< offset in the block
    std::int64_t scaleStart = 0;
    std::int64_t bytes = 0;  ///< of the block

    static WeightLayout of(DataType type, std::int64_t rows, std::int64_t columns);
};

/// Whether weights can be resident on the device in this format.
constexpr bool residentOnDevice(DataType type)
{
    return planeSizes(type).low > 0;
}

/// Takes `count` rows, as `layout.type` stores them, apart into planes: lowRow, highRow and scaleRow bytes per row.
void splitRows(const WeightLayout& layout, const std::byte* rows, std::int64_t count, std::byte* low, std::byte* high,
               std::byte* scales);

}  // namespace decodescope::engine::cuda
