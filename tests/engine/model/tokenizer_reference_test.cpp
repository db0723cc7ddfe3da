// SPDX-License-Identifier: GPL-3.0-or-later
// The tokenizer against ids that other implementations gave (tests/data/tokenizer, tests/data/tiny).
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"
#include "tests/engine/model/sha256.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <set>

namespace decodescope::engine {
namespace {

using nlohmann::json;

std::string dataPath(const std::string& name)
{
    return std::string(DECODESCOPE_TEST_DATA) + "/" + name;
}

std::vector<json> jsonLines(const std::string& name)
{
    std::ifstream file(dataPath(name));
    std::vector<json> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
    return lines;
}

json jsonFile(const std::string& name)
{
    std::ifstream file(dataPath(name));
    return json::parse(file);
}

std::string fromHex(const std::string& hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

/// The tokenizer of a model file, with another pre-tokenizer where one is given.
std::shared_ptr<const Tokenizer> open(const std::string& path, const std::string& preTokenizer = {})
{
    auto source = openModel(path);
    if (!source) {
        ADD_FAILURE() << source.error().message << " (scripts/fetch-model fetches the default model)";
        return nullptr;
    }
    TokenizerData data = *(*source)->tokenizer();
    if (!preTokenizer.empty())
        data.preTokenizer = preTokenizer;
    auto tokenizer = Tokenizer::create(data);
    if (!tokenizer) {
        ADD_FAILURE() << tokenizer.error().message;
        return nullptr;
    }
    return *tokenizer;
}

class DefaultModel : public testing::Test {
protected:
    static void SetUpTestSuite() { s_tokenizer = open(defaultModelPath()); }
    static void TearDownTestSuite() { s_tokenizer.reset(); }
    void SetUp() override { ASSERT_TRUE(s_tokenizer); }
    static std::shared_ptr<const Tokenizer> s_tokenizer;
};
std::shared_ptr<const Tokenizer> DefaultModel::s_tokenizer;

TEST_F(DefaultModel, EncodesEveryReferenceTextToItsIds)
{
    std::size_t texts = 0;
    std::size_t asText = 0;
    for (const json& line : jsonLines("tokenizer/public.jsonl")) {
        if (line["ids"].is_null())
            continue;
        SCOPED_TRACE(line["name"].get<std::string>());
        const std::string text = fromHex(line["utf8_hex"]);
        const Encoded encoded = s_tokenizer->encode(text);
        EXPECT_EQ(encoded.ids, line["ids"].get<std::vector<TokenId>>());
        EXPECT_FALSE(encoded.invalidUtf8);
        const std::string decoded = s_tokenizer->decode(encoded.ids);
        EXPECT_EQ(decoded, fromHex(line["decoded_hex"]));
        EXPECT_EQ(encoded.droppedBytes, static_cast<std::int64_t>(text.size() - decoded.size()));
        EXPECT_EQ(encoded.droppedBytes == 0, line["roundtrip"].get<bool>());
        ++texts;
        if (line.contains("ids_special_as_text")) {
            EXPECT_EQ(s_tokenizer->encode(text, false).ids, line["ids_special_as_text"].get<std::vector<TokenId>>());
            ++asText;
        }
    }
    EXPECT_EQ(texts, 266u);
    EXPECT_EQ(asText, 13u);
}

TEST_F(DefaultModel, ReadsInvalidUtf8AsReplacementCharacters)
{
    std::size_t texts = 0;
    for (const json& line : jsonLines("tokenizer/public.jsonl")) {
        if (!line["ids"].is_null())
            continue;
        SCOPED_TRACE(line["name"].get<std::string>());
        const std::string text = fromHex(line["bytes_hex"]);
        const Encoded encoded = s_tokenizer->encode(text);
        EXPECT_EQ(encoded.ids, line["ids_if_replaced_by_fffd"].get<std::vector<TokenId>>());
        EXPECT_TRUE(encoded.invalidUtf8);
        EXPECT_EQ(toValidUtf8(text), line["text_if_replaced"].get<std::string>());
        ++texts;
    }
    EXPECT_EQ(texts, 12u);
}

TEST_F(DefaultModel, GivesTheBytesOfEveryPiece)
{
    const json reference = jsonFile("tokenizer/pieces.json");
    ASSERT_EQ(s_tokenizer->vocabularySize(), reference["n_vocab"].get<std::int64_t>());
    const auto special = reference["special_ids"].get<std::set<TokenId>>();
    for (const json& piece : reference["pieces"]) {
        const auto id = piece["id"].get<TokenId>();
        EXPECT_EQ(s_tokenizer->bytes(id), fromHex(piece["hex"])) << "token " << id;
        EXPECT_EQ(s_tokenizer->bytes(id, false).empty(), special.contains(id)) << "token " << id;
    }
    std::int64_t notAlone = 0;
    tests::Sha256 hash;
    for (TokenId id = 0; id < s_tokenizer->vocabularySize(); ++id) {
        const std::string bytes = s_tokenizer->bytes(id);
        notAlone += toValidUtf8(bytes) != bytes;
        const auto length = static_cast<std::uint32_t>(bytes.size());
        for (const unsigned shift : {0u, 8u, 16u, 24u}) {
            const std::byte part{static_cast<unsigned char>(length >> shift)};
            hash.update(std::span(&part, 1));
        }
        hash.update(std::as_bytes(std::span(bytes)));
    }
    EXPECT_EQ(hash.finish(), reference["sha256_all_pieces"].get<std::string>());
    EXPECT_EQ(notAlone, reference["n_tokens_that_are_not_valid_utf8_alone"].get<std::int64_t>());
    EXPECT_EQ(s_tokenizer->bytes(-1), "");
    EXPECT_EQ(s_tokenizer->bytes(static_cast<TokenId>(s_tokenizer->vocabularySize())), "");
}

TEST_F(DefaultModel, DropsExactlyTheBytesWithoutAToken)
{
    std::set<std::string> without;
    const json reference = jsonFile("tokenizer/pieces.json");
    for (const json& hex : reference["bytes_without_a_token"]) without.insert(fromHex(hex));
    for (int byte = 0; byte < 0x80; ++byte) {
        const std::string text(1, static_cast<char>(byte));
        EXPECT_EQ(s_tokenizer->encode(text).droppedBytes, without.contains(text) ? 1 : 0) << "byte " << byte;
    }
}

TEST_F(DefaultModel, StreamsWholeCharacters)
{
    const json reference = jsonFile("tokenizer/streaming.json");
    ASSERT_EQ(reference["cases"].size(), 5u);
    for (const json& entry : reference["cases"]) {
        SCOPED_TRACE(entry["text"].get<std::string>());
        const auto ids = entry["ids"].get<std::vector<TokenId>>();
        StreamingDecoder decoder;
        std::string whole;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::string emitted = decoder.push(s_tokenizer->bytes(ids[i]));
            EXPECT_EQ(emitted, fromHex(entry["emit_hex_per_token"][i])) << "token " << i;
            whole += emitted;
        }
        // One text was cut after its ids were made; every other ends with a whole character.
        whole += decoder.finish();
        EXPECT_EQ(whole, s_tokenizer->decode(ids));
    }
}

TEST_F(DefaultModel, RendersItsChatTemplateAsTheReferenceDoes)
{
    const json reference = jsonFile("smollm2/chat_template.json");
    ASSERT_EQ(reference["cases"].size(), 10u);
    for (const json& entry : reference["cases"]) {
        std::vector<ChatMessage> messages;
        for (const json& message : entry["messages"]) messages.push_back({message["role"], message["content"]});
        const auto text = s_tokenizer->applyChatTemplate(messages, entry["add_generation_prompt"]);
        ASSERT_TRUE(text) << text.error().message;
        EXPECT_EQ(*text, entry["text"].get<std::string>());
        EXPECT_EQ(s_tokenizer->encode(*text).ids, entry["ids"].get<std::vector<TokenId>>());
    }
}

TEST_F(DefaultModel, EndsAtTheEndOfATurnOrADocument)
{
    EXPECT_EQ(s_tokenizer->eos(), TokenId{2});
    EXPECT_TRUE(s_tokenizer->isEndOfGeneration(2));   // <|im_end|>
    EXPECT_TRUE(s_tokenizer->isEndOfGeneration(0));   // <|endoftext|>
    EXPECT_FALSE(s_tokenizer->isEndOfGeneration(1));  // <|im_start|>
    EXPECT_FALSE(s_tokenizer->isEndOfGeneration(198));
}

TEST_F(DefaultModel, CutsDigitsOneByOneAndPutsNoBosBefore)
{
    const auto pieces = [&](const std::string& text) {
        std::vector<std::string> all;
        for (const TokenId id : s_tokenizer->encode(text).ids) all.push_back(s_tokenizer->bytes(id));
        return all;
    };
    using Pieces = std::vector<std::string>;
    EXPECT_EQ(pieces("2024-11-05"), (Pieces{"2", "0", "2", "4", "-", "1", "1", "-", "0", "5"}));
    EXPECT_EQ(pieces("1234567"), (Pieces{"1", "2", "3", "4", "5", "6", "7"}));
    EXPECT_EQ(pieces("3.14159"), (Pieces{"3", ".", "1", "4", "1", "5", "9"}));
    EXPECT_EQ(pieces("1234567 and 3.14159"),
              (Pieces{"1", "2", "3", "4", "5", "6", "7", " and", " ", "3", ".", "1", "4", "1", "5", "9"}));
    EXPECT_EQ(pieces("<|im_end|>\n"), (Pieces{"<|im_end|>", "\n"}));
    EXPECT_EQ(pieces("<|im_start|>user"), (Pieces{"<|im_start|>", "user"}));
}

TEST_F(DefaultModel, CutsLineBreaksAndSpacesWhereItsPatternDoes)
{
    const auto words = [&](const std::string& text) {
        std::vector<std::string> all;
        for (const TokenId id : s_tokenizer->encode(text).ids) all.push_back(s_tokenizer->bytes(id));
        return all;
    };
    using Words = std::vector<std::string>;
    // White space leaves its last character to what follows, a line break too, and a space joins a word.
    EXPECT_EQ(words("a\n\nb"), (Words{"a", "\n", "\n", "b"}));
    EXPECT_EQ(words("a\n\n"), (Words{"a", "\n\n"}));
    EXPECT_EQ(words("a \nb"), (Words{"a", " ", "\n", "b"}));
    EXPECT_EQ(words("a\r\nb"), (Words{"a", "\r", "\n", "b"}));
    EXPECT_EQ(words(" the"), (Words{" the"}));
    EXPECT_EQ(words("the "), (Words{"the", " "}));
    EXPECT_EQ(words("  the"), (Words{" ", " the"}));
    EXPECT_EQ(words("the  "), (Words{"the", "  "}));
}

/// Any way of cutting the bytes of a text gives a streaming decoder the same text.
TEST(StreamingDecoder, GivesTheSameTextHoweverTheBytesAreCut)
{
    const std::string bytes = "na\xC3\xAFve \xF0\x9F\x98\x80\xE2\x82 x\xC0\xAF\xF4\x90\x80 \xE2\x82\xAC\xF0\x9F";
    const std::string whole = toValidUtf8(bytes);
    for (std::size_t step = 1; step <= bytes.size(); ++step) {
        StreamingDecoder decoder;
        std::string text;
        for (std::size_t at = 0; at < bytes.size(); at += step)
            text += decoder.push(std::string_view(bytes).substr(at, step));
        EXPECT_EQ(text + decoder.finish(), whole) << "pieces of " << step;
        EXPECT_EQ(decoder.finish(), "");
    }
}

struct TinyModel {
    const char* name;
    const char* vocabulary;    ///< the tiny model whose file has it; all have the same
    const char* preTokenizer;  ///< empty: as the file says
    bool bos;                  ///< the model asks for BOS
};

class TinyTokenizer : public testing::TestWithParam<TinyModel> {};

TEST_P(TinyTokenizer, MatchesItsReference)
{
    const std::string vocabulary = GetParam().vocabulary;
    const auto tokenizer = open(dataPath("tiny/" + vocabulary + "/" + vocabulary + ".gguf"), GetParam().preTokenizer);
    ASSERT_TRUE(tokenizer);
    const auto lines = jsonLines(std::string("tiny/") + GetParam().name + "/tokenizer_golden.jsonl");
    ASSERT_EQ(lines.size(), 25u);
    for (const json& line : lines) {
        const std::string text = fromHex(line["utf8_hex"]);
        SCOPED_TRACE(text);
        // The GGUF path knows no normaliser: where that matters the reference gives ids of its own.
        const bool normalised = line.contains("ids_llama_cpp");
        EXPECT_EQ(tokenizer->encode(text, true, false).ids,
                  line[normalised ? "ids_llama_cpp" : "ids"].get<std::vector<TokenId>>());
        const Encoded encoded = tokenizer->encode(text);
        if (!normalised) {
            EXPECT_EQ(encoded.ids, line["ids_with_special"].get<std::vector<TokenId>>());
        }
        EXPECT_EQ(tokenizer->decode(encoded.ids, true), (GetParam().bos ? "<|begin_of_text|>" : "") + text);
    }
}

INSTANTIATE_TEST_SUITE_P(PreTokenizers, TinyTokenizer,
                         testing::Values(TinyModel{"llama_gqa", "llama_gqa", "", false},
                                         TinyModel{"llama_rope_llama3", "llama_rope_llama3", "", true},
                                         TinyModel{"qwen2", "llama_gqa", "qwen2", false}),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace decodescope::engine
