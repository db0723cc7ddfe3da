// SPDX-License-Identifier: GPL-3.0-or-later
// Presets and the seeded random models made from them.
#include "engine/model/dequantise.h"
#include "engine/model/model_source.h"
#include "engine/model/presets.h"
#include "tests/engine/model/test_files.h"

#include <gtest/gtest.h>
#include <cmath>
#include <set>

namespace decodescope::engine {
namespace {

std::vector<std::byte> rows(const ModelSource& model, TensorId id, std::int64_t first, std::int64_t count)
{
    const TensorInfo& info = *model.find(id);
    std::vector<std::byte> out(static_cast<std::size_t>(rowBytes(info.type, info.columns) * count));
    model.readRows(id, first, count, out);
    return out;
}

std::vector<float> row(const ModelSource& model, TensorId id, std::int64_t index)
{
    const TensorInfo& info = *model.find(id);
    std::vector<float> values(static_cast<std::size_t>(info.columns));
    dequantiseRow(info.type, rows(model, id, index, 1).data(), info.columns, values.data());
    return values;
}

std::shared_ptr<const ModelSource> open(const std::string& spec)
{
    const auto model = openModel("synthetic:" + spec);
    EXPECT_TRUE(model) << (model ? "" : model.error().message);
    return model ? *model : nullptr;
}

constexpr TensorId kQuery{TensorRole::query, 0};

TEST(Presets, AreCompleteConsistentAndNameTheirSource)
{
    std::set<std::string> names;
    ASSERT_GE(modelPresets().size(), 30U);
    for (const ModelPreset& preset : modelPresets()) {
        SCOPED_TRACE(preset.name);
        EXPECT_TRUE(names.insert(preset.name).second);
        for (const std::string& alias : preset.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
        for (const std::int64_t size : {preset.layers, preset.heads, preset.kvHeads, preset.headDim, preset.hidden,
                                        preset.ffn, preset.vocab, preset.maxContext})
            EXPECT_GT(size, 0);
        EXPECT_EQ(preset.heads % preset.kvHeads, 0);
        EXPECT_EQ(preset.latentRank > 0, preset.latentRopeDim > 0);
        EXPECT_FALSE(preset.architecture.empty());
        EXPECT_FALSE(preset.source.empty());
        EXPECT_FALSE(preset.note.empty());
        EXPECT_EQ(kvShapeOf(preset).layers.size(), static_cast<std::size_t>(preset.layers));
        EXPECT_EQ(findPreset(preset.name)->name, preset.name);
    }
}

TEST(Presets, AnUnknownNameGetsTheNearest)
{
    const auto preset = findPreset("lama-3.1-8b");
    ASSERT_FALSE(preset);
    EXPECT_EQ(preset.error().code, ErrorCode::usage);
    EXPECT_NE(preset.error().message.find("lama-3.1-8b"), std::string::npos);
    EXPECT_NE(preset.error().hint.find("llama-3.1-8b"), std::string::npos);
    EXPECT_EQ(findPreset("8B")->name, "llama-3.1-8b");
    EXPECT_FALSE(findPreset(""));
    EXPECT_FALSE(findPreset(std::string(100'000, 'x')));
}

TEST(Synthetic, ParametersAreThoseOfThePublishedModels)
{
    EXPECT_EQ(open("smollm2-135m")->config().parameters, 134'515'008);
    EXPECT_EQ(open("llama-3.2-1b")->config().parameters, 1'235'814'400);
    EXPECT_EQ(open("llama-3.1-8b")->config().parameters, 8'030'261'248);
    EXPECT_EQ(open("llama-2-7b")->config().parameters, 6'738'415'616);
    EXPECT_EQ(open("tinyllama-1.1b")->config().parameters, 1'100'048'384);
}

TEST(Synthetic, HasTheSameTensorsAsTheRealModel)
{
    const auto real = openGguf(tests::defaultModel());
    ASSERT_TRUE(real) << real.error().message;
    const auto synthetic = open("smollm2-135m,weights=q8_0");
    const ModelConfig& a = (*real)->config();
    const ModelConfig& b = synthetic->config();
    EXPECT_EQ(a.layers, b.layers);
    EXPECT_EQ(a.hidden, b.hidden);
    EXPECT_EQ(a.heads, b.heads);
    EXPECT_EQ(a.kvHeads, b.kvHeads);
    EXPECT_EQ(a.headDim, b.headDim);
    EXPECT_EQ(a.ffn, b.ffn);
    EXPECT_EQ(a.vocab, b.vocab);
    EXPECT_EQ(a.maxContext, b.maxContext);
    EXPECT_EQ(a.rope.base, b.rope.base);
    EXPECT_EQ(a.rope.divisors, b.rope.divisors);
    EXPECT_NEAR(a.rmsEps, b.rmsEps, 1e-12);
    EXPECT_EQ(a.tiedEmbeddings, b.tiedEmbeddings);
    EXPECT_EQ(a.parameters, b.parameters);
    std::set<std::string> realNames;
    std::set<std::string> syntheticNames;
    for (const TensorInfo& info : (*real)->tensors()) realNames.insert(info.name);
    for (const TensorInfo& info : synthetic->tensors()) syntheticNames.insert(info.name);
    EXPECT_EQ(realNames, syntheticNames);
}

TEST(Synthetic, SaysThatItIs)
{
    const auto model = open("llama-3.1-8b,layers=2,weights=q4_0,seed=7");
    EXPECT_TRUE(model->config().synthetic);
    EXPECT_EQ(model->config().name, "synthetic llama-3.1-8b (2 layers)");
    EXPECT_EQ(model->config().layers, 2);
    EXPECT_EQ(model->config().weightsName, "q4_0");
    EXPECT_EQ(model->origin(), "synthetic:llama-3.1-8b,layers=2,weights=q4_0,seed=7");
    EXPECT_EQ(model->tokenizer(), nullptr);
    EXPECT_FALSE(model->warnings().empty());
    EXPECT_EQ(model->find({TensorRole::query, 2}), nullptr);
    EXPECT_EQ(model->find({TensorRole::queryBias, 0}), nullptr);
    EXPECT_NE(model->find({TensorRole::outputHead, -1}), nullptr);
    EXPECT_EQ(open("llama-3.2-1b")->find({TensorRole::outputHead, -1}), nullptr);
}

TEST(Synthetic, RowsAreTheSameHoweverTheyAreRead)
{
    for (const std::string weights : {"f32", "f16", "bf16", "q8_0", "q4_0"}) {
        const auto model = open("tiny,weights=" + weights);
        const auto again = open("tiny,weights=" + weights);
        const std::int64_t count = model->find(kQuery)->rows;
        const std::vector<std::byte> whole = rows(*model, kQuery, 0, count);
        std::vector<std::byte> pieces;
        for (std::int64_t i = count - 1; i >= 0; --i) {
            const std::vector<std::byte> one = rows(*again, kQuery, i, 1);
            pieces.insert(pieces.begin(), one.begin(), one.end());
        }
        EXPECT_EQ(whole, pieces) << weights;
    }
}

TEST(Synthetic, SeedTensorLayerAndRowMakeADifference)
{
    const auto model = open("tiny,weights=f32");
    const std::vector<float> base = row(*model, kQuery, 0);
    EXPECT_NE(base, row(*model, kQuery, 1));
    EXPECT_NE(base, row(*model, {TensorRole::query, 1}, 0));
    EXPECT_NE(base, row(*model, {TensorRole::key, 0}, 0));
    EXPECT_NE(base, row(*open("tiny,weights=f32,seed=2"), kQuery, 0));
    EXPECT_EQ(base, row(*open("tiny,weights=f32,seed=1,layers=5"), kQuery, 0));
}

TEST(Synthetic, EveryFormatHoldsTheSameWeights)
{
    const std::vector<float> exact = row(*open("tiny,weights=f32"), kQuery, 3);
    double largest = 0.0;
    for (const float value : exact) largest = std::max(largest, static_cast<double>(std::fabs(value)));
    const std::vector<std::pair<std::string, double>> formats{
        {"f16", 0x1p-11}, {"bf16", 0x1p-8}, {"q8_0", 0.5 / 127 + 0x1p-11}, {"q4_0", 1.0 / 8}};
    for (const auto& [weights, error] : formats) {
        const std::vector<float> values = row(*open("tiny,weights=" + weights), kQuery, 3);
        for (std::size_t i = 0; i < exact.size(); ++i)
            EXPECT_NEAR(values[i], exact[i], error * largest * 1.001) << weights;
    }
}

TEST(Synthetic, WeightsHaveTheStatedVarianceAndNoMean)
{
    const auto model = open("smollm2-135m,weights=f32,layers=3");
    for (const auto& [role, additions] : {std::pair{TensorRole::query, 1.0}, std::pair{TensorRole::ffnDown, 6.0}}) {
        const TensorInfo& info = *model->find({role, 1});
        double sum = 0.0;
        double squares = 0.0;
        for (std::int64_t i = 0; i < 64; ++i)
            for (const float value : row(*model, {role, 1}, i)) {
                sum += value;
                squares += static_cast<double>(value) * value;
            }
        const double count = 64.0 * static_cast<double>(info.columns);
        const double deviation = 1.0 / std::sqrt(static_cast<double>(info.columns) * additions);
        EXPECT_NEAR(sum / count / deviation, 0.0, 0.02);
        EXPECT_NEAR(std::sqrt(squares / count) / deviation, 1.0, 0.02);
    }
    for (const float value : row(*model, {TensorRole::attentionNorm, 0}, 0)) EXPECT_EQ(value, 1.0F);
}

TEST(Synthetic, RefusesWhatItCannotMake)
{
    const auto message = [](const std::string& spec) {
        const auto model = openModel("synthetic:" + spec);
        EXPECT_FALSE(model) << spec;
        EXPECT_EQ(model.error().code, ErrorCode::usage) << spec;
        return model ? std::string() : model.error().message;
    };
    EXPECT_NE(message("deepseek-v3").find("deepseek-v3"), std::string::npos);
    EXPECT_NE(message("mistral-7b-v0.1").find("mistral"), std::string::npos);
    EXPECT_NE(message("qwen3-4b").find("qwen3"), std::string::npos);
    EXPECT_NE(message("nothing").find("nothing"), std::string::npos);
    EXPECT_NE(message("").find("preset"), std::string::npos);
    for (const std::string option : {"layers=0", "layers=-1", "layers=5000", "layers=", "layers", "layers=2x"})
        EXPECT_NE(message("tiny," + option).find("layers"), std::string::npos);
    for (const std::string option : {"weights=q4_K", "weights=banana", "weights=int8", "weights="})
        EXPECT_NE(message("tiny," + option).find("weights"), std::string::npos);
    for (const std::string option : {"seed=-1", "seed=18446744073709551616", "seed="})
        EXPECT_NE(message("tiny," + option).find("seed"), std::string::npos);
    EXPECT_NE(message("tiny,depth=3").find("depth"), std::string::npos);
    EXPECT_NE(message("tiny,").find("option"), std::string::npos);
}

/// The divisors of a preset follow the published rule; a GGUF converted by other tools holds the same ones.
TEST(Presets, Llama3DivisorsEqualThoseOfAConvertedFile)
{
    const auto model = openGguf(tests::dataPath("tiny/llama_rope_llama3/llama_rope_llama3.gguf"));
    ASSERT_TRUE(model) << model.error().message;
    const RopeConfig& rope = (*model)->config().rope;
    EXPECT_EQ(rope.scaling, RopeScaling::llama3);
    const std::vector<float> divisors = llama3Divisors({8.0, 1.0, 4.0, 64.0}, rope.base, rope.dimension);
    ASSERT_EQ(divisors.size(), rope.divisors.size());
    for (std::size_t i = 0; i < divisors.size(); ++i)
        EXPECT_NEAR(divisors[i], rope.divisors[i], 1e-5 * rope.divisors[i]);
}

}  // namespace
}  // namespace decodescope::engine
