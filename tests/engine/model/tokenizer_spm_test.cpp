// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece vocabularies ("llama" in GGUF files) against what SentencePiece itself makes of the same texts.
#include "engine/model/gguf_model.h"
#include "engine/model/mapped_file.h"
#include "engine/model/tokenizer.h"
#include "tests/engine/model/gguf_writer.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>
#include <array>
#include <cmath>
#include <fstream>

namespace decodescope::engine {
namespace {

using Ids = std::vector<TokenId>;

nlohmann::json reference()
{
    std::ifstream in(DECODESCOPE_TEST_DATA "/tokenizer/sentencepiece.json");
    return nlohmann::json::parse(in);
}

TokenizerData vocabulary()
{
    constexpr std::array kKinds{TokenKind::normal,      TokenKind::normal, TokenKind::unknown, TokenKind::control,
                                TokenKind::userDefined, TokenKind::unused, TokenKind::byte};
    const nlohmann::json document = reference();
    TokenizerData data;
    data.model = "llama";
    data.pieces = document["pieces"].get<std::vector<std::string>>();
    data.scores = document["scores"].get<std::vector<float>>();
    for (const nlohmann::json& kind : document["kinds"]) data.kinds.push_back(kKinds.at(kind.get<std::size_t>()));
    data.unknown = 0;
    data.bos = 1;
    data.eos = 2;
    data.addBos = data.addSpacePrefix = true;
    return data;
}

TEST(SentencePiece, GivesTheReferencesIdsAndTheTextBack)
{
    const auto tokenizer = Tokenizer::create(vocabulary());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    std::size_t texts = 0;
    const nlohmann::json document = reference();
    for (const nlohmann::json& line : document["texts"]) {
        const auto text = line["text"].get<std::string>();
        const Encoded encoded = (*tokenizer)->encode(text, true, false);
        EXPECT_EQ(encoded.ids, line["ids"].get<Ids>()) << text;
        EXPECT_EQ(encoded.droppedBytes, 0) << text;
        // U+2581 in a text is a space to this vocabulary.
        if (text.find("\xe2\x96\x81") == std::string::npos && !text.empty()) {
            EXPECT_EQ((*tokenizer)->decode(encoded.ids), " " + text);
        }
        ++texts;
    }
    EXPECT_GT(texts, 50U);
}

TEST(SentencePiece, SpecialTokensAndBosStandAroundPrefixedParts)
{
    const auto made = Tokenizer::create(vocabulary());
    ASSERT_TRUE(made);
    const Tokenizer& tokenizer = **made;
    Ids expected{1};
    const Ids first = tokenizer.encode("the cache", true, false).ids;
    const Ids second = tokenizer.encode("a run", true, false).ids;
    expected.insert(expected.end(), first.begin(), first.end());
    expected.push_back(2);
    expected.insert(expected.end(), second.begin(), second.end());
    EXPECT_EQ(tokenizer.encode("the cache</s>a run").ids, expected);
    EXPECT_TRUE(tokenizer.isEndOfGeneration(2));
    EXPECT_EQ(tokenizer.encode("", true, true).ids, Ids{1});
    EXPECT_EQ(tokenizer.bytes(3 + 0x41), "A");  // <0x41>
}

TEST(SentencePiece, WithoutByteTokensAnUnknownCharacterIsTheUnknownToken)
{
    TokenizerData data;
    data.model = "llama";
    data.pieces = {"<unk>", "\xe2\x96\x81", "a",
                   "\xe2\x96\x81"
                   "a"};
    data.kinds = {TokenKind::unknown, TokenKind::normal, TokenKind::normal, TokenKind::normal};
    data.scores = {0, -1, -2, -3};
    data.unknown = 0;
    data.addSpacePrefix = true;
    EXPECT_EQ((*Tokenizer::create(data))->encode("a\xc3\xa9").ids, (Ids{3, 0}));
    data.unknown.reset();
    const Encoded dropped = (*Tokenizer::create(data))->encode("a\xc3\xa9");
    EXPECT_EQ(dropped.ids, Ids{3});
    EXPECT_EQ(dropped.droppedBytes, 2);
}

TEST(SentencePiece, ScoresAreReadFromFilesAndRequired)
{
    tests::GgufWriter writer = tests::GgufWriter::llama();
    writer.setText("tokenizer.ggml.model", "llama");
    writer.setTextArray("tokenizer.ggml.tokens", {"<unk>", "<s>", "</s>", "\xe2\x96\x81", "a", "b", "ab", "c"});
    writer.setI32Array("tokenizer.ggml.token_type", {2, 3, 3, 1, 1, 1, 1, 1});
    const auto open = [&] { return GgufModel::create(MappedFile::fromBytes(writer.bytes()), "made.gguf"); };
    const auto without = open();
    ASSERT_FALSE(without);
    EXPECT_NE(without.error().message.find("tokenizer.ggml.scores"), std::string::npos) << without.error().message;
    writer.setF32Array("tokenizer.ggml.scores", {0, 0, 0, -1, -2, -3});
    const auto few = open();
    ASSERT_FALSE(few);
    EXPECT_NE(few.error().message.find("6 entries for 8"), std::string::npos) << few.error().message;
    writer.setF32Array("tokenizer.ggml.scores", {0, 0, 0, -1, -2, -3, -4, -5});
    writer.setU32("tokenizer.ggml.bos_token_id", 1);
    const auto model = open();
    ASSERT_TRUE(model) << model.error().message;
    const auto tokenizer = openTokenizer(**model);
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    // BOS and the space before are what such a file means when it does not say.
    EXPECT_EQ((*tokenizer)->encode("abc").ids, (Ids{1, 3, 6, 7}));
    writer.setF32Array("tokenizer.ggml.scores", {0, 0, 0, -1, std::nanf(""), -3, -4, -5});
    const auto bad = open();
    const auto refused = bad ? openTokenizer(**bad) : Result<std::shared_ptr<const Tokenizer>>();
    const std::string message = bad ? (refused ? "" : refused.error().message) : bad.error().message;
    EXPECT_TRUE(message.starts_with("made.gguf: ")) << message;
}

}  // namespace
}  // namespace decodescope::engine
