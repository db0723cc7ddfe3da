// SPDX-License-Identifier: GPL-3.0-or-later
// Dequantised values equal the reference bit for bit; written formats keep their rounding properties.
#include "engine/model/dequantise.h"

#include "engine/model/model_source.h"
#include "engine/model/tensor_roles.h"
#include "tests/engine/model/sha256.h"
#include "tests/engine/model/test_files.h"

#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace decodescope::engine {
namespace {

using nlohmann::json;
using tests::dataPath;
using tests::readJson;

TEST(Sha256, KnowsThePublishedVectors)
{
    const auto hash = [](const std::string& text) {
        tests::Sha256 sha;
        sha.update(std::as_bytes(std::span(text)));
        return sha.finish();
    };
    EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/// The id of a tensor by its name in the file.
std::optional<TensorId> idOf(const ModelSource& model, const std::string& name)
{
    for (const TensorRole role : kGlobalRoles)
        if (ggufTensorName({role, -1}) == name)
            return TensorId{role, -1};
    for (std::int32_t layer = 0; layer < model.config().layers; ++layer)
        for (const TensorRole role : kLayerRoles)
            if (ggufTensorName({role, layer}) == name)
                return TensorId{role, layer};
    return std::nullopt;
}

std::vector<std::byte> rawRow(const ModelSource& model, TensorId id, std::int64_t row)
{
    const TensorInfo& info = *model.find(id);
    std::vector<std::byte> raw(static_cast<std::size_t>(rowBytes(info.type, info.columns)));
    model.readRows(id, row, 1, raw);
    return raw;
}

std::vector<float> values(const ModelSource& model, TensorId id, std::int64_t row)
{
    const TensorInfo& info = *model.find(id);
    std::vector<float> out(static_cast<std::size_t>(info.columns));
    dequantiseRow(info.type, rawRow(model, id, row).data(), info.columns, out.data());
    return out;
}

std::string hex(const std::vector<std::byte>& bytes, std::size_t count)
{
    constexpr const char* kHex = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += kHex[std::to_integer<unsigned>(bytes[i]) >> 4];
        text += kHex[std::to_integer<unsigned>(bytes[i]) & 15U];
    }
    return text;
}

void expectReferenceRows(const ModelSource& model, const json& reference, const std::string& hashKey)
{
    for (const json& tensor : reference["tensors"]) {
        SCOPED_TRACE(tensor["tensor"].get<std::string>());
        const auto id = idOf(model, tensor["tensor"]);
        ASSERT_TRUE(id && model.find(*id) != nullptr);
        const TensorInfo& info = *model.find(*id);
        EXPECT_EQ(info.type, parseDataType(tensor["type"].get<std::string>()));
        for (const json& row : tensor["rows"]) {
            const std::vector<std::byte> raw = rawRow(model, *id, row["row"]);
            const std::string rawHex = row.contains("raw_hex") ? row["raw_hex"] : row["raw_first_block_hex"];
            EXPECT_EQ(hex(raw, rawHex.size() / 2), rawHex);
            const std::vector<float> got = values(model, *id, row["row"]);
            const auto expected = row["values"].get<std::vector<double>>();
            ASSERT_EQ(got.size(), expected.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]),
                          std::bit_cast<std::uint32_t>(static_cast<float>(expected[i])))
                    << "row " << row["row"] << " value " << i;
        }
        tests::Sha256 sha;
        for (std::int64_t row = 0; row < info.rows; ++row) {
            const std::vector<float> got = values(model, *id, row);
            sha.update(std::as_bytes(std::span(got)));
        }
        EXPECT_EQ(sha.finish(), tensor[hashKey].get<std::string>());
    }
}

class QuantisedFile : public testing::TestWithParam<std::string> {};

TEST_P(QuantisedFile, DequantisesToTheReference)
{
    const auto model = openGguf(dataPath("tiny/quant/" + GetParam() + ".gguf"));
    ASSERT_TRUE(model) << model.error().message;
    expectReferenceRows(**model, readJson(dataPath("tiny/quant/" + GetParam() + ".dequant_rows.json")),
                        "sha256_whole_tensor_as_le_float32");
}

INSTANTIATE_TEST_SUITE_P(Types, QuantisedFile,
                         testing::Values("F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K", "Q3_K", "Q4_K",
                                         "Q5_K", "Q6_K", "IQ4_NL"),
                         [](const auto& type) { return type.param; });

TEST(DefaultModel, DequantisesToTheReference)
{
    const auto model = openGguf(tests::defaultModel());
    ASSERT_TRUE(model) << model.error().message;
    expectReferenceRows(**model, readJson(dataPath("smollm2/dequant_rows.json")),
                        "sha256_of_whole_tensor_as_le_float32");
}

