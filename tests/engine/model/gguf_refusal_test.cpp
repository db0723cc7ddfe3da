// SPDX-License-Identifier: GPL-3.0-or-later
// One change to a sound model at a time: what is still read, and what is refused by name.
#include "engine/model/gguf_model.h"
#include "engine/model/mapped_file.h"
#include "tests/engine/model/gguf_writer.h"

#include <gtest/gtest.h>
#include <cstring>
#include <functional>

namespace decodescope::engine {
namespace {

using tests::GgufWriter;
using Change = std::function<void(GgufWriter&)>;

Result<std::shared_ptr<const ModelSource>> openChanged(const Change& change)
{
    GgufWriter writer = GgufWriter::llama();
    change(writer);
    return GgufModel::create(MappedFile::fromBytes(writer.bytes()), "made.gguf");
}

std::shared_ptr<const ModelSource> read(const Change& change)
{
    const auto model = openChanged(change);
    EXPECT_TRUE(model) << (model ? "" : model.error().message);
    return model ? *model : nullptr;
}

/// Expects a refusal that names the file and all of `words`.
void expectRefused(const Change& change, const std::vector<std::string>& words)
{
    const auto model = openChanged(change);
    ASSERT_FALSE(model) << words.front();
    EXPECT_EQ(model.error().code, ErrorCode::badInput);
    EXPECT_TRUE(model.error().message.starts_with("made.gguf: ")) << model.error().message;
    for (const std::string& word : words)
        EXPECT_NE(model.error().message.find(word), std::string::npos) << word << " in " << model.error().message;
}

void unchanged(GgufWriter&) {}

void addTokenizer(GgufWriter& w)
{
    w.setText("tokenizer.ggml.model", "gpt2");
    w.setTextArray("tokenizer.ggml.tokens", {"a", "b", "c", "d", "ab", "cd", "<s>", "</s>"});
}

TEST(GgufChange, TheModelItselfIsSound)
{
    const auto model = read(unchanged);
    EXPECT_EQ(model->config().name, "made");
    EXPECT_EQ(model->config().headDim, 8);
    EXPECT_EQ(model->config().rope.dimension, 8);
    EXPECT_EQ(model->config().rope.base, 10000.0);
    EXPECT_EQ(model->tokenizer(), nullptr);
    ASSERT_EQ(model->warnings().size(), 1U);  // no tokenizer
}

TEST(GgufChange, EveryRequiredTensorIsNamedWhenMissingOrRenamed)
{
    for (const std::string name :
         {"token_embd.weight", "output_norm.weight", "blk.0.attn_norm.weight", "blk.0.attn_q.weight",
          "blk.0.attn_k.weight", "blk.0.attn_v.weight", "blk.0.attn_output.weight", "blk.0.ffn_norm.weight",
          "blk.0.ffn_gate.weight", "blk.0.ffn_up.weight", "blk.0.ffn_down.weight"}) {
        expectRefused([&](GgufWriter& w) { w.removeTensor(name); }, {name, "missing"});
        expectRefused([&](GgufWriter& w) { w.renameTensor(name, "model." + name); }, {name, "missing"});
        expectRefused([&](GgufWriter& w) { w.setTensor(name, {24, 32}); }, {name});
    }
}

TEST(GgufChange, OffsetsThatLeaveTheFileOrWrapAreRefused)
{
    const std::string name = "blk.0.attn_k.weight";
    std::vector<std::byte> bytes = GgufWriter::llama().bytes();
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    const std::size_t at = std::string_view(text, bytes.size()).find(name);
    ASSERT_NE(at, std::string_view::npos);
    // After the name: the number of dimensions (two of them), both lengths, the type.
    const std::size_t offsetAt = at + name.size() + 4 + 2 * 8 + 4;
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
    const auto size = static_cast<std::uint64_t>(bytes.size());
    for (const std::uint64_t offset : {size / 32 * 32 + 32, kHalf - 32, kHalf, kHalf + 32, std::uint64_t{0} - 32}) {
        std::memcpy(bytes.data() + offsetAt, &offset, sizeof(offset));
        const auto model = GgufModel::create(MappedFile::fromBytes(bytes), "made.gguf");
        ASSERT_FALSE(model) << offset;
        EXPECT_EQ(model.error().code, ErrorCode::badInput);
        EXPECT_NE(model.error().message.find(name), std::string::npos) << model.error().message;
        EXPECT_NE(model.error().message.find("offset"), std::string::npos) << model.error().message;
    }
}

TEST(GgufChange, ShapesAreComparedWhole)
{
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.attn_q.weight", {16, 64});
        },
        {"blk.0.attn_q.weight", "[16, 64]", "[32, 32]"});
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.ffn_down.weight", {32, 64});
        },
        {"blk.0.ffn_down.weight", "[32, 64]", "[64, 32]"});
    expectRefused([](GgufWriter& w) { w.setTensor("blk.0.attn_q.weight", {32, 16, 2}); }, {"attn_q", "[32, 16, 2]"});
    EXPECT_TRUE(openChanged([](GgufWriter& w) { w.setTensor("output_norm.weight", {32, 1}); }));
}

