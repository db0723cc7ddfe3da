// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: exact values of weights, straight from their planes (weight_layout.h). Products and sums are rounded
// separately, as dequantiseRow rounds them.
#pragma once

#include "engine/cuda/device.h"
#include "engine/cuda/kernels.h"

namespace decodescope::engine::cuda {

/// One row of a matrix.
struct RowView {
    const std::uint8_t* low;
    const std::uint8_t* high;
    const std::uint8_t* scales;
};

DECODESCOPE_DEVICE RowView rowOf(const MatrixView& matrix, std::int64_t row)
{
    return {matrix.low + row * matrix.lowRow, matrix.high + row * matrix.highRow,
            matrix.scales + row * matrix.scaleRow};
}

DECODESCOPE_DEVICE float signedByte(std::uint32_t bits)
{
    return static_cast<float>(static_cast<std::int8_t>(bits & 0xffU));
}

DECODESCOPE_DEVICE float levelOfIq4Nl(std::uint32_t code)
{
    // -127 -104 -83 -65 -49 -35 -22 -10 | 1 13 25 38 53 69 89 113, lowest byte first
    const std::uint64_t levels = code < 8 ? 0xf6eaddcfbfad9881ULL : 0x7159453526190d01ULL;
    return signedByte(static_cast<std::uint32_t>(levels >> (8 * (code & 7U))));
}

/// Values 8 * oct ... 8 * oct + 7 of a row.
template <DataType F>
DECODESCOPE_DEVICE void loadOct(const RowView& row, int oct, float (&v)[kOct])
{
    constexpr PlaneSizes kSizes = planeSizes(F);
    const std::uint8_t* low = row.low + static_cast<std::int64_t>(oct) * kSizes.low;
    if constexpr (F == DataType::f32) {
        const Words4 a = loadWords4(low);
        const Words4 b = loadWords4(low + 16);
        DECODESCOPE_UNROLL
        for (int j = 0; j < 4; ++j) {
            v[j] = floatOf(a.w[j]);
            v[j + 4] = floatOf(b.w[j]);
        }
    } else if constexpr (F == DataType::f16 || F == DataType::bf16) {
        const Words4 a = loadWords4(low);
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) {
            const auto bits = static_cast<std::uint16_t>(a.w[j / 2] >> (j % 2 * 16));
            v[j] = F == DataType::f16 ? halfValue(bits) : bfloatValue(bits);
        }
    } else if constexpr (F == DataType::q8_0) {
        const Words2 a = loadWords2(low);
        const float d = halfValue(loadShort(row.scales + oct / 4 * kSizes.scaleBytes));
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) v[j] = mul(signedByte(a.w[j / 4] >> (j % 4 * 8)), d);
    } else {
        // Codes of all the others: low bits in a word, higher ones beside it.
        constexpr int kLowBits = kSizes.low == 4 ? 4 : 2;
        constexpr std::uint32_t kLowMask = (1U << kLowBits) - 1U;
        const std::uint32_t lowWord = kSizes.low == 4 ? loadWord(low) : loadShort(low);
        std::uint32_t highWord = 0;
        if constexpr (kSizes.high == 1)
            highWord = loadByte(row.high + oct);
        if constexpr (kSizes.high == 2)
            highWord = loadShort(row.high + static_cast<std::int64_t>(oct) * 2);
        constexpr std::uint32_t kHighMask = (1U << kSizes.high) - 1U;
        std::uint32_t code[kOct];
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j)
            code[j] = (lowWord >> (kLowBits * j) & kLowMask) | (highWord >> (kSizes.high * j) & kHighMask) << kLowBits;
        constexpr int kOctsPerBlock = kSizes.scaleValues / kOct;
        const std::uint8_t* s = row.scales + oct / kOctsPerBlock * kSizes.scaleBytes;
        const int inBlock = oct % kOctsPerBlock;
        const float d = halfValue(loadShort(s));
        if constexpr (F == DataType::q4_0 || F == DataType::q5_0) {
            constexpr int kMiddle = F == DataType::q4_0 ? 8 : 16;
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) v[j] = mul(static_cast<float>(static_cast<int>(code[j]) - kMiddle), d);
        } else if constexpr (F == DataType::iq4_nl) {
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) v[j] = mul(d, levelOfIq4Nl(code[j]));
        } else if constexpr (F == DataType::q4_1 || F == DataType::q5_1) {
            const float m = halfValue(loadShort(s + 2));
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) v[j] = add(mul(static_cast<float>(code[j]), d), m);
        } else if constexpr (F == DataType::q3_K || F == DataType::q6_K) {
            const float scale = mul(d, signedByte(loadByte(s + 2 + inBlock / 2)));
            constexpr int kMiddle = F == DataType::q3_K ? 4 : 32;
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) v[j] = mul(scale, static_cast<float>(static_cast<int>(code[j]) - kMiddle));
        } else {
            // q2_K, q4_K, q5_K: a scale and a minimum per 16 or 32 values
            const float dmin = halfValue(loadShort(s + 2));
            float scale;
            float min;
            if constexpr (F == DataType::q2_K) {
                const std::uint32_t packed = loadByte(s + 4 + inBlock / 2);
                scale = mul(d, static_cast<float>(packed & 15U));
                min = mul(dmin, static_cast<float>(packed >> 4));
            } else {
                scale = mul(d, static_cast<float>(loadByte(s + 4 + inBlock / 4)));
                min = mul(dmin, static_cast<float>(loadByte(s + 12 + inBlock / 4)));
            }
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) v[j] = sub(mul(scale, static_cast<float>(code[j])), min);
        }
    }
}

/// Floats first ... first + 7 of a vector of `count`; zeros past its end. `from` is 16-byte aligned.
DECODESCOPE_DEVICE void loadFloats(const float* from, int first, int count, float (&v)[kOct])
{
    if (first + kOct <= count) {
        const Words4 a = readWords4(from + first);
        const Words4 b = readWords4(from + first + 4);
        DECODESCOPE_UNROLL
        for (int j = 0; j < 4; ++j) {
            v[j] = floatOf(a.w[j]);
            v[j + 4] = floatOf(b.w[j]);
        }
        return;
    }
    DECODESCOPE_UNROLL
    for (int j = 0; j < kOct; ++j) v[j] = first + j < count ? from[first + j] : 0.0F;
}

}  // namespace decodescope::engine::cuda
