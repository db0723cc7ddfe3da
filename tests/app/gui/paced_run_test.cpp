// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playback_driver.h"
#include "app/gui/run_session.h"
#include "app/gui/selection.h"
#include "tests/app/gui/window_fixture.h"

#include <QCheckBox>
#include <QToolButton>
#include <QtTest>

using namespace decodescope;
using State = app::RunController::State;
using test::WindowFixture;

/// A run whose engine waits for the user between steps.
class PacedRunTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }
    void forwardMakesTheNextStep();
    void playMakesStepsAtThePlaybacksSpeed();
    void backAndForwardWithinWhatIsMadeMakesNothing();
    void stopWhileItWaits();
    void closingWhileItWaits();
    void theNextRunIsFreeAgain();

private:
    /// Its engine has made one step and waits.
    static void begin(WindowFixture& fixture);
    static void key(WindowFixture& fixture, Qt::Key key) { QTest::keyClick(fixture.window.get(), key); }
};

void PacedRunTest::begin(WindowFixture& fixture)
{
    fixture.engine.gate.release(1 << 12);
    fixture.find<QCheckBox>("pacedBox")->setChecked(true);
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 1u);
}

void PacedRunTest::forwardMakesTheNextStep()
{
    WindowFixture fixture;
    begin(fixture);
    QCOMPARE(fixture.text("transportBadge"), QStringLiteral("paced"));
    QCOMPARE(fixture.find<QToolButton>("transportPlay")->accessibleName(), QStringLiteral("Play"));
    QTest::qWait(300);
    QCOMPARE(fixture.engine.stepsMade.load(), 1);
    for (const auto& [pressed, steps] : {std::pair{Qt::Key_Period, 2u}, std::pair{Qt::Key_PageDown, 3u}}) {
        key(fixture, pressed);
        QTRY_COMPARE(fixture.window->selection()->naiveSteps(), steps);
    }
    fixture.find<QToolButton>("transportForward")->click();
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 4u);
    QTest::qWait(100);
    QCOMPARE(fixture.engine.stepsMade.load(), 4);
    // To the end of the run without the cache, and into the one with it.
    for (int i = 4; i < 32; ++i) {
        key(fixture, Qt::Key_Period);
        QTRY_COMPARE(fixture.window->selection()->naive()->steps().size(), std::size_t(i + 1));
    }
    QTRY_VERIFY(fixture.window->selection()->cached() != nullptr);
    QTRY_COMPARE(fixture.window->selection()->cachedSteps(), 1u);
    key(fixture, Qt::Key_Period);
    QTRY_COMPARE(fixture.window->selection()->cachedSteps(), 2u);
}

void PacedRunTest::playMakesStepsAtThePlaybacksSpeed()
{
    WindowFixture fixture;
    begin(fixture);
    fixture.window->playback()->setRate(64);
    key(fixture, Qt::Key_Space);
    QCOMPARE(fixture.find<QToolButton>("transportPlay")->accessibleName(), QStringLiteral("Pause"));
    QTRY_VERIFY(fixture.window->selection()->naiveSteps() >= 5);
    key(fixture, Qt::Key_Space);
    QTest::qWait(50);
    const int made = fixture.engine.stepsMade;
    QTest::qWait(200);
    QCOMPARE(fixture.engine.stepsMade.load(), made);
    key(fixture, Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->controller()->state(), State::idle, 20'000);
    QCOMPARE(fixture.window->selection()->cached()->steps().size(), 32u);
    QCOMPARE(fixture.text("transportBadge"), QStringLiteral("paced"));
}

void PacedRunTest::backAndForwardWithinWhatIsMadeMakesNothing()
{
    WindowFixture fixture;
    begin(fixture);
    key(fixture, Qt::Key_Period);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 2u);
    key(fixture, Qt::Key_Comma);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 1u);
    key(fixture, Qt::Key_Period);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 2u);
    QTest::qWait(100);
    QCOMPARE(fixture.engine.stepsMade.load(), 2);
}

void PacedRunTest::stopWhileItWaits()
{
    WindowFixture fixture;
    begin(fixture);
    QTest::keyClick(fixture.window.get(), Qt::Key_Escape);
    QTRY_COMPARE(fixture.window->controller()->state(), State::idle);
    QCOMPARE(fixture.window->selection()->naive()->steps().size(), 1u);
}

void PacedRunTest::closingWhileItWaits()
{
    QElapsedTimer clock;
    {
        WindowFixture fixture;
        begin(fixture);
        clock.start();
    }
    QVERIFY2(clock.elapsed() < 2'000, qPrintable(QString::number(clock.elapsed())));
}

void PacedRunTest::theNextRunIsFreeAgain()
{
    WindowFixture fixture;
    begin(fixture);
    QTest::keyClick(fixture.window.get(), Qt::Key_Escape);
    QTRY_COMPARE(fixture.window->controller()->state(), State::idle);
    fixture.find<QCheckBox>("pacedBox")->setChecked(false);
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE(fixture.window->controller()->state(), State::idle);
    QVERIFY(!fixture.window->selection()->naive()->info().paced);
    QCOMPARE(fixture.window->selection()->cached()->steps().size(), 32u);
}

QTEST_MAIN(PacedRunTest)
#include "paced_run_test.moc"
