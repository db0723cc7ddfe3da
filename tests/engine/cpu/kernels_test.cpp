// SPDX-License-Identifier: GPL-3.0-or-later
// The elementwise and attention kernels of every path against plain double-precision versions.
#include "engine/cpu/kernel_tables.h"
#include "engine/cpu/kv_cache.h"
#include "engine/cpu/workspace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace decodescope::engine::cpu {
namespace {

using Random = std::mt19937;

std::vector<float> randomFloats(Random& random, std::int64_t count, float range = 2.0F)
{
    std::uniform_real_distribution<float> value(-range, range);
    std::vector<float> out(static_cast<std::size_t>(count));
    for (float& v : out) v = value(random);
    return out;
}

class Kernels : public ::testing::TestWithParam<Isa> {
protected:
    const ElementwiseKernels& elementwise() const { return elementwiseKernels(GetParam()); }
    const AttentionKernels& attention() const { return attentionKernels(GetParam()); }
    Random m_random{42};
};

TEST_P(Kernels, RmsNorm)
{
    for (std::int64_t n : {1, 7, 16, 64, 100, 576}) {
        const auto x = randomFloats(m_random, n);
        const auto w = randomFloats(m_random, n);
        std::vector<float> out(x.size());
        elementwise().rmsNorm(x.data(), w.data(), 1e-5F, n, out.data());
        double sum = 0;
        for (float v : x) sum += double(v) * v;
        const double scale = 1.0 / std::sqrt(sum / double(n) + 1e-5);
        for (std::size_t i = 0; i < x.size(); ++i)
            EXPECT_NEAR(out[i], x[i] * scale * w[i], 2e-6 * std::abs(x[i] * scale * w[i]) + 1e-9);
    }
}

TEST_P(Kernels, SiluOverTheWholeRange)
{
    std::vector<float> gate{-1000, -100, -88.5F, -87, -20, -1, -1e-6F, 0, 1e-6F, 1, 20, 87, 88.5F, 100, 1000};
    const auto more = randomFloats(m_random, 200, 30.0F);
    gate.insert(gate.end(), more.begin(), more.end());
    const std::vector<float> up(gate.size(), 1.5F);
    std::vector<float> out = gate;
    elementwise().siluMul(out.data(), up.data(), static_cast<std::int64_t>(out.size()));
    for (std::size_t i = 0; i < gate.size(); ++i) {
        const double expected = double(gate[i]) / (1.0 + std::exp(-double(gate[i]))) * 1.5;
        EXPECT_NEAR(out[i], expected, 1e-6 * std::abs(expected) + 1e-30) << gate[i];
    }
}

TEST_P(Kernels, RopeRotatesPairsAndScalesTheRest)
{
    for (bool interleaved : {true, false})
        for (const auto& [dim, rotated] : {std::pair<std::int64_t, std::int64_t>{64, 64}, {24, 24}, {80, 32}, {6, 2}}) {
            const auto in = randomFloats(m_random, dim);
            std::vector<float> angles(static_cast<std::size_t>(rotated));
            const std::int64_t half = rotated / 2;
            for (std::int64_t i = 0; i < half; ++i) {
                angles[static_cast<std::size_t>(i)] = std::cos(0.3F * float(i + 1));
                angles[static_cast<std::size_t>(half + i)] = std::sin(0.3F * float(i + 1));
            }
            std::vector<float> expected(in);
            for (std::int64_t i = 0; i < half; ++i) {
                const auto a = static_cast<std::size_t>(interleaved ? 2 * i : i);
                const auto b = static_cast<std::size_t>(interleaved ? 2 * i + 1 : half + i);
                const float c = angles[static_cast<std::size_t>(i)];
                const float s = angles[static_cast<std::size_t>(half + i)];
                expected[a] = in[a] * c - in[b] * s;
                expected[b] = in[a] * s + in[b] * c;
            }
            std::vector<float> out(in);
            elementwise().rope(out.data(), angles.data(), dim, rotated, interleaved, 0.25F, out.data());
            for (std::size_t i = 0; i < in.size(); ++i)
                EXPECT_NEAR(out[i], 0.25F * expected[i], 1e-6) << "dim " << dim << " value " << i;
        }
}

TEST_P(Kernels, HashIsTheSumOfTermsInAnyCut)
{
    const auto logits = randomFloats(m_random, 1003);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        std::uint32_t bits;
        std::memcpy(&bits, &logits[i], sizeof bits);
        expected += hashTerm(static_cast<std::uint32_t>(i), bits);
    }
    EXPECT_EQ(elementwise().hashLogits(logits.data(), 0, 1003), expected);
    for (std::int64_t cut : {1, 16, 17, 500, 1002})
        EXPECT_EQ(elementwise().hashLogits(logits.data(), 0, cut) +
                      elementwise().hashLogits(logits.data() + cut, cut, 1003 - cut),
                  expected);
    auto swapped = logits;
    std::swap(swapped[3], swapped[4]);
    EXPECT_NE(elementwise().hashLogits(swapped.data(), 0, 1003), expected);
    auto flipped = logits;
    flipped[777] = std::nextafter(flipped[777], 10.0F);
    EXPECT_NE(elementwise().hashLogits(flipped.data(), 0, 1003), expected);
}

