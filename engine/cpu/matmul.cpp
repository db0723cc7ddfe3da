// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/matmul.h"

#include "engine/cpu/matmul_paths.h"
#include "engine/cpu/pack_layout.h"
#include "engine/model/dequantise.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace decodescope::engine::cpu {
namespace {

bool isWeightFormat(DataType type)
{
    return type != DataType::fp8E4m3 && type != DataType::int8;
}

constexpr std::int64_t roundUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

Result<PackedMatrix> PackedMatrix::allocate(MemoryAccount& account, DataType type, ComputeType compute,
                                            std::int64_t outputs, std::int64_t inputs, std::string_view what)
{
    const std::string label(what);
    if (!isWeightFormat(type))
        return fail(ErrorCode::usage, label + ": " + std::string(name(type)) + " is not a format for weights");
    if (!computeSupported(type, compute))
        return fail(ErrorCode::usage,
                    label + ": " + std::string(name(compute)) + " products need quantised weights, these are " +
                        std::string(name(type)),
                    "choose --compute f32 or bf16");
    if (outputs <= 0 || inputs <= 0 || inputs % traits(type).blockValues != 0)
        return fail(ErrorCode::badInput, label + ": " + std::to_string(outputs) + " x " + std::to_string(inputs) +
                                             " weights do not fit blocks of " +
                                             std::to_string(traits(type).blockValues) + " (" + std::string(name(type)) +
                                             ")");
    constexpr std::int64_t kLimit = std::numeric_limits<std::int64_t>::max() / 256;
    if (inputs > kLimit / (outputs + kPanelOutputs))
        return fail(ErrorCode::badInput, label + ": " + std::to_string(outputs) + " x " + std::to_string(inputs) +
                                             " weights are more than 64 bits can count");
    PackedMatrix result;
    result.m_type = type;
    result.m_compute = compute;
    result.m_outputs = outputs;
    result.m_inputs = inputs;
    result.m_panelBytes = packedPanelBytes(type, inputs);
    Result<Buffer> buffer = account.allocate(MemoryKind::weights, result.panels() * result.m_panelBytes, what);
    if (!buffer)
        return tl::unexpected(buffer.error());
    result.m_buffer = std::move(*buffer);
    return result;
}

void PackedMatrix::packPanels(std::int64_t first, std::int64_t count, std::span<const std::byte> rows)
{
    const std::int64_t bytes = rowBytes(m_type, m_inputs);
    for (std::int64_t p = 0; p < count; ++p) {
        const std::int64_t outputBegin = (first + p) * kPanelOutputs;
        packPanel(m_type, rows.data() + p * kPanelOutputs * bytes, bytes,
                  std::min(kPanelOutputs, m_outputs - outputBegin), m_inputs, panel(first + p));
    }
}

void PackedMatrix::gatherRow(std::int64_t output, float* out) const
{
    const std::byte* from = panel(output / kPanelOutputs);
    const std::int64_t lane = output % kPanelOutputs;
    const auto half = [&](std::int64_t index) {
        std::uint16_t bits;
        std::memcpy(&bits, from + index * 2, 2);
        return bits;
    };
    switch (m_type) {
        case DataType::f32:
            for (std::int64_t k = 0; k < m_inputs; ++k) std::memcpy(out + k, from + (k * kPanelOutputs + lane) * 4, 4);
            return;
        case DataType::f16:
            for (std::int64_t k = 0; k < m_inputs; ++k) out[k] = halfToFloat(half(k * kPanelOutputs + lane));
            return;
        case DataType::bf16:
            for (std::int64_t k = 0; k < m_inputs; ++k)
                out[k] = bfloat16ToFloat(half((k / 2 * kPanelOutputs + lane) * 2 + k % 2));
            return;
        default:
            break;
    }
    const QuantFormat format = quantFormat(m_type);
    for (std::int64_t begin = 0; begin < m_inputs; begin += format.scaleInputs) {
        const ScaleAndMinimum s = panelScale(m_type, from, m_inputs, begin, lane);
        for (std::int64_t k = begin; k < begin + format.scaleInputs; ++k) {
            const float product = s.scale * static_cast<float>(panelQuant(m_type, from, k, lane) - format.offset);
            out[k] = format.minimum ? product + s.minimum : product;
        }
    }
}

ComputeType defaultCompute(DataType weights, Isa isa)
{
    if (traits(weights).quantised)
        return isa >= Isa::avx2 ? ComputeType::int8 : ComputeType::f32;
    return weights == DataType::bf16 && isa == Isa::avx512Bf16 ? ComputeType::bf16 : ComputeType::f32;
}

bool computeSupported(DataType weights, ComputeType compute)
{
    return isWeightFormat(weights) && (compute != ComputeType::int8 || traits(weights).quantised);
}

std::int64_t preparedRowBytes(ComputeType compute, std::int64_t inputs)
{
    switch (compute) {
        case ComputeType::f32:
            return roundUp(inputs * 4, 64);
        case ComputeType::bf16:
            return roundUp((inputs + 1) / 2 * 4, 64);
        case ComputeType::int8:
            break;
    }
    return Int8Row::bytes(inputs);
}

const MatmulKernels& matmulKernels(Isa isa)
{
    return pathKernels(isa);
}

}  // namespace decodescope::engine::cpu