TEST(GgufChange, HeadCountsThatDoNotDivideNameBothNumbers)
{
    expectRefused([](GgufWriter& w) { w.setU32("llama.attention.head_count", 6); }, {"head_count 6", "32"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.attention.head_count_kv", 3); }, {"head_count_kv 3", "4"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.attention.head_count_kv", 8); }, {"head_count_kv 8", "4"});
}

TEST(GgufChange, ExplicitHeadDimensionNeedsNoDivision)
{
    const auto model = read([](GgufWriter& w) {
        w.setU32("llama.attention.head_count", 3);
        w.setU32("llama.attention.head_count_kv", 1);
        w.setU32("llama.attention.key_length", 16);
        w.setU32("llama.attention.value_length", 16);
        w.setTensor("blk.0.attn_q.weight", {32, 48});
        w.setTensor("blk.0.attn_output.weight", {48, 32});
    });
    EXPECT_EQ(model->config().headDim, 16);
    EXPECT_EQ(model->config().queryDim(), 48);
    expectRefused([](GgufWriter& w) { w.setU32("llama.attention.value_length", 4); }, {"value_length 4", "8"});
}

TEST(GgufChange, HeadCountsPerLayerMustAgree)
{
    const auto two = [](GgufWriter& w, std::vector<std::uint32_t> kvHeads) {
        w.setU32("llama.block_count", 2);
        w.setU32Array("llama.attention.head_count_kv", kvHeads);
        for (const std::string suffix :
             {"attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down"}) {
            w.renameTensor("blk.0." + suffix + ".weight", "blk.1." + suffix + ".weight");
        }
        w.setTensor("blk.0.attn_norm.weight", {32});
        w.setTensor("blk.0.attn_q.weight", {32, 32});
        w.setTensor("blk.0.attn_k.weight", {32, 16});
        w.setTensor("blk.0.attn_v.weight", {32, 16});
        w.setTensor("blk.0.attn_output.weight", {32, 32});
        w.setTensor("blk.0.ffn_norm.weight", {32});
        w.setTensor("blk.0.ffn_gate.weight", {32, 64});
        w.setTensor("blk.0.ffn_up.weight", {32, 64});
        w.setTensor("blk.0.ffn_down.weight", {64, 32});
    };
    EXPECT_EQ(read([&](GgufWriter& w) { two(w, {2, 2}); })->config().kvHeads, 2);
    expectRefused([&](GgufWriter& w) { two(w, {2, 1}); }, {"head_count_kv", "2 and 1"});
    expectRefused([&](GgufWriter& w) { two(w, {2}); }, {"head_count_kv", "1 entries for 2 layers"});
    // A bias in one layer only is a damaged file.
    expectRefused(
        [&](GgufWriter& w) {
            two(w, {2, 2});
            w.setTensor("blk.1.attn_q.bias", {32});
        },
        {"blk.0.attn_q.bias"});
}

