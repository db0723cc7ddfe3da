// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/cpu/matmul_data.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

namespace decodescope::engine::cpu::test {
namespace {

std::string label(DataType type, ComputeType compute, Isa isa)
{
    return std::string(name(type)) + ", " + std::string(name(compute)) + ", " + std::string(name(isa));
}

/// Calls `body(type, compute, isa)` for every combination this machine can run.
template <class Body>
void forEveryKernel(Body body)
{
    for (const Isa isa : availableIsas())
        for (const DataType type : kWeightFormats)
            for (const ComputeType compute : kComputes)
                if (computeSupported(type, compute)) {
                    SCOPED_TRACE(label(type, compute, isa));
                    body(type, compute, isa);
                }
}

std::int64_t randomInputs(DataType type, std::mt19937& random)
{
    const std::int64_t block = traits(type).blockValues;
    if (block == 256)
        return block * (1 + random() % 3);
    return block == 32 ? block * (1 + random() % 20) : 1 + random() % 700;
}

/// Largest |error| of a product relative to the sum of |x * w|: measured largest 4e-7 (f32), 5e-3 (bf16: two operands
/// rounded to 8 bits) and 6e-3 (int8: half a step of 1/127 of the block's largest value).
double tolerance(ComputeType compute)
{
    return compute == ComputeType::f32 ? 2e-6 : compute == ComputeType::bf16 ? 8e-3 : 1.2e-2;
}

TEST(Matmul, MatchesAPlainProductOfTheExactWeights)
{
    std::mt19937 random(1);
    std::array<double, 3> worst{};
    forEveryKernel([&](DataType type, ComputeType compute, Isa isa) {
        for (int round = 0; round < 3; ++round) {
            const std::int64_t inputs = randomInputs(type, random);
            const std::int64_t outputs = 1 + random() % 150;
            const std::int64_t rows = 1 + random() % 20;
            const TestMatrix w(type, compute, outputs, inputs, random);
            const std::vector<float> x = randomFloats(rows * inputs, random);
            const MatmulKernels& kernels = matmulKernels(isa);
            const TestRows prepared(kernels, compute, x.data(), rows, inputs);
            TestScratch scratch(kernels);
            std::vector<float> y(rows * outputs, std::numeric_limits<float>::quiet_NaN());
            kernels.multiply(w.packed, prepared.rows, 0, w.packed.panels(), y.data(), outputs, false, scratch.data());
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t o = 0; o < outputs; ++o) {
                    double sum = 0;
                    double magnitude = 0;
                    for (std::int64_t k = 0; k < inputs; ++k) {
                        const double product = double(x[r * inputs + k]) * w.exact[o * inputs + k];
                        sum += product;
                        magnitude += std::abs(product);
                    }
                    const double error = std::abs(y[r * outputs + o] - sum) / (magnitude + 1e-12);
                    worst[static_cast<int>(compute)] = std::max(worst[static_cast<int>(compute)], error);
                    ASSERT_LE(error, tolerance(compute))
                        << "row " << r << " output " << o << " of " << rows << " x " << inputs << " x " << outputs
                        << ": " << y[r * outputs + o] << " for " << sum;
                }
        }
    });
    for (const ComputeType compute : kComputes)
        RecordProperty("worst_" + std::string(name(compute)), std::to_string(worst[static_cast<int>(compute)]));
}

TEST(Matmul, GivesTheSameBitsForAnyRowCountRowPositionAndPanelRange)
{
    std::mt19937 random(2);
    forEveryKernel([&](DataType type, ComputeType compute, Isa isa) {
        for (int round = 0; round < 4; ++round) {
            const std::int64_t inputs = randomInputs(type, random);
            const std::int64_t outputs = 1 + random() % 180;
            const std::int64_t rows = 1 + random() % (random() % 8 == 0 ? 1100 : 70);
            const TestMatrix w(type, compute, outputs, inputs, random);
            const std::vector<float> x = randomFloats(rows * inputs, random);
            const std::vector<float> before = randomFloats(rows * outputs, random);
            const MatmulKernels& kernels = matmulKernels(isa);
            const TestRows prepared(kernels, compute, x.data(), rows, inputs);
            TestScratch scratch(kernels);
            std::vector<float> whole(rows * outputs);
            kernels.multiply(w.packed, prepared.rows, 0, w.packed.panels(), whole.data(), outputs, false,
                             scratch.data());

            // Rows in random groups, each over random panel ranges, prepared alone, added to what was there.
            std::vector<float> parts = before;
            for (std::int64_t row = 0; row < rows;) {
                const std::int64_t count = std::min<std::int64_t>(rows - row, 1 + random() % (random() % 2 ? 3 : 40));
                const TestRows alone(kernels, compute, x.data() + row * inputs, count, inputs);
                for (std::int64_t panel = 0; panel < w.packed.panels();) {
                    const std::int64_t end = std::min<std::int64_t>(w.packed.panels(), panel + 1 + random() % 7);
                    kernels.multiply(w.packed, alone.rows, panel, end, parts.data() + row * outputs, outputs, true,
                                     scratch.data());
                    panel = end;
                }
                row += count;
            }
            for (std::int64_t i = 0; i < rows * outputs; ++i) {
                const float expected = before[i] + whole[i];
                ASSERT_EQ(std::memcmp(&parts[i], &expected, 4), 0)
                    << "row " << i / outputs << " output " << i % outputs << " of " << rows << " x " << inputs << " x "
                    << outputs << ": " << parts[i] << " and " << expected;
            }
        }
    });
}

TEST(Matmul, Int8ProductsAreTheSameOnEveryPathWithFma)
{
    std::mt19937 random(3);
    for (const DataType type : kWeightFormats) {
        if (!computeSupported(type, ComputeType::int8))
            continue;
        const std::int64_t inputs = 768;
        const std::int64_t outputs = 100;
        const TestMatrix w(type, ComputeType::int8, outputs, inputs, random);
        const std::vector<float> x = randomFloats(5 * inputs, random);
        std::vector<float> first;
        for (const Isa isa : availableIsas()) {
            if (isa < Isa::avx2)
                continue;
            const MatmulKernels& kernels = matmulKernels(isa);
            const TestRows prepared(kernels, ComputeType::int8, x.data(), 5, inputs);
            TestScratch scratch(kernels);
            std::vector<float> y(5 * outputs);
            kernels.multiply(w.packed, prepared.rows, 0, w.packed.panels(), y.data(), outputs, false, scratch.data());
            if (first.empty())
                first = y;
            EXPECT_EQ(std::memcmp(first.data(), y.data(), y.size() * 4), 0) << label(type, ComputeType::int8, isa);
        }
    }
}

TEST(Matmul, WritesOnlyTheOutputsOfItsPanels)
{
    std::mt19937 random(4);
    forEveryKernel([&](DataType type, ComputeType compute, Isa isa) {
        const std::int64_t inputs = 256;
        const std::int64_t outputs = 16 * 7 + 5;
        const std::int64_t stride = outputs + 3;
        const TestMatrix w(type, compute, outputs, inputs, random);
        const std::vector<float> x = randomFloats(9 * inputs, random);
        const MatmulKernels& kernels = matmulKernels(isa);
        const TestRows prepared(kernels, compute, x.data(), 9, inputs);
        TestScratch scratch(kernels);
        for (const auto& [begin, end] : {std::pair<std::int64_t, std::int64_t>{0, 8}, {2, 7}, {7, 8}, {3, 3}}) {
            std::vector<float> y(9 * stride, -7.0F);
            kernels.multiply(w.packed, prepared.rows, begin, end, y.data(), stride, false, scratch.data());
            for (std::int64_t r = 0; r < 9; ++r)
                for (std::int64_t o = 0; o < stride; ++o) {
                    const bool inside = o >= begin * 16 && o < std::min(end * 16, outputs);
                    ASSERT_EQ(y[r * stride + o] != -7.0F, inside) << "row " << r << " output " << o;
                }
        }
    });
}

TEST(Matmul, GathersExactRows)
{
    std::mt19937 random(5);
    for (const DataType type : kWeightFormats) {
        SCOPED_TRACE(std::string(name(type)));
        const std::int64_t inputs = randomInputs(type, random);
        const TestMatrix w(type, ComputeType::f32, 37, inputs, random);
        std::vector<float> row(inputs);
        for (std::int64_t o = 0; o < 37; ++o) {
            w.packed.gatherRow(o, row.data());
            for (std::int64_t k = 0; k < inputs; ++k)
                ASSERT_EQ(row[k], w.exact[o * inputs + k]) << "output " << o << " input " << k;
        }
    }
}

TEST(Matmul, MultipliesTheExactWeightsInF32)
{
    // A row with a single one reads a weight back: what the kernels multiply is exactly the format's value.
    std::mt19937 random(6);
    forEveryKernel([&](DataType type, ComputeType compute, Isa isa) {
        if (compute != ComputeType::f32)
            return;
        const std::int64_t inputs = std::max<std::int64_t>(traits(type).blockValues, 64);
        const std::int64_t outputs = 70;
        const TestMatrix w(type, compute, outputs, inputs, random);
        std::vector<float> x(inputs * inputs, 0.0F);
        for (std::int64_t k = 0; k < inputs; ++k) x[k * inputs + k] = 1.0F;
        const MatmulKernels& kernels = matmulKernels(isa);
        const TestRows prepared(kernels, compute, x.data(), inputs, inputs);
        TestScratch scratch(kernels);
        std::vector<float> y(inputs * outputs);
        kernels.multiply(w.packed, prepared.rows, 0, w.packed.panels(), y.data(), outputs, false, scratch.data());
        for (std::int64_t k = 0; k < inputs; ++k)
            for (std::int64_t o = 0; o < outputs; ++o)
                ASSERT_EQ(y[k * outputs + o], w.exact[o * inputs + k]) << "output " << o << " input " << k;
    });
}

TEST(Matmul, StaysWithinFivePercentOfTheFile)
{
    const auto account = MemoryAccount::create();
    for (const DataType type : kWeightFormats)
        for (const std::int64_t inputs : {768, 1536, 4096}) {
            const auto packed = PackedMatrix::allocate(*account, type, ComputeType::f32, 1536, inputs, "test");
            ASSERT_TRUE(packed);
            EXPECT_LE(packed->bytes(), rowBytes(type, inputs) * 1536 * 1.05) << name(type);
        }
}

TEST(Matmul, RefusesWhatCannotBe)
{
    const auto account = MemoryAccount::create();
    const auto code = [&](DataType type, ComputeType compute, std::int64_t outputs, std::int64_t inputs) {
        const auto result = PackedMatrix::allocate(*account, type, compute, outputs, inputs, "ffn_up, layer 3");
        EXPECT_FALSE(result);
        EXPECT_NE(result.error().message.find("ffn_up, layer 3"), std::string::npos) << result.error().message;
        return result.error().code;
    };
    EXPECT_EQ(code(DataType::f16, ComputeType::int8, 16, 32), ErrorCode::usage);
    EXPECT_EQ(code(DataType::fp8E4m3, ComputeType::f32, 16, 32), ErrorCode::usage);
    EXPECT_EQ(code(DataType::q4_K, ComputeType::int8, 16, 288), ErrorCode::badInput);
    EXPECT_EQ(code(DataType::q8_0, ComputeType::int8, 0, 32), ErrorCode::badInput);
    EXPECT_EQ(code(DataType::f32, ComputeType::f32, std::int64_t(1) << 40, std::int64_t(1) << 40), ErrorCode::badInput);
    for (const DataType type : kWeightFormats)
        for (const Isa isa : availableIsas()) EXPECT_TRUE(computeSupported(type, defaultCompute(type, isa)));
}

TEST(Matmul, CarriesNanAndInfinityWithoutTouchingOtherRows)
{
    std::mt19937 random(7);
    forEveryKernel([&](DataType type, ComputeType compute, Isa isa) {
        const std::int64_t inputs = 256;
        const std::int64_t outputs = 40;
        const TestMatrix w(type, compute, outputs, inputs, random);
        std::vector<float> x = randomFloats(8 * inputs, random);
        const MatmulKernels& kernels = matmulKernels(isa);
        TestScratch scratch(kernels);
        std::vector<float> clean(8 * outputs);
        const TestRows before(kernels, compute, x.data(), 8, inputs);
        kernels.multiply(w.packed, before.rows, 0, w.packed.panels(), clean.data(), outputs, false, scratch.data());
        x[2 * inputs + 17] = std::numeric_limits<float>::quiet_NaN();
        x[4 * inputs + 200] = std::numeric_limits<float>::infinity();
        x[5 * inputs + 3] = -std::numeric_limits<float>::infinity();
        std::fill_n(x.begin() + 6 * inputs, inputs, 1e-40F);
        std::vector<float> y(8 * outputs);
        const TestRows after(kernels, compute, x.data(), 8, inputs);
        kernels.multiply(w.packed, after.rows, 0, w.packed.panels(), y.data(), outputs, false, scratch.data());
        for (std::int64_t o = 0; o < outputs; ++o) {
            EXPECT_TRUE(std::isnan(y[2 * outputs + o])) << o;
            EXPECT_FALSE(std::isfinite(y[4 * outputs + o])) << o;
            EXPECT_FALSE(std::isfinite(y[5 * outputs + o])) << o;
            EXPECT_LT(std::abs(y[6 * outputs + o]), 1e-30F) << o;
            for (const int row : {0, 1, 3, 7})
                ASSERT_EQ(std::memcmp(&y[row * outputs + o], &clean[row * outputs + o], 4), 0);
        }
    });
}

TEST(Matmul, RoundsBf16RowsToNearestEven)
{
    std::mt19937 random(8);
    std::vector<float> x = randomFloats(67, random);
    x[0] = std::bit_cast<float>(0x3f808000U);  // ties: down to even, up to even
    x[1] = std::bit_cast<float>(0x3f818000U);
    x[2] = std::numeric_limits<float>::max();
    for (const Isa isa : availableIsas()) {
        const TestRows prepared(matmulKernels(isa), ComputeType::bf16, x.data(), 1, 67);
        for (int k = 0; k < 67; ++k) {
            std::uint16_t bits;
            std::memcpy(&bits, prepared.rows.data + k * 2, 2);
            EXPECT_EQ(bits, floatToBfloat16(x[k])) << name(isa) << " " << k;
        }
    }
}

TEST(Matmul, QuantisesRowsByBlocksOf32)
{
    std::mt19937 random(9);
    for (const Isa isa : availableIsas()) {
        const std::vector<float> x = randomFloats(96, random);
        const TestRows prepared(matmulKernels(isa), ComputeType::int8, x.data(), 1, 96);
        const Int8Row row(prepared.rows.data, 96);
        for (int block = 0; block < 3; ++block) {
            float largest = 0;
            for (int k = 0; k < 32; ++k) largest = std::max(largest, std::abs(x[block * 32 + k]));
            EXPECT_FLOAT_EQ(row.scales[block], largest / 127.0F);
            for (int half = 0; half < 2; ++half) {
                int sum = 0;
                for (int k = block * 32 + half * 16; k < block * 32 + half * 16 + 16; ++k) {
                    sum += row.quants[k];
                    EXPECT_NEAR(row.quants[k] * row.scales[block], x[k], row.scales[block] * 0.501F);
                }
                EXPECT_EQ(row.sums[block * 2 + half], sum);
            }
        }
    }
}

TEST(Isa, NamesRoundTripAndTheBestIsAvailable)
{
    const std::vector<Isa> all = availableIsas();
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.front(), Isa::baseline);
    EXPECT_EQ(all.back(), bestIsa());
    for (const Isa isa : {Isa::baseline, Isa::sse4, Isa::avx2, Isa::avx512, Isa::avx512Vnni, Isa::avx512Bf16})
        EXPECT_EQ(parseIsa(name(isa)), isa);
    EXPECT_FALSE(parseIsa("sse9"));
}

}  // namespace
}  // namespace decodescope::engine::cpu::test
