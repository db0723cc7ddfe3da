// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

/// Storage formats of weights and caches. Block formats hold `blockValues` consecutive values of one row in
/// `blockBytes` bytes; scalar formats are blocks of one. Numbering is ours (files have their own).
enum class DataType : std::uint8_t {
    f32,
    f16,
    bf16,
    fp8E4m3,  ///< cache on GPUs, and sizes
    int8,     ///< sizes only: one byte per value, no scales
    q8_0,
    q4_0,
    q4_1,
    q5_0,
    q5_1,
    q2_K,
    q3_K,
    q4_K,
    q5_K,
    q6_K,
    iq4_nl,
};

struct DataTypeTraits {
    std::string_view name;  ///< lower case, as on the command line and in files: "f16", "q4_K"
    std::int64_t blockValues;
    std::int64_t blockBytes;
    bool quantised;
};

const DataTypeTraits& traits(DataType type);
std::string_view name(DataType type);

/// Case-insensitive; also fp32, fp16, int8, fp8. Empty when unknown.
std::optional<DataType> parseDataType(std::string_view text);

/// Bytes of a row of `values` values; `values` must be a multiple of the type's block. Both in 64 bits.
std::int64_t rowBytes(DataType type, std::int64_t values);

/// Mean bytes per value (34/32 for q8_0).
double bytesPerValue(DataType type);

/// Arithmetic of matrix products: operand format, sums always in f32 (int8: exact i32 within a K-block, f32 across).
enum class ComputeType : std::uint8_t { f32, bf16, int8 };
std::string_view name(ComputeType type);

}  // namespace decodescope
