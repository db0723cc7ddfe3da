// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: where a piece of eight values of a cached head lies (CacheView), and what it holds.
#pragma once

#include "engine/cuda/load_oct.h"
#include "engine/model/fp8.h"

namespace decodescope::engine::cuda {

/// Positions of keys that lie beside each other: neighbouring threads read neighbouring pieces.
constexpr int kKeyBlock = 32;

struct PiecePlace {
    std::uint8_t* values;
    std::uint8_t* scale;  ///< q8_0 only
};

constexpr int cacheValueBytes(DataType type)
{
    return type == DataType::f32 ? 4 : type == DataType::q8_0 || type == DataType::fp8E4m3 ? 1 : 2;
}

DECODESCOPE_DEVICE std::uint8_t* headOf(const CacheView& cache, int slot, int kvHead)
{
    return cache.data + slot * cache.slotBytes + kvHead * cache.headBytes;
}

DECODESCOPE_DEVICE PiecePlace keyPlace(const CacheView& cache, const std::uint8_t* head, int position, int piece)
{
    auto* base = const_cast<std::uint8_t*>(head);
    const std::int64_t block = position / kKeyBlock;
    const int inBlock = position % kKeyBlock;
    const std::int64_t at = ((block * cache.pieces + piece) * kKeyBlock + inBlock) * kOct;
    const std::int64_t scale = (block * (cache.pieces / 4) + piece / 4) * kKeyBlock + inBlock;
    return {base + at * cacheValueBytes(cache.type), base + cache.scaleStart + scale * 2};
}

DECODESCOPE_DEVICE PiecePlace valuePlace(const CacheView& cache, const std::uint8_t* head, int position, int piece)
{
    auto* base = const_cast<std::uint8_t*>(head);
    const std::int64_t at = (static_cast<std::int64_t>(position) * cache.pieces + piece) * kOct;
    const std::int64_t scale = static_cast<std::int64_t>(position) * (cache.pieces / 4) + piece / 4;
    return {base + at * cacheValueBytes(cache.type), base + cache.scaleStart + scale * 2};
}

template <DataType F>
DECODESCOPE_DEVICE void loadPiece(const PiecePlace& place, float (&v)[kOct])
{
    if constexpr (F == DataType::f32) {
        loadFloats(reinterpret_cast<const float*>(place.values), 0, kOct, v);
    } else if constexpr (F == DataType::q8_0) {
        const Words2 a = readWords2(place.values);
        const float d = halfValue(*reinterpret_cast<const std::uint16_t*>(place.scale));
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) v[j] = mul(signedByte(a.w[j / 4] >> (j % 4 * 8)), d);
    } else if constexpr (F == DataType::fp8E4m3) {
        const Words2 a = readWords2(place.values);
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) v[j] = floatOf(e4m3ToFloatBits(a.w[j / 4] >> (j % 4 * 8) & 0xffU));
    } else {
        const Words4 a = readWords4(place.values);
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) {
            const auto bits = static_cast<std::uint16_t>(a.w[j / 2] >> (j % 2 * 16));
            v[j] = F == DataType::f16 ? halfValue(bits) : bfloatValue(bits);
        }
    }
}

/// Half away from zero, as quantiseRow rounds.
DECODESCOPE_DEVICE int roundAway(float value)
{
    const int whole = static_cast<int>(value);
    const float rest = sub(value, static_cast<float>(whole));
    return whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0);
}

/// The scale of a q8_0 block from its largest magnitude, as quantiseRow has it: not a number when a value was not.
DECODESCOPE_DEVICE float blockScale(std::uint32_t largestBits)
{
    return largestBits >= 0x7f800000U ? floatOf(0x7fc00000U) : div(floatOf(largestBits), 127.0F);
}

DECODESCOPE_DEVICE void storePiece(DataType type, const PiecePlace& place, const float (&v)[kOct], float blockScaleOf)
{
    switch (type) {
        case DataType::f32: {
            Words4 a;
            Words4 b;
            DECODESCOPE_UNROLL
            for (int j = 0; j < 4; ++j) {
                a.w[j] = bitsOf(v[j]);
                b.w[j] = bitsOf(v[j + 4]);
            }
            writeWords4(place.values, a);
            writeWords4(place.values + 16, b);
            return;
        }
        case DataType::q8_0: {
            const float inverse = blockScaleOf != 0.0F ? div(1.0F, blockScaleOf) : 0.0F;
            Words2 a = {{0, 0}};
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) {
                float q = mul(v[j], inverse);
                q = q > -127.0F ? q : -127.0F;
                q = q < 127.0F ? q : 127.0F;
                a.w[j / 4] |= (static_cast<std::uint32_t>(roundAway(q)) & 0xffU) << (j % 4 * 8);
            }
            writeWords2(place.values, a);
            *reinterpret_cast<std::uint16_t*>(place.scale) = halfBits(blockScaleOf);
            return;
        }
        case DataType::fp8E4m3: {
            Words2 a = {{0, 0}};
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j)
                a.w[j / 4] |= static_cast<std::uint32_t>(floatBitsToE4m3(bitsOf(v[j]))) << (j % 4 * 8);
            writeWords2(place.values, a);
            return;
        }
        default: {
            Words4 a = {{0, 0, 0, 0}};
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) {
                const std::uint32_t bits = type == DataType::f16 ? halfBits(v[j]) : bfloatBits(v[j]);
                a.w[j / 2] |= bits << (j % 2 * 16);
            }
            writeWords4(place.values, a);
            return;
        }
    }
}

/// Calls body<type>() with the format of a cache as a constant; all threads of a block go the same way.
template <class Body>
DECODESCOPE_DEVICE void withCacheType(DataType type, const Body& body)
{
    switch (type) {
        case DataType::f32:
            return body.template operator()<DataType::f32>();
        case DataType::bf16:
            return body.template operator()<DataType::bf16>();
        case DataType::fp8E4m3:
            return body.template operator()<DataType::fp8E4m3>();
        case DataType::q8_0:
            return body.template operator()<DataType::q8_0>();
        default:
            return body.template operator()<DataType::f16>();
    }
}

}  // namespace decodescope::engine::cuda
