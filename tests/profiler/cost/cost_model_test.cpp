// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cost/cost_model.h"

#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>

namespace decodescope::profiler {
namespace {

using engine::OpKind;
using engine::TensorId;
using engine::TensorRole;
using test::smolLm2Config;
using test::smolLm2Formats;

engine::ForwardPlan planFor(const engine::ModelConfig& config, std::vector<engine::SequenceShape> sequences,
                            bool allLogits = false)
{
    engine::ForwardPlan plan;
    engine::makeForwardPlan(config, {std::move(sequences), allLogits}, plan);
    return plan;
}

CostFormats allIn(DataType type)
{
    CostFormats formats;
    formats.weights = [type](TensorId id) {
        const bool norm =
            id.role == TensorRole::attentionNorm || id.role == TensorRole::ffnNorm || id.role == TensorRole::outputNorm;
        return norm ? DataType::f32 : type;
    };
    return formats;
}

Cost costOfKind(const engine::ModelConfig& config, const engine::ForwardPlan& plan, const CostFormats& formats,
                OpKind kind)
{
    const std::vector<Cost> costs = priceOps(config, plan, formats);
    Cost sum;
    for (std::size_t i = 0; i < costs.size(); ++i)
        if (plan.ops[i].kind == kind)
            sum += costs[i];
    return sum;
}

TEST(CostModel, DecodedTokenOfSmolLm2HasItsPublishedMatmulFlops)
{
    const auto config = smolLm2Config();
    for (const std::int64_t depth : {0, 1, 511, 8191})
        EXPECT_EQ(matmulFlops(config, planFor(config, {{1, depth}})), 268'959'744.0) << depth;
}

TEST(CostModel, UntiedOutputHeadCostsTheSame)
{
    auto config = smolLm2Config();
    config.tiedEmbeddings = false;
    EXPECT_EQ(matmulFlops(config, planFor(config, {{1, 10}})), 268'959'744.0);
}

TEST(CostModel, AttentionOfADecodedTokenIsFourTHDL)
{
    const auto config = smolLm2Config();
    for (const std::int64_t context : {1, 41, 2048}) {
        const auto cost = costOfKind(config, planFor(config, {{1, context - 1}}), smolLm2Formats(), OpKind::attention);
        EXPECT_EQ(cost.flops, 4.0 * static_cast<double>(context) * 9 * 64 * 30);
    }
}

TEST(CostModel, PrefillPaysTheCausalHalfOfTheSquare)
{
    const auto config = smolLm2Config();
    const std::int64_t tokens = 512;
    const auto cost = costOfKind(config, planFor(config, {{tokens, 0}}), smolLm2Formats(), OpKind::attention);
    EXPECT_EQ(cost.flops, 4.0 * (512.0 * 513 / 2) * 9 * 64 * 30);
    // Streams Q, K, V and its output; no T x T matrix moves.
    EXPECT_EQ(cost.bytesActivations, 30 * 2 * tokens * 576 * 4);
    EXPECT_EQ(cost.bytesKvRead, tokens * 23'040);
}

TEST(CostModel, KvTrafficCountsKeyValueHeadsNotQueryHeads)
{
    const auto config = smolLm2Config();
    const Cost step = priceStep(config, planFor(config, {{1, 2047}}), smolLm2Formats());
    EXPECT_EQ(step.bytesKvRead, 47'185'920);
    EXPECT_EQ(step.bytesKvWritten, 23'040);
}

TEST(CostModel, KvTrafficFollowsTheCacheFormats)
{
    const auto config = smolLm2Config();
    auto formats = smolLm2Formats();
    formats.key = formats.value = DataType::q8_0;
    EXPECT_EQ(priceStep(config, planFor(config, {{1, 99}}), formats).bytesKvRead, 100 * 12'240);
    formats.key = formats.value = DataType::q4_0;
    EXPECT_EQ(priceStep(config, planFor(config, {{1, 99}}), formats).bytesKvRead, 100 * 6'480);
    formats.key = DataType::q8_0;
    EXPECT_EQ(priceStep(config, planFor(config, {{1, 99}}), formats).bytesKvRead, 100 * (6'120 + 3'240));
}

TEST(CostModel, KvTrafficOfABatchIsTheSumOfItsSequences)
{
    const auto config = smolLm2Config();
    const Cost step = priceStep(config, planFor(config, {{1, 9}, {1, 99}, {3, 0}}), smolLm2Formats());
    EXPECT_EQ(step.bytesKvRead, (10 + 100 + 3) * 23'040);
    EXPECT_EQ(step.bytesKvWritten, 5 * 23'040);
}

TEST(CostModel, SlidingWindowReadsOnlyWhatItSees)
{
    const auto config = smolLm2Config();
    engine::StepShape shape{{{1, 1000}}, false};
    engine::Op op;
    op.kind = OpKind::attention;
    op.rows = 1;
    op.window = 256;
    const Cost decode = priceOp(config, shape, op, smolLm2Formats());
    EXPECT_EQ(decode.bytesKvRead, 256 * 768);
    EXPECT_EQ(decode.flops, 4.0 * 256 * 576);
    shape.sequences = {{10, 1000}};
    op.rows = 10;
    EXPECT_EQ(priceOp(config, shape, op, smolLm2Formats()).bytesKvRead, (256 + 9) * 768);
    shape.sequences = {{10, 0}};
    EXPECT_EQ(priceOp(config, shape, op, smolLm2Formats()).bytesKvRead, 10 * 768);
}

TEST(CostModel, PrefillComputesTheOutputHeadForTheLastRowOnly)
{
    const auto config = smolLm2Config();
    const double head = 2.0 * 576 * 49152;
    const double body = 268'959'744.0 - head;
    EXPECT_EQ(matmulFlops(config, planFor(config, {{100, 0}})), 100 * body + head);
    EXPECT_EQ(matmulFlops(config, planFor(config, {{100, 0}, {1, 7}})), 101 * body + 2 * head);
    EXPECT_EQ(matmulFlops(config, planFor(config, {{100, 0}}, true)), 100 * (body + head));
}

TEST(CostModel, EmbeddingLookUpCostsNoFlops)
{
    auto config = smolLm2Config();
    for (const bool tied : {true, false}) {
        config.tiedEmbeddings = tied;
        const Cost cost = costOfKind(config, planFor(config, {{5, 0}}), allIn(DataType::f16), OpKind::embedding);
        EXPECT_EQ(cost.flops, 0.0);
        EXPECT_EQ(cost.bytesActivations, 5 * 576 * 4);
        // A tied matrix is read whole by the output head; an untied one gives five rows.
        EXPECT_EQ(cost.bytesWeights, tied ? 0 : 5 * 576 * 2);
    }
}

TEST(CostModel, EveryWeightByteMovesOncePerStepWhateverTheRows)
{
    const auto config = smolLm2Config();
    // All parameters in f16 but the 61 norms of 576 values, which stay f32.
    const std::int64_t norms = 61 * 576;
    const std::int64_t expected = (134'515'008 - norms) * 2 + norms * 4;
    const auto formats = allIn(DataType::f16);
    EXPECT_EQ(priceStep(config, planFor(config, {{1, 100}}), formats).bytesWeights, expected);
    EXPECT_EQ(priceStep(config, planFor(config, {{512, 0}}), formats).bytesWeights, expected);
    EXPECT_EQ(priceStep(config, planFor(config, {{1, 5}, {1, 9}, {1, 3}, {1, 0}}), formats).bytesWeights, expected);
}

TEST(CostModel, MixedFormatsArePricedPerTensor)
{
    const auto config = smolLm2Config();
    const std::int64_t norms = 61 * 576;
    const std::int64_t embedding = std::int64_t{49152} * 576;
    const std::int64_t rest = 134'515'008 - norms - embedding;
    const Cost step = priceStep(config, planFor(config, {{1, 100}}), smolLm2Formats());
    EXPECT_EQ(step.bytesWeights, norms * 4 + embedding / 32 * 34 + rest / 32 * 20);
}

TEST(CostModel, ActivationIsPricedAtTheFfnSize)
{
    const auto config = smolLm2Config();
    const Cost cost = costOfKind(config, planFor(config, {{7, 0}}), smolLm2Formats(), OpKind::activation);
    EXPECT_EQ(cost.bytesActivations, 30 * 7 * 3 * 1536 * 4);
    EXPECT_EQ(cost.flops, 30.0 * 7 * 5 * 1536);
}

TEST(CostModel, DecodeIntensityIsAboutTwoOverBytesPerWeight)
{
    const auto config = smolLm2Config();
    for (const DataType type : {DataType::f32, DataType::f16, DataType::q8_0, DataType::q4_0}) {
        const Cost step = priceStep(config, planFor(config, {{1, 31}}), allIn(type));
        const double expected = 2.0 / bytesPerValue(type);
        EXPECT_NEAR(step.arithmeticIntensity() / expected, 1.0, 0.05) << name(type);
    }
}

TEST(CostModel, PrefillIntensityGrowsWithItsTokens)
{
    const auto config = smolLm2Config();
    const auto formats = allIn(DataType::f16);
    const auto intensity = [&](std::int64_t tokens) {
        return priceStep(config, planFor(config, {{tokens, 0}}), formats).arithmeticIntensity();
    };
    const double decode = intensity(1);
    double last = decode;
    for (const std::int64_t tokens : {2, 16, 128, 512, 2048}) {
        EXPECT_GT(intensity(tokens), last);
        EXPECT_LT(intensity(tokens), static_cast<double>(tokens) * decode);
        last = intensity(tokens);
    }
    // Few rows move few activations; at many the activations in f32 set the limit.
    EXPECT_GT(intensity(4), 3.0 * decode);
    EXPECT_GT(last, 60.0);
}

TEST(CostModel, TotalIsTheSumOfItsOps)
{
    const auto config = smolLm2Config();
    const auto plan = planFor(config, {{3, 4}, {1, 40}});
    const auto costs = priceOps(config, plan, smolLm2Formats());
    ASSERT_EQ(costs.size(), plan.ops.size());
    const Cost sum = total(costs);
    const Cost step = priceStep(config, plan, smolLm2Formats());
    EXPECT_EQ(sum.flops, step.flops);
    EXPECT_EQ(sum.bytes(), step.bytes());
    EXPECT_GT(step.flops, matmulFlops(config, plan));
}

TEST(CostModel, NothingMovedHasNoIntensity)
{
    EXPECT_EQ(Cost{}.arithmeticIntensity(), 0.0);
}

}  // namespace
}  // namespace decodescope::profiler
