// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of the tokenizer on vocabularies made here.
#include "engine/model/tokenizer.h"

#include "engine/model/tokenizer_bpe.h"
#include "engine/model/tokenizer_split.h"

#include <gtest/gtest.h>

#include <random>

namespace decodescope::engine {
namespace {

/// Letters a to e, space (as stored), and merges that build words of them.
TokenizerData smallVocabulary()
{
    TokenizerData data;
    data.model = "gpt2";
    data.preTokenizer = "gpt-2";
    data.pieces = {"<s>", "</s>",     "<sep>", "<sep>more", "a",    "b",  "c",   "d",
                   "e",   "\xC4\xA0", "ab",    "cd",        "abcd", "aa", "aaaa"};
    data.kinds.assign(data.pieces.size(), TokenKind::normal);
    data.kinds[0] = data.kinds[1] = TokenKind::control;
    data.kinds[2] = data.kinds[3] = TokenKind::userDefined;
    data.merges = {"a b", "c d", "ab cd", "a a", "aa aa"};
    data.bos = 0;
    data.eos = 1;
    return data;
}

std::shared_ptr<const Tokenizer> make(const TokenizerData& data)
{
    auto made = Tokenizer::create(data);
    EXPECT_TRUE(made) << made.error().message;
    return made ? *made : nullptr;
}

std::string errorOf(const TokenizerData& data)
{
    const auto made = Tokenizer::create(data);
    EXPECT_FALSE(made);
    return made ? std::string() : made.error().message;
}

using Ids = std::vector<TokenId>;

TEST(Tokenizer, MergesBestRankFirstAndLeftmostOfEquals)
{
    const auto tokenizer = make(smallVocabulary());
    EXPECT_EQ(tokenizer->encode("abcd").ids, (Ids{12}));
    EXPECT_EQ(tokenizer->encode("aab").ids, (Ids{4, 10}));  // "a b" ranks before "a a"
    EXPECT_EQ(tokenizer->encode("aaa").ids, (Ids{13, 4}));
    EXPECT_EQ(tokenizer->encode("aaaaaaa").ids, (Ids{14, 13, 4}));
}

TEST(Tokenizer, TakesTheLongestSpecialTokenFirst)
{
    const auto tokenizer = make(smallVocabulary());
    EXPECT_EQ(tokenizer->encode("a<sep>more</s><sep>b").ids, (Ids{4, 3, 1, 2, 5}));
    const Encoded asText = tokenizer->encode("a<sep>b", false);
    EXPECT_EQ(asText.ids, (Ids{4, 8, 5}));  // of the marker only "e" has a token
    EXPECT_EQ(asText.droppedBytes, 4);
}

TEST(Tokenizer, PutsBosBeforeOnlyWhenModelAndCallerAsk)
{
    TokenizerData data = smallVocabulary();
    EXPECT_EQ(make(data)->encode("a").ids, (Ids{4}));
    data.addBos = true;
    const auto tokenizer = make(data);
    EXPECT_EQ(tokenizer->encode("a").ids, (Ids{0, 4}));
    EXPECT_EQ(tokenizer->encode("").ids, (Ids{0}));
    EXPECT_EQ(tokenizer->encode("a", true, false).ids, (Ids{4}));
    data.bos.reset();
    EXPECT_EQ(make(data)->encode("a").ids, (Ids{4}));
}

TEST(Tokenizer, DropsAndCountsBytesWithoutATokenBeforeItMerges)
{
    const auto tokenizer = make(smallVocabulary());
    const Encoded encoded = tokenizer->encode("axb");
    EXPECT_EQ(encoded.ids, (Ids{10}));  // what is left stands side by side, and merges
    EXPECT_EQ(encoded.droppedBytes, 1);
    EXPECT_FALSE(encoded.invalidUtf8);
}

TEST(Tokenizer, HidesControlTokensWhenAskedTo)
{
    const auto tokenizer = make(smallVocabulary());
    const Ids ids = {0, 4, 2, 9, 1};
    EXPECT_EQ(tokenizer->decode(ids), "<s>a<sep> </s>");
    EXPECT_EQ(tokenizer->decode(ids, false), "a<sep> ");
}

TEST(Tokenizer, PutsASpaceBeforeTextWhenTheModelAsks)
{
    TokenizerData data = smallVocabulary();
    data.addSpacePrefix = true;
    const auto tokenizer = make(data);
    EXPECT_EQ(tokenizer->encode("a").ids, (Ids{9, 4}));
    EXPECT_EQ(tokenizer->encode(" a").ids, (Ids{9, 4}));
    EXPECT_EQ(tokenizer->encode("").ids, Ids{});
}

TEST(Tokenizer, RefusesByName)
{
    TokenizerData data = smallVocabulary();
    data.model = "banana";
    EXPECT_NE(errorOf(data).find("tokenizer model 'banana' is not supported"), std::string::npos);
    data = smallVocabulary();
    data.preTokenizer = "mango";
    EXPECT_NE(errorOf(data).find("'mango'"), std::string::npos);
    data = smallVocabulary();
    data.merges.push_back("ab");
    EXPECT_NE(errorOf(data).find("merge 5 'ab'"), std::string::npos);
    data.merges.back() = "a b c";
    EXPECT_NE(errorOf(data).find("merge 5 'a b c'"), std::string::npos);
    data.merges.back() = " b";
    EXPECT_NE(errorOf(data).find("merge 5"), std::string::npos);
    data.merges.back() = "a q";
    EXPECT_NE(errorOf(data).find("merge 5 'a q' joins a piece that is not in the vocabulary"), std::string::npos);
    data.merges.back() = "a c";
    EXPECT_NE(errorOf(data).find("merge 5 'a c' makes a piece that is not in the vocabulary"), std::string::npos);
    data = smallVocabulary();
    data.kinds.pop_back();
    EXPECT_NE(errorOf(data).find("14 entries for 15 tokens"), std::string::npos);
    data = smallVocabulary();
    data.bos = 15;
    EXPECT_NE(errorOf(data).find("bos token id 15"), std::string::npos);
    data = smallVocabulary();
    data.eos = -1;
    EXPECT_NE(errorOf(data).find("eos token id -1"), std::string::npos);
    data = smallVocabulary();
    data.pieces.clear();
    data.kinds.clear();
    EXPECT_NE(errorOf(data).find("no tokens"), std::string::npos);
}

/// The textbook loop: look at every pair, merge the best, start again.
Ids mergedPlainly(const MergeTable& table, Ids symbols)
{
    for (;;) {
        MergeTable::Merge best;
        std::size_t at = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const MergeTable::Merge merge = table.find(symbols[i], symbols[i + 1]);
            if (merge.result >= 0 && (best.result < 0 || merge.rank < best.rank)) {
                best = merge;
                at = i;
            }
        }
        if (best.result < 0)
            return symbols;
        symbols[at] = best.result;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
}

TEST(BpeMerger, EqualsTheTextbookLoopOnRandomMergesAndWords)
{
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<TokenId>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 200; ++round) {
        MergeTable table(60);
        TokenId next = 4;
        for (std::uint32_t rank = 0; rank < 60; ++rank) table.insert(below(next), below(next), {rank, next++});
        BpeMerger merger(table);
        for (int word = 0; word < 20; ++word) {
            Ids symbols(random() % 40);
            for (TokenId& symbol : symbols) symbol = below(4);
            Ids merged = symbols;
            merger.merge(merged);
            EXPECT_EQ(merged, mergedPlainly(table, symbols));
        }
    }
}

TEST(BpeMerger, EqualsTheTextbookLoopOnLongWords)
{
    std::mt19937 random(8);
    const auto below = [&](int n) { return static_cast<TokenId>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 12; ++round) {
        MergeTable table(60);
        TokenId next = 4;
        for (std::uint32_t rank = 0; rank < 60; ++rank) table.insert(below(next), below(next), {rank, next++});
        BpeMerger merger(table);
        Ids symbols(BpeMerger::kLongWord + random() % 40);
        for (TokenId& symbol : symbols) symbol = below(round % 4 + 1);
        Ids merged = symbols;
        merger.merge(merged);
        EXPECT_EQ(merged, mergedPlainly(table, symbols));
    }
}

TEST(Tokenizer, OneWordOfAMegabyteTakesNoQuadraticTime)
{
    const auto tokenizer = make(smallVocabulary());
    const std::string text(1 << 20, 'a');
    const Encoded encoded = tokenizer->encode(text);
    EXPECT_EQ(encoded.ids.size(), text.size() / 4);
    EXPECT_EQ(tokenizer->decode(encoded.ids), text);
}

/// Long runs of one class of character, which make a careless regular expression backtrack over and over.
TEST(WordSplitter, TilesLongRunsInLinearTime)
{
    for (const char* name : {"smollm", "gpt-2", "llama-bpe", "qwen2"}) {
        const auto splitter = WordSplitter::create(name);
        ASSERT_TRUE(splitter);
        for (const char* unit :
             {" ", "\n", " \n", "\n ", "a", "1", "!", "!\n", "'", "'s", "\xC2\xA0", "\xF0\x9F\x98\x80", " a", "  1"}) {
            std::string text;
            while (text.size() < (1u << 18)) text += unit;
            std::string_view rest = text;
            bool tiles = true;
            (*splitter)->split(text, [&](std::string_view word) {
                tiles = tiles && !word.empty() && word.data() == rest.data() && word.size() <= rest.size();
                rest.remove_prefix(tiles ? word.size() : 0);
            });
            EXPECT_TRUE(tiles) << name << " on repeated '" << unit << "'";
            EXPECT_TRUE(rest.empty()) << name << " on repeated '" << unit << "'";
        }
    }
}

std::vector<std::string> words(const char* name, const std::string& text)
{
    std::vector<std::string> all;
    (*WordSplitter::create(name))->split(text, [&](std::string_view word) { all.emplace_back(word); });
    return all;
}

TEST(WordSplitter, CutsAsEachPatternSays)
{
    using Words = std::vector<std::string>;
    const std::string text = "I'M it's 1234  5\n\n x";
    EXPECT_EQ(words("gpt-2", text), (Words{"I", "'", "M", " it", "'s", " 1234", " ", " 5", "\n\n", " x"}));
    EXPECT_EQ(words("smollm", text),
              (Words{"I", "'", "M", " it", "'s", " ", "1", "2", "3", "4", "  ", "5", "\n\n", " x"}));
    EXPECT_EQ(words("llama-bpe", text), (Words{"I", "'M", " it", "'s", " ", "123", "4", " ", " ", "5", "\n\n", " x"}));
    EXPECT_EQ(words("qwen2", text),
              (Words{"I", "'M", " it", "'s", " ", "1", "2", "3", "4", " ", " ", "5", "\n\n", " x"}));
}

TEST(WordSplitter, ReadsWhiteSpaceAsTheUnicodePropertyDoes)
{
    using Words = std::vector<std::string>;
    // U+180E and U+001C are no white space, U+0085 and U+3000 are.
    EXPECT_EQ(words("gpt-2", "\xE1\xA0\x8E!"), (Words{"\xE1\xA0\x8E!"}));
    EXPECT_EQ(words("gpt-2", "\x1C!"), (Words{"\x1C!"}));
    EXPECT_EQ(words("gpt-2", "\xC2\x85!"), (Words{"\xC2\x85", "!"}));
    EXPECT_EQ(words("gpt-2", "\xE3\x80\x80!"), (Words{"\xE3\x80\x80", "!"}));
}

TEST(Utf8, ReplacesMaximalSubparts)
{
    // The examples of the Unicode standard, section 3.9.
    const std::string r = "\xEF\xBF\xBD";
    EXPECT_EQ(toValidUtf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
              "a" + r + r + r + "b" + r + "c" + r + r + "d");
    EXPECT_EQ(toValidUtf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), r + r + r + r + r + r + r + r + "A");
    EXPECT_EQ(toValidUtf8("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), r + r + r + r + r + r + r + r + "A");
    EXPECT_EQ(toValidUtf8("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), r + r + r + r + r + "A" + r + r + "B");
    EXPECT_EQ(toValidUtf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), r + r + r + r + "A");
}

}  // namespace
}  // namespace decodescope::engine
