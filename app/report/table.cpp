// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/table.h"

namespace decodescope::app {

void appendCsvField(std::string& out, std::string_view field)
{
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += field;
        return;
    }
    out += '"';
    for (const char character : field) {
        if (character == '"') {
            out += '"';
        }
        out += character;
    }
    out += '"';
}

std::vector<std::vector<std::string>> parseCsv(std::string_view text)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::string field;
    bool quoted = false;
    bool pending = false;  // a field or a row has begun that no line break has ended yet
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char character = text[i];
        pending = true;
        if (quoted) {
            if (character != '"') {
                field += character;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += '"';
                ++i;
            } else {
                quoted = false;
            }
        } else if (character == '"') {
            quoted = true;
        } else if (character == ',') {
            row.push_back(std::move(field));
            field.clear();
        } else if (character == '\n' || character == '\r') {
            i += character == '\r' && i + 1 < text.size() && text[i + 1] == '\n' ? 1 : 0;
            row.push_back(std::move(field));
            field.clear();
            rows.push_back(std::move(row));
            row.clear();
            pending = false;
        } else {
            field += character;
        }
    }
    if (pending) {
        row.push_back(std::move(field));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace decodescope::app
