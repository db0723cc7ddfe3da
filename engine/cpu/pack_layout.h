// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/cpu/matmul.h"

#include <cstddef>
#include <cstdint>

namespace decodescope::engine::cpu {

// Layout of one panel of 16 outputs (o) and K inputs (k).
//   f32   [K][16]            f16   [K][16]            bf16  [ceil(K/2)][16][2], zero after an odd K
//   quantised: quants, then scales, then zeros up to a multiple of 64 bytes.
// Quants: one record per 32 inputs. A "quad" is [16 outputs][4 inputs] bytes, what one 512-bit dot product
// instruction takes; a record is 8 quads split into bit planes of 64-byte lines, so that shifts and masks of whole
// lines restore them:
//   8 bits: line j is quad j           4 bits: line i holds quad i in its low and quad i+4 in its high nibbles
//   2 bits: line i holds quad 4i+s in bits 2s, 2s+1                          1 bit: bit j belongs to quad j
// A stored quant is unsigned: value = stored - offset (iq4_nl: table[stored]).
// Scales of the legacy formats: per record [16] f16 scale, then [16] f16 minimum where the format has one.
// Scales of the K formats: per 256 inputs, sub-scales first (below), then [16] f16 super-scale, then [16] f16
// super-minimum where the format has one. Sub-scales, one byte each:
//   q4_K, q5_K: per record [16] scale, [16] minimum        q2_K: per 16 inputs [16], scale | minimum << 4
//   q3_K, q6_K: per 16 inputs [16], signed

constexpr std::int64_t kRecordInputs = 32;
constexpr std::int64_t kSuperInputs = 256;
constexpr std::int64_t kRecordsPerSuper = kSuperInputs / kRecordInputs;
constexpr std::int64_t kQuads = 8;
constexpr std::int64_t kLine = 64;  ///< bytes of a quad, and of a line of a bit plane

/// What distinguishes the quantised formats once they are packed.
struct QuantFormat {
    int lowBits;      ///< first plane: 8, 4 or 2 bits per quant
    int highBits;     ///< second plane: 0, 1 or 2 bits above them
    int offset;       ///< value = stored - offset; iq4_nl: of the table's values
    int scaleInputs;  ///< inputs that share a scale: 32 or 16
    bool minimum;     ///< value = scale * stored + minimum
    bool super;       ///< K format: 8-bit sub-scales and f16 super-scales per 256 inputs
    bool table;       ///< iq4_nl
    int subBytes;     ///< K formats: sub-scale bytes per record and output

    constexpr std::int64_t recordBytes() const { return (lowBits + highBits) * kLine; }
    constexpr std::int64_t scaleBytes() const  ///< per record, or per 256 inputs of the K formats
    {
        const std::int64_t halves = (minimum ? 2 : 1) * kPanelOutputs * 2;
        return super ? halves + kRecordsPerSuper * subBytes * kPanelOutputs : halves;
    }
    constexpr std::int64_t scaleOffset(std::int64_t inputs) const { return inputs / kRecordInputs * recordBytes(); }
    constexpr std::int64_t panelBytes(std::int64_t inputs) const
    {
        const std::int64_t scales = inputs / (super ? kSuperInputs : kRecordInputs) * scaleBytes();
        return (scaleOffset(inputs) + scales + kLine - 1) / kLine * kLine;
    }
};

constexpr QuantFormat quantFormat(DataType type)
{
    switch (type) {
        case DataType::q8_0:
            return {8, 0, 128, 32, false, false, false, 0};
        case DataType::q4_0:
            return {4, 0, 8, 32, false, false, false, 0};
        case DataType::q4_1:
            return {4, 0, 0, 32, true, false, false, 0};
        case DataType::q5_0:
            return {4, 1, 16, 32, false, false, false, 0};
        case DataType::q5_1:
            return {4, 1, 0, 32, true, false, false, 0};
        case DataType::q2_K:
            return {2, 0, 0, 16, true, true, false, 2};
        case DataType::q3_K:
            return {2, 1, 4, 16, false, true, false, 2};
        case DataType::q4_K:
            return {4, 0, 0, 32, true, true, false, 2};
        case DataType::q5_K:
            return {4, 1, 0, 32, true, true, false, 2};
        case DataType::q6_K:
            return {4, 2, 32, 16, false, true, false, 2};
        default:  // iq4_nl; other types have no such format
            return {4, 0, 128, 32, false, false, true, 0};
    }
}

/// Calls `f` with a quantised format as its template argument, and not at all for other types.
template <class F>
void withFormat(DataType type, const F& f)
{
    switch (type) {
        case DataType::q8_0:
            return f.template operator()<DataType::q8_0>();
        case DataType::q4_0:
            return f.template operator()<DataType::q4_0>();
        case DataType::q4_1:
            return f.template operator()<DataType::q4_1>();
        case DataType::q5_0:
            return f.template operator()<DataType::q5_0>();
        case DataType::q5_1:
            return f.template operator()<DataType::q5_1>();
        case DataType::q2_K:
            return f.template operator()<DataType::q2_K>();
        case DataType::q3_K:
            return f.template operator()<DataType::q3_K>();
        case DataType::q4_K:
            return f.template operator()<DataType::q4_K>();
        case DataType::q5_K:
            return f.template operator()<DataType::q5_K>();
        case DataType::q6_K:
            return f.template operator()<DataType::q6_K>();
        case DataType::iq4_nl:
            return f.template operator()<DataType::iq4_nl>();
        default:
            return;
    }
}

/// The values of iq4_nl's sixteen codes.
inline constexpr std::int8_t kIq4Values[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                               1,    13,   25,  38,  53,  69,  89,  113};

/// Bytes of a panel of `inputs` columns, a multiple of 64.
std::int64_t packedPanelBytes(DataType type, std::int64_t inputs);

/// Exact scale and minimum of one output for the inputs [k, k + scaleInputs): weight = scale * (stored - offset) +
/// minimum, product and sum rounded separately as the format's definition does.
struct ScaleAndMinimum {
    float scale;
    float minimum;
};
ScaleAndMinimum panelScale(DataType type, const std::byte* panel, std::int64_t inputs, std::int64_t k,
                           std::int64_t lane);
/// Stored quant (iq4_nl: table value + offset) of one output and input.
int panelQuant(DataType type, const std::byte* panel, std::int64_t k, std::int64_t lane);

/// Packs `count` file rows (1..16), `rowBytes` apart, into one panel. The other lanes become zeros (quants and scales).
void packPanel(DataType type, const std::byte* rows, std::int64_t rowBytes, std::int64_t count, std::int64_t inputs,
               std::byte* panel);

}  // namespace decodescope::engine::cpu
