// SPDX-License-Identifier: GPL-3.0-or-later
// Cache sizes: every published configuration to the byte, and the mistakes other calculators make.
#include "engine/kv_cache/kv_size.h"

#include "engine/model/model_source.h"
#include "engine/model/presets.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cctype>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace decodescope::engine {
namespace {

using nlohmann::json;

json reference()
{
    std::ifstream file(DECODESCOPE_TEST_DATA "/kv_formula.json");
    return json::parse(file);
}

KvShape uniform(std::int64_t layers, std::int64_t kvHeads, std::int64_t headDim)
{
    ModelConfig config;
    config.layers = layers;
    config.kvHeads = kvHeads;
    config.headDim = headDim;
    return kvShapeOf(config);
}

/// A shape from the reference file alone, for comparison with the presets'.
KvShape shapeOfReference(const json& config)
{
    KvShape shape;
    const std::int64_t layers = config["L"];
    const std::int64_t window = config.value("window", std::int64_t{0});
    std::int64_t sliding = layers;
    if (window > 0 && config["swa_layers"].is_number())
        sliding = config["swa_layers"];
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        KvLayerShape keeps;
        keeps.latentRank = config.value("mla_kv_lora_rank", std::int64_t{0});
        keeps.ropeDim = config.value("mla_qk_rope_head_dim", std::int64_t{0});
        keeps.kvHeads = config.value("Hkv", std::int64_t{0});
        keeps.keyDim = keeps.valueDim = config.value("d", std::int64_t{0});
        keeps.window = layer < sliding ? window : 0;
        shape.layers.push_back(keeps);
    }
    return shape;
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

TEST(KvSize, EveryPublishedConfigurationToTheByte)
{
    const json data = reference();
    ASSERT_GE(data["cases"].size(), 53U);
    for (const json& testCase : data["cases"]) {
        SCOPED_TRACE(testCase.dump());
        const std::string model = testCase["model"];
        const auto type = parseDataType(testCase["dtype"].get<std::string>());
        ASSERT_TRUE(type);
        const auto bytes =
            kvBytes(shapeOfReference(data["configs"][model]), *type, *type, testCase["T"], testCase["B"]);
        ASSERT_TRUE(bytes) << bytes.error().message;
        EXPECT_EQ(*bytes, testCase["bytes"].get<std::int64_t>());
        const auto preset = findPreset(lower(model));
        ASSERT_TRUE(preset) << preset.error().message;
        EXPECT_EQ(kvBytes(kvShapeOf(*preset), *type, *type, testCase["T"], testCase["B"]), *bytes);
    }
}

TEST(KvSize, HandCalculation)
{
    EXPECT_EQ(kvBytes(uniform(32, 8, 128), DataType::f16, DataType::f16, 4096, 1), 536'870'912);
}

// Grouped heads count once per KV head, not once per query head.
TEST(KvSize, GroupedHeadsAreNotIgnored)
{
    const KvShape smollm2 = kvShapeOf(*findPreset("smollm2-135m"));
    EXPECT_EQ(kvBytes(smollm2, DataType::f16, DataType::f16, 2048, 1), 47'185'920);
    EXPECT_EQ(kvBytes(uniform(30, 9, 64), DataType::f16, DataType::f16, 2048, 1), 141'557'760);
}

// The head dimension is its own number, not hidden / heads.
TEST(KvSize, ExplicitHeadDimensionWins)
{
    ModelConfig config;
    config.hidden = 5120;
    config.heads = 32;
    config.headDim = 128;
    config.kvHeads = 8;
    config.layers = 40;
    EXPECT_EQ(kvBytesPerToken(kvShapeOf(config), DataType::f16, DataType::f16), 163'840);
    EXPECT_EQ(kvBytesPerToken(kvShapeOf(*findPreset("qwen3-4b")), DataType::f16, DataType::f16), 147'456);
}

// A block of 32 values has a scale of its own: 34 or 18 bytes, not 32 or 16.
TEST(KvSize, BlockFormatsCountTheirScales)
{
    const KvShape smollm2 = kvShapeOf(*findPreset("smollm2-135m"));
    EXPECT_EQ(kvBytesPerToken(smollm2, DataType::f16, DataType::f16), 23'040);
    EXPECT_EQ(kvBytesPerToken(smollm2, DataType::q8_0, DataType::q8_0), 12'240);
    EXPECT_EQ(kvBytesPerToken(smollm2, DataType::q4_0, DataType::q4_0), 6'480);
    EXPECT_EQ(kvBytesPerToken(smollm2, DataType::q8_0, DataType::f16), (12'240 + 23'040) / 2);
    EXPECT_EQ(kvBytesPerToken(smollm2, DataType::int8, DataType::int8), 11'520);  // no scales by definition
}

TEST(KvSize, LatentAttentionStoresOneVectorForAllHeads)
{
    EXPECT_EQ(kvBytesPerToken(kvShapeOf(*findPreset("deepseek-v3")), DataType::bf16, DataType::bf16), 70'272);
}

TEST(KvSize, NoRoundingToBlocksOfTokens)
{
    const KvShape smollm2 = kvShapeOf(*findPreset("smollm2-135m"));
    EXPECT_EQ(kvBytes(smollm2, DataType::f16, DataType::f16, 1000, 1), 23'040'000);
    EXPECT_EQ(kvBytes(smollm2, DataType::f16, DataType::f16, 0, 1), 0);
}

TEST(KvSize, BatchCounts)
{
    const KvShape smollm2 = kvShapeOf(*findPreset("smollm2-135m"));
    EXPECT_EQ(kvBytes(smollm2, DataType::f16, DataType::f16, 2048, 4), std::int64_t{180} << 20);
}

TEST(KvSize, RealAndUngroupedHeadsOfAnEightBillionModel)
{
    EXPECT_EQ(kvBytes(kvShapeOf(*findPreset("made-up-4gib")), DataType::bf16, DataType::bf16, 8192, 1),
              std::int64_t{4} << 30);
    EXPECT_EQ(kvBytes(kvShapeOf(*findPreset("llama-3.1-8b")), DataType::bf16, DataType::bf16, 8192, 1),
              std::int64_t{1} << 30);
}

TEST(KvSize, WindowCapsOnlyItsLayers)
{
    KvShape shape = uniform(2, 1, 64);
    shape.layers[1].window = 100;
    const std::int64_t perLayer = std::int64_t{2} * 64 * 2;
    EXPECT_EQ(kvBytes(shape, DataType::f16, DataType::f16, 100, 1), 2 * 100 * perLayer);
    EXPECT_EQ(kvBytes(shape, DataType::f16, DataType::f16, 101, 1), 201 * perLayer);
    EXPECT_EQ(kvBytesPerToken(shape, DataType::f16, DataType::f16), 2 * perLayer);
}

TEST(KvSize, IsLinearInTokensAndBatchBelowAnyWindow)
{
    const KvShape shape = uniform(7, 3, 96);
    for (const DataType type : {DataType::f32, DataType::f16, DataType::q8_0, DataType::q4_0, DataType::fp8E4m3})
        for (const std::int64_t tokens : {1, 31, 4097})
            for (const std::int64_t batch : {1, 5})
                EXPECT_EQ(*kvBytes(shape, type, type, tokens, batch),
                          *kvBytesPerToken(shape, type, type) * tokens * batch);
}

TEST(KvSize, RefusesAHeadThatABlockDoesNotDivide)
{
    const auto bytes = kvBytes(uniform(1, 1, 80), DataType::q8_0, DataType::f16, 1, 1);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::usage);
    EXPECT_NE(bytes.error().message.find("q8_0"), std::string::npos);
    EXPECT_NE(bytes.error().message.find("80"), std::string::npos);
    EXPECT_TRUE(kvBytes(uniform(1, 1, 80), DataType::f16, DataType::f16, 1, 1));
}

TEST(KvSize, RefusesWhatDoesNotFitIn63Bits)
{
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    EXPECT_FALSE(kvBytes(uniform(1, 1, 64), DataType::f16, DataType::f16, kHuge, 1));
    EXPECT_FALSE(kvBytes(uniform(1, 1, 64), DataType::f16, DataType::f16, kHuge / 1024, 1024));
    EXPECT_FALSE(kvBytes(uniform(1, 1, kHuge), DataType::f32, DataType::f32, 1, 1));
    EXPECT_FALSE(kvBytes(uniform(1, kHuge, 64), DataType::f16, DataType::f16, 1, 1));
    EXPECT_FALSE(kvBytes(uniform(2, 1, 64), DataType::f16, DataType::f16, kHuge / 300, 1));  // the sum of two layers
    EXPECT_TRUE(kvBytes(uniform(1, 1, 64), DataType::f16, DataType::f16, kHuge / 300, 1));
    EXPECT_FALSE(kvBytes(uniform(1, 1, 64), DataType::f16, DataType::f16, -1, 1));
    EXPECT_FALSE(kvBytes(uniform(1, 1, 64), DataType::f16, DataType::f16, 1, -1));
}

}  // namespace
}  // namespace decodescope::engine
