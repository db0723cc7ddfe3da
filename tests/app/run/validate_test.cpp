// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/validate.h"
#include "app/run/single_run.h"
#include "engine/forward/limits.h"
#include "tests/app/run/tiny_model.h"

#include <gtest/gtest.h>
#include <limits>

namespace decodescope::app {
namespace {

using profiler::RunSettings;

struct WrongSetting {
    const char* name;
    void (*spoil)(RunSettings&);
    const char* mentions;
};

class WrongSettings : public testing::TestWithParam<WrongSetting> {};

TEST_P(WrongSettings, AreUsageErrorsThatNameTheOption)
{
    RunSettings settings = test::tinySettings();
    ASSERT_TRUE(validateSettings(settings));
    GetParam().spoil(settings);
    const auto result = validateSettings(settings);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::usage);
    EXPECT_NE(result.error().message.find(GetParam().mentions), std::string::npos) << result.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongSettings,
    testing::Values(
        WrongSetting{"newTokens", [](RunSettings& s) { s.newTokens = 0; }, "--new-tokens"},
        WrongSetting{"threads", [](RunSettings& s) { s.threads = -1; }, "--threads"},
        WrongSetting{"batch", [](RunSettings& s) { s.batch = 0; }, "--batch"},
        WrongSetting{"repeat", [](RunSettings& s) { s.repeat = 0; }, "--repeat"},
        WrongSetting{"warmup", [](RunSettings& s) { s.warmup = -1; }, "--warmup"},
        WrongSetting{"topLogits", [](RunSettings& s) { s.topLogits = -1; }, "--top-logits"},
        WrongSetting{"threadsAbove", [](RunSettings& s) { s.threads = engine::kMostThreads + 1; }, "--threads"},
        WrongSetting{"batchAbove",
                     [](RunSettings& s) {
                         s.promptIds = {{1}};
                         s.batch = engine::kMostSequences + 1;
                     },
                     "--batch"},
        WrongSetting{"topLogitsNone", [](RunSettings& s) { s.topLogits = 0; }, "--top-logits"},
        WrongSetting{"temperature", [](RunSettings& s) { s.sampling.temperature = -0.5; }, "--temperature"},
        WrongSetting{"temperatureNan",
                     [](RunSettings& s) { s.sampling.temperature = std::numeric_limits<double>::quiet_NaN(); },
                     "--temperature"},
        WrongSetting{"topP", [](RunSettings& s) { s.sampling.topP = 0; }, "--top-p"},
        WrongSetting{"topPAbove", [](RunSettings& s) { s.sampling.topP = 1.5; }, "--top-p"},
        WrongSetting{"topK", [](RunSettings& s) { s.sampling.topK = -2; }, "--top-k"},
        WrongSetting{"fp8", [](RunSettings& s) { s.keyFormat = DataType::fp8E4m3; }, "--kv-k"},
        WrongSetting{"q6", [](RunSettings& s) { s.valueFormat = DataType::q6_K; }, "--kv-v"},
        WrongSetting{"weights", [](RunSettings& s) { s.weights = DataType::q4_K; }, "q4_K"},
        WrongSetting{"int8OnF32",
                     [](RunSettings& s) {
                         s.weights = DataType::f32;
                         s.compute = ComputeType::int8;
                     },
                     "--compute int8"},
        WrongSetting{"bothPrompts", [](RunSettings& s) { s.prompts = {"text"}; }, "prompt ids"},
        WrongSetting{"chatIds", [](RunSettings& s) { s.chat = true; }, "--chat"},
        WrongSetting{"batchOfOther",
                     [](RunSettings& s) {
                         s.promptIds = {{1}, {2}};
                         s.batch = 3;
                     },
                     "--batch"},
        WrongSetting{"noMode", [](RunSettings& s) { s.strategies.clear(); }, "mode"},
        WrongSetting{"isa", [](RunSettings& s) { s.isa = "mmx"; }, "mmx"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ValidateForModel, RefusesBlocksThatDoNotDivideAHead)
{
    RunSettings settings = test::tinySettings();
    auto source = engine::openModel(settings.model);
    ASSERT_TRUE(source) << source.error().message;
    ASSERT_NE((*source)->config().headDim % 32, 0) << "the test needs such a model";
    for (const DataType type : {DataType::f32, DataType::f16, DataType::bf16}) {
        settings.keyFormat = type;
        EXPECT_TRUE(validateForModel(settings, **source));
    }
    settings.keyFormat = DataType::q8_0;
    const auto result = validateForModel(settings, **source);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::usage);
    EXPECT_NE(result.error().message.find("head_dim of " + std::to_string((*source)->config().headDim)),
              std::string::npos);
}

/// What is accepted here must not be refused by the engine later, in words that name no option; nor the reverse.
TEST(ValidateForModel, LimitsAreTheEngines)
{
    RunSettings settings = test::tinySettings();
    const auto source = engine::openModel(settings.model);
    ASSERT_TRUE(source) << source.error().message;
    settings.topLogits = 384;  // every token of the vocabulary
    ASSERT_TRUE(validateForModel(settings, **source));
    const auto model = prepareModel(settings);
    ASSERT_TRUE(model) << model.error().message;
    const auto taken = [&](const RunSettings& asked, std::int64_t sequences) {
        return bool(
            model->loaded->estimateContext(contextOptionsFor(asked, engine::Strategy::cached, 1, 2, sequences)));
    };
    EXPECT_TRUE(taken(settings, engine::kMostSequences));
    EXPECT_FALSE(taken(settings, engine::kMostSequences + 1));
    settings.topLogits = 385;
    EXPECT_FALSE(taken(settings, 1));
    const auto refused = validateForModel(settings, **source);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("--top-logits is 385"), std::string::npos) << refused.error().message;

    engine::ModelOptions options;
    options.threads = engine::kMostThreads + 1;
    EXPECT_FALSE(engine::loadOnCpu(*source, options));
    options.threads = engine::kMostThreads;
    EXPECT_TRUE(engine::loadOnCpu(*source, options));
}

TEST(ValidateForModel, RefusesInt8OnUnquantisedFiles)
{
    RunSettings settings = test::tinySettings();
    settings.compute = ComputeType::int8;
    auto source = engine::openModel(settings.model);
    ASSERT_TRUE(source);
    const auto result = validateForModel(settings, **source);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::usage);
    settings.weights = DataType::q8_0;
    EXPECT_TRUE(validateForModel(settings, **source));
}

}  // namespace
}  // namespace decodescope::app
