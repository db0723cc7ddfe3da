// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/format.h"
#include "app/gui/run_facts.h"
#include "app/gui/run_session.h"
#include "app/gui/selection.h"
#include "profiler/record/summary.h"
#include "tests/app/gui/window_fixture.h"

#include <QPushButton>
#include <QSlider>
#include <QtTest>

using namespace decodescope;
using test::WindowFixture;

/// What the window says of a recording in one line, and of its model.
class HeadlineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }
    void headlineSaysWhatTheSummarySays();
    void headlineNamesWhereRunsPart();
    void headlineIsHonestWithOneRun();
    void headlineComparesNothingAfterOneStep();
    void headlineIsHonestWithNothing();
    void factsOfTheModelAreSaidOnce();
};

void HeadlineTest::headlineSaysWhatTheSummarySays()
{
    WindowFixture fixture;
    fixture.showFake();
    const auto recording = *fixture.window->selection()->recording();
    const auto naive = profiler::summarise(*fixture.window->selection()->naive());
    const auto cached = profiler::summarise(*fixture.window->selection()->cached());
    QCOMPARE(fixture.text("headlineSpeed"), app::formatFactor(*profiler::speedup(recording)));
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("Same logits"));
    QCOMPARE(fixture.text("headlineMemory"), app::formatBytes(cached.kvBytesUsed));
    QCOMPARE(fixture.text("headlineRepeats"), app::formatPercent(naive.shareRecomputed));
    // 23,040 bytes per position in f16, 40 positions of 9 prompt tokens and 32 new ones.
    QCOMPARE(cached.kvBytesUsed, 23040 * 40);
    QVERIFY(fixture.window->findChild<QWidget*>(QStringLiteral("headlineMemory"))
                ->accessibleName()
                .contains(QLocale().toString(23040)));
}

void HeadlineTest::headlineNamesWhereRunsPart()
{
    WindowFixture fixture;
    test::FakeOptions options;
    options.cachedDiffersAt = 7;
    fixture.showFake(options);
    QVERIFY2(fixture.text("headlineAgreement").contains(QLatin1String("8")),
             qPrintable(fixture.text("headlineAgreement")));
}

void HeadlineTest::headlineIsHonestWithOneRun()
{
    WindowFixture fixture;
    test::FakeOptions options;
    options.strategies = {engine::Strategy::cached};
    fixture.showFake(options);
    const auto summary = profiler::summarise(*fixture.window->selection()->cached());
    QCOMPARE(fixture.text("headlineSpeed"), app::formatRate(*summary.decodeTokPerS));
    QCOMPARE(fixture.text("headlineSpeedCaption"), QStringLiteral("with the cache, at depths 9 to 39"));
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("–"));
    // In the list of runs too.
    const auto* session = fixture.window->session();
    const QString rate = session->index(0, app::RunSession::columnRate).data().toString();
    QCOMPARE(rate, app::formatRate(*summary.decodeTokPerS) + QStringLiteral(" at depth 9–39"));
}

/// One step each is the same work twice: whatever their times differ by is no merit of the cache.
void HeadlineTest::headlineComparesNothingAfterOneStep()
{
    WindowFixture fixture;
    test::FakeOptions options;
    options.newTokens = 1;
    fixture.showFake(options);
    QCOMPARE(fixture.text("headlineSpeed"), QStringLiteral("–"));
    QCOMPARE(fixture.text("headlineSpeedCaption"), QStringLiteral("one step each leaves nothing to save"));
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("No verdict"));
    options.strategies = {engine::Strategy::brokenPosition};
    options.newTokens = 8;
    fixture.showFake(options);
    QCOMPARE(fixture.text("headlineSpeedCaption"), QStringLiteral("with a broken cache, at depths 9 to 15"));
}

void HeadlineTest::headlineIsHonestWithNothing()
{
    WindowFixture fixture;
    for (const char* name : {"headlineSpeed", "headlineAgreement", "headlineMemory", "headlineRepeats"}) {
        QCOMPARE(fixture.text(name), QStringLiteral("–"));
    }
    QVERIFY(!fixture.find<QPushButton>("exportButton")->isEnabled());
    QVERIFY(!fixture.find<QSlider>("transportSlider")->isEnabled());
}

void HeadlineTest::factsOfTheModelAreSaidOnce()
{
    profiler::RunInfo info = test::fakeRunInfo({}, engine::Strategy::cached);
    // Without a translation, which has the plural forms.
    QVERIFY(app::runFacts(info).contains(QStringLiteral(" · 30 layer(s) · ")));
    info.model.config.layers = 1;
    info.model.config.synthetic = true;
    QVERIFY(app::runFacts(info).contains(QStringLiteral(" (synthetic weights) · ")));
    info.model.config.name = "synthetic smollm2-135m (1 layer)";
    const QString facts = app::runFacts(info);
    QVERIFY2(facts.startsWith(QStringLiteral("synthetic smollm2-135m (1 layer) · ")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral(" · 1 layer(s) · ")), qPrintable(facts));
}

QTEST_MAIN(HeadlineTest)
#include "headline_test.moc"
