// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/bench.h"
#include "app/run/statistics.h"
#include "app/run/sweep.h"
#include "tests/app/run/tiny_model.h"

#include <gtest/gtest.h>
#include <cmath>

namespace decodescope::app {
namespace {

class SweepAndBench : public testing::Test {
protected:
    profiler::RunSettings m_settings = test::tinySettings();
    PreparedModel m_model;
    void SetUp() override
    {
        m_settings.strategies = {engine::Strategy::cached};
        auto model = prepareModel(m_settings);
        ASSERT_TRUE(model) << model.error().message;
        m_model = std::move(*model);
    }
};

TEST(Statistics, MedianAndSpread)
{
    EXPECT_EQ(medianOf({3, 1, 2}), 2);
    EXPECT_EQ(medianOf({4, 1, 2, 3}), 2.5);
    EXPECT_FALSE(medianOf({}));
    EXPECT_DOUBLE_EQ(*stddevOf({1, 3}), std::sqrt(2.0));
    EXPECT_FALSE(stddevOf({1}));
}

TEST_F(SweepAndBench, SweepHoldsExactlyTheContextAndGrowsByTheFormula)
{
    m_settings.repeat = 2;
    m_settings.batch = 2;
    auto result = runSweep(m_settings, {{32, 64, 128}, 8}, m_model, {}, {});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->rows.size(), 3U);
    for (const SweepRow& row : result->rows) {
        EXPECT_EQ(row.kvBytesUsed, row.kvBytesFormula) << row.context;
        EXPECT_EQ(row.promptTokens, row.context - 7);
        EXPECT_GE(row.memoryPeakBytes, row.kvBytesAllocated);
        EXPECT_GT(row.tokPerS.value_or(0), 0);
        EXPECT_TRUE(row.tokPerSStddev);
    }
    EXPECT_EQ(*result->deltaFormulaBytes, result->rows[2].kvBytesFormula - result->rows[0].kvBytesFormula);
    EXPECT_EQ(*result->deltaMeasuredBytes, result->rows[2].memoryPeakBytes - result->rows[0].memoryPeakBytes);
}

TEST_F(SweepAndBench, SweepRefusesContextsThatCannotBe)
{
    EXPECT_EQ(runSweep(m_settings, {{4}, 8}, m_model, {}, {}).error().code, ErrorCode::usage);
    EXPECT_EQ(runSweep(m_settings, {{m_model.source->config().maxContext + 1}, 8}, m_model, {}, {}).error().code,
              ErrorCode::usage);
}

TEST_F(SweepAndBench, BenchMeasuresPrefillAndDecodeAtDepth)
{
    auto result = runBench(m_settings, {{8, 32}, {16, 64}, 4, 3}, m_model, {}, {});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->rows.size(), 4U);
    EXPECT_EQ(result->rows[1].promptTokens, 32);
    EXPECT_FALSE(result->rows[1].depth);
    EXPECT_EQ(result->rows[3].depth, 64);
    EXPECT_EQ(result->rows[3].kind, engine::Phase::decode);
    for (const BenchRow& row : result->rows) {
        EXPECT_GT(row.tokPerS, 0);
        EXPECT_GT(row.gbPerS, 0);
        EXPECT_TRUE(row.stddev);
        ASSERT_TRUE(row.readRoofGbPerS);
        EXPECT_DOUBLE_EQ(*row.shareOfReadRoof, row.gbPerS / *row.readRoofGbPerS);
    }
    EXPECT_EQ(runBench(m_settings, {{8}, {m_model.source->config().maxContext}, 4, 1}, m_model, {}, {}).error().code,
              ErrorCode::usage);
}

TEST_F(SweepAndBench, StopKeepsFinishedRows)
{
    std::stop_source stop;
    RunCallbacks callbacks;
    callbacks.progress = [&](const std::string& line) {
        if (line.find("context 64") != std::string::npos) {
            stop.request_stop();
        }
    };
    auto result = runSweep(m_settings, {{32, 64, 128}, 8}, m_model, callbacks, stop.get_token());
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result->cancelled);
    EXPECT_EQ(result->rows.size(), 1U);
    EXPECT_FALSE(result->deltaFormulaBytes);
}

}  // namespace
}  // namespace decodescope::app
