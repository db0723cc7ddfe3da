// SPDX-License-Identifier: GPL-3.0-or-later
// Records of quantised panels as bytes in registers, for any vector that holds whole lines or halves of them. For
// inclusion by files compiled for one instruction set; everything here is inlined into their kernels.
#pragma once

#include "engine/cpu/pack_layout.h"

namespace decodescope::engine::cpu {
namespace {

/// The 8 quads of a record, or the part of each that lies in a vector's bytes from `record` on, as stored: unsigned
/// bytes, for iq4_nl the codes. `Bytes` names the vector and its operations: load, fill, mask, left and right (shifts
/// of 16-bit lanes), insert(shifted, mask, quad) = (shifted & mask) | quad.
template <DataType type, class Bytes>
inline __attribute__((always_inline)) void unpackStored(const std::byte* record,
                                                        typename Bytes::Vector (&quads)[kQuads])
{
    using V = typename Bytes::Vector;
    constexpr QuantFormat format = quantFormat(type);
    if constexpr (format.lowBits == 8) {
#pragma GCC unroll 8
        for (int j = 0; j < 8; ++j) quads[j] = Bytes::load(record + j * kLine);
        return;
    }
    if constexpr (format.lowBits == 4) {
        const V mask = Bytes::fill(0x0f);
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const V line = Bytes::load(record + i * kLine);
            quads[i] = Bytes::mask(line, mask);
            quads[i + 4] = Bytes::mask(Bytes::template right<4>(line), mask);
        }
    } else {
        const V mask = Bytes::fill(0x03);
#pragma GCC unroll 2
        for (int i = 0; i < 2; ++i) {
            const V line = Bytes::load(record + i * kLine);
            quads[4 * i] = Bytes::mask(line, mask);
            quads[4 * i + 1] = Bytes::mask(Bytes::template right<2>(line), mask);
            quads[4 * i + 2] = Bytes::mask(Bytes::template right<4>(line), mask);
            quads[4 * i + 3] = Bytes::mask(Bytes::template right<6>(line), mask);
        }
    }
    // Shifts that cross bytes are harmless: the mask keeps the field of each byte.
    const std::byte* high = record + format.lowBits * kLine;
    if constexpr (format.highBits == 1) {
        const V mask = Bytes::fill(1 << format.lowBits);
        const V line = Bytes::load(high);
        const auto insert = [&]<int j>() __attribute__((always_inline))
        {
            constexpr int left = format.lowBits - j;
            quads[j] = Bytes::insert(left >= 0 ? Bytes::template left<(left > 0 ? left : 0)>(line)
                                               : Bytes::template right<(left < 0 ? -left : 0)>(line),
                                     mask, quads[j]);
        };
        insert.template operator()<0>();
        insert.template operator()<1>();
        insert.template operator()<2>();
        insert.template operator()<3>();
        insert.template operator()<4>();
        insert.template operator()<5>();
        insert.template operator()<6>();
        insert.template operator()<7>();
    } else if constexpr (format.highBits == 2) {
        const V mask = Bytes::fill(0x30);
#pragma GCC unroll 2
        for (int i = 0; i < 2; ++i) {
            const V line = Bytes::load(high + i * kLine);
            quads[4 * i] = Bytes::insert(Bytes::template left<4>(line), mask, quads[4 * i]);
            quads[4 * i + 1] = Bytes::insert(Bytes::template left<2>(line), mask, quads[4 * i + 1]);
            quads[4 * i + 2] = Bytes::insert(line, mask, quads[4 * i + 2]);
            quads[4 * i + 3] = Bytes::insert(Bytes::template right<2>(line), mask, quads[4 * i + 3]);
        }
    }
}

}  // namespace
}  // namespace decodescope::engine::cpu
