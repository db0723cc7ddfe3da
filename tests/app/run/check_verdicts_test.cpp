// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/checks.h"
#include "tests/app/run/tiny_model.h"
#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

using engine::Strategy;

TEST(CheckVerdicts, HandCalculationAndLinearity)
{
    const CheckResult hand = checkHandCalculation();
    EXPECT_EQ(hand.status, CheckStatus::passed);
    EXPECT_EQ(hand.measured.text(), "536870912");
    EXPECT_EQ(checkFormulaLinear(test::smolLm2Config(), DataType::f16, DataType::f16).status, CheckStatus::passed);
    // A block format that does not divide a head has no size, so no linearity.
    engine::ModelConfig odd = test::smolLm2Config();
    odd.headDim = 20;
    EXPECT_EQ(checkFormulaLinear(odd, DataType::q8_0, DataType::q8_0).status, CheckStatus::failed);
}

TEST(CheckVerdicts, AgreementNeedsEveryStepAndADecodeStep)
{
    test::FakeOptions options;
    const auto naive = test::makeFakeRun(options, Strategy::naive);
    const CheckResult good = judgeAgreement(*naive, *test::makeFakeRun(options, Strategy::cached));
    EXPECT_EQ(good.status, CheckStatus::passed);
    EXPECT_EQ(good.measured.text(), "32");
    options.cachedDiffersAt = 9;
    const CheckResult bad = judgeAgreement(*naive, *test::makeFakeRun(options, Strategy::cached));
    EXPECT_EQ(bad.status, CheckStatus::failed);
    EXPECT_EQ(bad.measured.text(), "9");
    EXPECT_NE(bad.reason.find("step 9"), std::string::npos);
    test::FakeOptions one;
    one.newTokens = 1;
    EXPECT_EQ(
        judgeAgreement(*test::makeFakeRun(one, Strategy::naive), *test::makeFakeRun(one, Strategy::cached)).status,
        CheckStatus::skipped);
}

TEST(CheckVerdicts, SpeedupIsJudgedWhereTheModelPredictsFour)
{
    EXPECT_EQ(judgeSpeedup({32, 3.2, 3.5}, {}, "").status, CheckStatus::passed);
    EXPECT_EQ(judgeSpeedup({32, 2.4, 2.5}, {}, "no roofs").status, CheckStatus::failed);
    EXPECT_NE(judgeSpeedup({32, 2.4, 2.5}, {}, "no roofs").reason.find("no roofs"), std::string::npos);
    const CheckResult longer = judgeSpeedup({32, 2.4, 2.5}, SpeedupFigures{128, 4.4, 4.2}, "");
    EXPECT_EQ(longer.status, CheckStatus::passed);
    EXPECT_EQ(longer.measured.text(), "4.4");
    EXPECT_NE(longer.reason.find("Judged at 128"), std::string::npos) << longer.reason;
    EXPECT_EQ(judgeSpeedup({32, 2.4, 2.5}, SpeedupFigures{128, 2.9, 4.2}, "").status, CheckStatus::failed);
}

TEST(CheckVerdicts, AllocatingMoreThanTheFormulaFailsTheGrowth)
{
    constexpr std::int64_t kFormula = 1536 * 23040;
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, kFormula, kFormula, kFormula}).status, CheckStatus::passed);
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, kFormula + kFormula / 100, kFormula, kFormula}).status,
              CheckStatus::passed);
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, kFormula + kFormula / 10, kFormula, kFormula}).status, CheckStatus::failed);
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, 2 * kFormula, kFormula, {}}).status, CheckStatus::failed);
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, kFormula / 2, kFormula, {}}).status, CheckStatus::failed);
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, 0, 0, {}}).status, CheckStatus::failed);
    // Books that are right while the process grows by twice as much are not.
    EXPECT_EQ(judgeMemoryGrowth({512, 2048, kFormula, kFormula, 2 * kFormula}).status, CheckStatus::failed);
    // A few hundred KiB: the course's tolerance.
    EXPECT_EQ(judgeMemoryGrowth({64, 256, 120000, 100000, {}}).status, CheckStatus::passed);
    EXPECT_EQ(judgeMemoryGrowth({64, 256, 140000, 100000, {}}).status, CheckStatus::failed);
}

