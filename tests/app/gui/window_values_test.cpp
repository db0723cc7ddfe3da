// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the window, read back through object names and models, are those of the CSV and JSON of the record.
#include "app/gui/format.h"
#include "app/gui/instruments/instrument_view.h"
#include "app/gui/instruments/op_names.h"
#include "app/gui/selection.h"
#include "app/plots/triangle_cells.h"
#include "app/report/exporter.h"
#include "app/report/table.h"
#include "profiler/record/session_json.h"
#include "tests/app/gui/window_case.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QSlider>
#include <QtTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

using namespace decodescope;
using test::FakeOptions;
using test::number;
using test::Row;
using test::same;
using test::textAt;
using test::valueAt;
using Case = test::WindowCase;

Q_DECLARE_METATYPE(decodescope::test::FakeOptions)

namespace {

/// A column of an instrument's table and the columns of steps.csv that it shows the sum of; `offset`: the screen counts
/// steps from 1.
struct Shown {
    const char* instrument;
    int column;
    std::vector<const char*> csv;
    int offset = 0;
};

const std::vector<Shown>& shownColumns()
{
    static const std::vector<Shown> columns{
        {"kvGrowth", 0, {"step"}, 1},
        {"kvGrowth", 1, {"context_length"}},
        {"kvGrowth", 2, {"kv_bytes_formula"}},
        {"kvGrowth", 3, {"kv_bytes_used"}},
        {"kvGrowth", 4, {"kv_bytes_allocated"}},
        {"kvGrowth", 5, {"kv_bytes_requested"}},
        {"roofline", 0, {"step"}, 1},
        {"roofline", 2, {"arithmetic_intensity"}},
        {"roofline", 3, {"achieved_gflop_per_s"}},
        {"roofline", 4, {"achieved_gb_per_s"}},
        {"roofline", 5, {"flops"}},
        {"roofline", 6, {"bytes_weights", "bytes_kv_read", "bytes_kv_written", "bytes_activations"}},
        {"throughput", 0, {"step"}, 1},
        {"throughput", 2, {"tokens_per_s"}},
        {"throughput", 3, {"wall_ms"}},
        {"throughput", 4, {"sampling_ms"}},
        {"throughput", 5, {"positions_computed"}},
        {"memory", 0, {"step"}, 1},
        {"memory", 1, {"memory_weights_bytes"}},
        {"memory", 2, {"memory_kv_cache_bytes"}},
        {"memory", 3, {"memory_activations_bytes"}},
        {"memory", 4, {"memory_workspace_bytes"}},
        {"memory", 5, {"memory_in_use_bytes"}},
        {"memory", 6, {"memory_reserved_bytes"}},
        {"memory", 7, {"memory_peak_bytes"}},
    };
    return columns;
}

}  // namespace

class WindowValuesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        test::prepareApplication();
    }

    void cleanupTestCase() { m_cases.clear(); }

    void tablesEqualTheFiles_data() { scenarios(); }
    void tablesEqualTheFiles();
    void opsEqualTheFile_data() { scenarios(); }
    void opsEqualTheFile();
    void tokensEqualTheFiles_data() { scenarios(); }
    void tokensEqualTheFiles();
    void stageCountsWhatTheFilesCount_data() { scenarios(); }
    void stageCountsWhatTheFilesCount();
    void documentEqualsTheTable_data() { scenarios(); }
    void documentEqualsTheTable();
    void headlineEqualsTheDocument();
    void notesSayTheCurrentStep_data() { scenarios(); }
    void notesSayTheCurrentStep();
    void everyModelOfTheWindowIsSound();
    void accessibleValuesChangeWithTheStep();

private:
    static void scenarios();
    /// The window of the current row; made once, for all tests.
    const Case& scenario();
    std::map<std::string, std::unique_ptr<Case>> m_cases;
    static std::vector<std::size_t> seeks(const Case& shown);
};

void WindowValuesTest::scenarios()
{
    QTest::addColumn<FakeOptions>("options");
    FakeOptions options;
    QTest::newRow("both") << options;
    options.strategies = {engine::Strategy::naive};
    QTest::newRow("naive") << options;
    options.strategies = {engine::Strategy::cached};
    QTest::newRow("cached") << options;
    options = {};
    options.batch = 3;
    options.newTokens = 10;
    QTest::newRow("batch") << options;
    options = {};
    options.warmup = 1;
    options.repeat = 3;
    options.newTokens = 8;
    QTest::newRow("warm-up and repeats") << options;
    options = {};
    options.cachedEosAt = 12;
    QTest::newRow("end token") << options;
    options = {};
    options.strategies = {engine::Strategy::naive, engine::Strategy::brokenRefill};
    QTest::newRow("broken: refills") << options;
}

