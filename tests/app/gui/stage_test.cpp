// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/stage/stage_view.h"

#include "app/plots/work_counters.h"
#include "tests/support/fake_recording.h"

#include <QComboBox>
#include <QPainter>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <random>

using namespace decodescope;
using namespace decodescope::app;

namespace {

std::shared_ptr<const profiler::Recording> recordingOf(std::int64_t prompt, std::int64_t fresh, std::int64_t batch = 1)
{
    test::FakeOptions options;
    options.promptTokens = prompt;
    options.newTokens = fresh;
    options.batch = batch;
    options.ops = false;
    return std::make_shared<profiler::Recording>(test::makeFakeRecording(options));
}

QImage grabbed(QWidget& widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

}  // namespace

class StageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(loadBundledFonts());
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void everySeekEqualsAFreshStage_data()
    {
        QTest::addColumn<int>("fresh");
        QTest::newRow("cells") << 32;
        QTest::newRow("image") << 600;
    }
    void everySeekEqualsAFreshStage()
    {
        QFETCH(int, fresh);
        const auto recording = recordingOf(9, fresh);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        std::mt19937 random(1);
        for (int i = 0; i < 8; ++i) {
            const std::size_t naive = random() % static_cast<std::size_t>(fresh + 1);
            const std::size_t cached = random() % static_cast<std::size_t>(fresh + 1);
            selection.setPosition(naive, cached);
            const QImage kept = grabbed(stage);
            Selection other;
            StageView once(&other);
            once.resize(760, 460);
            other.setRuns(recording, recording->runs[0], recording->runs[1]);
            other.setPosition(naive, cached);
            QCOMPARE(kept, grabbed(once));
        }
    }