TEST_P(Kernels, FindAboveFindsTheFirst)
{
    std::vector<float> values(100, 1.0F);
    EXPECT_EQ(elementwise().findAbove(values.data(), 0, 100, 1.0F), 100);
    for (std::int64_t at : {0, 15, 16, 63, 98, 99}) {
        auto v = values;
        v[static_cast<std::size_t>(at)] = 2.0F;
        EXPECT_EQ(elementwise().findAbove(v.data(), 0, 100, 1.0F), at);
        EXPECT_EQ(elementwise().findAbove(v.data(), at + 1, 100, 1.0F), 100);
    }
    values[5] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(elementwise().findAbove(values.data(), 0, 100, 1.0F), 100);
}

TEST_P(Kernels, NarrowRowIsQuantiseRow)
{
    auto values = randomFloats(m_random, 500, 1000.0F);
    for (float extra : {0.0F, -0.0F, 65504.0F, 65519.9F, 65520.0F, 1e-8F, 6.0e-5F, 3.0e-6F, 1.0009766F, 2049.0F})
        values.push_back(extra);
    for (DataType type : {DataType::f16, DataType::bf16}) {
        const auto n = static_cast<std::int64_t>(values.size());
        std::vector<std::uint16_t> got(values.size());
        std::vector<std::uint16_t> expected(values.size());
        elementwise().narrowRow(type, values.data(), n, got.data());
        quantiseRow(type, values.data(), n, reinterpret_cast<std::byte*>(expected.data()));
        EXPECT_EQ(got, expected) << name(type);
    }
}

struct Formats {
    DataType key;
    DataType value;
    std::int64_t dim;
};

/// Attention of one row over the first `visible` positions, in double, on what the cache holds; weights are powers of
/// two, as queryScale has them.
std::vector<double> plainAttention(const KvCache& cache, const float* query, std::int64_t dim, std::int64_t visible)
{
    std::vector<double> weights(static_cast<std::size_t>(visible));
    std::vector<float> row(static_cast<std::size_t>(dim));
    double largest = -std::numeric_limits<double>::infinity();
    for (std::int64_t p = 0; p < visible; ++p) {
        cache.readKey(0, 0, 0, p, row.data());
        double score = 0;
        for (std::size_t d = 0; d < row.size(); ++d) score += double(query[d]) * row[d];
        weights[static_cast<std::size_t>(p)] = score;
        largest = std::max(largest, score);
    }
    std::vector<double> out(row.size(), 0.0);
    double total = 0;
    for (std::int64_t p = 0; p < visible; ++p) {
        const double w = std::exp2(weights[static_cast<std::size_t>(p)] - largest);
        total += w;
        cache.readValue(0, 0, 0, p, row.data());
        for (std::size_t d = 0; d < row.size(); ++d) out[d] += w * row[d];
    }
    for (double& v : out) v /= total;
    return out;
}

TEST_P(Kernels, AttentionMatchesThePlainVersion)
{
    constexpr std::int64_t kPositions = 600;
    const auto account = MemoryAccount::create();
    for (const Formats& f : {Formats{DataType::f32, DataType::f32, 64},
                             {DataType::f16, DataType::bf16, 24},
                             {DataType::bf16, DataType::f16, 80},
                             {DataType::q8_0, DataType::q4_0, 64},
                             {DataType::q4_0, DataType::q8_0, 128},
                             {DataType::f32, DataType::f16, 6}}) {
        SCOPED_TRACE(std::string(name(f.key)) + " " + std::string(name(f.value)) + " " + std::to_string(f.dim));
        auto cache = KvCache::allocate(*account, MemoryKind::kvCache, {{f.key, f.value, f.dim}, 1, 1, 1, kPositions});
        ASSERT_TRUE(cache);
        for (std::int64_t p = 0; p < kPositions; ++p)
            cache->append(0, 0, 0, p, randomFloats(m_random, f.dim).data(), randomFloats(m_random, f.dim).data(),
                          elementwise());
        constexpr std::int64_t kTokens = 14;  // more rows than are scored, softened or folded together
        constexpr std::int64_t kGroupRows = 3;
        for (std::int64_t first : {0, 14, 61, 255, 580}) {
            const auto queries = randomFloats(m_random, kTokens * kGroupRows * f.dim, 0.6F);
            AttentionTile tile;
            tile.keys = cache->keys(0, 0, 0);
            tile.values = cache->values(0, 0, 0);
            tile.layout = cache->shape().layout;
            tile.queries = queries.data();
            tile.rows = kTokens * kGroupRows;
            tile.rowsPerToken = kGroupRows;
            tile.firstPosition = first;
            const std::int64_t state = stateFloats(f.dim);
            std::vector<float> states(static_cast<std::size_t>(tile.rows * state));
            std::vector<float> split(states.size());
            std::vector<std::byte> scratch(static_cast<std::size_t>(attentionScratchBytes(f.dim) + 64));
            auto* aligned =
                reinterpret_cast<std::byte*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
            const std::int64_t end = first + kTokens;
            for (tile.begin = 0; tile.begin < end; tile.begin += kSplit) {
                tile.end = std::min(end, tile.begin + kSplit);
                attention().attendSplit(tile, tile.begin == 0 ? states.data() : split.data(), aligned);
                if (tile.begin > 0)
                    attention().fold(states.data(), split.data(), tile.rows, f.dim);
            }
            std::vector<float> out(static_cast<std::size_t>(f.dim));
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                attention().finish(states.data() + r * state, f.dim, out.data());
                const auto expected =
                    plainAttention(*cache, queries.data() + r * f.dim, f.dim, first + r / kGroupRows + 1);
                for (std::size_t d = 0; d < out.size(); ++d)
                    ASSERT_NEAR(out[d], expected[d], 5e-6) << "row " << r << " from position " << first;
            }
        }
    }
}

