// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_pictures.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

using engine::Strategy;

SweepRow row(Strategy strategy, std::int64_t context, std::optional<double> tokPerS)
{
    SweepRow made;
    made.strategy = strategy;
    made.context = context;
    made.kvBytesFormula = 100 * context;
    made.kvBytesUsed = strategy == Strategy::naive ? 0 : 100 * context;
    made.memoryPeakBytes = 5000 + 100 * context;
    made.tokPerS = tokPerS;
    return made;
}

SweepData dataOf(std::vector<SweepRow> rows)
{
    SweepResult result;
    result.rows = std::move(rows);
    return sweepData(result, {}, {}, {});
}

TEST(SweepPlots, ShowEveryWayOfDecodingAndTheMemoryOfTheCache)
{
    const SweepData data = dataOf({row(Strategy::naive, 64, 10), row(Strategy::naive, 32, 20),
                                   row(Strategy::cached, 64, 90), row(Strategy::cached, 32, 95)});
    EXPECT_EQ(data.contexts, (std::vector<std::int64_t>{32, 64}));
    EXPECT_EQ(data.kvBytesUsed, (std::vector<std::int64_t>{3200, 6400}));
    EXPECT_EQ(data.memoryPeakBytes, (std::vector<std::int64_t>{8200, 11400}));
    ASSERT_EQ(data.speeds.size(), 2u);
    EXPECT_EQ(data.speeds[0].strategy, Strategy::naive);
    EXPECT_EQ(data.speeds[0].tokPerS, (std::vector<std::optional<double>>{20, 10}));
    EXPECT_EQ(data.speeds[1].strategy, Strategy::cached);
    EXPECT_EQ(data.speeds[1].tokPerS, (std::vector<std::optional<double>>{95, 90}));
    EXPECT_EQ(data.info->strategy, Strategy::cached);
}

TEST(SweepPlots, LeaveOutWhatWasNotMeasured)
{
    // Stopped after the first context of the second way of decoding.
    const SweepData data =
        dataOf({row(Strategy::cached, 32, 95), row(Strategy::cached, 64, std::nullopt), row(Strategy::naive, 32, 20)});
    ASSERT_EQ(data.speeds.size(), 2u);
    EXPECT_EQ(data.speeds[0].tokPerS, (std::vector<std::optional<double>>{95, std::nullopt}));
    EXPECT_EQ(data.speeds[1].tokPerS, (std::vector<std::optional<double>>{20, std::nullopt}));
    EXPECT_TRUE(dataOf({}).contexts.empty());
    EXPECT_EQ(dataOf({row(Strategy::naive, 32, 20)}).kvBytesUsed, (std::vector<std::int64_t>{0}));
}

}  // namespace
}  // namespace decodescope::app
