// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a person at the keyboard meets it. Nothing here knows its classes.
#include "tests/app/window/real_window.h"

#include <QFile>
#include <QGuiApplication>
#include <QtTest>

#include <nlohmann/json.hpp>

using decodescope::test::RealWindow;
using decodescope::test::VirtualScreen;
using nlohmann::json;

namespace {

/// Its steps take long enough that a key comes in the middle of one.
const QStringList kSlowModel{QStringLiteral("--model"), QStringLiteral("synthetic:tinyllama-1.1b,layers=4")};

json document(const QString& folder)
{
    QFile file(folder + QStringLiteral("/run.json"));
    return file.open(QIODevice::ReadOnly) ? json::parse(file.readAll().toStdString(), nullptr, false) : json();
}

std::string stopOf(const json& run)
{
    return run["sequences"][0]["stop"].get<std::string>();
}

}  // namespace

class WindowKeysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void opensOnARecordingAndStepsThroughIt();
    void runsTheDefaultModelAndExports();
    void stopsWithinAStepAndRunsAgain();
    void closesWhileRunning();

private:
    QTemporaryDir m_folder;
};

void WindowKeysTest::opensOnARecordingAndStepsThroughIt()
{
    RealWindow window;
    QVERIFY2(window.appears(), qPrintable(window.errors()));
    const QImage open = window.stillPicture();
    window.press("F9");  // the set-up, where an estimate comes when it is ready, is out of the picture
    QVERIFY(window.changesFrom(open));
    const QImage end = window.stillPicture();
    QVERIFY(!end.isNull());

    window.press("comma");
    const QImage back = window.stillPicture();
    QVERIFY2(back != end, "comma steps back");
    window.press("period");
    QVERIFY2(window.stillPicture() == end, "forward again, to the last pixel");
    window.press("Prior");
    QVERIFY2(window.stillPicture() == back, "Page Up is comma, for clickers");
    window.press("Home");
    const QImage start = window.stillPicture();
    QVERIFY(start != back && start != end);
    window.press({QStringLiteral("Next"), QStringLiteral("Next"), QStringLiteral("Prior"), QStringLiteral("Prior")});
    QVERIFY2(window.stillPicture() == start, "two forward, two back");

    window.press("space");
    QImage shown = start;
    for (int row = 0; row < 4; ++row) {
        QVERIFY2(window.changesFrom(shown), "it plays by itself");
        shown = window.picture();
    }
    window.press("space");
    const QImage paused = window.stillPicture();
    QVERIFY2(!paused.isNull() && paused != end, "paused on the way");
    window.press("End");
    QVERIFY(window.stillPicture() == end);

    const QString folder = m_folder.filePath(QStringLiteral("demo"));
    QVERIFY(window.exportTo(folder));
    QVERIFY(document(folder)["identical"] == true);
    window.press("ctrl+q");
    QCOMPARE(window.exitCode(), 0);
}

void WindowKeysTest::runsTheDefaultModelAndExports()
{
    RealWindow window;
    QVERIFY2(window.appears(), qPrintable(window.errors()));
    const QImage open = window.stillPicture();
    window.press("F5");
    QVERIFY(window.changesFrom(open));
    const QString folder = m_folder.filePath(QStringLiteral("run"));
    QVERIFY2(window.exportTo(folder), qPrintable(window.errors()));
    const json result = document(folder);
    QCOMPARE(result["model"]["parameters"].get<qint64>(), 134515008);
    QCOMPARE(result["runs"].size(), std::size_t{2});
    for (const json& run : result["runs"]) {
        QCOMPARE(run["steps"].size(), std::size_t{32});
        QCOMPARE(stopOf(run), std::string("length"));
    }
    QVERIFY(result["identical"] == true);
    QVERIFY(QFile::exists(folder + QStringLiteral("/triangle.png")));
    window.press("ctrl+q");
    QCOMPARE(window.exitCode(), 0);
}

void WindowKeysTest::stopsWithinAStepAndRunsAgain()
{
    RealWindow window(kSlowModel);
    QVERIFY2(window.appears(), qPrintable(window.errors()));
    const auto exported = [&](const QString& name) {
        const QString folder = m_folder.filePath(name);
        return window.exportTo(folder) ? document(folder) : json();
    };
    const auto isWhole = [](const json& result) {
        return result["identical"] == true && result["runs"].size() == 2 && result["runs"][0]["steps"].size() == 32 &&
               result["runs"][1]["steps"].size() == 32 && stopOf(result["runs"][1]) == "length";
    };
    window.press("F5");  // the first run also measures the machine and loads the weights
    const json whole = exported(QStringLiteral("whole"));
    QVERIFY2(whole["model"]["synthetic"] == true && isWhole(whole), whole.dump(1).substr(0, 2000).c_str());

    // Stopped before its first step, a run leaves what was shown: then it is given a little longer.
    json stopped = whole;
    for (int ms = 500; ms < 10000 && isWhole(stopped); ms += 500) {
        window.press("F5");
        QTest::qSleep(ms);
        window.press("Escape");
        stopped = exported(QStringLiteral("stopped%1").arg(ms));
    }
    const json& last = stopped["runs"].back();
    QCOMPARE(stopOf(last), std::string("cancelled"));
    QVERIFY2(!last["steps"].empty() && last["steps"].size() < 32, "some steps, and not all of them");
    const json& same = whole["runs"][stopped["runs"].size() - 1];
    for (std::size_t i = 0; i < last["steps"].size(); ++i) {
        QVERIFY2(last["steps"][i]["logits_hash"] == same["steps"][i]["logits_hash"], "whole steps only");
    }

    window.press("F5");
    const json rerun = exported(QStringLiteral("rerun"));
    QVERIFY2(isWhole(rerun), rerun.dump(1).substr(0, 2000).c_str());
    window.press("ctrl+q");
    QCOMPARE(window.exitCode(), 0);
}

void WindowKeysTest::closesWhileRunning()
{
    RealWindow window(kSlowModel);
    QVERIFY2(window.appears(), qPrintable(window.errors()));
    QImage shown = window.stillPicture();
    window.press("F5");
    for (int change = 0; change < 4; ++change) {
        QVERIFY(window.changesFrom(shown));
        shown = window.picture();
    }
    window.press("ctrl+q");
    QCOMPARE(window.exitCode(), 0);
}

int main(int argc, char** argv)
{
    const VirtualScreen screen;
    if (!screen.problem().isEmpty()) {
        qCritical("%s", qPrintable(screen.problem()));
        return 1;
    }
    QGuiApplication application(argc, argv);
    WindowKeysTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "window_keys_test.moc"
