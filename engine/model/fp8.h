// SPDX-License-Identifier: GPL-3.0-or-later
// fp8 e4m3 as OCP's "8-bit Floating Point Specification" has it: sign, 4 bits of exponent (bias 7), 3 of mantissa; no
// infinities, 0x7f and 0xff are NaN, the largest magnitude is 448. f32 values are given as their bits. Host and device.
#pragma once

#include <cstdint>

namespace decodescope::engine {

/// To nearest, ties to even; magnitudes beyond 448 become 448.
constexpr std::uint8_t floatBitsToE4m3(std::uint32_t bits)
{
    const std::uint32_t sign = bits >> 24 & 0x80U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    std::uint32_t code = 0;
    if (magnitude > 0x7f800000U) {
        code = 0x7f;
    } else if (magnitude >= 0x43e00000U) {  // 448
        code = 0x7e;
    } else if (magnitude >= 0x3c800000U) {  // 2^-6, the smallest normal number
        const std::uint32_t rebiased = magnitude - (120U << 23);
        code = (rebiased + 0x7ffffU + (rebiased >> 20 & 1U)) >> 20;
    } else if (magnitude >= 117U << 23) {  // 2^-10, half of the smallest subnormal number
        const std::uint32_t shift = 141U - (magnitude >> 23);
        const std::uint32_t mantissa = (magnitude & 0x7fffffU) | 0x800000U;
        code = (mantissa + (1U << (shift - 1)) - 1U + (mantissa >> shift & 1U)) >> shift;
    }
    return static_cast<std::uint8_t>(sign | code);
}

constexpr std::uint32_t e4m3ToFloatBits(std::uint32_t code)
{
    const std::uint32_t sign = (code & 0x80U) << 24;
    const std::uint32_t magnitude = code & 0x7fU;
    if (magnitude == 0x7fU)
        return sign | 0x7fc00000U;
    if (magnitude >= 8)
        return sign | ((magnitude << 20) + (120U << 23));
    if (magnitude == 0)
        return sign;
    const std::uint32_t lead = magnitude >= 4 ? 2U : magnitude >= 2 ? 1U : 0U;
    return sign | (118U + lead) << 23 | (magnitude << (23U - lead) & 0x7fffffU);
}

}  // namespace decodescope::engine