TEST(GgufChange, BiasesAreOptionalAndChecked)
{
    const auto model = read([](GgufWriter& w) {
        w.setTensor("blk.0.attn_q.bias", {32});
        w.setTensor("blk.0.attn_k.bias", {16});
        w.setTensor("blk.0.attn_v.bias", {16});
    });
    EXPECT_EQ(model->find({TensorRole::keyBias, 0})->columns, 16);
    expectRefused([](GgufWriter& w) { w.setTensor("blk.0.attn_k.bias", {32}); }, {"blk.0.attn_k.bias", "[16]"});
}

TEST(GgufChange, AWeightWithoutAPlaceIsRefusedAndAStrayTensorMentioned)
{
    expectRefused([](GgufWriter& w) { w.setTensor("blk.0.attn_output.bias", {32}); }, {"blk.0.attn_output.bias"});
    expectRefused([](GgufWriter& w) { w.setTensor("blk.7.attn_norm.weight", {32}); }, {"blk.7.attn_norm.weight"});
    const auto model = read([](GgufWriter& w) { w.setTensor("notes", {3}); });
    ASSERT_EQ(model->warnings().size(), 2U);
    EXPECT_NE(model->warnings()[0].find("notes"), std::string::npos);
    EXPECT_EQ(model->config().parameters, read(unchanged)->config().parameters);
}

TEST(GgufChange, TypesThatCannotBeReadAreNamedWithTheirTensor)
{
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.attn_q.weight", {32, 32}, 26, std::vector<std::byte>(4096));
        },
        {"blk.0.attn_q.weight", "I32"});
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.ffn_up.weight", {32, 64}, 39, std::vector<std::byte>(1088));
        },
        {"blk.0.ffn_up.weight", "MXFP4"});
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.ffn_up.weight", {32, 64}, 77, std::vector<std::byte>(9999));
        },
        {"blk.0.ffn_up.weight", "77"});
    expectRefused(
        [](GgufWriter& w) {
            w.setTensor("blk.0.ffn_up.weight", {32, 64}, 12, std::vector<std::byte>(9999));
        },
        {"blk.0.ffn_up.weight", "Q4_K", "256"});
}

TEST(GgufChange, RopeScalingIsReadOrRefused)
{
    const auto scaled = [](const std::string& type, float factor) {
        return [=](GgufWriter& w) {
            w.setText("llama.rope.scaling.type", type);
            w.setF32("llama.rope.scaling.factor", factor);
        };
    };
    EXPECT_EQ(read(scaled("linear", 2.0F))->config().rope.divisors, std::vector<float>(4, 2.0F));
    EXPECT_EQ(read(scaled("none", 2.0F))->config().rope.divisors, std::vector<float>(4, 1.0F));
    EXPECT_EQ(read([](GgufWriter& w) { w.setF32("llama.rope.scale_linear", 4.0F); })->config().rope.divisors,
              std::vector<float>(4, 4.0F));
    expectRefused(scaled("yarn", 2.0F), {"rope.scaling.type", "yarn"});
    expectRefused(scaled("linear", 0.0F), {"rope.scaling.factor"});
    expectRefused([](GgufWriter& w) { w.setText("llama.rope.scaling.type", "linear"); }, {"rope.scaling.factor"});
    expectRefused([](GgufWriter& w) { w.setTensor("rope_freqs.weight", {5}); }, {"rope_freqs.weight", "5", "4"});
    expectRefused([](GgufWriter& w) { w.setTensor("rope_freqs.weight", {4}); }, {"rope_freqs.weight", "positive"});
}

TEST(GgufChange, PartialRotationIsRead)
{
    const auto model = read([](GgufWriter& w) { w.setU32("llama.rope.dimension_count", 4); });
    EXPECT_EQ(model->config().rope.dimension, 4);
    EXPECT_EQ(model->config().rope.divisors.size(), 2U);
}

TEST(GgufChange, OtherModelsAreRefusedByName)
{
    expectRefused([](GgufWriter& w) { w.setText("general.architecture", "qwen3"); }, {"architecture", "qwen3"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.expert_count", 8); }, {"expert_count", "8"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.vocab_size", 9); }, {"vocab_size is 9", "8 rows"});
}

