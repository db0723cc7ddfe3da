// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/weight_layout.h"

#include "engine/model/dequantise_blocks.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace decodescope::engine::cuda {
namespace {

constexpr std::int64_t kPlaneAlignment = 256;

std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + kPlaneAlignment - 1) / kPlaneAlignment * kPlaneAlignment;
}

/// Writes the planes of one block: codes are the unsigned integers the format stores per value.
struct BlockWriter {
    const PlaneSizes sizes;
    std::byte* low;
    std::byte* high;
    std::byte* scales;

    void codes(const int* code, int values, int lowBits) const
    {
        for (int oct = 0; oct < values / kOct; ++oct) {
            std::uint32_t lowWord = 0;
            std::uint32_t highWord = 0;
            const int highBits = sizes.high;
            for (int j = 0; j < kOct; ++j) {
                const auto c = static_cast<std::uint32_t>(code[oct * kOct + j]);
                lowWord |= (c & ((1U << lowBits) - 1U)) << (lowBits * j);
                highWord |= (c >> lowBits) << (highBits * j);
            }
            std::memcpy(low + oct * sizes.low, &lowWord, static_cast<std::size_t>(sizes.low));
            if (sizes.high > 0)  // formats of up to four bits have no high part
                std::memcpy(high + oct * sizes.high, &highWord, static_cast<std::size_t>(sizes.high));
        }
    }
    void copyScales(int at, const std::byte* from, int bytes) const
    {
        std::memcpy(scales + at, from, static_cast<std::size_t>(bytes));
    }
    void scale(int at, int value) const { scales[at] = static_cast<std::byte>(value); }
};

/// Formats of 32 values whose byte j holds value j in its low and value j + 16 in its high bits.
void splitNibbles(const BlockWriter& writer, const std::byte* quants, const std::byte* fifthBits)
{
    std::array<int, 32> code{};
    for (int j = 0; j < 32; ++j) {
        code[static_cast<std::size_t>(j)] = (byteAt(quants, j % 16) >> (j / 16 * 4)) & 15;
        if (fifthBits != nullptr)
            code[static_cast<std::size_t>(j)] |= ((byteAt(fifthBits, j / 8) >> (j % 8)) & 1) << 4;
    }
    writer.codes(code.data(), 32, 4);
}

void unpackScales(const BlockWriter& writer, const std::byte* packed)
{
    for (int group = 0; group < 8; ++group) {
        const ScaleAndMin s = unpackScale(packed, group);
        writer.scale(4 + group, s.scale);
        writer.scale(12 + group, s.min);
    }
}

void splitSuperBlock(DataType type, const BlockWriter& writer, const std::byte* in)
{
    std::array<int, 256> code{};
    for (int i = 0; i < 256; ++i) {
        int& c = code[static_cast<std::size_t>(i)];
        const int l = i % 32;
        switch (type) {
            case DataType::q2_K:
                c = (byteAt(in, 16 + i / 128 * 32 + l) >> (i % 128 / 32 * 2)) & 3;
                break;
            case DataType::q3_K:
                c = (byteAt(in, 32 + i / 128 * 32 + l) >> (i % 128 / 32 * 2)) & 3;
                c |= ((byteAt(in, l) >> (i / 32)) & 1) << 2;
                break;
            case DataType::q4_K:
                c = (byteAt(in, 16 + i / 64 * 32 + l) >> (i / 32 % 2 * 4)) & 15;
                break;
            case DataType::q5_K:
                c = (byteAt(in, 48 + i / 64 * 32 + l) >> (i / 32 % 2 * 4)) & 15;
                c |= ((byteAt(in, 16 + l) >> (i / 32)) & 1) << 4;
                break;
            default: {  // q6_K
                const int run = i / 32;
                const int low = byteAt(in, run / 4 * 64 + run % 2 * 32 + l) >> (run % 4 / 2 * 4);
                const int high = byteAt(in, 128 + run / 4 * 32 + l) >> (run % 4 * 2);
                c = (low & 15) | ((high & 3) << 4);
                break;
            }
        }
    }
    const bool twoBits = type == DataType::q2_K || type == DataType::q3_K;
    writer.codes(code.data(), 256, twoBits ? 2 : 4);
}

