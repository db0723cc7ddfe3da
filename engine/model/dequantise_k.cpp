// SPDX-License-Identifier: GPL-3.0-or-later
// Super-blocks of 256 values with a 16-bit scale (and minimum) over small integer scales of 16 or 32 values each.
#include "engine/model/dequantise_blocks.h"

namespace decodescope::engine {

void dequantiseBlockQ2K(const std::byte* in, float* out)
{
    const std::byte* scales = in;
    const std::byte* quants = in + 16;
    const float d = readHalf(in + 80);
    const float dmin = readHalf(in + 82);
    // Group g of 16 values: half g/8, bit pair (g%8)/2, bytes 0-15 or 16-31 of the half's 32.
    for (int group = 0; group < 16; ++group) {
        const int packed = byteAt(scales, group);
        const float scale = d * static_cast<float>(packed & 15);
        const float min = dmin * static_cast<float>(packed >> 4);
        const std::byte* q = quants + (group / 8) * 32 + (group % 2) * 16;
        const int shift = (group % 8) / 2 * 2;
        for (int l = 0; l < 16; ++l)
            out[group * 16 + l] = scale * static_cast<float>((byteAt(q, l) >> shift) & 3) - min;
    }
}

void dequantiseBlockQ3K(const std::byte* in, float* out)
{
    const std::byte* highBits = in;  // bit (group / 2) of byte l belongs to value l of that pair of groups
    const std::byte* quants = in + 32;
    const std::byte* scales = in + 96;
    const float d = readHalf(in + 108);
    for (int group = 0; group < 16; ++group) {
        const float scale = d * static_cast<float>(unpackScaleQ3(scales, group));
        const int first = (group % 2) * 16;
        const std::byte* q = quants + (group / 8) * 32 + first;
        const int shift = (group % 8) / 2 * 2;
        for (int l = 0; l < 16; ++l) {
            const int low = (byteAt(q, l) >> shift) & 3;
            const int high = (byteAt(highBits, first + l) >> (group / 2)) & 1;
            out[group * 16 + l] = scale * static_cast<float>(low - (high != 0 ? 0 : 4));
        }
    }
}

namespace {

/// q4_K and q5_K: 8 groups of 32 with a scale and a minimum each. The low four bits of even groups lie in the low
/// nibbles of 32 bytes, of odd ones in the high nibbles of the same bytes; bit g of byte l of `fifthBits`, where there
/// are any, belongs to value l of group g.
void dequantiseGroups(const std::byte* in, const std::byte* fifthBits, const std::byte* quants, float* out)
{
    const float d = readHalf(in);
    const float dmin = readHalf(in + 2);
    for (int group = 0; group < 8; ++group) {
        const ScaleAndMin s = unpackScale(in + 4, group);
        const float scale = d * static_cast<float>(s.scale);
        const float min = dmin * static_cast<float>(s.min);
        const std::byte* q = quants + (group / 2) * 32;
        const int shift = (group % 2) * 4;
        for (int l = 0; l < 32; ++l) {
            const int fifth = fifthBits != nullptr ? (byteAt(fifthBits, l) >> group) & 1 : 0;
            const int value = ((byteAt(q, l) >> shift) & 15) | (fifth << 4);
            out[group * 32 + l] = scale * static_cast<float>(value) - min;
        }
    }
}

}  // namespace

void dequantiseBlockQ4K(const std::byte* in, float* out)
{
    dequantiseGroups(in, nullptr, in + 16, out);
}

void dequantiseBlockQ5K(const std::byte* in, float* out)
{
    dequantiseGroups(in, in + 16, in + 48, out);
}

void dequantiseBlockQ6K(const std::byte* in, float* out)
{
    const std::byte* lowNibbles = in;
    const std::byte* highPairs = in + 128;
    const std::byte* scales = in + 192;
    const float d = readHalf(in + 208);
    // Runs of 32 values, four per half: nibbles of bytes 0-31 and 32-63 (low, low, high, high), pair `run % 4` above.
    for (int run = 0; run < 8; ++run) {
        const std::byte* low = lowNibbles + (run / 4) * 64 + (run % 2) * 32;
        const std::byte* high = highPairs + (run / 4) * 32;
        const int lowShift = (run % 4) / 2 * 4;
        const int highShift = (run % 4) * 2;
        for (int l = 0; l < 32; ++l) {
            const int q = (((byteAt(low, l) >> lowShift) & 15) | (((byteAt(high, l) >> highShift) & 3) << 4)) - 32;
            const float scale = d * static_cast<float>(signedByteAt(scales, run * 2 + l / 16));
            out[run * 32 + l] = scale * static_cast<float>(q);
        }
    }
}

}  // namespace decodescope::engine
