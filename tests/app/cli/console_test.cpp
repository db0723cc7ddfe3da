// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <gtest/gtest.h>

namespace decodescope::app {
namespace {

TEST(Nearest, FindsWhatWasMeant)
{
    const std::vector<std::string> options{"--prompt",     "--prompt-file", "--prompt-ids",
                                           "--new-tokens", "--kv",          "--json"};
    EXPECT_EQ(nearest("--promt", options), "--prompt");
    EXPECT_EQ(nearest("--new-token", options), "--new-tokens");
    EXPECT_EQ(nearest("--prompt-flie", options), "--prompt-file");
    EXPECT_EQ(nearest("--jsn", options), "--json");
    EXPECT_EQ(nearest("--completely-different-thing", options), "");
}

TEST(TerminalText, ShowsControlCharactersAndKeepsTheRest)
{
    EXPECT_EQ(terminalText("two\nlines\tand a tab"), "two\nlines\tand a tab");
    EXPECT_EQ(terminalText(std::string_view("\x1b[31m\0\r\x7f", 8)), "\\x1b[31m\\x00\\x0d\\x7f");
    EXPECT_EQ(terminalText("\xc2\x80\xc2\x9b\xc2\xa0"), "\\u0080\\u009b\xc2\xa0");
    EXPECT_EQ(terminalText("a\xff\xc3"), "a\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(terminalText("\xe2\x96\x81 \xf0\x9f\x98\x80"), "\xe2\x96\x81 \xf0\x9f\x98\x80");
}

TEST(TextTable, AlignsByCodePoints)
{
    EXPECT_EQ(textTable({{"", "naive", "cached"}, {"µ", "1", "22"}, {"total", "333", "4"}}),
              "       naive  cached\nµ          1      22\ntotal    333       4\n");
}

TEST(Numbers, AreGroupedAndScaled)
{
    EXPECT_EQ(groupedText(0), "0");
    EXPECT_EQ(groupedText(999), "999");
    EXPECT_EQ(groupedText(1000), "1,000");
    EXPECT_EQ(groupedText(134515008), "134,515,008");
    EXPECT_EQ(groupedText(-1234567), "-1,234,567");
    EXPECT_EQ(bytesText(512), "512 B");
    EXPECT_EQ(bytesText(47185920), "45 MiB");
    EXPECT_EQ(bytesText(std::int64_t{4} << 30), "4 GiB");
}

TEST(ExitCodes, FollowTheKindOfError)
{
    EXPECT_EQ(exitCode(ErrorCode::usage), 2);
    EXPECT_EQ(exitCode(ErrorCode::badInput), 3);
    EXPECT_EQ(exitCode(ErrorCode::device), 4);
    EXPECT_EQ(exitCode(ErrorCode::memory), 4);
    EXPECT_EQ(exitCode(ErrorCode::runtime), 4);
    EXPECT_EQ(exitCode(ErrorCode::cancelled), 130);
}

}  // namespace
}  // namespace decodescope::app
