// SPDX-License-Identifier: GPL-3.0-or-later
// The same tokens give the same bits: however the prompt is cut, on any number of threads, in any batch, with or
// without the cache, in every cache format and arithmetic, on every instruction-set path.
#include "engine/cpu/isa.h"
#include "tests/engine/support/engine_fixture.h"

#include <functional>
#include <random>

namespace decodescope::engine::testing {
namespace {

using Random = std::mt19937;

std::vector<TokenId> randomTokens(Random& random, std::int64_t count, std::int64_t vocab)
{
    std::vector<TokenId> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(static_cast<TokenId>(random() % static_cast<std::uint32_t>(vocab)));
    return out;
}

bool sameBits(std::span<const float> a, std::span<const float> b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Logits at every position, in one step.
std::vector<float> whole(LoadedModel& model, const ContextOptions& options, std::span<const TokenId> tokens)
{
    const auto context = require(model.createContext(options));
    StepOutput out;
    feed(*context, tokens, out, true);
    return {out.sequences[0].allLogits.begin(), out.sequences[0].allLogits.end()};
}

/// Logits at every position, the tokens cut at random.
std::vector<float> inPieces(LoadedModel& model, ContextOptions options, std::span<const TokenId> tokens, Random& random)
{
    options.prefillChunk = 1 + static_cast<std::int64_t>(random() % 40);
    const auto context = require(model.createContext(options));
    StepOutput out;
    std::vector<float> all;
    while (!tokens.empty()) {
        const std::size_t most = random() % 3 == 0 ? 1 : 1 + random() % 70;
        const auto piece = tokens.first(std::min(tokens.size(), most));
        feed(*context, piece, out, true);
        all.insert(all.end(), out.sequences[0].allLogits.begin(), out.sequences[0].allLogits.end());
        tokens = tokens.subspan(piece.size());
    }
    return all;
}

struct Setting {
    std::string file;
    std::string isa;
    std::optional<ComputeType> compute;
    std::optional<DataType> weights;
};

void PrintTo(const Setting& s, std::ostream* out)
{
    *out << s.file << " " << s.isa << " " << (s.compute ? name(*s.compute) : "auto") << " "
         << (s.weights ? name(*s.weights) : "file");
}

std::vector<Setting> settings()
{
    std::vector<Setting> out;
    for (cpu::Isa isa : cpu::availableIsas()) {
        const std::string path(cpu::name(isa));
        out.push_back({"tiny/llama_gqa/llama_gqa.gguf", path, ComputeType::f32, {}});
        out.push_back({"tiny/llama_headdim/llama_headdim.gguf", path, {}, DataType::bf16});
        out.push_back({"tiny/llama_mqa/llama_mqa.gguf", path, {}, {}});
        out.push_back({"tiny/quant/Q4_1.gguf", path, {}, {}});
        out.push_back({"tiny/quant/Q6_K.gguf", path, ComputeType::f32, {}});
        out.push_back({"tiny/quant/MIXED.gguf", path, {}, {}});
        out.push_back({"tiny/quant/F16.gguf", path, {}, {}});
    }
    return out;
}

class BitForBit : public ::testing::TestWithParam<Setting> {
protected:
    std::unique_ptr<LoadedModel> loadWith(std::int32_t threads) const
    {
        ModelOptions options;
        options.compute = GetParam().compute;
        options.weights = GetParam().weights;
        options.isa = GetParam().isa;
        options.threads = threads;
        return load(open(dataPath(GetParam().file)), options);
    }
};

TEST_P(BitForBit, AnySplitAnyThreadsAnyCacheFormat)
{
    Random random(20);
    const auto reference = loadWith(1);
    const bool blocks = reference->config().headDim % 32 == 0;
    const std::vector<std::pair<DataType, DataType>> formats =
        blocks ? std::vector<std::pair<DataType, DataType>>{{DataType::f32, DataType::f32},
                                                            {DataType::q8_0, DataType::q8_0},
                                                            {DataType::q4_0, DataType::f16},
                                                            {DataType::bf16, DataType::q4_0}}
               : std::vector<std::pair<DataType, DataType>>{{DataType::f16, DataType::f16},
                                                            {DataType::bf16, DataType::f32}};
    // One pair per setting, drawn by its name, so that all pairs meet all paths without all being tried on each.
    const std::size_t draw = std::hash<std::string>{}(GetParam().file + GetParam().isa);
    for (std::size_t drawn : {draw % formats.size()}) {
        const auto& [key, value] = formats[drawn];
        ContextOptions options = contextOptions(320);
        options.keyFormat = key;
        options.valueFormat = value;
        const auto tokens =
            randomTokens(random, 260 + static_cast<std::int64_t>(random() % 30), reference->config().vocab);
        const auto expected = whole(*reference, options, tokens);
        for (std::int32_t threads : {2, 3}) {
            const auto model = loadWith(threads);
            EXPECT_TRUE(sameBits(inPieces(*model, options, tokens, random), expected))
                << threads << " threads, keys " << name(key) << ", values " << name(value);
        }
    }
}

TEST_P(BitForBit, RaggedBatchEqualsEachAlone)
{
    Random random(19);
    const auto model = loadWith(2);
    const std::int64_t lengths[] = {3, 11, 258, 64, 1};
    std::vector<std::vector<TokenId>> prompts;
    for (std::int64_t length : lengths) prompts.push_back(randomTokens(random, length, model->config().vocab));
    const auto batch = require(model->createContext(contextOptions(300, DataType::f16, 5)));
    std::vector<SequenceInput> inputs;
    for (std::size_t s = 0; s < prompts.size(); ++s) inputs.push_back({static_cast<std::int32_t>(s), prompts[s]});
    StepOutput first;
    require(batch->step(inputs, false, {}, first));
    std::vector<std::uint64_t> prefill;
    for (const SequenceOutput& sequence : first.sequences) prefill.push_back(sequence.logitsHash);
    const auto next = randomTokens(random, 5, model->config().vocab);
    for (std::size_t s = 0; s < prompts.size(); ++s) inputs[s].tokens = std::span(next).subspan(s, 1);
    std::swap(inputs[0], inputs[3]);  // order within the step must not matter
    StepOutput second;
    require(batch->step(inputs, false, {}, second));
    for (std::size_t s = 0; s < prompts.size(); ++s) {
        const auto alone = require(model->createContext(contextOptions(300, DataType::f16)));
        StepOutput out;
        feed(*alone, prompts[s], out);
        EXPECT_EQ(out.sequences[0].logitsHash, prefill[s]) << "sequence " << s;
        EXPECT_EQ(out.sequences[0].positionsComputed, lengths[s]);
        feed(*alone, std::span(next).subspan(s, 1), out);
        const std::size_t at = s == 0 ? 3 : s == 3 ? 0 : s;
        EXPECT_EQ(out.sequences[0].logitsHash, second.sequences[at].logitsHash) << "sequence " << s;
    }
}

TEST_P(BitForBit, CutBackAndContinuedEqualsAFreshRun)
{
    Random random(21);
    const auto model = loadWith(2);
    const ContextOptions options = contextOptions(300, DataType::f16);
    for (std::int64_t kept : {1 + static_cast<std::int64_t>(random() % 70), std::int64_t{64}, std::int64_t{257}}) {
        const auto old = randomTokens(random, 262, model->config().vocab);
        auto fresh = std::vector<TokenId>(old.begin(), old.begin() + kept);
        const auto more = randomTokens(random, 9, model->config().vocab);
        fresh.insert(fresh.end(), more.begin(), more.end());
        const auto context = require(model->createContext(options));
        StepOutput out;
        feed(*context, old, out);
        context->truncate(0, kept);
        EXPECT_EQ(context->depth(0), kept);
        feed(*context, more, out);
        const std::uint64_t hash = out.sequences[0].logitsHash;
        const auto other = require(model->createContext(options));
        feed(*other, fresh, out);
        EXPECT_EQ(out.sequences[0].logitsHash, hash) << "kept " << kept;
    }
}

INSTANTIATE_TEST_SUITE_P(Settings, BitForBit, ::testing::ValuesIn(settings()));

}  // namespace
}  // namespace decodescope::engine::testing
