// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dequantise.h"

#include <bit>

namespace decodescope::engine {

float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fffU) << 13;
    if ((half & 0x7c00U) == 0x7c00U)
        return std::bit_cast<float>(sign | 0x7f800000U | magnitude);
    // Exponent bias 15 -> 127 as one exact multiplication, which also normalises subnormals.
    const float value = std::bit_cast<float>(magnitude) * 0x1p112F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
}

std::uint16_t floatToHalf(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U)
        return static_cast<std::uint16_t>(sign | 0x7e00U | ((magnitude >> 13) & 0x1ffU));
    if (magnitude >= 0x477ff000U)  // 65520 and above round to infinity
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    if (magnitude < 0x38800000U) {
        // Below 2^-14: one step of a subnormal half is one ulp of 0.5f, so the addition rounds to it.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1U;
    const std::uint32_t rounded = magnitude - 0x38000000U + 0xfffU + odd;
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

float bfloat16ToFloat(std::uint16_t value)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16);
}

std::uint16_t floatToBfloat16(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U)
        return static_cast<std::uint16_t>((bits >> 16) | 0x40U);  // quiet, so that it stays a NaN
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

}  // namespace decodescope::engine
