// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/ops_view.h"
#include "app/gui/instruments/plot_views.h"
#include "app/gui/instruments/record_tables.h"
#include "app/gui/instruments/tensors_view.h"
#include "app/gui/instruments/text_view.h"
#include "app/gui/instruments/throughput_view.h"
#include "app/plots/theme.h"
#include "tests/support/fake_recording.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <memory>
#include <random>

using namespace decodescope;
using namespace decodescope::app;

namespace {

std::shared_ptr<const profiler::Recording> recordingOf(std::int64_t fresh = 32)
{
    test::FakeOptions options;
    options.newTokens = fresh;
    return std::make_shared<profiler::Recording>(test::makeFakeRecording(options));
}

std::vector<std::unique_ptr<InstrumentView>> allViews(Selection& selection)
{
    std::vector<std::unique_ptr<InstrumentView>> views;
    views.push_back(std::make_unique<KvGrowthView>(&selection));
    views.push_back(std::make_unique<RooflineView>(&selection));
    views.push_back(std::make_unique<ThroughputView>(&selection));
    views.push_back(std::make_unique<MemoryView>(&selection));
    views.push_back(std::make_unique<OpsView>(&selection));
    views.push_back(std::make_unique<TensorsView>(&selection));
    views.push_back(std::make_unique<TextView>(&selection));
    return views;
}

qlonglong wholeAt(const QAbstractTableModel& table, int row, int column)
{
    return table.index(row, column).data(Qt::UserRole).toLongLong();
}

double realAt(const QAbstractTableModel& table, int row, int column)
{
    return table.index(row, column).data(Qt::UserRole).toDouble();
}

}  // namespace

class InstrumentsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(loadBundledFonts());
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void modelsBehaveUnderRandomSeeks()
    {
        const auto recording = recordingOf();
        const auto other = recordingOf(12);
        Selection selection;
        auto views = allViews(selection);
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (auto& view : views) {
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest));
            view->show();
            view->setTableShown(true);
            QVERIFY(view->tableShown());
        }
        std::mt19937 random(2);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        for (int i = 0; i < 30; ++i) selection.setPosition(random() % 33, random() % 33);
        selection.setRuns(other, other->runs[0], other->runs[1]);
        selection.setPosition(12, 12);
        selection.setRuns(nullptr, nullptr, nullptr);
        for (auto& view : views) QCOMPARE(view->table()->rowCount(), 0);
    }

    void everyViewIsNamedAndSaysItsFigures()
    {
        const auto recording = recordingOf();
        Selection selection;
        auto views = allViews(selection);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        for (auto& view : views) {
            view->setTheme(theme(ThemeKind::dark));
            view->resize(420, 240);
            view->show();
            selection.setPosition(10, 10);
            const QString at10 = view->accessibleDescription();
            QVERIFY2(!view->objectName().isEmpty() && !view->accessibleName().isEmpty(), "names");
            QVERIFY2(!at10.isEmpty(), qPrintable(view->objectName()));
            QVERIFY(!view->grab().isNull());
            selection.setPosition(31, 31);
            QVERIFY2(view->accessibleDescription() != at10, qPrintable(view->objectName()));
        }
    }

    void tablesHoldTheRecordsValues()
    {
        const auto recording = recordingOf();
        const auto& run = *recording->runs[1];
        Selection selection;
        KvGrowthView kv(&selection);
        RooflineView roofline(&selection);
        ThroughputView throughput(&selection);
        MemoryView memory(&selection);
        for (InstrumentView* view :
             {static_cast<InstrumentView*>(&kv), static_cast<InstrumentView*>(&roofline),
              static_cast<InstrumentView*>(&throughput), static_cast<InstrumentView*>(&memory)}) {
            view->show();
            view->setTableShown(true);
        }
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(20, 20);
        for (const int row : {0, 7, 19}) {
            const auto& step = run.steps()[static_cast<std::size_t>(row)];
            QCOMPARE(wholeAt(*kv.table(), row, 0), step.step + 1);
            QCOMPARE(wholeAt(*kv.table(), row, 1), step.contextLength);
            QCOMPARE(wholeAt(*kv.table(), row, 2), step.kvBytesFormula);
            QCOMPARE(wholeAt(*kv.table(), row, 3), step.kv.usedBytes);
            QCOMPARE(wholeAt(*kv.table(), row, 4), step.kv.allocatedBytes);
            QCOMPARE(wholeAt(*kv.table(), row, 5), step.kv.requestedBytes);
            QCOMPARE(realAt(*roofline.table(), row, 2), step.cost.arithmeticIntensity());
            QCOMPARE(realAt(*roofline.table(), row, 3), step.achievedGflopPerS());
            QCOMPARE(wholeAt(*roofline.table(), row, 6), step.cost.bytes());
            QCOMPARE(realAt(*throughput.table(), row, 2), step.tokensPerSecond());
            QCOMPARE(realAt(*throughput.table(), row, 3), static_cast<double>(step.wallNs) * 1e-6);
            QCOMPARE(wholeAt(*memory.table(), row, 1), step.memory.live[0]);
            QCOMPARE(wholeAt(*memory.table(), row, 2), step.memory.live[1]);
            QCOMPARE(wholeAt(*memory.table(), row, 6), step.memory.reserved);
            QCOMPARE(wholeAt(*memory.table(), row, 7), step.memoryPeakBytes);
        }
        QCOMPARE(kv.table()->rowCount(), 20);
        selection.setPosition(20, 5);
        QCOMPARE(kv.table()->rowCount(), 5);
    }

    void opsAddUpOverLayersAndOpenPerLayer()
    {
        const auto recording = recordingOf();
        const auto& step = recording->runs[1]->steps()[9];
        std::int64_t all = 0;
        std::int64_t third = 0;
        for (const auto& op : step.ops) {
            all += op.wallNs;
            third += op.layer == 2 ? op.wallNs : 0;
        }
        const auto total = [](const std::vector<OpSum>& sums) {
            std::int64_t ns = 0;
            for (const OpSum& sum : sums) ns += sum.wallNs;
            return ns;
        };
        QCOMPARE(sumOps(step, -1).size(), std::size_t{13});
        QCOMPARE(total(sumOps(step, -1)), all);
        QCOMPARE(total(sumOps(step, 2)), third);
        QCOMPARE(sumOps(step, -1).front().kind, engine::OpKind::embedding);
        QCOMPARE(sumOps(step, -1).back().kind, engine::OpKind::outputHead);

        Selection selection;
        OpsView ops(&selection);
        ops.resize(1100, 200);
        ops.show();
        ops.setTableShown(true);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(10, 10);
        QCOMPARE(ops.table()->rowCount(), 13);
        double ms = 0;
        for (int row = 0; row < 13; ++row) ms += realAt(*ops.table(), row, 1);
        QVERIFY(std::abs(ms - static_cast<double>(all) * 1e-6) < 1e-9);
        selection.setLayer(2);
        QCOMPARE(ops.table()->rowCount(), 10);
        ops.setTableShown(false);
        selection.setLayer(-1);
        ops.grab();
        auto* plot = ops.findChild<PlotSurface*>(QStringLiteral("opsPlot"));
        QVERIFY(plot);
        // The output head is the last and wide segment of the bar.
        QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(plot->width() - 20, 20));
        QCOMPARE(selection.op(), std::optional(engine::OpKind::outputHead));
        QVERIFY(ops.note().startsWith(opName(engine::OpKind::outputHead)));
        QTest::keyClick(&ops, Qt::Key_Left);
        QCOMPARE(selection.op(), std::optional(engine::OpKind::finalNorm));
    }

    void opsSayWhenEventsTimedThem()
    {
        const test::FakeOptions options;
        test::FakeRunner runner(options, engine::Strategy::cached);
        const auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
        for (const auto clock : {engine::OpClock::device, engine::OpClock::events}) {
            profiler::StepRecord step = runner.next();
            step.opClock = clock;
            QVERIFY(run->steps().append(std::move(step)));
        }
        const auto recording = std::make_shared<profiler::Recording>();
        recording->runs.push_back(run);
        Selection selection;
        OpsView ops(&selection);
        ops.resize(1100, 200);
        ops.show();
        selection.setRuns(recording, nullptr, run);
        for (const std::size_t shown : {1, 2}) {
            selection.setPosition(0, shown);
            ops.grab();
            QCOMPARE(ops.note().contains(QStringLiteral("CUDA events")), shown == 2);
        }
    }

    void tensorShapesJoin()
    {
        const auto recording = recordingOf();
        Selection selection;
        TensorsView tensors(&selection);
        tensors.show();
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(26, 26);
        const auto find = [&](const QString& name) {
            for (const TensorShape& shape : tensors.shapes())
                if (shape.name == name)
                    return shape.text(QLocale::c());
            return QString();
        };
        QCOMPARE(find(QStringLiteral("X, input of a layer")), QStringLiteral("[1, 576]"));
        QCOMPARE(find(QStringLiteral("K cache before")), QStringLiteral("[33, 3, 64]"));
        QCOMPARE(find(QStringLiteral("K, new keys")), QStringLiteral("[1, 3, 64]"));
        QCOMPARE(find(QStringLiteral("K cache after")), QStringLiteral("[34, 3, 64]"));
        QCOMPARE(find(QStringLiteral("attention weights")), QStringLiteral("[9, 1, 34]"));
        QCOMPARE(find(QStringLiteral("logits of the last row")), QStringLiteral("[1, 49152]"));
        selection.setPosition(1, 1);
        QCOMPARE(find(QStringLiteral("X, input of a layer")), QStringLiteral("[9, 576]"));
        QCOMPARE(find(QStringLiteral("K cache before")), QStringLiteral("[0, 3, 64]"));
    }

    void textFollowsThePositionWithTheCurrentTokenLit()
    {
        const auto recording = recordingOf();
        const auto& run = *recording->runs[1];
        Selection selection;
        TextView text(&selection);
        text.resize(800, 120);
        text.show();
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        std::mt19937 random(9);
        std::vector<std::size_t> seeks{1, 5, 32, 31, 2};
        for (int i = 0; i < 20; ++i) seeks.push_back(1 + random() % 32);
        for (const std::size_t steps : seeks) {
            selection.setPosition(steps, steps);
            std::string bytes;
            for (const std::string& piece : run.info().promptPieces[0]) bytes += piece;
            for (std::size_t i = 0; i < steps; ++i) bytes += run.steps()[i].sequences[0].tokenBytes;
            // A character whose second half is still to come is not shown.
            if (!bytes.empty() && bytes.back() == '\xc3')
                bytes.pop_back();
            QCOMPARE(text.shownText(), QString::fromStdString(bytes));
            const auto [begin, end] = text.litRange();
            const std::string& last = run.steps()[steps - 1].sequences[0].tokenBytes;
            if (QString::fromStdString(last).isValidUtf16() && last != "\xc3" && last != "\xaf")
                QCOMPARE(text.shownText().mid(begin, end - begin), QString::fromStdString(last));
        }
    }

    /// Instruments that take keys show when they have them.
    void focusOfTheKeyboardIsSeen()
    {
        const auto recording = recordingOf();
        Selection selection;
        QWidget window;
        QVBoxLayout layout(&window);
        OpsView ops(&selection);
        QPushButton other;
        layout.addWidget(&ops);
        layout.addWidget(&other);
        window.resize(500, 240);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(3, 3);
        const QColor ring = theme(ThemeKind::light).focus;
        for (const bool focused : {false, true, false}) {
            focused ? ops.setFocus(Qt::TabFocusReason) : other.setFocus(Qt::TabFocusReason);
            QCOMPARE(ops.hasFocus(), focused);
            QCOMPARE(ops.grab().toImage().pixelColor(250, 1) == ring, focused);
        }
    }

    /// A token that turns the direction of writing must not turn what stands around it.
    void directionsOfTokensStayWithThem()
    {
        const auto recording = recordingOf();
        auto info = recording->runs[1]->info();
        info.promptPieces = {{"one", "\u202e", "two", "\u2066", "three"}};
        const auto run = std::make_shared<profiler::RunRecord>(info);
        QVERIFY(run->steps().append(recording->runs[1]->steps()[0]));
        Selection selection;
        TextView text(&selection);
        text.show();
        selection.setRuns(recording, nullptr, run);
        selection.setPosition(0, 1);
        QVERIFY2(text.shownText().startsWith(QStringLiteral("one·two·three")), qPrintable(text.shownText()));
    }

    /// A model without a vocabulary has no text to leave a part of out.
    void aLongRunWithoutTextSaysSo()
    {
        const auto recording = recordingOf();
        auto info = recording->runs[1]->info();
        info.promptPieces = {{""}};
        const auto run = std::make_shared<profiler::RunRecord>(info);
        for (int i = 0; i < 1500; ++i) {
            auto step = recording->runs[1]->steps()[1];
            step.step = i;
            step.sequences.front().tokenBytes.clear();
            QVERIFY(run->steps().append(std::move(step)));
        }
        Selection selection;
        TextView text(&selection);
        text.show();
        selection.setRuns(recording, nullptr, run);
        selection.setPosition(0, 1500);
        QCOMPARE(text.shownText(), QString());
    }

    /// The text of a long run is cut, by the position alone: whatever was shown before.
    void longTextsAreCutByThePositionAlone()
    {
        const auto recording = recordingOf(3000);
        const auto& run = *recording->runs[1];
        Selection selection;
        TextView text(&selection);
        text.resize(800, 120);
        text.show();
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        std::mt19937 random(4);
        for (const std::size_t steps : {std::size_t{1024}, std::size_t{1025}, std::size_t{3000}, std::size_t{2999},
                                        std::size_t{1 + random() % 3000}, std::size_t{1 + random() % 3000}}) {
            selection.setPosition(steps, steps);
            TextView fresh(&selection);
            fresh.resize(800, 120);
            fresh.show();
            QCOMPARE(text.shownText(), fresh.shownText());
            QCOMPARE(text.litRange(), fresh.litRange());
            std::string bytes;
            for (std::size_t i = steps - 100; i < steps; ++i) bytes += run.steps()[i].sequences[0].tokenBytes;
            const QString tail = QString::fromStdString(bytes).mid(8).chopped(2);
            QVERIFY(text.shownText().contains(tail));
            QCOMPARE(text.shownText().startsWith(QStringLiteral("… ")), steps > 1024);
            QVERIFY(text.shownText().size() < 10'000);
            text.copyTableAction()->trigger();
            QCOMPARE(static_cast<std::size_t>(text.table()->rowCount()), steps);
        }
    }

    void aClickOnATokenAsksToGoThere()
    {
        const auto recording = recordingOf();
        Selection selection;
        TextView text(&selection);
        text.resize(900, 160);
        text.show();
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(32, 32);
        QSignalSpy seek(&text, &TextView::seekRequested);
        auto* body = text.findChild<QTextBrowser*>(QStringLiteral("textBody"));
        // The middle of the token that step 4 chose.
        selection.setPosition(4, 4);
        const auto [begin, end] = text.litRange();
        selection.setPosition(32, 32);
        QTextCursor cursor(body->document());
        cursor.setPosition((begin + end + 1) / 2);
        QTest::mouseClick(body->viewport(), Qt::LeftButton, {}, body->cursorRect(cursor).center());
        QCOMPARE(seek.count(), 1);
        QCOMPARE(seek.first().first().toULongLong(), 4ULL);
    }

    /// In the flat strip of a small window the text keeps both lines.
    void aFlatTextHasNoLineAbove()
    {
        const auto recording = recordingOf();
        Selection selection;
        TextView text(&selection);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        text.resize(700, 46);
        text.show();
        selection.setPosition(20, 20);
        auto* body = text.findChild<QTextBrowser*>(QStringLiteral("textBody"));
        QTRY_VERIFY(body->height() >= 40);
        text.resize(700, 140);
        QTRY_VERIFY(body->height() < 130);
    }

    void hiddenViewsDoNotWork()
    {
        const auto recording = recordingOf();
        Selection selection;
        RooflineView roofline(&selection);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(20, 20);
        QVERIFY(roofline.model().points.empty());
        roofline.show();
        QVERIFY(!roofline.model().points.empty());
    }

    void tablesAreCopiedWhole()
    {
        const auto recording = recordingOf();
        Selection selection;
        KvGrowthView kv(&selection);
        kv.show();
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(3, 3);
        kv.copyTableAction()->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[3].split(QLatin1Char('\t')).value(3),
                 QString::number(recording->runs[1]->steps()[2].kv.usedBytes));
        kv.resize(300, 200);
        kv.copyPictureAction()->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }

    void germanNumbersOnScreen()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto recording = recordingOf();
        Selection selection;
        KvGrowthView kv(&selection);
        kv.setLocale(QLocale());
        kv.show();
        kv.setTableShown(true);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(26, 26);
        QVERIFY2(kv.note().contains(QStringLiteral("0,75")), qPrintable(kv.note()));
        QCOMPARE(kv.table()->index(25, 3).data().toString(), QStringLiteral("783.360"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
};

QTEST_MAIN(InstrumentsTest)
#include "instruments_test.moc"
