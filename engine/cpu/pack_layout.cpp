// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/pack_layout.h"

#include "engine/model/dequantise.h"

#include <cstring>

namespace decodescope::engine::cpu {
namespace {

std::uint8_t byteAt(const std::byte* p, std::int64_t index)
{
    return static_cast<std::uint8_t>(p[index]);
}

float halfAt(const std::byte* p, std::int64_t index)
{
    std::uint16_t half;
    std::memcpy(&half, p + index * 2, 2);
    return halfToFloat(half);
}

}  // namespace

std::int64_t packedPanelBytes(DataType type, std::int64_t inputs)
{
    switch (type) {
        case DataType::f32:
            return inputs * kPanelOutputs * 4;
        case DataType::f16:
            return (inputs * kPanelOutputs * 2 + kLine - 1) / kLine * kLine;
        case DataType::bf16:
            return (inputs + 1) / 2 * kPanelOutputs * 4;
        default:
            return quantFormat(type).panelBytes(inputs);
    }
}

int panelQuant(DataType type, const std::byte* panel, std::int64_t k, std::int64_t lane)
{
    const QuantFormat format = quantFormat(type);
    const std::byte* record = panel + k / kRecordInputs * format.recordBytes();
    const std::int64_t quad = k % kRecordInputs / 4;
    const std::int64_t inLine = lane * 4 + k % 4;
    int stored = 0;
    if (format.lowBits == 8)
        return byteAt(record, quad * kLine + inLine);
    if (format.lowBits == 4)
        stored = byteAt(record, quad % 4 * kLine + inLine) >> (quad / 4 * 4) & 0x0f;
    else
        stored = byteAt(record, quad / 4 * kLine + inLine) >> (quad % 4 * 2) & 0x03;
    const std::byte* high = record + format.lowBits * kLine;
    if (format.highBits == 1)
        stored |= (byteAt(high, inLine) >> quad & 1) << format.lowBits;
    else if (format.highBits == 2)
        stored |= (byteAt(high, quad / 4 * kLine + inLine) >> (quad % 4 * 2) & 3) << format.lowBits;
    return format.table ? kIq4Values[stored] + format.offset : stored;
}

ScaleAndMinimum panelScale(DataType type, const std::byte* panel, std::int64_t inputs, std::int64_t k,
                           std::int64_t lane)
{
    const QuantFormat format = quantFormat(type);
    const std::byte* scales = panel + format.scaleOffset(inputs);
    if (!format.super) {
        const std::byte* here = scales + k / kRecordInputs * format.scaleBytes();
        return {halfAt(here, lane), format.minimum ? halfAt(here, kPanelOutputs + lane) : 0.0F};
    }
    const std::byte* super = scales + k / kSuperInputs * format.scaleBytes();
    const std::byte* halves = super + kRecordsPerSuper * format.subBytes * kPanelOutputs;
    const float d = halfAt(halves, lane);
    const std::int64_t inSuper = k % kSuperInputs;
    if (format.scaleInputs == 32) {
        const std::byte* sub = super + inSuper / 32 * 2 * kPanelOutputs;
        const float m = halfAt(halves, kPanelOutputs + lane);
        return {d * static_cast<float>(byteAt(sub, lane)),
                -(m * static_cast<float>(byteAt(sub, kPanelOutputs + lane)))};
    }
    const std::uint8_t sub = byteAt(super, inSuper / 16 * kPanelOutputs + lane);
    if (format.minimum) {
        const float m = halfAt(halves, kPanelOutputs + lane);
        return {d * static_cast<float>(sub & 0x0f), -(m * static_cast<float>(sub >> 4))};
    }
    return {d * static_cast<float>(static_cast<std::int8_t>(sub)), 0.0F};
}

}  // namespace decodescope::engine::cpu
