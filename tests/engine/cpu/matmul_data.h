// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/memory_account.h"
#include "engine/cpu/matmul.h"
#include "engine/cpu/matmul_paths.h"
#include "engine/model/dequantise.h"

#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace decodescope::engine::cpu::test {

inline constexpr std::array kWeightFormats{
    DataType::f32,  DataType::f16,  DataType::bf16, DataType::q8_0, DataType::q4_0, DataType::q4_1, DataType::q5_0,
    DataType::q5_1, DataType::q2_K, DataType::q3_K, DataType::q4_K, DataType::q5_K, DataType::q6_K, DataType::iq4_nl};
inline constexpr std::array kComputes{ComputeType::f32, ComputeType::bf16, ComputeType::int8};

/// Byte offsets of the f16 scales inside a file block.
inline std::vector<std::int64_t> halfOffsets(DataType type)
{
    switch (type) {
        case DataType::q4_1:
        case DataType::q5_1:
        case DataType::q4_K:
        case DataType::q5_K:
            return {0, 2};
        case DataType::q2_K:
            return {80, 82};
        case DataType::q3_K:
            return {108};
        case DataType::q6_K:
            return {208};
        default:
            return {0};
    }
}

/// Rows of a file in `type`: values for scalar formats, random quants and sub-scales with moderate f16 scales else.
inline std::vector<std::byte> randomRows(DataType type, std::int64_t rows, std::int64_t inputs, std::mt19937& random)
{
    std::vector<std::byte> bytes(rowBytes(type, inputs) * rows);
    std::normal_distribution<float> normal(0.0F, 0.5F);
    if (!traits(type).quantised) {
        std::vector<float> values(inputs);
        for (std::int64_t r = 0; r < rows; ++r) {
            for (float& value : values) value = normal(random);
            quantiseRow(type, values.data(), inputs, bytes.data() + r * rowBytes(type, inputs));
        }
        return bytes;
    }
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    std::uniform_real_distribution<float> scale(-0.02F, 0.02F);
    for (std::int64_t block = 0; block < static_cast<std::int64_t>(bytes.size()); block += traits(type).blockBytes)
        for (const std::int64_t offset : halfOffsets(type)) {
            const std::uint16_t half = floatToHalf(scale(random));
            std::memcpy(bytes.data() + block + offset, &half, 2);
        }
    return bytes;
}

inline std::vector<float> randomFloats(std::int64_t count, std::mt19937& random)
{
    std::normal_distribution<float> normal(0.0F, 1.0F);
    std::vector<float> values(count);
    for (float& value : values) value = normal(random);
    return values;
}

/// A matrix, the file rows it was packed from, and their exact values [outputs, inputs].
struct TestMatrix {
    std::shared_ptr<MemoryAccount> account = MemoryAccount::create();
    PackedMatrix packed;
    std::vector<float> exact;

    TestMatrix(DataType type, ComputeType compute, std::int64_t outputs, std::int64_t inputs, std::mt19937& random)
    {
        const std::vector<std::byte> rows = randomRows(type, outputs, inputs, random);
        exact.resize(outputs * inputs);
        for (std::int64_t o = 0; o < outputs; ++o)
            dequantiseRow(type, rows.data() + o * rowBytes(type, inputs), inputs, exact.data() + o * inputs);
        packed = std::move(*PackedMatrix::allocate(*account, type, compute, outputs, inputs, "test"));
        packed.packPanels(0, packed.panels(), rows);
    }
};

/// Prepared rows and their storage.
struct TestRows {
    std::vector<std::byte> storage;
    PreparedRows rows;

    TestRows(const MatmulKernels& kernels, ComputeType compute, const float* x, std::int64_t count, std::int64_t inputs)
        : storage(preparedRowBytes(compute, inputs) * count + 64)
    {
        std::byte* begin = storage.data() + (64 - reinterpret_cast<std::uintptr_t>(storage.data()) % 64) % 64;
        kernels.prepare(compute, x, inputs, count, inputs, begin);
        rows = {compute, count, inputs, begin, preparedRowBytes(compute, inputs)};
    }
    /// Rows [first, first + count).
    PreparedRows part(std::int64_t first, std::int64_t count) const
    {
        return {rows.compute, count, rows.inputs, rows.data + first * rows.rowStride, rows.rowStride};
    }
};

/// 64-byte aligned scratch of a path.
class TestScratch {
public:
    explicit TestScratch(const MatmulKernels& kernels) : m_storage(kernels.scratchBytes + 64) {}
    std::byte* data() { return m_storage.data() + (64 - reinterpret_cast<std::uintptr_t>(m_storage.data()) % 64) % 64; }

private:
    std::vector<std::byte> m_storage;
};

}  // namespace decodescope::engine::cpu::test
