// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prompt_file.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

TEST(PromptFile, PlainTextIsOnePromptWithoutItsLastLineBreak)
{
    EXPECT_EQ(parsePromptFile("f", "two\nlines\n")->texts, std::vector<std::string>{"two\nlines"});
    EXPECT_EQ(parsePromptFile("f", "dos\r\n")->texts, std::vector<std::string>{"dos"});
    EXPECT_EQ(parsePromptFile("f", "{not json}")->texts, std::vector<std::string>{"{not json}"});
    EXPECT_EQ(parsePromptFile("f", "{\"other\": 1}\n")->texts, std::vector<std::string>{"{\"other\": 1}"});
    EXPECT_EQ(parsePromptFile("f", "\xef\xbb\xbfmarked")->texts, std::vector<std::string>{"marked"});
    EXPECT_EQ(parsePromptFile("f", "\xef\xbb\xbf{\"text\": \"a\"}")->texts, std::vector<std::string>{"a"});
    EXPECT_EQ(parsePromptFile("f", "\n").error().code, ErrorCode::badInput);
}

TEST(PromptFile, JsonLinesAreABatch)
{
    const auto texts = parsePromptFile("f", "{\"text\": \"a\\n\"}\n\n{\"text\": \"b\"}");
    ASSERT_TRUE(texts);
    EXPECT_EQ(texts->texts, (std::vector<std::string>{"a\n", "b"}));
    const auto ids = parsePromptFile("f", "{\"ids\": [1, 2]}\n{\"ids\": [3]}\n");
    ASSERT_TRUE(ids);
    EXPECT_EQ(ids->ids, (std::vector<std::vector<engine::TokenId>>{{1, 2}, {3}}));
}

TEST(PromptFile, NamedJsonLinesIsHeldToIt)
{
    for (const char* first : {"{\"prompt\": \"a\"}", "{\"text\": \"a\"", "plain"}) {
        const auto result = parsePromptFile("file.jsonl", std::string(first) + "\n{\"text\": \"b\"}\n");
        ASSERT_FALSE(result) << first;
        EXPECT_NE(result.error().message.find("file.jsonl, line 1"), std::string::npos) << result.error().message;
    }
    EXPECT_EQ(parsePromptFile("file.jsonl", "\n\n").error().code, ErrorCode::badInput);
}

TEST(PromptFile, ErrorsNameTheLine)
{
    for (const char* second :
         {"{\"text\": 1}", "not json", "{\"ids\": [1]}", "{\"text\": \"a\", \"ids\": [1]}", "{}"}) {
        const auto result = parsePromptFile("file.jsonl", std::string("{\"text\": \"a\"}\n") + second + "\n");
        ASSERT_FALSE(result) << second;
        EXPECT_EQ(result.error().code, ErrorCode::badInput);
        EXPECT_NE(result.error().message.find("file.jsonl, line 2"), std::string::npos) << result.error().message;
    }
    for (const char* ids : {"[]", "[1.5]", "[-1]", "[\"a\"]", "[99999999999]", "3"}) {
        EXPECT_FALSE(parsePromptFile("f", std::string("{\"ids\": ") + ids + "}")) << ids;
    }
}

}  // namespace
}  // namespace decodescope::app