TEST(Activations, RowsAreAnOddNumberOfCacheLinesApart)
{
    for (std::int64_t width : {1, 15, 16, 17, 32, 576, 960, 1536, 2048, 4096}) {
        const std::int64_t stride = activationStride(width);
        EXPECT_GE(stride, width);
        EXPECT_LT(stride, width + 32) << width;
        EXPECT_EQ(stride % 32, 16) << width;
    }
}

INSTANTIATE_TEST_SUITE_P(Paths, Kernels, ::testing::ValuesIn(availableIsas()),
                         [](const auto& path) { return "path" + std::to_string(static_cast<int>(path.param)); });

TEST(KvCacheLayout, WhatIsAppendedReadsBackAsItsFormatRoundsIt)
{
    Random random(1);
    const auto account = MemoryAccount::create();
    for (DataType type : {DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0, DataType::q4_0}) {
        auto cache = KvCache::allocate(*account, MemoryKind::kvCache, {{type, type, 64}, 2, 2, 3, 70});
        ASSERT_TRUE(cache);
        const auto key = randomFloats(random, 64);
        const auto value = randomFloats(random, 64);
        cache->append(1, 1, 2, 69, key.data(), value.data(), elementwiseKernels(bestIsa()));
        std::vector<std::byte> row(static_cast<std::size_t>(rowBytes(type, 64)));
        std::vector<float> expected(64);
        std::vector<float> got(64);
        quantiseRow(type, key.data(), 64, row.data());
        dequantiseRow(type, row.data(), 64, expected.data());
        cache->readKey(1, 1, 2, 69, got.data());
        EXPECT_EQ(got, expected) << name(type);
        quantiseRow(type, value.data(), 64, row.data());
        dequantiseRow(type, row.data(), 64, expected.data());
        cache->readValue(1, 1, 2, 69, got.data());
        EXPECT_EQ(got, expected) << name(type);
    }
}

TEST(KvCacheLayout, EraseZeroesExactlyTheRange)
{
    const auto account = MemoryAccount::create();
    const std::vector<float> ones(32, 1.0F);
    for (DataType type : {DataType::f32, DataType::f16, DataType::q8_0, DataType::q4_0}) {
        auto cache = KvCache::allocate(*account, MemoryKind::kvCache, {{type, type, 32}, 2, 2, 1, 64});
        ASSERT_TRUE(cache);
        for (std::int64_t layer = 0; layer < 2; ++layer)
            for (std::int64_t slot = 0; slot < 2; ++slot)
                for (std::int64_t p = 0; p < 64; ++p)
                    cache->append(layer, slot, 0, p, ones.data(), ones.data(), elementwiseKernels(bestIsa()));
        cache->erase(1, 5, 37);
        std::vector<float> key(32);
        std::vector<float> value(32);
        for (std::int64_t slot = 0; slot < 2; ++slot)
            for (std::int64_t p = 0; p < 64; ++p) {
                cache->readKey(1, slot, 0, p, key.data());
                cache->readValue(1, slot, 0, p, value.data());
                const bool gone = slot == 1 && p >= 5 && p < 37;
                EXPECT_EQ(key[31] == 0.0F, gone) << name(type) << " position " << p;
                EXPECT_EQ(value[0] == 0.0F, gone) << name(type) << " position " << p;
            }
    }
}

}  // namespace
}  // namespace decodescope::engine::cpu
