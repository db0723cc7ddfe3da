// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/cell.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// One column of a table of `Row`s. The registries made of these feed CSV, JSON and the test that docs/files.md lists
/// exactly what is written; there is no second list of columns.
template <class Row>
struct Column {
    std::string_view name;
    Cell (*value)(const Row&);
};

template <class Row>
std::vector<std::string_view> columnNames(std::span<const Column<Row>> columns)
{
    std::vector<std::string_view> names;
    for (const Column<Row>& column : columns) {
        names.push_back(column.name);
    }
    return names;
}

/// Appends one RFC 4180 field: quoted when it holds a comma, a quote or a line break.
void appendCsvField(std::string& out, std::string_view field);

template <class Row>
void appendCsvHeader(std::string& out, std::span<const Column<Row>> columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        out += i == 0 ? "" : ",";
        appendCsvField(out, columns[i].name);
    }
    out += "\r\n";
}

template <class Row>
void appendCsvRow(std::string& out, std::span<const Column<Row>> columns, const Row& row)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        out += i == 0 ? "" : ",";
        appendCsvField(out, columns[i].value(row).text());
    }
    out += "\r\n";
}

template <class Row>
std::string csvText(std::span<const Column<Row>> columns, std::span<const Row> rows)
{
    std::string out;
    appendCsvHeader(out, columns);
    for (const Row& row : rows) {
        appendCsvRow(out, columns, row);
    }
    return out;
}

/// Reads RFC 4180 text back into rows of fields (quotes, doubled quotes, line breaks inside quotes; CRLF or LF).
std::vector<std::vector<std::string>> parseCsv(std::string_view text);

}  // namespace decodescope::app
