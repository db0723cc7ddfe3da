// SPDX-License-Identifier: GPL-3.0-or-later
// Every broken GGUF of the corpus gives the outcome its manifest asks for, quickly, in little memory, and with a
// message that names the file and the field.
#include "engine/base/memory_account.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"
#include "tests/engine/model/test_files.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <sstream>

namespace decodescope::engine {
namespace {

using nlohmann::json;
using tests::dataPath;
using tests::readJson;

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

/// What a run does before it starts: the file, then its tokenizer. Empty when both are fine.
std::string openAsARunDoes(const std::string& path)
{
    const auto model = openModel(path);
    if (!model)
        return model.error().message;
    const TokenizerData* data = (*model)->tokenizer();
    if (data == nullptr)
        return {};
    const auto tokenizer = Tokenizer::create(*data);
    return tokenizer ? std::string() : path + ": " + tokenizer.error().message;
}

bool mentionsAny(const std::string& text, const std::string& alternatives)
{
    std::istringstream list(lower(alternatives));
    for (std::string word; std::getline(list, word, '|');)
        if (lower(text).find(word) != std::string::npos)
            return true;
    return alternatives.empty();
}

class MalformedGguf : public testing::TestWithParam<json> {};

TEST_P(MalformedGguf, GivesTheExpectedOutcome)
{
    const json& testCase = GetParam();
    const std::string path = dataPath("malformed/" + testCase["file"].get<std::string>());
    ASSERT_TRUE(std::filesystem::exists(path));
    const std::int64_t residentBefore = residentBytes();
    const auto start = std::chrono::steady_clock::now();

    const std::string message = openAsARunDoes(path);

    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_LT(seconds.count(), 1.0);
    EXPECT_LT(residentBytes() - residentBefore, std::int64_t{100} << 20);
    const std::string expected = testCase["expect"];
    if (expected == "load") {
        EXPECT_EQ(message, "");
    } else if (expected == "refuse") {
        EXPECT_NE(message, "") << "loaded, but: " << testCase["what"];
    }
    if (message.empty())
        return;
    EXPECT_TRUE(message.starts_with(path + ": ")) << message;
    // The path often holds the very word, so it does not count.
    const std::string what = message.substr(std::min(message.size(), path.size()));
    EXPECT_TRUE(mentionsAny(what, testCase["error_should_mention"])) << what;
    EXPECT_LT(what.size(), 400U);
}

std::vector<json> cases()
{
    return readJson(dataPath("malformed/manifest.json"))["cases"].get<std::vector<json>>();
}

std::string caseName(const testing::TestParamInfo<json>& info)
{
    std::string text = info.param["file"];
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return text;
}

INSTANTIATE_TEST_SUITE_P(Corpus, MalformedGguf, testing::ValuesIn(cases()), caseName);

TEST(MalformedGgufCorpus, IsWhole)
{
    EXPECT_EQ(cases().size(), 108U);
}

}  // namespace
}  // namespace decodescope::engine
