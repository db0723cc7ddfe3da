// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces shared by dequantise.cpp and dequantise_k.cpp.
#pragma once

#include "engine/model/dequantise.h"

#include <cstddef>
#include <cstdint>

namespace decodescope::engine {

inline int byteAt(const std::byte* p, int index)
{
    return std::to_integer<int>(p[index]);
}

inline int signedByteAt(const std::byte* p, int index)
{
    return static_cast<std::int8_t>(std::to_integer<std::uint8_t>(p[index]));
}

inline std::uint16_t readU16(const std::byte* p)
{
    return static_cast<std::uint16_t>(byteAt(p, 0) | (byteAt(p, 1) << 8));
}

inline float readHalf(const std::byte* p)
{
    return halfToFloat(readU16(p));
}

struct ScaleAndMin {
    int scale;
    int min;
};

/// Q4_K and Q5_K pack eight 6-bit scales and eight 6-bit minima into 12 bytes: the first four of each whole in the low
/// six bits of bytes 0-7, the others as low nibbles in bytes 8-11 and top bits above the first four.
inline ScaleAndMin unpackScale(const std::byte* packed, int group)
{
    if (group < 4)
        return {byteAt(packed, group) & 63, byteAt(packed, group + 4) & 63};
    return {(byteAt(packed, group + 4) & 15) | ((byteAt(packed, group - 4) >> 6) << 4),
            (byteAt(packed, group + 4) >> 4) | ((byteAt(packed, group) >> 6) << 4)};
}

/// Q3_K packs sixteen 6-bit scales into 12 bytes: low nibbles in bytes 0-7, the top two bits in bytes 8-11.
inline int unpackScaleQ3(const std::byte* packed, int group)
{
    const int low = group < 8 ? byteAt(packed, group) & 15 : byteAt(packed, group - 8) >> 4;
    const int high = (byteAt(packed, 8 + group % 4) >> (2 * (group / 4))) & 3;
    return (low | (high << 4)) - 32;
}

// One super-block of 256 values; `in` has the format's block bytes.
void dequantiseBlockQ2K(const std::byte* in, float* out);
void dequantiseBlockQ3K(const std::byte* in, float* out);
void dequantiseBlockQ4K(const std::byte* in, float* out);
void dequantiseBlockQ5K(const std::byte* in, float* out);
void dequantiseBlockQ6K(const std::byte* in, float* out);

}  // namespace decodescope::engine