TEST(CheckVerdicts, ThroughputCountsEveryContext)
{
    EXPECT_EQ(judgeThroughput({{128, 40.0}, {512, 30.0}}).status, CheckStatus::passed);
    EXPECT_EQ(judgeThroughput({{128, 40.0}, {512, 0.5}}).status, CheckStatus::failed);
    EXPECT_EQ(judgeThroughput({{128, 40.0}, {512, std::nullopt}}).status, CheckStatus::failed);
    EXPECT_EQ(judgeThroughput({}).status, CheckStatus::failed);
    EXPECT_EQ(judgeThroughput({{128, 40.0}, {512, 30.0}}).measured.text(), "30");
}

TEST(CheckVerdicts, BoundsSayWhatTheRidgeSays)
{
    const CheckResult decode = judgeDecodeBound(2, 20, 0.9);
    EXPECT_EQ(decode.status, CheckStatus::passed);
    EXPECT_EQ(decode.measured.text(), "1");
    EXPECT_NE(decode.reason.find("memory-bound here"), std::string::npos);
    EXPECT_EQ(judgeDecodeBound(0.01, 20, {}).status, CheckStatus::failed);
    const CheckResult prefill = judgePrefillBound(2, 20);
    EXPECT_EQ(prefill.measured.text(), "512");
    EXPECT_NE(prefill.reason.find("compute-bound here"), std::string::npos);
    EXPECT_NE(judgePrefillBound(4, 1000).reason.find("memory-bound here"), std::string::npos);
    EXPECT_EQ(judgePrefillBound(16, {}).status, CheckStatus::failed);
}

TEST(CheckVerdicts, ABrokenCacheThatAgreesIsNotCaught)
{
    test::FakeOptions options;
    options.newTokens = 12;
    const auto naive = test::makeFakeRun(options, Strategy::naive);
    const auto cached = test::makeFakeRun(options, Strategy::cached);
    const auto refill = test::makeFakeRun(options, Strategy::brokenRefill);
    EXPECT_EQ(judgeBrokenCache(*naive, *cached, {refill}).status, CheckStatus::passed);
    // A "forgetting" run that gives the right logits, and a "refilling" one that wastes nothing, slip through.
    auto info = test::fakeRunInfo(options, Strategy::brokenForget);
    auto innocent = std::make_shared<profiler::RunRecord>(info);
    info.strategy = Strategy::brokenRefill;
    auto frugal = std::make_shared<profiler::RunRecord>(info);
    for (std::size_t i = 0; i < cached->steps().size(); ++i) {
        ASSERT_TRUE(innocent->steps().append(cached->steps()[i]));
        ASSERT_TRUE(frugal->steps().append(cached->steps()[i]));
    }
    EXPECT_EQ(judgeBrokenCache(*naive, *cached, {innocent}).status, CheckStatus::failed);
    EXPECT_EQ(judgeBrokenCache(*naive, *cached, {frugal}).status, CheckStatus::failed);
}

TEST(Checks, AllAreJudgedOnARealModel)
{
    profiler::RunSettings settings = test::tinySettings();
    auto model = prepareModel(settings);
    ASSERT_TRUE(model) << model.error().message;
    settings.trace = true;
    RunCallbacks callbacks;
    callbacks.runFinished = [](const auto& run) { EXPECT_FALSE(run->info().settings.trace) << "speed is measured"; };
    std::vector<std::string> seen;
    auto report = runChecks(settings, {16, {32, 128}}, *model, callbacks,
                            [&](const CheckResult& check) { seen.push_back(check.name); }, {});
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->checks.size(), checkNames().size());
    for (std::size_t i = 0; i < report->checks.size(); ++i) {
        const CheckResult& check = report->checks[i];
        EXPECT_EQ(check.name, checkNames()[i]);
        EXPECT_EQ(check.name, seen[i]);
        EXPECT_NE(check.status, CheckStatus::skipped) << check.name;
        EXPECT_FALSE(check.reason.empty());
        // The speed-up is a matter of time, which a loaded machine may spoil; everything else must hold.
        if (check.name != "cache_speedup_at_least_3x") {
            EXPECT_EQ(check.status, CheckStatus::passed) << check.name << ": " << check.reason;
        }
    }
}

}  // namespace
}  // namespace decodescope::app