void splitBlock(DataType type, const BlockWriter& writer, const std::byte* in)
{
    switch (type) {
        case DataType::q8_0:
            writer.copyScales(0, in, 2);
            std::memcpy(writer.low, in + 2, 32);
            return;
        case DataType::q4_0:
        case DataType::iq4_nl:
            writer.copyScales(0, in, 2);
            return splitNibbles(writer, in + 2, nullptr);
        case DataType::q4_1:
            writer.copyScales(0, in, 4);
            return splitNibbles(writer, in + 4, nullptr);
        case DataType::q5_0:
            writer.copyScales(0, in, 2);
            return splitNibbles(writer, in + 6, in + 2);
        case DataType::q5_1:
            writer.copyScales(0, in, 4);
            return splitNibbles(writer, in + 8, in + 4);
        case DataType::q2_K:
            writer.copyScales(0, in + 80, 4);
            writer.copyScales(4, in, 16);
            break;
        case DataType::q3_K:
            writer.copyScales(0, in + 108, 2);
            for (int group = 0; group < 16; ++group) writer.scale(2 + group, unpackScaleQ3(in + 96, group));
            break;
        case DataType::q4_K:
        case DataType::q5_K:
            writer.copyScales(0, in, 4);
            unpackScales(writer, in + 4);
            break;
        default:  // q6_K
            writer.copyScales(0, in + 208, 2);
            writer.copyScales(2, in + 192, 16);
            break;
    }
    splitSuperBlock(type, writer, in);
}

}  // namespace

WeightLayout WeightLayout::of(DataType type, std::int64_t rows, std::int64_t columns)
{
    const PlaneSizes sizes = planeSizes(type);
    WeightLayout layout;
    layout.type = type;
    layout.rows = rows;
    layout.columns = columns;
    layout.octs = (columns + kOct - 1) / kOct;
    layout.lowRow = layout.octs * sizes.low;
    layout.highRow = layout.octs * sizes.high;
    layout.scaleRow = sizes.scaleValues > 0 ? columns / sizes.scaleValues * sizes.scaleBytes : 0;
    layout.highStart = aligned(layout.lowRow * rows);
    layout.scaleStart = layout.highStart + aligned(layout.highRow * rows);
    layout.bytes = layout.scaleStart + aligned(layout.scaleRow * rows);
    return layout;
}

void splitRows(const WeightLayout& layout, const std::byte* rows, std::int64_t count, std::byte* low, std::byte* high,
               std::byte* scales)
{
    const PlaneSizes sizes = planeSizes(layout.type);
    const DataTypeTraits& format = traits(layout.type);
    const std::int64_t fileRow = rowBytes(layout.type, layout.columns);
    for (std::int64_t r = 0; r < count; ++r) {
        const std::byte* in = rows + r * fileRow;
        if (!format.quantised) {
            std::byte* out = low + r * layout.lowRow;
            std::memcpy(out, in, static_cast<std::size_t>(fileRow));
            std::memset(out + fileRow, 0, static_cast<std::size_t>(layout.lowRow - fileRow));
            continue;
        }
        BlockWriter writer{sizes, low + r * layout.lowRow, high + r * layout.highRow, scales + r * layout.scaleRow};
        for (std::int64_t block = 0; block < layout.columns / format.blockValues; ++block) {
            splitBlock(layout.type, writer, in + block * format.blockBytes);
            writer.low += format.blockValues / kOct * sizes.low;
            writer.high += format.blockValues / kOct * sizes.high;
            writer.scales += sizes.scaleBytes;
        }
    }
}

}  // namespace decodescope::engine::cuda
