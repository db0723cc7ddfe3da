// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/size_formula.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

SizeQuestion llamaLike(std::int64_t kvHeads)
{
    SizeQuestion question;
    question.heads = 32;
    question.shape.layers.assign(32, {kvHeads, 128, 128, 0, 0, 0});
    question.context = 8192;
    question.key = question.value = DataType::bf16;
    return question;
}

TEST(SizeFormula, ShowsMhaBesideGqa)
{
    const auto gqa = sizeOf(llamaLike(8));
    ASSERT_TRUE(gqa);
    EXPECT_EQ(gqa->bytes, std::int64_t{1} << 30);
    EXPECT_EQ(gqa->bytesIfMha, std::int64_t{4} << 30);
    EXPECT_EQ(gqa->attention, "GQA");
    ASSERT_EQ(gqa->notes.size(), 1U);
    EXPECT_NE(gqa->notes[0].find("4 GiB"), std::string::npos) << gqa->notes[0];
    EXPECT_NE(gqa->notes[0].find("1 GiB"), std::string::npos);
    EXPECT_EQ(gqa->formula,
              "32 layers x 2 (K and V) x 8 KV heads x 128 x 2 bytes x 8192 tokens x 1 sequence = 1073741824 bytes");
    const auto mha = sizeOf(llamaLike(32));
    EXPECT_EQ(mha->attention, "MHA");
    EXPECT_FALSE(mha->bytesIfMha);
    EXPECT_EQ(sizeOf(llamaLike(1))->attention, "MQA");
}

TEST(SizeFormula, WritesOneTermPerKindOfLayer)
{
    SizeQuestion question = llamaLike(8);
    for (std::size_t i = 0; i < 16; ++i) {
        question.shape.layers[i].window = 1024;
    }
    question.key = DataType::q8_0;
    const auto answer = sizeOf(question);
    ASSERT_TRUE(answer);
    const std::int64_t perToken = 8 * (136 + 256);
    EXPECT_EQ(answer->bytes, 16 * perToken * (1024 + 8192));
    EXPECT_NE(answer->formula.find("min(8192, 1024) = 1024 tokens"), std::string::npos) << answer->formula;
    EXPECT_NE(answer->formula.find("(34/32) bytes"), std::string::npos);
}

TEST(SizeFormula, NamesEverySequenceOfTheBatch)
{
    SizeQuestion question;
    question.heads = 9;
    question.shape.layers.assign(30, {3, 64, 64, 0, 0, 0});
    question.context = 2048;
    question.batch = 4;
    const auto answer = sizeOf(question);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->bytes, std::int64_t{180} << 20);
    EXPECT_EQ(answer->bytesPerToken, 23040) << "of one sequence";
    EXPECT_EQ(answer->formula,
              "30 layers x 2 (K and V) x 3 KV heads x 64 x 2 bytes x 2048 tokens x 4 sequences = 188743680 bytes");
}

TEST(SizeFormula, StoresALatentOnce)
{
    SizeQuestion question;
    question.shape.layers.assign(61, {0, 0, 0, 512, 64, 0});
    question.context = 1;
    const auto answer = sizeOf(question);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->bytes, 70272);
    EXPECT_EQ(answer->attention, "MLA");
    EXPECT_FALSE(sizeOf(SizeQuestion{}));
}

}  // namespace
}  // namespace decodescope::app
