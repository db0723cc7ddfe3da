// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dequantise.h"
#include "engine/model/fp8.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace decodescope::engine {
namespace {

constexpr int kBlock = 32;

void writeU16(std::byte* out, std::uint16_t value)
{
    std::memcpy(out, &value, sizeof(value));
}

std::int32_t magnitudeBits(float value)
{
    return std::bit_cast<std::int32_t>(value) & 0x7fffffff;
}

/// The value of largest magnitude with its sign (the first of several); NaN when any value is not finite, so that a
/// broken row stays visible after a block format.
float extreme(const float* in)
{
    // Magnitudes order like their bits, and a maximum of integers is one the compiler may reorder.
    std::int32_t most = 0;
    for (int j = 0; j < kBlock; ++j) most = std::max(most, magnitudeBits(in[j]));
    constexpr std::int32_t kInfinity = 0x7f800000;
    if (most >= kInfinity)
        return std::numeric_limits<float>::quiet_NaN();
    int first = 0;
    while (magnitudeBits(in[first]) != most) ++first;
    return in[first];
}

/// Cut to [low, high] before the conversion to an integer, where NaN and overflow would be undefined.
float cut(float value, float low, float high)
{
    const float atLeast = value > low ? value : low;
    return atLeast < high ? atLeast : high;
}

/// Half away from zero, exactly: adding 0.5 first would round 0.49999997 up.
int roundAway(float value)
{
    const int whole = static_cast<int>(value);
    const float rest = value - static_cast<float>(whole);
    return whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0);
}

float inverse(float d)
{
    return d != 0.0F ? 1.0F / d : 0.0F;
}

/// Scale = largest magnitude / 127; values rounded half away from zero.
void blockQ80(const float* in, std::byte* out)
{
    const float d = std::fabs(extreme(in)) / 127.0F;
    const float id = inverse(d);
    writeU16(out, floatToHalf(d));
    for (int j = 0; j < kBlock; ++j) out[2 + j] = static_cast<std::byte>(roundAway(cut(in[j] * id, -127.0F, 127.0F)));
}

/// Scale = -extreme / 8, so that the extreme value itself becomes level -8 whatever its sign.
void blockQ40(const float* in, std::byte* out)
{
    const float d = extreme(in) / -8.0F;
    const float id = inverse(d);
    writeU16(out, floatToHalf(d));
    for (int j = 0; j < kBlock / 2; ++j) {
        const int low = static_cast<int>(cut(in[j] * id + 8.5F, 0.0F, 15.0F));
        const int high = static_cast<int>(cut(in[j + 16] * id + 8.5F, 0.0F, 15.0F));
        out[2 + j] = static_cast<std::byte>(low | (high << 4));
    }
}

}  // namespace

void quantiseRow(DataType type, const float* in, std::int64_t values, std::byte* out)
{
    assert(values % traits(type).blockValues == 0);
    switch (type) {
        case DataType::f32:
            std::memcpy(out, in, static_cast<std::size_t>(values) * sizeof(float));
            return;
        case DataType::f16:
            for (std::int64_t i = 0; i < values; ++i) writeU16(out + 2 * i, floatToHalf(in[i]));
            return;
        case DataType::bf16:
            for (std::int64_t i = 0; i < values; ++i) writeU16(out + 2 * i, floatToBfloat16(in[i]));
            return;
        case DataType::fp8E4m3:
            for (std::int64_t i = 0; i < values; ++i)
                out[i] = static_cast<std::byte>(floatBitsToE4m3(std::bit_cast<std::uint32_t>(in[i])));
            return;
        case DataType::q8_0:
            for (std::int64_t block = 0; block < values / kBlock; ++block)
                blockQ80(in + block * kBlock, out + block * 34);
            return;
        case DataType::q4_0:
            for (std::int64_t block = 0; block < values / kBlock; ++block)
                blockQ40(in + block * kBlock, out + block * 18);
            return;
        default:
            assert(false && "only f32, f16, bf16, fp8, q8_0 and q4_0 are written");
    }
}

}  // namespace decodescope::engine
