// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include <CLI/CLI.hpp>

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

/// Settings as `run` would understand these arguments.
Result<profiler::RunSettings> parse(std::vector<std::string> arguments)
{
    CLI::App app;
    RunOptions options{RunOptions::Use{}};
    options.add(app);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    return options.settings();
}

TEST(RunOptions, FormatsChooseFilesAndTheThemeOfPictures)
{
    const auto light = parseExportFormats("csv,png", true);
    ASSERT_TRUE(light);
    EXPECT_TRUE(light->csv && light->png && !light->json);
    EXPECT_EQ(light->pictures, ThemeKind::light);
    const auto dark = parseExportFormats("png-dark", true);
    ASSERT_TRUE(dark);
    EXPECT_TRUE(dark->png);
    EXPECT_EQ(dark->pictures, ThemeKind::dark);
    EXPECT_FALSE(parseExportFormats("png,png-dark", true)) << "the same files twice";
    EXPECT_FALSE(parseExportFormats("png-dark", false)) << "a command without pictures";
}

TEST(RunOptions, HaveTheStatedDefaults)
{
    const auto settings = parse({});
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->newTokens, 32);
    EXPECT_EQ(settings->strategies, (std::vector{engine::Strategy::naive, engine::Strategy::cached}));
    EXPECT_EQ(settings->device, "auto");
    EXPECT_FALSE(settings->weights);
    EXPECT_FALSE(settings->compute);
    EXPECT_EQ(settings->keyFormat, DataType::f16);
    EXPECT_EQ(settings->threads, 0);
    EXPECT_EQ(settings->batch, 1);
    EXPECT_EQ(settings->repeat, 1);
    EXPECT_EQ(settings->warmup, 1);
    EXPECT_EQ(settings->topLogits, 5);
    EXPECT_EQ(settings->sampling.temperature, 0);
    EXPECT_FALSE(settings->ignoreEos);
    EXPECT_TRUE(settings->trace);
}

TEST(RunOptions, TraceBelongsToRunAlone)
{
    EXPECT_TRUE(parse({"--trace", "on"})->trace);
    EXPECT_FALSE(parse({"--trace", "off"})->trace);
    EXPECT_FALSE(parse({"--trace", "on"})->counters);
    EXPECT_TRUE(parse({"--counters"})->counters);
    EXPECT_FALSE(parse({"--counters", "--device", "cpu"})) << "a CPU's are not read";
    const auto wrong = parse({"--trace", "maybe"});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::usage);
    EXPECT_NE(wrong.error().message.find("--trace"), std::string::npos);
    // Commands that measure speed have no such option, and never trace.
    CLI::App app;
    RunOptions options{RunOptions::Use{.trace = false}};
    options.add(app);
    EXPECT_EQ(app.get_option_no_throw("--trace"), nullptr);
    EXPECT_EQ(app.get_option_no_throw("--counters"), nullptr);
    EXPECT_FALSE(options.settings()->trace);
}

TEST(RunOptions, AreUnderstood)
{
    const auto settings = parse({"--prompt",
                                 "-a text that begins with a dash",
                                 "--prompt",
                                 "b",
                                 "--new-tokens",
                                 "7",
                                 "--mode",
                                 "broken:stale,both",
                                 "--weights",
                                 "Q8_0",
                                 "--compute",
                                 "int8",
                                 "--kv",
                                 "bf16",
                                 "--kv-v",
                                 "q8_0",
                                 "--threads",
                                 "2",
                                 "--repeat",
                                 "3",
                                 "--warmup",
                                 "0",
                                 "--top-logits",
                                 "9",
                                 "--temperature",
                                 "0.7",
                                 "--top-k",
                                 "40",
                                 "--top-p",
                                 "0.95",
                                 "--seed",
                                 "12345678901",
                                 "--ignore-eos",
                                 "--special",
                                 "text",
                                 "--device",
                                 "cpu"});
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->prompts, (std::vector<std::string>{"-a text that begins with a dash", "b"}));
    EXPECT_EQ(settings->strategies,
              (std::vector{engine::Strategy::brokenStale, engine::Strategy::naive, engine::Strategy::cached}));
    EXPECT_EQ(settings->weights, DataType::q8_0);
    EXPECT_EQ(settings->compute, ComputeType::int8);
    EXPECT_EQ(settings->keyFormat, DataType::bf16);
    EXPECT_EQ(settings->valueFormat, DataType::q8_0);
    EXPECT_EQ(settings->sampling.temperature, 0.7);
    EXPECT_EQ(settings->sampling.seed, 12345678901U);
    EXPECT_TRUE(settings->ignoreEos);
    EXPECT_TRUE(settings->specialAsText);
    EXPECT_EQ(parse({"--prompt-ids", "1,2,3", "--prompt-ids", "4"})->promptIds,
              (std::vector<std::vector<engine::TokenId>>{{1, 2, 3}, {4}}));
}

TEST(ParseValues, TakeWholeNumbersOnly)
{
    for (const char* text : {"", "1.5", "7x", "x", " 7", "0x10", "1e3", "99999999999999999999", "0", "101"}) {
        const auto value = parseInteger("--n", text, 1, 100);
        ASSERT_FALSE(value) << text;
        EXPECT_EQ(value.error().code, ErrorCode::usage);
        EXPECT_NE(value.error().message.find("--n"), std::string::npos);
    }
    EXPECT_EQ(parseInteger("--n", "100", 1, 100), 100);
    EXPECT_EQ(parseNumber("--t", "0.25"), 0.25);
    for (const char* text : {"", "0,25", "nan", "inf", "1.0a"}) {
        EXPECT_FALSE(parseNumber("--t", text)) << text;
    }
    EXPECT_EQ(*parseIntegers("--l", "1,2,3", 1, 9), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_FALSE(parseIntegers("--l", "1,,3", 1, 9));
    EXPECT_FALSE(parseIntegers("--l", "", 1, 9));
}

}  // namespace
}  // namespace decodescope::app