const Case& WindowValuesTest::scenario()
{
    auto& shown = m_cases[QTest::currentDataTag()];
    if (!shown) {
        const auto options = *static_cast<FakeOptions*>(QTest::qData("options", qMetaTypeId<FakeOptions>()));
        shown = std::make_unique<Case>(options);
    }
    return *shown;
}

/// First step (prefill), second, middle, last, and back.
std::vector<std::size_t> WindowValuesTest::seeks(const Case& shown)
{
    const std::size_t last = shown.mainRun()->steps().size();
    return {1, 2, last / 2, last, last / 3 + 1, 1};
}

void WindowValuesTest::tablesEqualTheFiles()
{
    const Case& shown = scenario();
    const auto run = shown.mainRun();
    const auto rows = shown.rowsOfRun(shown.steps, *run);
    QCOMPARE(rows.size(), run->steps().size());
    for (const std::size_t position : seeks(shown)) {
        shown.seek(position);
        std::string opened;
        app::InstrumentView* view = nullptr;
        for (const Shown& column : shownColumns()) {
            if (opened != column.instrument) {
                view = shown.open(column.instrument);
                opened = column.instrument;
            }
            const bool cacheOnly = std::string_view(column.instrument) == "kvGrowth";
            const bool any = !cacheOnly || shown.fixture.window->selection()->cached() != nullptr;
            QCOMPARE(view->table()->rowCount(), any ? static_cast<int>(position) : 0);
            for (int row = 0; row < view->table()->rowCount(); ++row) {
                double expected = column.offset;
                for (const char* name : column.csv) {
                    expected += number(rows[static_cast<std::size_t>(row)], name);
                }
                const double value = valueAt(*view, row, column.column);
                QVERIFY2(same(value, expected),
                         qPrintable(QStringLiteral("%1, column %2, row %3: %4 on screen, %5 in %6")
                                        .arg(QLatin1String(column.instrument))
                                        .arg(column.column)
                                        .arg(row)
                                        .arg(value, 0, 'g', 17)
                                        .arg(expected, 0, 'g', 17)
                                        .arg(QLatin1String(column.csv.front()))));
            }
        }
        const auto* roofline = shown.open("roofline");
        for (const int row : {0, static_cast<int>(position) - 1}) {
            const auto& file = rows[static_cast<std::size_t>(row)];
            QCOMPARE(textAt(*roofline, row, 1), QString::fromStdString(file.at("phase")));
            QCOMPARE(textAt(*roofline, row, 7), QString::fromStdString(file.at("bound")));
        }
    }
}

void WindowValuesTest::opsEqualTheFile()
{
    const Case& shown = scenario();
    const auto rows = shown.rowsOfRun(shown.ops, *shown.mainRun());
    for (const std::size_t position : seeks(shown)) {
        shown.seek(position);
        for (const int layer : {-1, 0, 29}) {
            shown.fixture.window->selection()->setLayer(layer);
            // What the file says, added up by op.
            std::map<QString, std::map<std::string, double>> sums;
            double total = 0;
            for (const Row& row : rows) {
                const bool ofLayer = layer < 0 || row.at("layer") == std::to_string(layer);
                if (row.at("step") != std::to_string(position - 1) || !ofLayer) {
                    continue;
                }
                const auto kind = profiler::opKindNamed(row.at("op"));
                for (const char* column :
                     {"wall_ms", "flops", "bytes_weights", "bytes_kv_read", "bytes_kv_written", "bytes_activations"}) {
                    sums[app::opName(kind)][column] += number(row, column);
                }
                total += number(row, "wall_ms");
            }
            const auto* view = shown.open("ops");
            QCOMPARE(view->table()->rowCount(), static_cast<int>(sums.size()));
            QVERIFY(!sums.empty());
            for (int row = 0; row < view->table()->rowCount(); ++row) {
                auto& sum = sums[textAt(*view, row, 0)];
                const double bytes =
                    sum["bytes_weights"] + sum["bytes_kv_read"] + sum["bytes_kv_written"] + sum["bytes_activations"];
                const std::vector<double> expected{sum["wall_ms"],
                                                   sum["wall_ms"] / total,
                                                   sum["flops"],
                                                   sum["flops"] / (sum["wall_ms"] * 1e6),
                                                   sum["bytes_weights"],
                                                   sum["bytes_kv_read"],
                                                   sum["bytes_kv_written"],
                                                   sum["bytes_activations"],
                                                   bytes / (sum["wall_ms"] * 1e6)};
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    const double value = valueAt(*view, row, static_cast<int>(i) + 1);
                    QVERIFY2(std::abs(value - expected[i]) <= 1e-9 * std::abs(expected[i]) + 1e-12,
                             qPrintable(QStringLiteral("%1, column %2: %3 on screen, %4 in ops.csv")
                                            .arg(textAt(*view, row, 0))
                                            .arg(i + 1)
                                            .arg(value)
                                            .arg(expected[i])));
                }
            }
        }
        shown.fixture.window->selection()->setLayer(-1);
    }
}

