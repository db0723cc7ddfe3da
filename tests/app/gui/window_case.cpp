// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/window_case.h"

#include "app/gui/selection.h"
#include "app/report/exporter.h"
#include "app/report/table.h"

#include <QAbstractButton>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace decodescope::test {

namespace {

std::vector<Row> rowsOf(const std::string& csv)
{
    const auto lines = app::parseCsv(csv);
    std::vector<Row> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        Row row;
        for (std::size_t column = 0; column < lines[0].size(); ++column) {
            row[lines[0][column]] = lines[i][column];
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

double number(const Row& row, const char* column)
{
    return row.at(column).empty() ? std::nan("") : std::stod(row.at(column));
}

bool same(double a, double b)
{
    // Milliseconds are a quotient in one place and a product in the other: equal but for the last bit.
    return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

double valueAt(const app::InstrumentView& view, int row, int column)
{
    bool numeric = false;
    const double value = view.table()->index(row, column).data(Qt::UserRole).toDouble(&numeric);
    return numeric ? value : std::nan("");
}

QString textAt(const app::InstrumentView& view, int row, int column)
{
    return view.table()->index(row, column).data(Qt::UserRole).toString();
}

WindowCase::WindowCase(const FakeOptions& options) : fixture(app::ThemeChoice::light, {1920, 1080})
{
    fixture.showFake(options);
    recording = fixture.window->selection()->recording();
    steps = rowsOf(app::stepsCsv(*recording));
    tokens = rowsOf(app::tokensCsv(*recording));
    ops = rowsOf(app::opsCsv(*recording));
    json = nlohmann::json::parse(app::runJson(*recording));
    for (const char* name : {"kvGrowth", "roofline", "throughput", "memory", "ops", "tensors", "text"}) {
        open(name);
    }
}

app::InstrumentView* WindowCase::open(const char* name) const
{
    auto* view = fixture.find<app::InstrumentView>(name);
    if (auto* tab = fixture.find<QAbstractButton>((std::string(name) + "Tab").c_str())) {
        tab->click();
    }
    if (!view->tableShown()) {
        view->setTableShown(true);
    }
    return view;
}

void WindowCase::seek(std::size_t position) const
{
    fixture.find<QSlider>("transportSlider")->setValue(static_cast<int>(position));
}

std::shared_ptr<profiler::RunRecord> WindowCase::mainRun() const
{
    const auto* selection = fixture.window->selection();
    return selection->cached() ? selection->cached() : selection->naive();
}

std::vector<Row> WindowCase::rowsOfRun(const std::vector<Row>& rows, const profiler::RunRecord& run) const
{
    std::vector<Row> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                 [&](const Row& row) { return row.at("run") == run.info().id; });
    return own;
}

const nlohmann::json& WindowCase::jsonOf(const profiler::RunRecord& run) const
{
    for (const auto& entry : json["runs"]) {
        if (entry["mode"] == std::string(engine::name(run.info().strategy))) {
            return entry;
        }
    }
    throw std::runtime_error("the document has no entry of this mode");
}

}  // namespace decodescope::test
