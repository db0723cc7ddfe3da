// SPDX-License-Identifier: GPL-3.0-or-later
// What the default model does from the command line, against reference data of other implementations.
#include "tests/app/cli/program.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <sstream>

namespace decodescope {
namespace {

using nlohmann::json;
using test::dataPath;
using test::runJsonProgram;
using test::runProgram;

json referencePrompts()
{
    std::ifstream file(dataPath("smollm2/prompts.json"));
    return json::parse(file)["prompts"];
}

TEST(DefaultModel, GivesTheReferenceIdsInF32)
{
    // Three prompts of different lengths as one batch: loaded once, and each must be as it is alone.
    constexpr std::size_t kNewTokens = 16;
    const json reference = referencePrompts();
    const QTemporaryDir dir;
    const std::string prompts = dir.filePath(QStringLiteral("prompts.jsonl")).toStdString();
    std::ofstream file(prompts);
    const std::vector<std::size_t> chosen{0, 1, 7};
    for (const std::size_t index : chosen) {
        file << json{{"text", reference[index]["prompt"]}}.dump() << '\n';
    }
    file.close();
    const json document = runJsonProgram({"run", "--prompt-file", prompts, "--new-tokens", std::to_string(kNewTokens),
                                          "--ignore-eos", "--weights", "f32", "--kv", "f32", "--warmup", "0"});
    ASSERT_EQ(document["runs"].size(), 2U);
    EXPECT_EQ(document["identical"], true);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const json& expected = reference[chosen[i]];
        EXPECT_EQ(document["prompt_ids"][i], expected["ids"]);
        const std::vector<int> greedy = expected["greedy_ids"];
        ASSERT_GE(greedy.size(), kNewTokens);
        const std::vector<int> first(greedy.begin(), greedy.begin() + kNewTokens);
        for (const json& run : document["runs"]) {
            EXPECT_EQ(run["sequences"][i]["ids"], json(first)) << run["mode"] << " " << expected["prompt"];
        }
    }
}

TEST(DefaultModel, NaiveAndCachedAgreeBitForBitAsTheFileIs)
{
    const json document =
        runJsonProgram({"run", "--mode", "both", "--prompt", "The key idea behind the Transformer architecture is",
                        "--new-tokens", "32", "--ignore-eos"});
    EXPECT_EQ(document["identical"], true);
    const json& naive = document["runs"][0];
    const json& cached = document["runs"][1];
    ASSERT_EQ(naive["steps"].size(), 32U);
    ASSERT_EQ(cached["steps"].size(), 32U);
    for (std::size_t i = 0; i < 32; ++i) {
        EXPECT_EQ(naive["steps"][i]["logits_hash"], cached["steps"][i]["logits_hash"]) << i;
        EXPECT_EQ(cached["steps"][i]["kv_bytes_used"], 23040 * (9 + static_cast<std::int64_t>(i)));
    }
    // 9 + 10 + ... + 40 positions, all but one of each later step again.
    EXPECT_EQ(naive["positions_computed"], 784);
    EXPECT_EQ(naive["positions_recomputed"], 784 - 9 - 31);
    EXPECT_EQ(cached["positions_computed"], 40);
    EXPECT_EQ(cached["positions_recomputed"], 0);
    EXPECT_EQ(document["model"]["parameters"], 134515008);
    EXPECT_EQ(document["model"]["weights"], "q4_1");
    EXPECT_EQ(cached["kv"]["bytes_per_token"], 23040);
    EXPECT_TRUE(document["speedup"].is_number());
    EXPECT_TRUE(document["speedup_predicted"].is_number());
}

TEST(DefaultModel, TokenizesEveryPublicString)
{
    std::ifstream file(dataPath("tokenizer/public.jsonl"));
    std::vector<json> cases;
    std::string line, input, special;
    std::vector<json> specialCases;
    while (std::getline(file, line)) {
        if (line.empty()) {
            continue;
        }
        json entry = json::parse(line);
        const json question = {{"hex", entry.contains("bytes_hex") ? entry["bytes_hex"] : entry["utf8_hex"]}};
        input += question.dump() + "\n";
        if (entry.contains("ids_special_as_text")) {
            special += question.dump() + "\n";
            specialCases.push_back(entry);
        }
        cases.push_back(std::move(entry));
    }
    ASSERT_EQ(cases.size(), 278U);
    const auto answers = [](const std::string& text) {
        std::vector<json> list;
        std::istringstream stream(text);
        for (std::string answer; std::getline(stream, answer);) {
            list.push_back(json::parse(answer));
        }
        return list;
    };
    const auto result = runProgram({"tokenize", "--jsonl"}, input);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto given = answers(result.out);
    ASSERT_EQ(given.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const json& expected = cases[i];
        if (expected["ids"].is_null()) {
            EXPECT_EQ(given[i]["ids"], expected["ids_if_replaced_by_fffd"]) << expected["name"];
            EXPECT_EQ(given[i]["invalid_utf8"], true) << expected["name"];
            continue;
        }
        EXPECT_EQ(given[i]["ids"], expected["ids"]) << expected["name"];
        EXPECT_EQ(given[i]["decoded_hex"], expected["decoded_hex"]) << expected["name"];
        EXPECT_EQ(given[i]["pieces"].size(), expected["ids"].size());
        EXPECT_EQ(given[i]["dropped_bytes"].get<int>() == 0, expected["roundtrip"].get<bool>()) << expected["name"];
    }
    const auto asText = runProgram({"tokenize", "--jsonl", "--special", "text"}, special);
    ASSERT_EQ(asText.exitCode, 0) << asText.err;
    const auto texts = answers(asText.out);
    ASSERT_EQ(texts.size(), specialCases.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(texts[i]["ids"], specialCases[i]["ids_special_as_text"]) << specialCases[i]["name"];
    }
}

TEST(DefaultModel, TokenizeNamesTheBadLine)
{
    const auto result = runProgram({"tokenize", "--jsonl"}, "{\"text\": \"ok\"}\n{\"hex\": \"0\"}\n");
    EXPECT_EQ(result.exitCode, 3);
    EXPECT_NE(result.err.find("line 2"), std::string::npos) << result.err;
    const auto plain = runProgram({"tokenize"}, "The key idea\n");
    EXPECT_EQ(plain.exitCode, 0);
    EXPECT_NE(plain.out.find("504:\"The\""), std::string::npos) << plain.out;
}

TEST(DefaultModel, ChatIsWrappedInItsTemplate)
{
    const json document =
        runJsonProgram({"run", "--prompt", "Hi", "--chat", "--new-tokens", "1", "--mode", "cached", "--warmup", "0"});
    const json& ids = document["prompt_ids"];
    // <|im_start|>, and once more for the answer that is to come.
    EXPECT_EQ(std::count(ids.begin(), ids.end(), json(1)), 3) << "system, user and assistant turns";
    const auto plain = runProgram({"tokenize", "--jsonl"}, "{\"text\": \"Hi\"}\n");
    EXPECT_LT(json::parse(plain.out)["ids"].size(), ids.size());
}

}  // namespace
}  // namespace decodescope
