// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/kernel_rates.h"

#include "tests/support/fake_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace decodescope::profiler {
namespace {

/// A machine whose steps take 1 ms and 0.1 ms a row, and attention 10 ns a pair with one row, 2 ns with several.
KernelRates madeUp(std::int64_t chunkRows)
{
    KernelRates rates;
    rates.chunkRows = chunkRows;
    for (const std::int64_t rows : {1, 8, 32})
        rates.probes.push_back({rows, rows * 100, rows * 100 * (rows == 1 ? 10 : 2), 1'000'000 + rows * 100'000, 7000});
    rates.probes.push_back({1, 900, 9000, 1'100'000, 9000});
    return rates;
}

TEST(KernelRates, FindsTheStepsThatWereProbed)
{
    const KernelRates rates = madeUp(256);
    EXPECT_NEAR(*rates.stepSeconds(8, 800), 1.8e-3 + 1.6e-6, 1e-12);
    EXPECT_NEAR(*rates.stepSeconds(1, 900), 1.1e-3 + 9e-6, 1e-12);
}

TEST(KernelRates, DrawsStraightLinesBetweenAndBeyondProbes)
{
    const KernelRates rates = madeUp(256);
    EXPECT_NEAR(*rates.stepSeconds(20, 2000), 3.0e-3 + 4e-6, 1e-12);
    EXPECT_NEAR(*rates.stepSeconds(64, 6400), 7.4e-3 + 12.8e-6, 1e-12) << "past the most rows";
    EXPECT_NEAR(*rates.stepSeconds(1, 5000), 1.1e-3 + 50e-6, 1e-12) << "deeper than probed";
}

TEST(KernelRates, LongStepsAreMadeOfChunks)
{
    const KernelRates rates = madeUp(32);
    // Two chunks of 32 rows and one of 8, each with its own millisecond.
    EXPECT_NEAR(*rates.stepSeconds(72, 7200), 2 * 4.2e-3 + 1.8e-3 + 14.4e-6, 1e-12);
}

TEST(KernelRates, TellsDecodeOfABatchFromAPromptOfAsManyRows)
{
    KernelRates rates = madeUp(256);
    rates.sequences = 8;
    rates.probes = {{8, 800, 8000, 1'000'000, 0}, {16, 1600, 3200, 2'000'000, 0}};
    EXPECT_NEAR(*rates.stepSeconds(8, 800), 1e-3 + 8e-6, 1e-12);
    EXPECT_NEAR(*rates.stepSeconds(16, 1600), 2e-3 + 3.2e-6, 1e-12);
}

TEST(KernelRates, TheTimeAfterAStepIsTheMedian)
{
    KernelRates rates = madeUp(256);
    rates.probes.back().samplingNs = 1'000'000'000;
    EXPECT_NEAR(rates.samplingSeconds(), 7e-6, 1e-12);
}

TEST(KernelRates, WithoutProbesThereIsNoAnswer)
{
    EXPECT_FALSE(KernelRates{}.stepSeconds(1, 1));
    EXPECT_EQ(KernelRates{}.samplingSeconds(), 0);
}

/// A model whose steps take times by a rule: 2 ms and 1 ms a row, attention 1 us a pair; a chunk at a time.
class RuledModel : public test::FakeModel {
public:
    struct Seen {
        std::int64_t deepest = 0;
        std::int64_t mostRows = 0;
        std::map<std::pair<std::int64_t, std::int64_t>, int> steps;  ///< (rows, depth) -> how often
    };
    Seen seen;

    Result<std::unique_ptr<engine::Context>> createContext(const engine::ContextOptions& options) override
    {
        return std::make_unique<RuledContext>(config(), options, seen);
    }

private:
    class RuledContext : public engine::Context {
    public:
        RuledContext(const engine::ModelConfig& config, const engine::ContextOptions& options, Seen& seen)
            : m_config(config), m_options(options), m_seen(seen), m_depth(static_cast<std::size_t>(options.sequences))
        {
        }
        Result<void> step(std::span<const engine::SequenceInput> inputs, bool, std::stop_token stop,
                          engine::StepOutput& out) override
        {
            if (stop.stop_requested())
                return fail(ErrorCode::cancelled, "stopped");
            engine::StepShape shape;
            for (const engine::SequenceInput& input : inputs) {
                auto& depth = m_depth[static_cast<std::size_t>(input.slot)];
                const auto rows = static_cast<std::int64_t>(input.tokens.size());
                EXPECT_LE(depth + rows, m_options.maxPositions);
                EXPECT_TRUE(std::all_of(input.tokens.begin(), input.tokens.end(),
                                        [&](engine::TokenId id) { return id >= 0 && id < m_config.vocab; }));
                if (input.slot == 0)
                    ++m_seen.steps[{rows, depth}];
                shape.sequences.push_back({rows, depth});
                depth += rows;
                m_seen.deepest = std::max(m_seen.deepest, depth);
            }
            m_seen.mostRows = std::max(m_seen.mostRows, shape.rows());
            engine::makeForwardPlan(m_config, shape, out.plan);
            out.ops.clear();
            std::int64_t attention = 0;
            for (std::size_t i = 0; i < out.plan.ops.size(); ++i) {
                if (out.plan.ops[i].kind != engine::OpKind::attention)
                    continue;
                const std::int64_t ns = 1000 * engine::attentionPairs(shape, 0);
                out.ops.push_back({static_cast<std::int32_t>(i), ns});
                attention += ns;
            }
            out.wallNs = 2'000'000 + 1'000'000 * shape.rows() + attention;
            out.hashNs = 50'000;
            return {};
        }
        void truncate(std::int32_t slot, std::int64_t positions) override
        {
            auto& depth = m_depth[static_cast<std::size_t>(slot)];
            depth = std::min(depth, positions);
        }
        std::int64_t depth(std::int32_t slot) const override { return m_depth[static_cast<std::size_t>(slot)]; }
        engine::KvUsage kvUsage() const override { return {}; }
        std::shared_ptr<engine::MemoryAccount> memory() const override { return nullptr; }
        std::vector<float> readCache(std::int32_t, std::int32_t, bool) const override { return {}; }

    private:
        const engine::ModelConfig& m_config;
        engine::ContextOptions m_options;
        Seen& m_seen;
        std::vector<std::int64_t> m_depth;
    };
};

KernelProbeOptions probeOf(std::int64_t prompt, std::int64_t newTokens, std::int64_t sequences)
{
    KernelProbeOptions options;
    options.context.maxPositions = prompt + newTokens - 1;
    options.context.sequences = sequences;
    options.fewestRows = prompt;
    options.mostRows = prompt + newTokens - 1;
    options.deepest = prompt + newTokens - 2;
    return options;
}

std::int64_t pairsOf(const engine::ModelConfig& config, std::int64_t rows, std::int64_t depth, std::int64_t sequences)
{
    engine::ForwardPlan plan;
    engine::StepShape shape;
    shape.sequences.resize(static_cast<std::size_t>(sequences), {rows, depth});
    engine::makeForwardPlan(config, shape, plan);
    return attentionPairsOf(plan);
}

TEST(KernelProbe, PredictsEveryStepOfAMachineThatFollowsTheRule)
{
    for (const std::int64_t sequences : {1, 4}) {
        RuledModel model;
        const auto rates = probeKernels(model, probeOf(9, 40, sequences));
        ASSERT_TRUE(rates) << rates.error().message;
        EXPECT_EQ(rates->compute, "int8");
        EXPECT_NEAR(rates->samplingSeconds(), 50e-6, 1e-12);
        EXPECT_EQ(model.seen.deepest, 48) << "the deepest decode step is probed";
        EXPECT_TRUE(model.seen.steps.contains({1, 9}) && model.seen.steps.contains({1, 47}));
        for (std::int64_t step = 0; step < 40; ++step) {
            const std::int64_t naivePairs = pairsOf(model.config(), 9 + step, 0, sequences);
            const double naive =
                2e-3 + 1e-3 * static_cast<double>((9 + step) * sequences) + 1e-6 * static_cast<double>(naivePairs);
            EXPECT_NEAR(*rates->stepSeconds((9 + step) * sequences, naivePairs), naive, 1e-9) << "naive step " << step;
            if (step == 0)
                continue;
            const std::int64_t pairs = pairsOf(model.config(), 1, 8 + step, sequences);
            const double cached = 2e-3 + 1e-3 * static_cast<double>(sequences) + 1e-6 * static_cast<double>(pairs);
            EXPECT_NEAR(*rates->stepSeconds(sequences, pairs), cached, 1e-9) << "cached step " << step;
        }
    }
}

TEST(KernelProbe, KeepsToTheChunkAndToTheContext)
{
    RuledModel model;
    KernelProbeOptions options = probeOf(700, 2, 1);
    const auto rates = probeKernels(model, options);
    ASSERT_TRUE(rates);
    EXPECT_LE(model.seen.mostRows, options.context.prefillChunk);
    EXPECT_EQ(model.seen.deepest, 701);

    RuledModel shortest;
    ASSERT_TRUE(probeKernels(shortest, probeOf(1, 1, 1))) << "one token on one position";
    EXPECT_EQ(shortest.seen.deepest, 1);
}

TEST(KernelProbe, StoppedSaysSo)
{
    RuledModel model;
    std::stop_source source;
    source.request_stop();
    const auto stopped = probeKernels(model, probeOf(9, 40, 1), source.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace decodescope::profiler
