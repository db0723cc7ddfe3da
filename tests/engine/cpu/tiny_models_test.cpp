// SPDX-License-Identifier: GPL-3.0-or-later
// Every tiny llama model and every weight format against references made by other programs, on every instruction-set
// path of this machine.
#include "engine/cpu/isa.h"
#include "tests/engine/support/engine_fixture.h"

namespace decodescope::engine::testing {
namespace {

struct Case {
    std::string model;
    std::string isa;
};

void PrintTo(const Case& c, std::ostream* out)
{
    *out << c.model << " on " << c.isa;
}

std::vector<Case> casesOf(std::initializer_list<const char*> models)
{
    std::vector<Case> cases;
    for (const char* model : models)
        for (cpu::Isa isa : cpu::availableIsas()) cases.push_back({model, std::string(cpu::name(isa))});
    return cases;
}

std::string caseName(const ::testing::TestParamInfo<Case>& info)
{
    std::string text = info.param.model + "_" + info.param.isa;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
    return text;
}

class TinyModel : public ::testing::TestWithParam<Case> {
protected:
    void SetUp() override
    {
        ModelOptions options = exactOptions();
        options.isa = GetParam().isa;
        options.threads = 2;
        m_model = load(openTiny(GetParam().model), options);
        m_golden = readJson(folder() + "golden.json");
    }
    std::string folder() const { return "tiny/" + GetParam().model + "/"; }

    std::unique_ptr<LoadedModel> m_model;
    nlohmann::json m_golden;
};

TEST_P(TinyModel, LogitsMatchAtEveryPosition)
{
    const auto tokens = ids(m_golden["input_ids"]);
    const auto context = require(m_model->createContext(contextOptions(64)));
    StepOutput out;
    feed(*context, tokens, out, true);
    const auto expected = readFloats(folder() + m_golden["logits"]["file"].get<std::string>());
    EXPECT_LE(largestDifference(out.sequences[0].allLogits, expected), 3e-4);
    const std::size_t vocab = expected.size() / tokens.size();
    EXPECT_LE(largestDifference(out.sequences[0].logits, std::span(expected).last(vocab)), 3e-4);
}

TEST_P(TinyModel, KeysAndValuesMatch)
{
    const auto tokens = ids(m_golden["input_ids"]);
    const auto context = require(m_model->createContext(contextOptions(64)));
    StepOutput out;
    feed(*context, tokens, out);
    const auto expected = readFloats(folder() + m_golden["kv_cache_after_prefill"]["file"].get<std::string>());
    const auto layers = static_cast<std::size_t>(m_model->config().layers);
    const std::size_t part = expected.size() / layers / 2;
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (std::size_t values = 0; values < 2; ++values) {
            const auto got = context->readCache(0, static_cast<std::int32_t>(layer), values == 1);
            const auto want = std::span(expected).subspan((layer * 2 + values) * part, part);
            // The reference holds keys as half-split models rotate them; llama GGUF rows are permuted for
            // interleaved pairs.
            const auto dim = static_cast<std::size_t>(m_model->config().headDim);
            std::vector<float> ordered = got;
            if (values == 0 && m_model->config().rope.interleaved)
                for (std::size_t i = 0; i < got.size(); ++i) {
                    const std::size_t d = i % dim;
                    ordered[i - d + (d % 2) * dim / 2 + d / 2] = got[i];
                }
            EXPECT_LE(largestDifference(ordered, want), 3e-4) << "layer " << layer << (values ? " values" : " keys");
        }
}

TEST_P(TinyModel, GreedyIdsMatch)
{
    GenerateOptions options;
    options.prompts = {ids(m_golden["input_ids"])};
    const auto expected = ids(m_golden["greedy_ids"]);
    options.newTokens = static_cast<std::int64_t>(expected.size());
    options.ignoreEos = true;
    const auto context = require(m_model->createContext(contextOptions(neededPositions(options))));
    Recording recording;
    EXPECT_EQ(require(generate(*context, options, recording, {})).ids[0], expected);
}

TEST_P(TinyModel, LogitsMatchAfterTwoHundredTokens)
{
    const auto tokens = ids(m_golden["long"]["input_ids"]);
    const auto context = require(m_model->createContext(contextOptions(256)));
    StepOutput out;
    feed(*context, tokens, out);
    const auto expected = readFloats(folder() + m_golden["long"]["last_logits"]["file"].get<std::string>());
    EXPECT_LE(largestDifference(out.sequences[0].logits, expected), 3e-4);
}

INSTANTIATE_TEST_SUITE_P(Llama, TinyModel,
                         ::testing::ValuesIn(casesOf({"llama_mha", "llama_gqa", "llama_mqa", "llama_headdim",
                                                      "llama_untied", "llama_rope_linear", "llama_rope_llama3"})),
                         caseName);

class QuantisedModel : public ::testing::TestWithParam<Case> {
protected:
    std::vector<float> logits(ModelOptions options) const
    {
        options.isa = GetParam().isa;
        options.threads = 2;
        const auto model = load(open(dataPath("tiny/quant/" + GetParam().model + ".gguf")), options);
        const auto tokens = ids(readJson("tiny/quant/golden.json")["input_ids"]);
        const auto context = require(model->createContext(contextOptions(64)));
        StepOutput out;
        feed(*context, tokens, out, true);
        return {out.sequences[0].allLogits.begin(), out.sequences[0].allLogits.end()};
    }
    std::vector<float> expected() const { return readFloats("tiny/quant/" + GetParam().model + ".logits.f32.bin"); }
};

TEST_P(QuantisedModel, LogitsMatchInF32)
{
    EXPECT_LE(largestDifference(logits(exactOptions()), expected()), 1e-3);
}

TEST_P(QuantisedModel, LogitsMatchInTheDefaultArithmetic)
{
    const auto got = logits({});
    EXPECT_LE(largestDifference(got, expected()), 0.8);
    EXPECT_LE(rmsDifference(got, expected()), 0.12);
}

INSTANTIATE_TEST_SUITE_P(Formats, QuantisedModel,
                         ::testing::ValuesIn(casesOf({"F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K",
                                                      "Q3_K", "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "MIXED"})),
                         caseName);

}  // namespace
}  // namespace decodescope::engine::testing