TEST(Half, EveryFiniteValueSurvivesTheRoundTrip)
{
    for (std::uint32_t bits = 0; bits <= 0xffffU; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = halfToFloat(half);
        if (std::isnan(value)) {
            EXPECT_TRUE((bits & 0x7c00U) == 0x7c00U && (bits & 0x3ffU) != 0U);
            EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(value))));
            continue;
        }
        ASSERT_EQ(floatToHalf(value), half);
        const double expected =
            (bits & 0x7c00U) == 0x7c00U
                ? std::numeric_limits<double>::infinity()
                : std::ldexp(static_cast<double>((bits & 0x3ffU) | ((bits & 0x7c00U) ? 0x400U : 0U)),
                             std::max<int>(static_cast<int>((bits >> 10) & 31U), 1) - 25);
        ASSERT_EQ(static_cast<double>(std::fabs(value)), expected) << bits;
    }
}

/// Nearest, ties to even, by searching the two neighbours of every sample.
TEST(Half, RoundsToNearestEven)
{
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> any;
    for (int i = 0; i < 300'000; ++i) {
        const float value = std::bit_cast<float>(any(random));
        if (!std::isfinite(value) || std::fabs(value) >= 65504.0F)
            continue;
        const std::uint16_t half = floatToHalf(value);
        const auto distance = [&](std::uint32_t candidate) {
            return std::fabs(static_cast<double>(halfToFloat(static_cast<std::uint16_t>(candidate))) -
                             static_cast<double>(value));
        };
        const std::uint32_t magnitude = half & 0x7fffU;
        const std::uint32_t sign = half & 0x8000U;
        for (const std::uint32_t neighbour : {magnitude == 0 ? 1U : magnitude - 1, magnitude + 1}) {
            if (neighbour >= 0x7c00U)
                continue;
            ASSERT_LE(distance(half), distance(sign | neighbour)) << value;
            if (distance(half) == distance(sign | neighbour)) {
                ASSERT_EQ(half & 1U, 0U) << value;
            }
        }
    }
    EXPECT_EQ(floatToHalf(65519.99F), 0x7bffU);
    EXPECT_EQ(floatToHalf(65520.0F), 0x7c00U);
    EXPECT_EQ(floatToHalf(-0.0F), 0x8000U);
}

TEST(Bfloat16, RoundsToNearestEven)
{
    EXPECT_EQ(floatToBfloat16(std::bit_cast<float>(0x3f808000U)), 0x3f80U);  // tie to even, down
    EXPECT_EQ(floatToBfloat16(std::bit_cast<float>(0x3f818000U)), 0x3f82U);  // tie to even, up
    EXPECT_EQ(floatToBfloat16(std::bit_cast<float>(0x3f808001U)), 0x3f81U);
    EXPECT_EQ(floatToBfloat16(std::bit_cast<float>(0x3f807fffU)), 0x3f80U);
    EXPECT_EQ(floatToBfloat16(std::numeric_limits<float>::max()), 0x7f80U);
    EXPECT_TRUE(std::isnan(bfloat16ToFloat(floatToBfloat16(std::bit_cast<float>(0x7f800001U)))));
    for (std::uint32_t bits = 0; bits <= 0xffffU; ++bits) {
        const auto value = static_cast<std::uint16_t>(bits);
        if (!std::isnan(bfloat16ToFloat(value))) {
            ASSERT_EQ(floatToBfloat16(bfloat16ToFloat(value)), value);
        }
    }
}

std::vector<float> randomRow(std::uint32_t seed, std::size_t count, float scale)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0F, scale);
    std::vector<float> row(count);
    for (float& value : row) value = normal(random);
    return row;
}

std::vector<float> throughFormat(DataType type, const std::vector<float>& row, std::vector<std::byte>* stored = nullptr)
{
    const auto count = static_cast<std::int64_t>(row.size());
    std::vector<std::byte> bytes(static_cast<std::size_t>(rowBytes(type, count)));
    quantiseRow(type, row.data(), count, bytes.data());
    std::vector<float> back(row.size());
    dequantiseRow(type, bytes.data(), count, back.data());
    if (stored != nullptr)
        *stored = bytes;
    return back;
}

TEST(Quantise, F32IsExactAndScalarFormatsRoundEachValue)
{
    const std::vector<float> row = randomRow(1, 96, 3.0F);
    EXPECT_EQ(throughFormat(DataType::f32, row), row);
    const std::vector<float> half = throughFormat(DataType::f16, row);
    const std::vector<float> brain = throughFormat(DataType::bf16, row);
    for (std::size_t i = 0; i < row.size(); ++i) {
        EXPECT_EQ(half[i], halfToFloat(floatToHalf(row[i])));
        EXPECT_EQ(brain[i], bfloat16ToFloat(floatToBfloat16(row[i])));
    }
}

