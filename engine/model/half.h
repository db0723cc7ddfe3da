// SPDX-License-Identifier: GPL-3.0-or-later
// 16-bit floating-point formats, without branches that would keep loops over them scalar.
#pragma once

#include <bit>
#include <cstdint>

namespace decodescope::engine {

inline float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fffU) << 13;
    // Exponent bias 15 -> 127 as one exact multiplication, which also normalises subnormals; infinities and NaN then
    // only lack the upper exponent bits.
    const auto scaled = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
    const std::uint32_t special = (half & 0x7c00U) == 0x7c00U ? 0x7f800000U : 0U;
    return std::bit_cast<float>(sign | scaled | special);
}

/// Round to nearest even; a NaN stays one.
inline std::uint16_t floatToHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    // Below 2^-14: one step of a subnormal half is one ulp of 0.5f, so the addition rounds to it.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U;
    const std::uint32_t normal = (magnitude - 0x38000000U + 0xfffU + ((magnitude >> 13) & 1U)) >> 13;
    std::uint32_t half = magnitude < 0x38800000U ? subnormal : normal;
    half = magnitude >= 0x477ff000U ? 0x7c00U : half;  // 65520 and above round to infinity
    half = magnitude > 0x7f800000U ? 0x7e00U | ((magnitude >> 13) & 0x1ffU) : half;
    return static_cast<std::uint16_t>(sign | half);
}

inline float bfloat16ToFloat(std::uint16_t value)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16);
}

/// Round to nearest even; a NaN stays one.
inline std::uint16_t floatToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16;
    const std::uint32_t quietNan = (bits >> 16) | 0x40U;
    return static_cast<std::uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? quietNan : rounded);
}

}  // namespace decodescope::engine
