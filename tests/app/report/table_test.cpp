// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/table_json.h"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace decodescope::app {
namespace {

TEST(Cell, WritesTheShortestNumberThatReadsBack)
{
    EXPECT_EQ(numberText(0.1), "0.1");
    EXPECT_EQ(numberText(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(numberText(268959744.0), "268959744");
    EXPECT_EQ(numberText(-2.5), "-2.5");
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-30, 30);
    for (int i = 0; i < 2000; ++i) {
        const double value = std::pow(10.0, exponent(random)) * (i % 2 == 0 ? 1 : -1);
        EXPECT_EQ(std::strtod(numberText(value).c_str(), nullptr), value);
    }
}

TEST(Cell, IsEmptyWhereNothingWasMeasured)
{
    for (const Cell& cell : {Cell(), Cell(std::numeric_limits<double>::infinity()), Cell(std::nan("")),
                             Cell(std::optional<double>()), Cell(std::optional<std::int64_t>())}) {
        EXPECT_TRUE(cell.empty());
        EXPECT_EQ(cell.text(), "");
        EXPECT_TRUE(cell.json().is_null());
    }
    EXPECT_EQ(Cell(0.0).text(), "0");
    EXPECT_EQ(Cell(true).text(), "1");
    EXPECT_EQ(Cell(std::optional<std::int64_t>(5)).text(), "5");
}

TEST(Cell, KeepsWholeNumbersWholeInJson)
{
    EXPECT_EQ(Cell(268959744.0).json().dump(), "268959744");
    EXPECT_EQ(Cell(0.5).json().dump(), "0.5");
    EXPECT_EQ(Cell("a").json().dump(), "\"a\"");
}

TEST(Cell, RoundsForPeople)
{
    EXPECT_EQ(roundedText(1234.5), "1234");
    EXPECT_EQ(roundedText(12.345), "12.3");
    EXPECT_EQ(roundedText(0.0123456), "0.0123");
    EXPECT_EQ(roundedText(2.0), "2");
    EXPECT_EQ(roundedText(0.0), "0");
}

TEST(Cell, WritesBytesAsHexAndBack)
{
    EXPECT_EQ(hashText(0xabcULL), "0000000000000abc");
    EXPECT_EQ(hexText(std::string_view("\xff\x00 a", 4)), "ff002061");
    EXPECT_EQ(parseHex("FF002061"), std::string("\xff\x00 a", 4));
    EXPECT_FALSE(parseHex("f"));
    EXPECT_FALSE(parseHex("fg"));
}

TEST(Csv, ReadsBackWhatItWrites)
{
    const std::vector<std::string> fields{"plain", "a,b", "say \"hi\"", "two\nlines", "cr\rhere", "", " spaced ", "\""};
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        line += i == 0 ? "" : ",";
        appendCsvField(line, fields[i]);
    }
    const auto rows = parseCsv(line + "\r\n" + line + "\r\n");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0], fields);
    EXPECT_EQ(rows[1], fields);
    EXPECT_EQ(parseCsv("a,b\nc,"), (std::vector<std::vector<std::string>>{{"a", "b"}, {"c", ""}}));
}

}  // namespace
}  // namespace decodescope::app