TEST(Quantise, Q80ErrsByHalfAStepAtMostAndKeepsTheExtreme)
{
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const std::vector<float> row = randomRow(seed, 32, std::ldexp(1.0F, static_cast<int>(seed % 20) - 10));
        std::vector<std::byte> stored;
        const std::vector<float> back = throughFormat(DataType::q8_0, row, &stored);
        float largest = 0.0F;
        for (const float value : row) largest = std::max(largest, std::fabs(value));
        const float step = largest / 127.0F;
        for (std::size_t i = 0; i < row.size(); ++i) {
            // Half a step of rounding; the stored scale itself is rounded to 11 bits, or to 2^-25 when subnormal.
            EXPECT_LE(std::fabs(back[i] - row[i]), step * 0.5F + largest * 0x1p-11F + 127.0F * 0x1p-25F) << seed;
            if (std::fabs(row[i]) == largest) {
                EXPECT_EQ(std::abs(static_cast<int>(std::to_integer<std::int8_t>(stored[2 + i]))), 127);
            }
        }
    }
}

TEST(Quantise, Q80RoundsHalvesAwayFromZero)
{
    std::vector<float> row(32, 0.0F);
    row[0] = 127.0F;  // scale exactly 1
    row[1] = 0.5F;
    row[2] = -0.5F;
    row[3] = 2.5F;
    row[4] = -126.5F;
    const std::vector<float> back = throughFormat(DataType::q8_0, row);
    EXPECT_EQ(back[0], 127.0F);
    EXPECT_EQ(back[1], 1.0F);
    EXPECT_EQ(back[2], -1.0F);
    EXPECT_EQ(back[3], 3.0F);
    EXPECT_EQ(back[4], -127.0F);
}

TEST(Quantise, Q40PutsTheExtremeAtLevelMinusEightWhateverItsSign)
{
    for (const float extreme : {8.0F, -8.0F}) {
        std::vector<float> row(32, 0.0F);
        row[5] = extreme;
        row[20] = -extreme;  // the level +8 does not exist: 7 is what is left
        row[6] = extreme / 2;
        std::vector<std::byte> stored;
        const std::vector<float> back = throughFormat(DataType::q4_0, row, &stored);
        EXPECT_EQ(std::to_integer<int>(stored[2 + 5]) & 15, 0);
        EXPECT_EQ(back[5], extreme);
        EXPECT_EQ(back[20], -extreme * 7.0F / 8.0F);
        EXPECT_EQ(back[6], extreme / 2);
        EXPECT_EQ(back[0], 0.0F);
    }
}

TEST(Quantise, Q40ErrsByHalfAStepAtMostBelowItsTopLevel)
{
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const std::vector<float> row = randomRow(seed, 64, 1.0F);
        const std::vector<float> back = throughFormat(DataType::q4_0, row);
        for (std::size_t block = 0; block < row.size(); block += 32) {
            float extreme = 0.0F;
            for (std::size_t i = block; i < block + 32; ++i)
                if (std::fabs(row[i]) > std::fabs(extreme))
                    extreme = row[i];
            const float step = std::fabs(extreme) / 8.0F;
            for (std::size_t i = block; i < block + 32; ++i) {
                const bool clipped = row[i] / extreme < -7.5F / 8.0F;
                EXPECT_LE(std::fabs(back[i] - row[i]),
                          (clipped ? 1.0F : 0.5F) * step + std::fabs(extreme) * 0x1p-11F + 1e-6F);
            }
        }
    }
}

TEST(Quantise, ZerosStayZeroAndTinyOrBrokenValuesAreDefined)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const DataType type : {DataType::q8_0, DataType::q4_0}) {
        EXPECT_EQ(throughFormat(type, std::vector<float>(32, 0.0F)), std::vector<float>(32, 0.0F));
        std::vector<float> row(64, 1.0F);
        row[3] = nan;
        const std::vector<float> back = throughFormat(type, row);
        EXPECT_TRUE(std::isnan(back[3]));    // a broken block stays visible
        EXPECT_FALSE(std::isnan(back[40]));  // and its neighbour is untouched
        for (const float tiny : {1e-45F, 1e-39F, 1e-30F})
            for (const float value : throughFormat(type, std::vector<float>(32, tiny)))
                EXPECT_LE(std::fabs(value), 1e-7F);
    }
}

}  // namespace
}  // namespace decodescope::engine
