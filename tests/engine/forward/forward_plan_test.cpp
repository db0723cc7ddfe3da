// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/forward_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

namespace decodescope::engine {
namespace {

ModelConfig smolLm2()
{
    ModelConfig config;
    config.layers = 30;
    config.hidden = 576;
    config.heads = 9;
    config.kvHeads = 3;
    config.headDim = 64;
    config.ffn = 1536;
    config.vocab = 49152;
    return config;
}

ForwardPlan planOf(const ModelConfig& config, StepShape shape)
{
    ForwardPlan plan;
    makeForwardPlan(config, shape, plan);
    return plan;
}

TEST(ForwardPlan, ListsEveryOpOfEveryLayerInOrder)
{
    const ForwardPlan plan = planOf(smolLm2(), {{{9, 0}}, false});
    ASSERT_EQ(plan.ops.size(), 3U + 10U * 30U);
    EXPECT_EQ(plan.ops.front().kind, OpKind::embedding);
    const OpKind layer[] = {OpKind::attentionNorm, OpKind::qkvProjection,   OpKind::rope,    OpKind::cacheAppend,
                            OpKind::attention,     OpKind::attentionOutput, OpKind::ffnNorm, OpKind::gateUpProjection,
                            OpKind::activation,    OpKind::downProjection};
    for (std::size_t i = 0; i < 300; ++i) {
        EXPECT_EQ(plan.ops[1 + i].kind, layer[i % 10]);
        EXPECT_EQ(plan.ops[1 + i].layer, static_cast<std::int32_t>(i / 10));
    }
    EXPECT_EQ(plan.ops[301].kind, OpKind::finalNorm);
    EXPECT_EQ(plan.ops[302].kind, OpKind::outputHead);
}

TEST(ForwardPlan, MatrixProductsOfOneTokenAreTheKnownCount)
{
    const ForwardPlan plan = planOf(smolLm2(), {{{1, 31}}, false});
    std::int64_t flops = 0;
    for (const Op& op : plan.ops) switch (op.kind) {
            case OpKind::qkvProjection:
            case OpKind::attentionOutput:
            case OpKind::gateUpProjection:
            case OpKind::downProjection:
            case OpKind::outputHead:
                flops += 2 * op.rows * op.inDim * op.outDim;
                break;
            default:
                break;
        }
    EXPECT_EQ(flops, 268'959'744);
}

TEST(ForwardPlan, HeadSeesTheLastRowOfEachSequenceUnlessAllAreAskedFor)
{
    const StepShape ragged{{{3, 0}, {11, 5}, {1, 7}}, false};
    EXPECT_EQ(ragged.rows(), 15);
    ForwardPlan plan = planOf(smolLm2(), ragged);
    EXPECT_EQ(plan.ops[1].rows, 15);
    EXPECT_EQ(plan.ops[301].rows, 3);
    EXPECT_EQ(plan.ops[302].rows, 3);
    StepShape all = ragged;
    all.allLogits = true;
    makeForwardPlan(smolLm2(), all, plan);  // storage is reused: nothing of the last plan may stay
    EXPECT_EQ(plan.ops.size(), 303U);
    EXPECT_EQ(plan.ops[302].rows, 15);
}

TEST(ForwardPlan, NamesTheWeightsItReads)
{
    ModelConfig config = smolLm2();
    const Op qkv = planOf(config, {{{1, 0}}, false}).ops[12];
    ASSERT_EQ(qkv.weightCount, 3);
    EXPECT_EQ(qkv.weights[1], (TensorId{TensorRole::key, 1}));
    EXPECT_EQ(planOf(config, {{{1, 0}}, false}).ops.back().weights[0], TensorId{TensorRole::tokenEmbedding});
    config.tiedEmbeddings = false;
    EXPECT_EQ(planOf(config, {{{1, 0}}, false}).ops.back().weights[0], TensorId{TensorRole::outputHead});
}

TEST(ForwardPlan, ExplicitHeadDimWinsOverHiddenByHeads)
{
    ModelConfig config = smolLm2();
    config.headDim = 128;
    const ForwardPlan plan = planOf(config, {{{1, 0}}, false});
    EXPECT_EQ(plan.ops[2].outDim, 9 * 128 + 2 * 3 * 128);
    EXPECT_EQ(plan.ops[6].inDim, 9 * 128);
    EXPECT_EQ(plan.ops[6].outDim, 576);
}

TEST(ForwardPlan, OpNamesAreDistinctSnakeCase)
{
    std::set<std::string> names;
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
        const std::string text(name(static_cast<OpKind>(kind)));
        EXPECT_FALSE(text.empty());
        EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); }));
        names.insert(text);
    }
    EXPECT_EQ(names.size(), kOpKinds);
}

TEST(AttentionPairs, EqualCountingOneByOne)
{
    for (std::int64_t window : {0, 1, 4, 9, 100})
        for (std::int64_t depth : {0, 1, 3, 8, 20})
            for (std::int64_t tokens : {1, 2, 7, 16}) {
                std::int64_t expected = 0;
                for (std::int64_t p = depth; p < depth + tokens; ++p)
                    expected += window > 0 ? std::min(p + 1, window) : p + 1;
                EXPECT_EQ(attentionPairs({{{tokens, depth}}, false}, window), expected)
                    << "window " << window << " depth " << depth << " tokens " << tokens;
            }
}

}  // namespace
}  // namespace decodescope::engine
