// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/generate/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace decodescope::engine {
namespace {

std::map<TokenId, int> drawMany(const SamplingOptions& options, const std::vector<float>& logits, int count)
{
    Sampler sampler(options);
    std::map<TokenId, int> counts;
    for (int i = 0; i < count; ++i) ++counts[sampler.draw(logits, 0, 0, i)];
    return counts;
}

TEST(Sampler, GreedyReturnsTheBest)
{
    Sampler sampler(SamplingOptions{});
    const std::vector<float> logits{0, 5, 1};
    EXPECT_EQ(sampler.draw(logits, 1, 0, 0), 1);
}

TEST(Sampler, FollowsTheSoftmaxAtItsTemperature)
{
    SamplingOptions options;
    options.temperature = 2.0;
    options.seed = 7;
    const std::vector<float> logits{0.0F, 2.0F, 4.0F};
    constexpr int kDraws = 20000;
    const auto counts = drawMany(options, logits, kDraws);
    const double total = 1 + std::exp(1.0) + std::exp(2.0);
    for (int i = 0; i < 3; ++i)  // five standard deviations
        EXPECT_NEAR(counts.at(i) / double(kDraws), std::exp(double(i)) / total, 5 * 0.5 / std::sqrt(kDraws));
}

TEST(Sampler, TopKKeepsTheBestKAndTheLowestIdOnATie)
{
    SamplingOptions options;
    options.temperature = 100.0;
    options.topK = 2;
    const auto counts = drawMany(options, {1, 3, 2, 2, 0}, 500);
    EXPECT_EQ(counts.size(), 2U);
    EXPECT_TRUE(counts.count(1) && counts.count(2));
}

TEST(Sampler, TopPKeepsTheSmallestSetThatReachesP)
{
    SamplingOptions options;
    options.temperature = 1.0;
    options.topP = 0.6;
    // 0.5, 0.3, 0.2
    const auto counts = drawMany(options, {std::log(0.5F), std::log(0.2F), std::log(0.3F)}, 500);
    EXPECT_EQ(counts.size(), 2U);
    EXPECT_EQ(counts.count(1), 0U);
    options.topP = 1e-9;  // never empty
    EXPECT_EQ(drawMany(options, {0, 1, 0}, 10).begin()->first, 1);
}

TEST(Sampler, DrawsDependOnSeedSequenceAndStepAlone)
{
    SamplingOptions options;
    options.temperature = 1.0;
    const std::vector<float> logits(1000, 0.0F);
    Sampler a(options);
    Sampler b(options);
    std::vector<TokenId> first;
    for (int step = 0; step < 20; ++step) first.push_back(a.draw(logits, 0, 3, step));
    for (int step = 19; step >= 0; --step) EXPECT_EQ(b.draw(logits, 0, 3, step), first[static_cast<std::size_t>(step)]);
    options.seed = 1;
    Sampler other(options);
    int same = 0;
    for (int step = 0; step < 20; ++step)
        same += other.draw(logits, 0, 3, step) == first[static_cast<std::size_t>(step)];
    EXPECT_LT(same, 3);
}

TEST(Sampler, NumbersAreTheSameOnEveryMachine)
{
    EXPECT_EQ(uniformAt(0, 0, 0), uniformAt(0, 0, 0));
    EXPECT_DOUBLE_EQ(uniformAt(42, 1, 2), 0.9537137840291027);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double u = uniformAt(5, 0, i);
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        sum += u;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.015);
}

}  // namespace
}  // namespace decodescope::engine
