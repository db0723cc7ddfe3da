// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/table.h"

#include <nlohmann/json.hpp>

namespace decodescope::app {

/// An object with the names of the columns.
template <class Row>
nlohmann::ordered_json rowJson(std::span<const Column<Row>> columns, const Row& row)
{
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const Column<Row>& column : columns) {
        object[std::string(column.name)] = column.value(row).json();
    }
    return object;
}

template <class Row>
nlohmann::ordered_json rowsJson(std::span<const Column<Row>> columns, std::span<const Row> rows)
{
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const Row& row : rows) {
        array.push_back(rowJson(columns, row));
    }
    return array;
}

}  // namespace decodescope::app