TEST(GgufChange, KeysOfTheWrongTypeOrRangeAreNamed)
{
    expectRefused([](GgufWriter& w) { w.setF32("llama.block_count", 1.0F); }, {"block_count", "f32"});
    expectRefused([](GgufWriter& w) { w.setBool("llama.context_length", true); }, {"context_length", "bool"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.attention.layer_norm_rms_epsilon", 1); }, {"epsilon", "u32"});
    expectRefused([](GgufWriter& w) { w.setF32("llama.attention.layer_norm_rms_epsilon", -1.0F); }, {"epsilon"});
    expectRefused([](GgufWriter& w) { w.setU32("llama.embedding_length", 2'000'000); }, {"embedding_length"});
}

TEST(GgufChange, TokenizerStructureIsChecked)
{
    const auto with = [](const Change& change) {
        return [=](GgufWriter& w) {
            addTokenizer(w);
            change(w);
        };
    };
    const auto model = read(with([](GgufWriter& w) {
        w.setI32Array("tokenizer.ggml.token_type", {1, 0, 2, 4, 5, 6, 3, 3});
        w.setU32("tokenizer.ggml.bos_token_id", 6);
        w.setBool("tokenizer.ggml.add_bos_token", true);
        w.setU32("tokenizer.ggml.padding_token_id", 4'000'000'000U);
    }));
    const TokenizerData& data = *model->tokenizer();
    EXPECT_EQ(data.preTokenizer, "default");
    EXPECT_EQ(data.kinds, (std::vector{TokenKind::normal, TokenKind::normal, TokenKind::unknown, TokenKind::userDefined,
                                       TokenKind::unused, TokenKind::byte, TokenKind::control, TokenKind::control}));
    EXPECT_EQ(data.bos, 6);
    EXPECT_FALSE(data.eos);
    EXPECT_TRUE(data.addBos);
    EXPECT_FALSE(data.padding);  // never used as an index: ignored, with a warning
    ASSERT_EQ(model->warnings().size(), 1U);
    EXPECT_NE(model->warnings()[0].find("padding_token_id"), std::string::npos);

    expectRefused(with([](GgufWriter& w) { w.setI32Array("tokenizer.ggml.token_type", {1, 1}); }), {"token_type", "2"});
    expectRefused(with([](GgufWriter& w) {
                      w.setI32Array("tokenizer.ggml.token_type", {1, 1, 1, 9, 1, 1, 1, 1});
                  }),
                  {"token_type", "token 3", "9"});
    expectRefused(with([](GgufWriter& w) { w.setU32("tokenizer.ggml.eos_token_id", 8); }), {"eos_token_id", "8"});
    expectRefused(with([](GgufWriter& w) { w.setTextArray("tokenizer.ggml.tokens", {"a"}); }), {"tokens", "1", "8"});
    expectRefused(with([](GgufWriter& w) { w.setU32Array("tokenizer.ggml.merges", {1}); }), {"merges", "array of u32"});
    expectRefused(with([](GgufWriter& w) { w.removeKey("tokenizer.ggml.model"); }), {"tokenizer.ggml.model"});
    expectRefused(with([](GgufWriter& w) { w.setU32("tokenizer.ggml.add_bos_token", 1); }), {"add_bos_token", "u32"});
}

/// However long a count or name inside a file is, the message stays short and printable.
TEST(GgufChange, MessagesStayShortAndPrintable)
{
    const auto model = openChanged(
        [](GgufWriter& w) { w.setText("general.architecture", std::string(5000, 'x') + "\n\x1b[31m\xff"); });
    ASSERT_FALSE(model);
    EXPECT_LT(model.error().message.size(), 200U);
    const auto coloured = openChanged([](GgufWriter& w) { w.setText("general.architecture", "\x1b[31mred\xff"); });
    EXPECT_NE(coloured.error().message.find("\\x1b[31mred\\xff"), std::string::npos);
}

}  // namespace
}  // namespace decodescope::engine
