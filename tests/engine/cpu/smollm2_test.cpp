// SPDX-License-Identifier: GPL-3.0-or-later
// The default model against reference decodes of its dequantised weights (tolerances: measured between independent
// implementations).
#include "tests/engine/support/engine_fixture.h"

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
    for (const auto& prompt : readJson("smollm2/prompts.json")["prompts"]) {
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

}  // namespace
}  // namespace decodescope::engine::testing
