// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"
#include "tests/app/gui/window_fixture.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace decodescope::test {

/// A row of a CSV file by the names of its columns.
using Row = std::map<std::string, std::string>;

/// NaN for an empty cell.
double number(const Row& row, const char* column);
/// Equal but for the last bit, or both nothing.
bool same(double a, double b);

/// What an instrument's table holds: the number behind a cell (NaN when it is none), its text.
double valueAt(const app::InstrumentView& view, int row, int column);
QString textAt(const app::InstrumentView& view, int row, int column);

/// The window on a recording, and the files the recording writes.
struct WindowCase {
    explicit WindowCase(const FakeOptions& options);

    /// In sight, its table shown.
    app::InstrumentView* open(const char* name) const;
    void seek(std::size_t position) const;
    std::shared_ptr<profiler::RunRecord> mainRun() const;
    std::vector<Row> rowsOfRun(const std::vector<Row>& rows, const profiler::RunRecord& run) const;
    const nlohmann::json& jsonOf(const profiler::RunRecord& run) const;

    WindowFixture fixture;
    std::shared_ptr<const profiler::Recording> recording;
    std::vector<Row> steps, tokens, ops;
    nlohmann::json json;
};

}  // namespace decodescope::test
