// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of 32-value blocks and scalars; formats of 256-value super-blocks are in dequantise_k.cpp.
#include "engine/model/dequantise.h"

#include "engine/model/dequantise_blocks.h"
#include "engine/model/fp8.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>

namespace decodescope::engine {
namespace {

constexpr int kBlock = 32;

/// The 16 levels of IQ4_NL, in units of the block scale.
constexpr std::array<std::int8_t, 16> kNonLinearLevels{-127, -104, -83, -65, -49, -35, -22, -10,
                                                       1,    13,   25,  38,  53,  69,  89,  113};

// In every 4- and 5-bit format byte j holds value j in its low and value j + 16 in its high bits.

void blockQ40(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    for (int j = 0; j < 16; ++j) {
        const int q = byteAt(in, 2 + j);
        out[j] = static_cast<float>((q & 15) - 8) * d;
        out[j + 16] = static_cast<float>((q >> 4) - 8) * d;
    }
}

void blockQ41(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    const float m = readHalf(in + 2);
    for (int j = 0; j < 16; ++j) {
        const int q = byteAt(in, 4 + j);
        out[j] = static_cast<float>(q & 15) * d + m;
        out[j + 16] = static_cast<float>(q >> 4) * d + m;
    }
}

/// Fifth bits: bit j of a little-endian 32-bit word belongs to value j.
int fifthBit(const std::byte* word, int value)
{
    return ((byteAt(word, value / 8) >> (value % 8)) & 1) << 4;
}

void blockQ50(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    const std::byte* high = in + 2;
    for (int j = 0; j < 16; ++j) {
        const int q = byteAt(in, 6 + j);
        out[j] = static_cast<float>(((q & 15) | fifthBit(high, j)) - 16) * d;
        out[j + 16] = static_cast<float>(((q >> 4) | fifthBit(high, j + 16)) - 16) * d;
    }
}

void blockQ51(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    const float m = readHalf(in + 2);
    const std::byte* high = in + 4;
    for (int j = 0; j < 16; ++j) {
        const int q = byteAt(in, 8 + j);
        out[j] = static_cast<float>((q & 15) | fifthBit(high, j)) * d + m;
        out[j + 16] = static_cast<float>((q >> 4) | fifthBit(high, j + 16)) * d + m;
    }
}

void blockQ80(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    for (int j = 0; j < kBlock; ++j) out[j] = static_cast<float>(signedByteAt(in, 2 + j)) * d;
}

void blockIq4Nl(const std::byte* in, float* out)
{
    const float d = readHalf(in);
    for (int j = 0; j < 16; ++j) {
        const auto q = static_cast<unsigned>(byteAt(in, 2 + j));
        out[j] = d * static_cast<float>(kNonLinearLevels[q & 15U]);
        out[j + 16] = d * static_cast<float>(kNonLinearLevels[q >> 4]);
    }
}

template <class Convert>
void everyU16(const std::byte* in, std::int64_t values, float* out, Convert convert)
{
    for (std::int64_t i = 0; i < values; ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, in + 2 * i, sizeof(bits));
        out[i] = convert(bits);
    }
}

template <class Decode>
void everyBlock(DataType type, const std::byte* in, std::int64_t values, float* out, Decode decode)
{
    const DataTypeTraits& t = traits(type);
    for (std::int64_t block = 0; block < values / t.blockValues; ++block)
        decode(in + block * t.blockBytes, out + block * t.blockValues);
}

}  // namespace

void dequantiseRow(DataType type, const std::byte* in, std::int64_t values, float* out)
{
    assert(values % traits(type).blockValues == 0);
    switch (type) {
        case DataType::f32:
            std::memcpy(out, in, static_cast<std::size_t>(values) * sizeof(float));
            return;
        case DataType::f16:
            return everyBlock(type, in, values, out, [](const std::byte* b, float* o) { *o = readHalf(b); });
        case DataType::bf16:
            return everyBlock(type, in, values, out,
                              [](const std::byte* b, float* o) { *o = bfloat16ToFloat(readU16(b)); });
        case DataType::q8_0:
            return everyBlock(type, in, values, out, blockQ80);
        case DataType::q4_0:
            return everyBlock(type, in, values, out, blockQ40);
        case DataType::q4_1:
            return everyBlock(type, in, values, out, blockQ41);
        case DataType::q5_0:
            return everyBlock(type, in, values, out, blockQ50);
        case DataType::q5_1:
            return everyBlock(type, in, values, out, blockQ51);
        case DataType::iq4_nl:
            return everyBlock(type, in, values, out, blockIq4Nl);
        case DataType::q2_K:
            return everyBlock(type, in, values, out, dequantiseBlockQ2K);
        case DataType::q3_K:
            return everyBlock(type, in, values, out, dequantiseBlockQ3K);
        case DataType::q4_K:
            return everyBlock(type, in, values, out, dequantiseBlockQ4K);
        case DataType::q5_K:
            return everyBlock(type, in, values, out, dequantiseBlockQ5K);
        case DataType::q6_K:
            return everyBlock(type, in, values, out, dequantiseBlockQ6K);
        case DataType::fp8E4m3:  // of caches
            for (std::int64_t i = 0; i < values; ++i)
                out[i] = std::bit_cast<float>(e4m3ToFloatBits(static_cast<std::uint32_t>(in[i])));
            return;
        case DataType::int8:
            break;  // of sizes only
    }
    assert(false && "no stored weights have this type");
}

}  // namespace decodescope::engine
