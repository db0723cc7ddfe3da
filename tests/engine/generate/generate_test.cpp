// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies on a tiny model: what each computes, keeps and says about itself.
#include "tests/engine/support/engine_fixture.h"

namespace decodescope::engine::testing {
namespace {

constexpr std::int64_t kNew = 12;

class Strategies : public ::testing::Test {
protected:
    static void SetUpTestSuite()
    {
        s_model = load(openTiny("llama_gqa"), exactOptions()).release();
        s_prompt = ids(readJson("tiny/llama_gqa/golden.json")["input_ids"]);
    }
    static void TearDownTestSuite() { delete s_model; }

    static GenerateOptions options(Strategy strategy)
    {
        GenerateOptions out;
        out.strategy = strategy;
        out.prompts = {s_prompt};
        out.newTokens = kNew;
        out.ignoreEos = true;
        return out;
    }

    struct Run {
        GenerateOutcome outcome;
        Recording recording{true};
        std::int64_t endDepth = 0;
    };
    static Run run(const GenerateOptions& options, DataType kv = DataType::f32)
    {
        ContextOptions contextOptions =
            testing::contextOptions(neededPositions(options), kv, static_cast<std::int64_t>(options.prompts.size()));
        contextOptions.cacheIsWorkspace = options.strategy == Strategy::naive;
        const auto context = require(s_model->createContext(contextOptions));
        Run out;
        out.outcome = require(generate(*context, options, out.recording, {}));
        out.endDepth = context->depth(0);
        return out;
    }

