// SPDX-License-Identifier: GPL-3.0-or-later
// Records of quantised panels in AVX-512 registers. For inclusion by files compiled for AVX-512 (see matmul_vnni.cpp);
// everything here is inlined into their kernels.
#pragma once

#include "engine/cpu/matmul_record.h"

#include <immintrin.h>

namespace decodescope::engine::cpu {
namespace {

/// Adding an integer below 2^22 to these bits gives the bits of 12582912 + integer as f32: the integer dot product
/// starts here and needs no conversion.
constexpr std::int32_t kMagicBits = 0x4b400000;
constexpr float kMagic = 12582912.0F;

/// A line as unpackStored takes it.
struct Bytes512 {
    using Vector = __m512i;
    static __m512i load(const std::byte* from) { return _mm512_loadu_si512(from); }
    static __m512i fill(int value) { return _mm512_set1_epi8(static_cast<char>(value)); }
    static __m512i mask(__m512i a, __m512i mask) { return _mm512_and_si512(a, mask); }
    template <int bits>
    static __m512i left(__m512i a)
    {
        return _mm512_slli_epi16(a, bits);
    }
    template <int bits>
    static __m512i right(__m512i a)
    {
        return _mm512_srli_epi16(a, bits);
    }
    static __m512i insert(__m512i shifted, __m512i mask, __m512i quad)
    {
        return _mm512_ternarylogic_epi32(shifted, quad, mask, 0xec);  // the truth table of (shifted & mask) | quad
    }
};

/// The 8 quads of a record as unsigned bytes (iq4_nl: table value + 128).
template <DataType type>
inline __attribute__((always_inline)) void unpackRecord(const std::byte* record, __m512i (&quads)[kQuads])
{
    unpackStored<type, Bytes512>(record, quads);
    if constexpr (quantFormat(type).table) {
        const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kIq4Values));
        const __m512i table = _mm512_broadcast_i32x4(_mm_xor_si128(values, _mm_set1_epi8(-128)));
#pragma GCC unroll 8
        for (int j = 0; j < 8; ++j) quads[j] = _mm512_shuffle_epi8(table, quads[j]);
    }
}

inline __attribute__((always_inline)) __m512 loadHalves(const std::byte* from)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}

inline __attribute__((always_inline)) __m512 unsignedToFloat(__m128i bytes)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
}

inline __attribute__((always_inline)) __m512 signedToFloat(__m128i bytes)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes));
}

/// Scales, and minima where the format has them, of record `r`: one or two vectors each, exact.
template <DataType type>
inline __attribute__((always_inline)) void unpackScales(const std::byte* scaleRegion, std::int64_t r,
                                                        __m512 (&scales)[2], __m512 (&minima)[2])
{
    constexpr QuantFormat format = quantFormat(type);
    if constexpr (!format.super) {
        const std::byte* here = scaleRegion + r * format.scaleBytes();
        scales[0] = loadHalves(here);
        if constexpr (format.minimum)
            minima[0] = loadHalves(here + 2 * kPanelOutputs);
    } else {
        const std::byte* super = scaleRegion + r / kRecordsPerSuper * format.scaleBytes();
        const std::byte* halves = super + kRecordsPerSuper * format.subBytes * kPanelOutputs;
        const auto* sub = reinterpret_cast<const __m128i*>(super + r % kRecordsPerSuper * 2 * kPanelOutputs);
        const __m128i first = _mm_loadu_si128(sub);
        const __m128i second = _mm_loadu_si128(sub + 1);
        const __m512 d = loadHalves(halves);
        if constexpr (!format.minimum) {
            scales[0] = _mm512_mul_ps(d, signedToFloat(first));
            scales[1] = _mm512_mul_ps(d, signedToFloat(second));
        } else {
            const __m512 m = _mm512_sub_ps(_mm512_setzero_ps(), loadHalves(halves + 2 * kPanelOutputs));
            if constexpr (format.scaleInputs == 32) {
                scales[0] = _mm512_mul_ps(d, unsignedToFloat(first));
                minima[0] = _mm512_mul_ps(m, unsignedToFloat(second));
            } else {
                const __m128i low = _mm_set1_epi8(0x0f);
                scales[0] = _mm512_mul_ps(d, unsignedToFloat(_mm_and_si128(first, low)));
                scales[1] = _mm512_mul_ps(d, unsignedToFloat(_mm_and_si128(second, low)));
                minima[0] = _mm512_mul_ps(m, unsignedToFloat(_mm_and_si128(_mm_srli_epi16(first, 4), low)));
                minima[1] = _mm512_mul_ps(m, unsignedToFloat(_mm_and_si128(_mm_srli_epi16(second, 4), low)));
            }
        }
    }
}

}  // namespace
}  // namespace decodescope::engine::cpu