void WindowValuesTest::tokensEqualTheFiles()
{
    const Case& shown = scenario();
    const auto rows = shown.rowsOfRun(shown.tokens, *shown.mainRun());
    const auto sequences = static_cast<int>(shown.mainRun()->info().promptIds.size());
    for (int sequence = 0; sequence < sequences; ++sequence) {
        shown.fixture.window->selection()->setSequence(sequences > 1 ? sequence : -1);
        std::vector<Row> own;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                     [&](const Row& row) { return row.at("sequence") == std::to_string(sequence); });
        for (const std::size_t position : seeks(shown)) {
            shown.seek(position);
            const auto* view = shown.open("text");
            QCOMPARE(view->table()->rowCount(), static_cast<int>(std::min(position, own.size())));
            for (int row = 0; row < view->table()->rowCount(); ++row) {
                const Row& file = own[static_cast<std::size_t>(row)];
                QCOMPARE(valueAt(*view, row, 0), number(file, "step") + 1);
                // The file counts positions from 0, the screen from 1.
                QCOMPARE(valueAt(*view, row, 1), number(file, "position") + 1);
                QCOMPARE(valueAt(*view, row, 2), number(file, "token_id"));
                QCOMPARE(textAt(*view, row, 4), QString::fromStdString(file.at("logits_hash")));
            }
        }
    }
    shown.fixture.window->selection()->setSequence(-1);
}

void WindowValuesTest::stageCountsWhatTheFilesCount()
{
    const Case& shown = scenario();
    const auto* selection = shown.fixture.window->selection();
    for (const std::size_t position : seeks(shown)) {
        shown.seek(position);
        const QString said = shown.fixture.find<QWidget>("stage")->accessibleDescription();
        for (const auto& run : {selection->naive(), selection->cached()}) {
            if (!run) {
                continue;
            }
            const auto rows = shown.rowsOfRun(shown.steps, *run);
            std::int64_t computed = 0;
            std::int64_t again = 0;
            const std::size_t steps = std::min(position, rows.size());
            for (std::size_t i = 0; i < steps; ++i) {
                computed += std::stoll(rows[i].at("positions_computed"));
                again += std::stoll(rows[i].at("positions_recomputed"));
            }
            const QLocale locale;
            QString expected = QStringLiteral("step %1: %2 positions computed, ")
                                   .arg(locale.toString(static_cast<qulonglong>(steps)),
                                        locale.toString(static_cast<qlonglong>(computed)));
            expected += again == 0 ? QStringLiteral("none of them twice")
                                   : QStringLiteral("%1 again").arg(locale.toString(static_cast<qlonglong>(again)));
            QVERIFY2(said.contains(expected), qPrintable(said + QStringLiteral("\nhas not: ") + expected));
        }
    }
}

void WindowValuesTest::documentEqualsTheTable()
{
    const Case& shown = scenario();
    const auto run = shown.mainRun();
    const auto& document = shown.jsonOf(*run);
    const auto rows = shown.rowsOfRun(shown.steps, *run);
    QCOMPARE(document["steps"].size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const auto& [column, text] : rows[i]) {
            const auto& value = document["steps"][i].at(column);
            const std::string said = value.is_null()      ? std::string()
                                     : value.is_string()  ? value.get<std::string>()
                                     : value.is_boolean() ? std::string(value.get<bool>() ? "1" : "0")
                                                          : std::string();
            if (value.is_number()) {
                QCOMPARE(value.get<double>(), std::stod(text));
            } else {
                QCOMPARE(said, text);
            }
        }
    }
}

