// SPDX-License-Identifier: GPL-3.0-or-later
// A recording is data from elsewhere. Whatever stands in it is refused with a reason, or shown, stepped through and
// exported without harm: figures nobody measured may look odd, but nothing crashes, hangs or fills the memory.
#include "app/gui/instruments/instrument_view.h"
#include "app/gui/playback_driver.h"
#include "app/gui/selection.h"
#include "app/report/exporter.h"
#include "profiler/record/session_file.h"
#include "tests/app/gui/window_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <ctime>
#include <random>

using namespace decodescope;
using test::WindowFixture;

namespace {

const std::vector<std::string>& oddValues()
{
    static const std::vector<std::string> values{
        "-1",   "0",    "1",   "2147483648", "1099511627776", "9223372036854775807", "-9223372036854775808", "1e308",
        "-0.5", "NULL", "'x'", "''",         "x'fffe00'"};
    return values;
}

struct ColumnName {
    std::string table;
    std::string column;
};

std::vector<ColumnName> columnsOf(SQLite::Database& database)
{
    std::vector<ColumnName> columns;
    SQLite::Statement query(database,
                            "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p "
                            "WHERE m.type='table' ORDER BY m.name, p.cid");
    while (query.executeStep()) {
        columns.push_back({query.getColumn(0).getString(), query.getColumn(1).getString()});
    }
    return columns;
}

/// Another number, text, list or object in place of one value of a JSON text.
std::string damagedJson(const std::string& json, std::mt19937& random)
{
    static const std::vector<QString> odd{QStringLiteral("-1"),
                                          QStringLiteral("0"),
                                          QStringLiteral("4294967296"),
                                          QStringLiteral("1000000000000"),
                                          QStringLiteral("1e308"),
                                          QStringLiteral("null"),
                                          QStringLiteral("\"x\""),
                                          QStringLiteral("[]"),
                                          QStringLiteral("{}"),
                                          QStringLiteral("9223372036854775807"),
                                          QStringLiteral("18446744073709551615")};
    static const QRegularExpression value(
        QStringLiteral("(?<=[:\\[,])\\s*(-?[0-9][0-9.e+-]*|\"[^\"]*\"|true|false|null)"));
    const QString text = QString::fromStdString(json);
    std::vector<QRegularExpressionMatch> matches;
    auto all = value.globalMatch(text);
    while (all.hasNext()) {
        matches.push_back(all.next());
    }
    if (matches.empty()) {
        return "{";
    }
    const auto& match = matches[random() % matches.size()];
    QString changed = text;
    changed.replace(match.capturedStart(), match.capturedLength(), odd[random() % odd.size()]);
    return changed.toStdString();
}

/// Changes one value of the file; says which.
std::string damage(const std::string& path, std::mt19937& random)
{
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    const auto columns = columnsOf(database);
    const ColumnName& place = columns[random() % columns.size()];
    const auto rows = database.execAndGet("SELECT count(*) FROM " + place.table).getInt();
    if (rows == 0) {
        return {};
    }
    const std::string where = " WHERE rowid=(SELECT rowid FROM " + place.table + " LIMIT 1 OFFSET " +
                              std::to_string(random() % static_cast<unsigned>(rows)) + ")";
    std::string set = oddValues()[random() % oddValues().size()];
    try {
        const SQLite::Column before = database.execAndGet("SELECT " + place.column + " FROM " + place.table + where);
        const std::string text = before.isText() ? before.getString() : std::string();
        if (!text.empty() && (text[0] == '{' || text[0] == '[') && random() % 8 != 0) {
            const std::string changed = damagedJson(text, random);
            SQLite::Statement update(database, "UPDATE " + place.table + " SET " + place.column + "=?" + where);
            update.bind(1, changed);
            update.exec();
            return place.table + "." + place.column + " " + changed;
        }
        // Every row, now and then: what is wrong once is often wrong throughout.
        database.exec("UPDATE " + place.table + " SET " + place.column + "=" + set +
                      (random() % 3 == 0 ? std::string() : where));
    } catch (const SQLite::Exception&) {
        return {};  // not allowed by the table itself
    }
    return place.table + "." + place.column + " = " + set;
}

}  // namespace

class DamagedRecordingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }

    void oddValuesDoNoHarm_data();
    void oddValuesDoNoHarm();
};

void DamagedRecordingTest::oddValuesDoNoHarm_data()
{
    QTest::addColumn<int>("seed");
    const int rounds = qEnvironmentVariableIntValue("DECODESCOPE_FUZZ_ROUNDS");
    const int first = qEnvironmentVariableIntValue("DECODESCOPE_FUZZ_FIRST");
    for (int seed = first; seed < first + (rounds > 0 ? rounds : 6); ++seed) {
        QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
}

/// Twenty-five files per row.
void DamagedRecordingTest::oddValuesDoNoHarm()
{
    QFETCH(const int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    QTemporaryDir folder;
    const std::string whole = folder.filePath(QStringLiteral("whole.dscope")).toStdString();
    test::FakeOptions options;
    options.newTokens = 5;
    options.batch = seed % 3 == 0 ? 2 : 1;
    QVERIFY(profiler::writeSession(whole, test::makeFakeRecording(options)).has_value());
    WindowFixture fixture(app::ThemeChoice::light, {1920, 1080});
    for (int round = 0; round < 25; ++round) {
        const QString path = folder.filePath(QStringLiteral("%1.dscope").arg(round));
        QVERIFY(QFile::copy(QString::fromStdString(whole), path));
        std::string what;
        for (int i = 0; i <= round % 2; ++i) {
            what += damage(path.toStdString(), random) + "; ";
        }
        if (qEnvironmentVariableIsSet("DECODESCOPE_FUZZ_VERBOSE")) {
            std::fprintf(stderr, "seed %d, round %d: %s\n", seed, round, what.substr(0, 3000).c_str());
        }
        const std::clock_t began = std::clock();  // processor time: the machine may have other things to do
        const auto recording = profiler::readSession(path.toStdString());
        if (!recording) {
            QVERIFY2(recording.error().code == ErrorCode::badInput, what.c_str());
            QVERIFY(!recording.error().message.empty());
            continue;
        }
        const auto shared = std::make_shared<profiler::Recording>(*recording);
        fixture.window->showRecording(shared, QStringLiteral("damaged"));
        for (const int position : {1, 0, 3, 5, 2}) {
            fixture.window->playback()->seek(position);
            QApplication::processEvents();
        }
        fixture.window->playback()->setMode(app::PlaybackMode::race);
        fixture.window->playback()->toStart();
        fixture.window->playback()->stepForward();
        QApplication::processEvents();
        fixture.window->playback()->setMode(app::PlaybackMode::steps);
        app::ExportOptions exports;
        exports.png = round % 5 == 0;
        QVERIFY(
            app::exportRecording(*shared, folder.filePath(QStringLiteral("out%1").arg(round)).toStdString(), exports)
                .has_value());
        QVERIFY2((std::clock() - began) / CLOCKS_PER_SEC < 20, what.substr(0, 3000).c_str());
    }
}

QTEST_MAIN(DamagedRecordingTest)
#include "damaged_recording_test.moc"