    static LoadedModel* s_model;
    static std::vector<TokenId> s_prompt;
};
LoadedModel* Strategies::s_model = nullptr;
std::vector<TokenId> Strategies::s_prompt;

TEST_F(Strategies, CachedDecodesTheReferenceIds)
{
    const Run cached = run(options(Strategy::cached));
    const auto expected = ids(readJson("tiny/llama_gqa/golden.json")["greedy_ids"]);
    EXPECT_EQ(cached.outcome.ids[0], std::vector<TokenId>(expected.begin(), expected.begin() + kNew));
    EXPECT_EQ(cached.outcome.stops[0], StopReason::length);
}

TEST_F(Strategies, FencePostsOfCachedDecoding)
{
    const auto p = static_cast<std::int64_t>(s_prompt.size());
    const Run cached = run(options(Strategy::cached));
    ASSERT_EQ(cached.recording.steps.size(), static_cast<std::size_t>(kNew));
    EXPECT_EQ(cached.endDepth, p + kNew - 1);
    for (std::int64_t i = 0; i < kNew; ++i) {
        const auto& step = cached.recording.steps[static_cast<std::size_t>(i)];
        const SequenceStep& s = step.sequences[0];
        EXPECT_EQ(step.phase, i == 0 ? Phase::prefill : Phase::decode);
        EXPECT_EQ(s.contextLength, p + i);
        EXPECT_EQ(s.positionsComputed, i == 0 ? p : 1);
        EXPECT_EQ(s.positionsRecomputed, 0);
        EXPECT_EQ(s.positionsReused, i == 0 ? 0 : p + i - 1);
        EXPECT_EQ(step.kv.usedPositions, p + i);
        EXPECT_LE(step.kv.usedBytes, step.kv.allocatedBytes);
    }
}

TEST_F(Strategies, NaiveRecomputesEverythingAndGivesTheSameLogits)
{
    const auto p = static_cast<std::int64_t>(s_prompt.size());
    const Run cached = run(options(Strategy::cached));
    const Run naive = run(options(Strategy::naive));
    EXPECT_EQ(naive.outcome.ids, cached.outcome.ids);
    for (std::int64_t i = 0; i < kNew; ++i) {
        const auto& step = naive.recording.steps[static_cast<std::size_t>(i)];
        const SequenceStep& s = step.sequences[0];
        EXPECT_EQ(s.logitsHash, cached.recording.steps[static_cast<std::size_t>(i)].sequences[0].logitsHash);
        EXPECT_EQ(s.contextLength, p + i);
        EXPECT_EQ(s.positionsComputed, p + i);
        EXPECT_EQ(s.positionsRecomputed, i == 0 ? 0 : p + i - 1);
        EXPECT_EQ(s.positionsReused, 0);
        EXPECT_EQ(step.kv.allocatedBytes, 0) << "naive keys and values are workspace";
        EXPECT_EQ(step.memory.live[static_cast<std::size_t>(MemoryKind::kvCache)], 0);
    }
}

TEST_F(Strategies, ForgetIsWrongAndSeesOneToken)
{
    const Run cached = run(options(Strategy::cached));
    const Run forget = run(options(Strategy::brokenForget));
    EXPECT_EQ(forget.outcome.ids[0][0], cached.outcome.ids[0][0]) << "the prefill is whole";
    EXPECT_NE(forget.outcome.ids, cached.outcome.ids);
    EXPECT_EQ(forget.recording.steps[1].sequences[0].contextLength, 1);
    EXPECT_EQ(forget.recording.steps[1].sequences[0].positionsComputed, 1);
    EXPECT_EQ(forget.recording.steps[1].sequences[0].positionsReused, 0);
}

TEST_F(Strategies, RefillIsRightAndCaughtByItsWaste)
{
    const Run cached = run(options(Strategy::cached));
    const Run refill = run(options(Strategy::brokenRefill));
    EXPECT_EQ(refill.outcome.ids, cached.outcome.ids);
    const SequenceStep& last = refill.recording.steps.back().sequences[0];
    EXPECT_EQ(last.positionsRecomputed, static_cast<std::int64_t>(s_prompt.size()) + kNew - 2);
    EXPECT_GT(refill.recording.steps.back().kv.allocatedBytes, 0);
}

TEST_F(Strategies, PositionAndStaleLeaveThePrefillRightAndBreakWhatFollows)
{
    const Run cached = run(options(Strategy::cached));
    for (Strategy strategy : {Strategy::brokenPosition, Strategy::brokenStale}) {
        SCOPED_TRACE(std::string(name(strategy)));
        GenerateOptions broken = options(strategy);
        broken.forced = {cached.outcome.ids[0]};
        const Run run1 = run(broken);
        const auto hash = [](const Run& r, std::size_t i) { return r.recording.steps[i].sequences[0].logitsHash; };
        EXPECT_EQ(hash(run1, 0), hash(cached, 0));
        for (std::size_t i = 1; i < static_cast<std::size_t>(kNew); ++i)
            EXPECT_NE(hash(run1, i), hash(cached, i)) << "step " << i;
        EXPECT_EQ(run1.recording.steps[1].sequences[0].positionsComputed, 1);
        const Run again = run(broken);
        EXPECT_EQ(hash(again, kNew - 1), hash(run1, kNew - 1)) << "wrong, but the same every time";
    }
}

TEST_F(Strategies, ForcedTokensAreFedAndLogitsRecorded)
{
    GenerateOptions forced = options(Strategy::cached);
    forced.forced = {{5, 6, 7}};
    const Run run1 = run(forced);
    EXPECT_EQ(run1.outcome.ids[0][0], 5);
    EXPECT_EQ(run1.outcome.ids[0][2], 7);
    EXPECT_EQ(run1.outcome.ids[0][3], run1.recording.steps[3].sequences[0].top.front().id);
}

TEST_F(Strategies, EosEndsASequenceAndItLeavesTheBatch)
{
    const Run alone = run(options(Strategy::cached));
    GenerateOptions batch = options(Strategy::cached);
    batch.ignoreEos = false;
    batch.eosIds = {alone.outcome.ids[0][4]};
    batch.prompts.push_back({3, 1, 4, 1, 5});
    const Run run1 = run(batch);
    const auto firstEos = std::find(alone.outcome.ids[0].begin(), alone.outcome.ids[0].end(), batch.eosIds[0]);
    const auto expected = static_cast<std::size_t>(firstEos - alone.outcome.ids[0].begin()) + 1;
    EXPECT_EQ(run1.outcome.ids[0].size(), expected);
    EXPECT_EQ(run1.outcome.stops[0], StopReason::eos);
    EXPECT_TRUE(run1.recording.steps[expected - 1].sequences[0].finished);
    ASSERT_GT(run1.recording.steps.size(), expected) << "the other sequence goes on";
    ASSERT_EQ(run1.recording.steps[expected].sequences.size(), 1U);
    EXPECT_EQ(run1.recording.steps[expected].sequences[0].sequence, 1);
}

TEST_F(Strategies, RaggedBatchEqualsEachSequenceAlone)
{
    GenerateOptions batch = options(Strategy::cached);
    batch.prompts = {{10, 20, 30}, std::vector<TokenId>(s_prompt.begin(), s_prompt.begin() + 11), s_prompt};
    const Run together = run(batch);
    for (std::size_t s = 0; s < batch.prompts.size(); ++s) {
        GenerateOptions single = options(Strategy::cached);
        single.prompts = {batch.prompts[s]};
        const Run alone = run(single);
        EXPECT_EQ(together.outcome.ids[s], alone.outcome.ids[0]);
        for (std::size_t i = 0; i < static_cast<std::size_t>(kNew); ++i)
            EXPECT_EQ(together.recording.steps[i].sequences[s].logitsHash,
                      alone.recording.steps[i].sequences[0].logitsHash)
                << "sequence " << s << " step " << i;
    }
}

TEST_F(Strategies, SamplingIsTheSameWithAndWithoutTheCache)
{
    GenerateOptions sampled = options(Strategy::cached);
    sampled.sampling = {0.9, 40, 0.95, 1234};
    const Run cached = run(sampled);
    sampled.strategy = Strategy::naive;
    EXPECT_EQ(run(sampled).outcome.ids, cached.outcome.ids);
    sampled.sampling.seed = 99;
    EXPECT_NE(run(sampled).outcome.ids, cached.outcome.ids);
}

TEST_F(Strategies, CancelledRunsKeepWhatTheyDecoded)
{
    class StopAfter : public Observer {
    public:
        explicit StopAfter(std::stop_source& source) : m_source(source) {}
        void onStep(const StepEvent& event) override
        {
            if (event.step == 2)
                m_source.request_stop();
        }

    private:
        std::stop_source& m_source;
    };
    const auto context = require(s_model->createContext(contextOptions(100)));
    std::stop_source source;
    StopAfter observer(source);
    const GenerateOutcome outcome =
        require(generate(*context, options(Strategy::cached), observer, source.get_token()));
    EXPECT_EQ(outcome.ids[0].size(), 3U);
    EXPECT_EQ(outcome.stops[0], StopReason::cancelled);
}

TEST_F(Strategies, BadOptionsAreUsageErrors)
{
    const auto context = require(s_model->createContext(contextOptions(100)));
    Recording recording;
    const auto code = [&](const GenerateOptions& bad) {
        const auto result = generate(*context, bad, recording, {});
        return result ? std::optional<ErrorCode>() : result.error().code;
    };
    GenerateOptions bad = options(Strategy::cached);
    bad.prompts = {{}};
    EXPECT_EQ(code(bad), ErrorCode::usage);
    bad = options(Strategy::cached);
    bad.newTokens = 0;
    EXPECT_EQ(code(bad), ErrorCode::usage);
    bad = options(Strategy::cached);
    bad.sampling.temperature = std::nan("");
    EXPECT_EQ(code(bad), ErrorCode::usage);
    bad = options(Strategy::cached);
    bad.sampling.topP = 0.0;
    EXPECT_EQ(code(bad), ErrorCode::usage);
    bad = options(Strategy::cached);
    bad.prompts = {{999999}};
    EXPECT_EQ(code(bad), ErrorCode::badInput);
    EXPECT_TRUE(recording.steps.empty());
}

TEST(StrategyNames, ReadBack)
{
    for (Strategy strategy : {Strategy::cached, Strategy::naive, Strategy::brokenForget, Strategy::brokenRefill,
                              Strategy::brokenPosition, Strategy::brokenStale})
        EXPECT_EQ(parseStrategy(name(strategy)), strategy);
    EXPECT_FALSE(parseStrategy("broken"));
    EXPECT_FALSE(parseStrategy(""));
}

}  // namespace
}  // namespace decodescope::engine::testing
