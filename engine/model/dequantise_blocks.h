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

// One super-block of 256 values; `in` has the format's block bytes.
void dequantiseBlockQ2K(const std::byte* in, float* out);
void dequantiseBlockQ3K(const std::byte* in, float* out);
void dequantiseBlockQ4K(const std::byte* in, float* out);
void dequantiseBlockQ5K(const std::byte* in, float* out);
void dequantiseBlockQ6K(const std::byte* in, float* out);

}  // namespace decodescope::engine
