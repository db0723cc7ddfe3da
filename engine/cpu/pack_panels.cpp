// SPDX-License-Identifier: GPL-3.0-or-later
// From the rows of a file to panels. Everything here is bytes to bytes; no value is rounded.
#include "engine/cpu/pack_layout.h"

#include <algorithm>
#include <cstring>

namespace decodescope::engine::cpu {
namespace {

using Byte = std::uint8_t;

/// One record of one output, taken out of a file block: stored quants in input order.
struct RecordQuants {
    Byte q[kRecordInputs];
};

void lowNibblesFirst(const Byte* nibbles, Byte* q)
{
    for (int i = 0; i < 16; ++i) {
        q[i] = nibbles[i] & 0x0f;
        q[i + 16] = nibbles[i] >> 4;
    }
}

void addBits(const Byte* bits, Byte* q)
{
    std::uint32_t mask;
    std::memcpy(&mask, bits, 4);
    for (int i = 0; i < 32; ++i) q[i] = static_cast<Byte>(q[i] | (mask >> i & 1U) << 4);
}

/// Stored quants of record `r` (32 inputs) of a file row.
template <DataType type>
void readQuants(const Byte* row, std::int64_t r, Byte* q)
{
    const std::int64_t bytes = traits(type).blockBytes;
    const Byte* block = quantFormat(type).super ? row + r / kRecordsPerSuper * bytes : row + r * bytes;
    const std::int64_t s = r % kRecordsPerSuper;
    if constexpr (type == DataType::q8_0) {
        for (int i = 0; i < 32; ++i) q[i] = block[2 + i] ^ 0x80;
    } else if constexpr (type == DataType::q4_0 || type == DataType::iq4_nl) {
        lowNibblesFirst(block + 2, q);
    } else if constexpr (type == DataType::q4_1) {
        lowNibblesFirst(block + 4, q);
    } else if constexpr (type == DataType::q5_0) {
        lowNibblesFirst(block + 6, q);
        addBits(block + 2, q);
    } else if constexpr (type == DataType::q5_1) {
        lowNibblesFirst(block + 8, q);
        addBits(block + 4, q);
    } else if constexpr (type == DataType::q2_K || type == DataType::q3_K) {
        const Byte* low = block + (type == DataType::q2_K ? 16 : 32) + s / 4 * 32;
        for (int i = 0; i < 32; ++i) q[i] = low[i] >> (s % 4 * 2) & 3;
        if constexpr (type == DataType::q3_K)
            for (int i = 0; i < 32; ++i) q[i] = static_cast<Byte>(q[i] | (block[i] >> s & 1) << 2);
    } else if constexpr (type == DataType::q4_K || type == DataType::q5_K) {
        const Byte* low = block + (type == DataType::q4_K ? 16 : 48) + s / 2 * 32;
        for (int i = 0; i < 32; ++i) q[i] = low[i] >> (s % 2 * 4) & 0x0f;
        if constexpr (type == DataType::q5_K)
            for (int i = 0; i < 32; ++i) q[i] = static_cast<Byte>(q[i] | (block[16 + i] >> s & 1) << 4);
    } else {  // q6_K
        const Byte* low = block + s / 4 * 64 + s % 2 * 32;
        const Byte* high = block + 128 + s / 4 * 32;
        for (int i = 0; i < 32; ++i)
            q[i] = static_cast<Byte>((low[i] >> (s % 4 / 2 * 4) & 0x0f) | (high[i] >> (s % 4 * 2) & 3) << 4);
    }
}

/// Writes a record's bit planes from its 8 quads.
void writePlanes(const QuantFormat& format, const Byte* quads, Byte* out)
{
    const auto quad = [&](int j) { return quads + j * kLine; };
    if (format.lowBits == 8) {
        std::memcpy(out, quads, kQuads * kLine);
        return;
    }
    if (format.lowBits == 4) {
        for (int i = 0; i < 4; ++i)
            for (int b = 0; b < kLine; ++b)
                out[i * kLine + b] = static_cast<Byte>((quad(i)[b] & 0x0f) | quad(i + 4)[b] << 4);
    } else {
        for (int i = 0; i < 2; ++i)
            for (int b = 0; b < kLine; ++b)
                out[i * kLine + b] = static_cast<Byte>((quad(4 * i)[b] & 3) | (quad(4 * i + 1)[b] & 3) << 2 |
                                                       (quad(4 * i + 2)[b] & 3) << 4 | (quad(4 * i + 3)[b] & 3) << 6);
    }
    Byte* high = out + format.lowBits * kLine;
    if (format.highBits == 1) {
        std::memset(high, 0, kLine);
        for (int j = 0; j < kQuads; ++j)
            for (int b = 0; b < kLine; ++b)
                high[b] = static_cast<Byte>(high[b] | (quad(j)[b] >> format.lowBits & 1) << j);
    } else if (format.highBits == 2) {
        for (int i = 0; i < 2; ++i)
            for (int b = 0; b < kLine; ++b)
                high[i * kLine + b] = static_cast<Byte>(quad(4 * i)[b] >> 4 | quad(4 * i + 1)[b] >> 4 << 2 |
                                                        quad(4 * i + 2)[b] >> 4 << 4 | quad(4 * i + 3)[b] >> 4 << 6);
    }
}

void copyHalf(const Byte* from, Byte* halves, std::int64_t lane)
{
    std::memcpy(halves + lane * 2, from, 2);
}

/// Scales of one output: of every record (legacy formats) or every 256 inputs (K formats).
template <DataType type>
void packScales(const Byte* row, std::int64_t inputs, std::int64_t lane, Byte* scales)
{
    constexpr QuantFormat format = quantFormat(type);
    const std::int64_t blockBytes = traits(type).blockBytes;
    const std::int64_t blocks = inputs / traits(type).blockValues;
    for (std::int64_t b = 0; b < blocks; ++b) {
        const Byte* block = row + b * blockBytes;
        Byte* out = scales + b * format.scaleBytes();
        if constexpr (!format.super) {
            copyHalf(block, out, lane);
            if constexpr (format.minimum)
                copyHalf(block + 2, out + 2 * kPanelOutputs, lane);
        } else {
            Byte* halves = out + kRecordsPerSuper * format.subBytes * kPanelOutputs;
            const auto sub = [&](int index) -> Byte& { return out[index * kPanelOutputs + lane]; };
            if constexpr (type == DataType::q2_K) {
                for (int i = 0; i < 16; ++i) sub(i) = block[i];
                copyHalf(block + 80, halves, lane);
                copyHalf(block + 82, halves + 2 * kPanelOutputs, lane);
            } else if constexpr (type == DataType::q3_K) {
                const Byte* packed = block + 96;
                for (int i = 0; i < 16; ++i) {
                    const int low = i < 8 ? packed[i] & 0x0f : packed[i - 8] >> 4;
                    const int high = packed[8 + i % 4] >> (i / 4 * 2) & 3;
                    sub(i) = static_cast<Byte>((low | high << 4) - 32);
                }
                copyHalf(block + 108, halves, lane);
            } else if constexpr (type == DataType::q6_K) {
                for (int i = 0; i < 16; ++i) sub(i) = block[192 + i];
                copyHalf(block + 208, halves, lane);
            } else {  // q4_K, q5_K
                const Byte* packed = block + 4;
                for (int i = 0; i < 8; ++i) {
                    const bool first = i < 4;
                    sub(2 * i) =
                        static_cast<Byte>(first ? packed[i] & 63 : (packed[i + 4] & 0x0f) | packed[i - 4] >> 6 << 4);
                    sub(2 * i + 1) =
                        static_cast<Byte>(first ? packed[i + 4] & 63 : packed[i + 4] >> 4 | packed[i] >> 6 << 4);
                }
                copyHalf(block, halves, lane);
                copyHalf(block + 2, halves + 2 * kPanelOutputs, lane);
            }
        }
    }
}

template <DataType type>
void packQuantised(const Byte* rows, std::int64_t rowBytes, std::int64_t count, std::int64_t inputs, Byte* panel)
{
    constexpr QuantFormat format = quantFormat(type);
    for (std::int64_t r = 0; r < inputs / kRecordInputs; ++r) {
        alignas(64) Byte quads[kQuads * kLine] = {};
        for (std::int64_t o = 0; o < count; ++o) {
            Byte q[kRecordInputs];
            readQuants<type>(rows + o * rowBytes, r, q);
            for (int j = 0; j < kQuads; ++j) std::memcpy(quads + j * kLine + o * 4, q + 4 * j, 4);
        }
        writePlanes(format, quads, panel + r * format.recordBytes());
    }
    for (std::int64_t o = 0; o < count; ++o)
        packScales<type>(rows + o * rowBytes, inputs, o, panel + format.scaleOffset(inputs));
}

/// Scalars of `bytes` bytes as [inputs / group][16][group].
template <class T>
void packScalars(const Byte* rows, std::int64_t rowBytes, std::int64_t count, std::int64_t inputs, std::int64_t group,
                 Byte* panel)
{
    constexpr std::int64_t kTile = 64;  // inputs taken from every row before the next: whole cache lines of both sides
    for (std::int64_t begin = 0; begin < inputs; begin += kTile)
        for (std::int64_t o = 0; o < count; ++o)
            for (std::int64_t k = begin; k < std::min(inputs, begin + kTile); ++k)
                std::memcpy(panel + ((k / group * kPanelOutputs + o) * group + k % group) * sizeof(T),
                            rows + o * rowBytes + k * sizeof(T), sizeof(T));
}

}  // namespace

void packPanel(DataType type, const std::byte* rowBytesBegin, std::int64_t rowBytes, std::int64_t count,
               std::int64_t inputs, std::byte* panel)
{
    const Byte* rows = reinterpret_cast<const Byte*>(rowBytesBegin);
    Byte* out = reinterpret_cast<Byte*>(panel);
    if (count < kPanelOutputs)
        std::memset(out, 0, packedPanelBytes(type, inputs));
    switch (type) {
        case DataType::f32:
            packScalars<std::uint32_t>(rows, rowBytes, count, inputs, 1, out);
            break;
        case DataType::f16:
            packScalars<std::uint16_t>(rows, rowBytes, count, inputs, 1, out);
            break;
        case DataType::bf16:
            packScalars<std::uint16_t>(rows, rowBytes, count, inputs, 2, out);
            break;
        case DataType::q8_0:
            packQuantised<DataType::q8_0>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q4_0:
            packQuantised<DataType::q4_0>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q4_1:
            packQuantised<DataType::q4_1>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q5_0:
            packQuantised<DataType::q5_0>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q5_1:
            packQuantised<DataType::q5_1>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q2_K:
            packQuantised<DataType::q2_K>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q3_K:
            packQuantised<DataType::q3_K>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q4_K:
            packQuantised<DataType::q4_K>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q5_K:
            packQuantised<DataType::q5_K>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::q6_K:
            packQuantised<DataType::q6_K>(rows, rowBytes, count, inputs, out);
            break;
        case DataType::iq4_nl:
            packQuantised<DataType::iq4_nl>(rows, rowBytes, count, inputs, out);
            break;
        default:
            break;  // not a weight format: allocate refuses it
    }
}

}  // namespace decodescope::engine::cpu