    /// A new position paints what it changes; what stands on the screen then is what a fresh stage paints whole.
    void whatAPositionPaintsAnewIsAllThatChanges_data()
    {
        QTest::addColumn<int>("fresh");
        QTest::addColumn<int>("batch");
        QTest::newRow("cells") << 30 << 1;
        QTest::newRow("image") << 600 << 1;
        QTest::newRow("image of a batch") << 300 << 2;
    }
    void whatAPositionPaintsAnewIsAllThatChanges()
    {
        QFETCH(int, fresh);
        QFETCH(int, batch);
        const auto recording = recordingOf(9, fresh, batch);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::projector}) {
            Selection selection;
            StageView stage(&selection);
            stage.setTheme(theme(kind));
            stage.resize(760, 460);
            stage.show();
            QVERIFY(QTest::qWaitForWindowExposed(&stage));
            selection.setRuns(recording, recording->runs[0], recording->runs[1]);
            std::mt19937 random(2);
            std::size_t naive = 0;
            for (int i = 0; i < 30; ++i) {
                const auto steps = static_cast<std::size_t>(fresh);
                naive = i % 3 == 0 ? random() % (steps + 1) : std::min(steps, naive + 1);
                const int paints = stage.paintCount();
                QSignalSpy moved(&selection, &Selection::positionChanged);
                selection.setPosition(naive, i % 5 == 0 ? random() % (steps + 1) : naive);
                QTRY_VERIFY(moved.isEmpty() || stage.paintCount() > paints);
                QCoreApplication::processEvents();
                const QImage screen = stage.screen()->grabWindow(stage.winId()).toImage();
                QCOMPARE(screen.convertToFormat(QImage::Format_RGB32), grabbed(stage));
            }
            QVERIFY(stage.paintCount() - stage.wholePaintCount() > 15);  // a grab paints the whole
        }
    }

    void aStepBackAndForwardIsExact()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(20, 20);
        const QImage before = grabbed(stage);
        selection.setPosition(26, 26);
        QVERIFY(grabbed(stage) != before);
        selection.setPosition(20, 20);
        QCOMPARE(grabbed(stage), before);
    }

    void aPositionPaintsOnceAndOnlyItsRows()
    {
        const auto recording = recordingOf(9, 600);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        stage.show();
        QVERIFY(QTest::qWaitForWindowExposed(&stage));
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(300, 300);
        QTRY_VERIFY(stage.linesPainted() > 100);
        for (int paints = -1; paints != stage.paintCount();) {  // what was asked for so far is painted
            paints = stage.paintCount();
            QTest::qWait(100);
        }
        // The display may ask for the whole at any time; a position during which it does proves nothing.
        for (std::size_t step = 301; step < 321; ++step) {
            const int wholes = stage.wholePaintCount();
            const int parts = stage.paintCount() - wholes;
            selection.setPosition(step, step);
            QTRY_VERIFY(stage.paintCount() - stage.wholePaintCount() > parts || stage.wholePaintCount() > wholes);
            QTest::qWait(20);
            if (stage.wholePaintCount() > wholes)
                continue;
            QCOMPARE(stage.paintCount() - stage.wholePaintCount(), parts + 1);
            QVERIFY(stage.linesPainted() <= 4);
            return;
        }
        QFAIL("the display asked for the whole at every position");
    }

    void keyboardCursorSaysWhatACellIs()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(26, 26);
        QSignalSpy described(&stage, &StageView::cellDescribed);
        QTest::keyClick(&stage, Qt::Key_Up);
        QCOMPARE(stage.cursorCell(), std::optional(CellPosition{false, 25, 33}));
        QTest::keyClick(&stage, Qt::Key_Left);
        QCOMPARE(stage.cursorCell(), std::optional(CellPosition{false, 25, 32}));
        QVERIFY(described.last().first().toString().contains(QStringLiteral("step 26, position 33")));
        QVERIFY(
            described.last().first().toString().contains(QStringLiteral("computed again, first computed at step 25")));
        QVERIFY(stage.accessibleDescription().contains(QStringLiteral("computed again")));
        for (int i = 0; i < 8; ++i) QTest::keyClick(&stage, Qt::Key_Right);
        QCOMPARE(stage.cursorCell(), std::optional(CellPosition{true, 25, 0}));
        QVERIFY(described.last().first().toString().contains(QStringLiteral("read from the cache")));
        QTest::keyClick(&stage, Qt::Key_Escape);
        QVERIFY(!stage.cursorCell());
        QCOMPARE(described.last().first().toString(), QString());
    }

    void aClickFindsTheCellUnderIt()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(32, 32);
        QImage surface(1, 1, QImage::Format_RGB32);
        QPainter painter(&surface);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::screen, stage.locale());
        const TrianglesGeometry geometry = stage.geometryOf(canvas);
        for (const CellPosition cell : {CellPosition{false, 3, 5}, CellPosition{true, 30, 39}, {false, 31, 0}}) {
            const auto& layout = (cell.cachedPanel ? geometry.cached : geometry.naive).layout;
            QTest::mouseClick(&stage, Qt::LeftButton, {},
                              layout.span(cell.row, cell.column, cell.column + 1).center().toPoint());
            QCOMPARE(stage.cursorCell(), std::optional(cell));
        }
    }

    void accessibleTextFollowsTheStep()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        QVERIFY(!stage.accessibleName().isEmpty());
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(5, 4);
        QVERIFY(stage.accessibleDescription().contains(QStringLiteral("Without the cache, step 5: 55 positions")));
        QVERIFY(stage.accessibleDescription().contains(QStringLiteral("With the cache, step 4: 12 positions")));
    }

    void batchHasASequenceSelector()
    {
        const auto one = recordingOf(9, 8);
        const auto three = recordingOf(9, 8, 3);
        Selection selection;
        StageView stage(&selection);
        auto* box = stage.findChild<QComboBox*>(QStringLiteral("stageSequence"));
        QVERIFY(box);
        selection.setRuns(one, one->runs[0], one->runs[1]);
        QVERIFY(box->isHidden());
        selection.setRuns(three, three->runs[0], three->runs[1]);
        QVERIFY(!box->isHidden());
        QCOMPARE(box->count(), 4);
        selection.setPosition(8, 8);
        selection.setSequence(2);
        QCOMPARE(box->currentData().toInt(), 2);
        const auto work = countWork(*three->runs[0], 8, 2);
        QVERIFY(stage.accessibleDescription().contains(QString::number(work.positionsComputed)));
    }

    void timePerPositionIsAnotherPicture()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        stage.resize(760, 460);
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(32, 32);
        const QImage work = grabbed(stage);
        stage.setColourBy(ColourBy::timePerPosition);
        QVERIFY(grabbed(stage) != work);
        stage.setColourBy(ColourBy::kindOfWork);
        QCOMPARE(grabbed(stage), work);
    }

    void survivesNothingAndOddSizes()
    {
        const auto recording = recordingOf(9, 32);
        Selection selection;
        StageView stage(&selection);
        for (const QSize size : {QSize(380, 240), QSize(1, 1), QSize(2000, 1200)}) {
            stage.resize(size);
            QVERIFY(!grabbed(stage).isNull());
        }
        selection.setRuns(recording, nullptr, recording->runs[1]);
        selection.setPosition(0, 10);
        for (const QSize size : {QSize(380, 240), QSize(40, 30), QSize(2000, 1200)}) {
            stage.resize(size);
            QVERIFY(!grabbed(stage).isNull());
        }
        selection.setRuns(nullptr, nullptr, nullptr);
        QVERIFY(!grabbed(stage).isNull());
    }
};

QTEST_MAIN(StageTest)
#include "stage_test.moc"