void WindowValuesTest::headlineEqualsTheDocument()
{
    FakeOptions options;
    options.repeat = 3;
    options.warmup = 1;
    const Case shown(options);
    const auto& naive = shown.jsonOf(*shown.fixture.window->selection()->naive());
    const auto& cached = shown.jsonOf(*shown.fixture.window->selection()->cached());
    QCOMPARE(shown.fixture.text("headlineSpeed"), app::formatFactor(shown.json["speedup"].get<double>()));
    QCOMPARE(shown.json["identical"].get<bool>(), true);
    QCOMPARE(shown.fixture.text("headlineAgreement"), QStringLiteral("Same logits"));
    QCOMPARE(shown.fixture.text("headlineMemory"), app::formatBytes(cached["kv"]["used"].get<std::int64_t>()));
    QCOMPARE(shown.fixture.text("headlineRepeats"), app::formatPercent(naive["positions_recomputed"].get<double>() /
                                                                       naive["positions_computed"].get<double>()));
}

void WindowValuesTest::notesSayTheCurrentStep()
{
    const Case& shown = scenario();
    const auto rows = shown.rowsOfRun(shown.steps, *shown.mainRun());
    const bool cached = shown.fixture.window->selection()->cached() != nullptr;
    for (const std::size_t position : seeks(shown)) {
        shown.seek(position);
        const Row& row = rows[position - 1];
        const auto note = [&](const char* name) {
            shown.open(name);
            return shown.fixture.find<app::InstrumentView>(name)->note();
        };
        QVERIFY2(note("roofline").startsWith(QStringLiteral("step %1: ").arg(position)), qPrintable(note("roofline")));
        QVERIFY2(note("ops").startsWith(
                     QStringLiteral("step %1 · %2 · ").arg(position).arg(QString::fromStdString(row.at("phase")))),
                 qPrintable(note("ops")));
        if (cached) {
            QVERIFY2(note("kvGrowth").startsWith(app::formatBytes(std::stoll(row.at("kv_bytes_used")))),
                     qPrintable(note("kvGrowth")));
        }
        QVERIFY2(note("memory").contains(QStringLiteral("step %1: ").arg(position)), qPrintable(note("memory")));
        if (position > 1) {
            QVERIFY2(note("throughput")
                         .contains(QStringLiteral("at depth %1").arg(std::stoll(row.at("context_length")) - 1)),
                     qPrintable(note("throughput")));
        }
        QVERIFY2(note("text").contains(QStringLiteral("%1 generated").arg(position)), qPrintable(note("text")));
    }
}

void WindowValuesTest::everyModelOfTheWindowIsSound()
{
    const Case shown(FakeOptions{});
    const auto models = shown.fixture.window->findChildren<QAbstractItemModel*>();
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    for (QAbstractItemModel* model : models) {
        // Qt's own (of choosers and completers) are Qt's to test.
        if (QByteArrayView(model->metaObject()->className()).startsWith("decodescope")) {
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                model, QAbstractItemModelTester::FailureReportingMode::QtTest));
        }
    }
    QVERIFY2(testers.size() >= 8, qPrintable(QString::number(testers.size())));
    for (const std::size_t position : {1, 32, 5, 0, 17, 16, 18, 31}) {
        shown.seek(position);
    }
    FakeOptions other;
    other.batch = 2;
    other.newTokens = 5;
    shown.fixture.window->showRecording(std::make_shared<profiler::Recording>(test::makeFakeRecording(other)),
                                        QStringLiteral("other"));
    shown.seek(2);
    shown.seek(5);
}

void WindowValuesTest::accessibleValuesChangeWithTheStep()
{
    const Case shown(FakeOptions{});
    const auto said = [&] {
        std::map<std::string, QString> texts;
        for (const char* name : {"stage", "kvGrowth", "roofline", "throughput", "memory", "ops", "tensors", "text",
                                 "transportSlider", "transportPosition"}) {
            if (auto* view = shown.fixture.find<app::InstrumentView>(name)) {
                shown.open(name);
                texts[name] = view->accessibleDescription();
            } else {
                texts[name] = shown.fixture.find<QWidget>(name)->accessibleDescription();
            }
        }
        return texts;
    };
    shown.seek(10);
    const auto at10 = said();
    shown.seek(11);
    const auto at11 = said();
    shown.seek(10);
    for (const auto& [name, text] : at10) {
        QVERIFY2(!text.isEmpty() && text != at11.at(name), name.c_str());
    }
    QVERIFY(said() == at10);
}

QTEST_MAIN(WindowValuesTest)
#include "window_values_test.moc"
