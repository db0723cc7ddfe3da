// SPDX-License-Identifier: GPL-3.0-or-later
// The default model against reference decodes of its dequantised weights (tolerances: measured between independent
// implementations).
#include "tests/engine/support/engine_fixture.h"

#include <random>

namespace decodescope::engine::testing {
namespace {

class SmolLm2 : public ::testing::Test {
protected:
    static void SetUpTestSuite() { s_source = openDefault(); }
    static void TearDownTestSuite() { s_source.reset(); }
    static std::shared_ptr<const ModelSource> s_source;
};
std::shared_ptr<const ModelSource> SmolLm2::s_source;

GenerateOptions optionsFor(const nlohmann::json& prompt)
{
    GenerateOptions options;
    options.prompts = {ids(prompt["ids"])};
    options.newTokens = static_cast<std::int64_t>(prompt["greedy_ids"].size());
    options.ignoreEos = true;
    return options;
}

TEST_F(SmolLm2, DecodesTheReferenceIdsInF32)
{
    ModelOptions modelOptions = exactOptions();
    modelOptions.weights = DataType::f32;
    const auto model = load(s_source, modelOptions);
    const auto reference = readJson("smollm2/prompts.json");
    for (const auto& prompt : reference["prompts"]) {
        SCOPED_TRACE(prompt["name"].get<std::string>());
        const GenerateOptions options = optionsFor(prompt);
        const auto context = require(model->createContext(contextOptions(neededPositions(options))));
        Recording recording(true);
        const GenerateOutcome outcome = require(generate(*context, options, recording, {}));
        EXPECT_EQ(outcome.ids[0], ids(prompt["greedy_ids"]));
        const auto& first = recording.steps.front().logits[0];
        const auto topIds = ids(prompt["last_logits_top50_ids"]);
        const auto topValues = prompt["last_logits_top50"].get<std::vector<float>>();
        for (std::size_t i = 0; i < topIds.size(); ++i)
            EXPECT_NEAR(first[static_cast<std::size_t>(topIds[i])], topValues[i], 1e-3);
        if (prompt.contains("last_logits_full")) {
            const auto expected = readFloats("smollm2/" + prompt["last_logits_full"]["file"].get<std::string>());
            EXPECT_LE(largestDifference(first, expected), 1e-3);
        }
    }
}

/// Feeds the reference's ids to `model` and to the exact one, and compares the logits of every step.
struct Comparison {
    double largest = 0;
    double rms = 0;
    int agreeing = 0;
    int steps = 0;
};

class AgainstExact : public SmolLm2 {
protected:
    static std::vector<std::vector<float>> forcedLogits(LoadedModel& model, const nlohmann::json& prompt, DataType kv)
    {
        GenerateOptions options = optionsFor(prompt);
        options.forced = {ids(prompt["greedy_ids"])};
        const auto context = require(model.createContext(contextOptions(neededPositions(options), kv)));
        Recording recording(true);
        require(generate(*context, options, recording, {}));
        std::vector<std::vector<float>> out;
        for (auto& step : recording.steps) out.push_back(std::move(step.logits[0]));
        return out;
    }

    static Comparison compare(const std::vector<std::vector<float>>& got, const std::vector<std::vector<float>>& exact)
    {
        Comparison result;
        double squares = 0;
        for (std::size_t i = 0; i < exact.size(); ++i) {
            result.largest = std::max(result.largest, largestDifference(got[i], exact[i]));
            squares += std::pow(rmsDifference(got[i], exact[i]), 2);
            const auto best = [](const std::vector<float>& v) {
                return std::max_element(v.begin(), v.end()) - v.begin();
            };
            result.agreeing += best(got[i]) == best(exact[i]);
            ++result.steps;
        }
        result.rms = std::sqrt(squares / static_cast<double>(exact.size()));
        return result;
    }
};

TEST_F(AgainstExact, DefaultArithmeticStaysWithinEightBitActivations)
{
    const auto exact = load(s_source, exactOptions());
    const auto model = load(s_source);
    const auto reference = readJson("smollm2/prompts.json");
    for (const auto& prompt : reference["prompts"]) {
        SCOPED_TRACE(prompt["name"].get<std::string>());
        const Comparison c =
            compare(forcedLogits(*model, prompt, DataType::f32), forcedLogits(*exact, prompt, DataType::f32));
        EXPECT_LE(c.largest, 2.5);
        EXPECT_LE(c.rms, 0.4);
        EXPECT_GE(c.agreeing, 29);
        EXPECT_EQ(c.steps, 32);
    }
}

TEST_F(AgainstExact, CacheFormatsStayWithinTheirRounding)
{
    const auto exact = load(s_source, exactOptions());
    const auto prompts = readJson("smollm2/prompts.json")["prompts"];
    const auto& prompt = prompts[0];
    const auto reference = forcedLogits(*exact, prompt, DataType::f32);
    EXPECT_LE(compare(forcedLogits(*exact, prompt, DataType::f16), reference).largest, 0.1);
    EXPECT_LE(compare(forcedLogits(*exact, prompt, DataType::q8_0), reference).largest, 1.0);
    // bf16 keeps three bits less than f16, q4_0 has no bound (it moves logits by up to 9): both must still be
    // near enough to be the same model.
    EXPECT_LE(compare(forcedLogits(*exact, prompt, DataType::bf16), reference).largest, 0.8);
    EXPECT_GE(compare(forcedLogits(*exact, prompt, DataType::q4_0), reference).agreeing, 16);
}

TEST_F(SmolLm2, NaiveEqualsCachedBitForBitInTheDefaultSetting)
{
    const auto model = load(s_source);
    GenerateOptions options = optionsFor(readJson("smollm2/prompts.json")["prompts"][0]);
    options.newTokens = 20;
    for (DataType kv : {DataType::f16, DataType::q8_0}) {
        std::vector<std::uint64_t> hashes[2];
        std::vector<std::vector<TokenId>> texts;
        for (Strategy strategy : {Strategy::cached, Strategy::naive}) {
            options.strategy = strategy;
            const auto context = require(model->createContext(contextOptions(neededPositions(options), kv)));
            Recording recording;
            texts.push_back(require(generate(*context, options, recording, {})).ids[0]);
            for (const auto& step : recording.steps)
                hashes[strategy == Strategy::naive].push_back(step.sequences[0].logitsHash);
        }
        EXPECT_EQ(hashes[0], hashes[1]) << "cache format " << name(kv);
        EXPECT_EQ(texts[0], texts[1]);
    }
}

TEST_F(SmolLm2, AnySplitOfALongPromptGivesTheSameBits)
{
    const auto model = load(s_source);
    std::mt19937 random(5);
    std::vector<TokenId> tokens;
    for (int i = 0; i < 300; ++i)
        tokens.push_back(static_cast<TokenId>(random() % static_cast<std::uint32_t>(model->config().vocab)));
    const auto hashOf = [&](std::initializer_list<std::size_t> cuts) {
        const auto context = require(model->createContext(contextOptions(320, DataType::f16)));
        StepOutput out;
        std::size_t from = 0;
        for (std::size_t cut : cuts) {
            feed(*context, std::span(tokens).subspan(from, cut - from), out);
            from = cut;
        }
        return out.sequences[0].logitsHash;
    };
    const std::uint64_t expected = hashOf({300});
    EXPECT_EQ(hashOf({7, 8, 9, 200, 299, 300}), expected);
    EXPECT_EQ(hashOf({256, 257, 300}), expected);
}

}  // namespace
}  // namespace decodescope::engine::testing
