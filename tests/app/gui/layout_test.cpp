// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/error_bar.h"
#include "app/gui/instruments/plot_views.h"
#include "app/gui/selection.h"
#include "app/gui/sweep_page.h"
#include "tests/app/gui/layout_lint.h"
#include "tests/app/gui/window_fixture.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSlider>
#include <QTranslator>
#include <QtTest>

using namespace decodescope;
using app::ThemeChoice;
using test::describe;
using test::overlaps;
using test::paleTexts;
using test::problemsOf;
using test::WindowFixture;

namespace {

/// Where a reviewer wants to see the windows that were looked at; empty: nowhere.
void keepPicture(QWidget* window, const QString& name)
{
    const QString folder = qEnvironmentVariable("DECODESCOPE_TEST_PICTURES");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        window->grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }
}

bool scaled()
{
    return qEnvironmentVariable("QT_SCALE_FACTOR", QStringLiteral("1")) != QLatin1String("1");
}

}  // namespace

class LayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }
    void nothingIsCutOrOverlaps_data();
    void nothingIsCutOrOverlaps();
    void resizingMovesTheInstruments();
    void longerTranslationsFit_data();
    void longerTranslationsFit();
    void stageKeepsItsShare_data();
    void stageKeepsItsShare();
    void theSetUpNeedsNoScrolling_data();
    void theSetUpNeedsNoScrolling();
    void everythingInteractiveHasAName();
    void tabReachesEverything();
    void textReadsOnItsGround_data();
    void textReadsOnItsGround();
    void textReadsAfterSwitchingThemesLive();

private:
    void showState(WindowFixture& fixture, const QString& state, test::FakeOptions options);
};

void LayoutTest::nothingIsCutOrOverlaps_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("theme");
    QTest::addColumn<QString>("state");
    const std::pair<const char*, ThemeChoice> themes[] = {
        {"light", ThemeChoice::light}, {"dark", ThemeChoice::dark}, {"projector", ThemeChoice::projector}};
    for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080), QSize(2560, 1440)}) {
        for (const auto& [themeName, theme] : themes) {
            for (const char* state :
                 {"empty", "both", "broken", "live", "error", "long", "checks", "sweep", "swept", "sizes", "early",
                  "batch", "prompts", "more", "tensors", "memory", "kernels", "ops-on-roofline", "2048"}) {
                // What differs by theme is fonts and colours: a few states show it.
                const QLatin1String wanted(state);
                const bool few = wanted == QLatin1String("empty") || wanted == QLatin1String("both") ||
                                 wanted == QLatin1String("error") || wanted == QLatin1String("sizes") ||
                                 wanted == QLatin1String("swept");
                if (theme != ThemeChoice::light && !few) {
                    continue;
                }
                // The size the window opens at has the narrowest instruments that show their charts.
                const bool common = few || wanted == QLatin1String("broken") || wanted == QLatin1String("batch");
                if (size.width() == 1440 && (theme != ThemeChoice::light || !common)) {
                    continue;
                }
                // Other scales have the same logical sizes: one small and one usual window show whether they differ.
                if (scaled() &&
                    (size.width() > 1920 || (theme != ThemeChoice::light && wanted != QLatin1String("both")))) {
                    continue;
                }
                const QString row = QStringLiteral("%1x%2-%3-%4")
                                        .arg(size.width())
                                        .arg(size.height())
                                        .arg(QLatin1String(themeName), wanted);
                QTest::newRow(qPrintable(row)) << size << static_cast<int>(theme) << QString::fromLatin1(state);
            }
        }
    }
}

void LayoutTest::nothingIsCutOrOverlaps()
{
    QFETCH(QSize, size);
    QFETCH(int, theme);
    QFETCH(QString, state);
    WindowFixture fixture(static_cast<ThemeChoice>(theme), size);
    test::FakeOptions options;
    const auto page = [&](const char* tab) {
        auto* action = fixture.window->findChild<QAction*>(QLatin1String(tab));
        QVERIFY(action);
        action->trigger();
    };
    if (state == QLatin1String("broken")) {
        options.strategies = {engine::Strategy::naive, engine::Strategy::brokenPosition};
        fixture.showFake(options);
    } else if (state == QLatin1String("live")) {
        fixture.window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
        fixture.engine.gate.release(12);
        QTRY_COMPARE(fixture.engine.stepsMade.load(), 12);
        QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 12u);
    } else if (state == QLatin1String("error")) {
        fixture.find<app::ErrorBar>("errorBar")
            ->showError(
                {ErrorCode::badInput,
                 "/home/someone/.cache/decodescope/models/a-very-long-model-name-that-someone-chose.Q4_1.gguf: tensor "
                 "blk.12.attn_q.weight has 576 columns, the format needs a multiple of 256",
                 "Use another file, or fetch the default model with scripts/fetch-model."});
    } else if (state == QLatin1String("long")) {
        options.newTokens = 600;
        options.ops = false;
        fixture.showFake(options);
    } else if (state == QLatin1String("checks")) {
        page("actionPageChecks");
    } else if (state == QLatin1String("sweep")) {
        page("actionPageSweep");
    } else if (state == QLatin1String("swept")) {
        page("actionPageSweep");
        fixture.find<app::SweepPage>("sweepPage")->show(test::fakeSweep());
    } else if (state == QLatin1String("sizes")) {
        page("actionPageSizes");
    } else if (state != QLatin1String("empty")) {
        showState(fixture, state, options);
    }
    QTest::qWait(0);
    QApplication::processEvents();
    keepPicture(fixture.window.get(), QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(fixture.window->size(), size);
    const QStringList problems = problemsOf(fixture.window.get());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
}

/// The states that differ in what is shown, not in where.
void LayoutTest::showState(WindowFixture& fixture, const QString& state, test::FakeOptions options)
{
    if (state == QLatin1String("batch") || state == QLatin1String("prompts")) {
        options.batch = 4;
    } else if (state == QLatin1String("kernels")) {
        options.traced = true;
    } else if (state == QLatin1String("2048")) {
        options.newTokens = 2048;
        options.ops = false;
    }
    fixture.showFake(options);
    const auto click = [&](const char* name) {
        auto* button = fixture.find<QAbstractButton>(name);
        QVERIFY2(button, name);
        if (!button->isVisible()) {
            return;  // a small window has no room for the details
        }
        button->click();
    };
    if (state == QLatin1String("early")) {
        fixture.window->selection()->setPosition(2, 2);
    } else if (state == QLatin1String("batch")) {
        fixture.window->selection()->setSequence(2);
    } else if (state == QLatin1String("prompts")) {
        click("promptAdd");
        click("promptAdd");
    } else if (state == QLatin1String("more")) {
        click("setupMore");
    } else if (state == QLatin1String("tensors")) {
        click("tensorsTab");
    } else if (state == QLatin1String("memory")) {
        click("memoryTab");
    } else if (state == QLatin1String("kernels")) {
        click("kernelsTab");
    } else if (state == QLatin1String("ops-on-roofline")) {
        fixture.find<app::RooflineView>("roofline")->setOpsShown(true);
    }
    QApplication::processEvents();
}

void LayoutTest::resizingMovesTheInstruments()
{
    WindowFixture fixture;
    fixture.showFake();
    const auto cards = [&] {
        return fixture.window->findChildren<QWidget*>(QRegularExpression(QStringLiteral("^instrumentCard\\d$"))).size();
    };
    for (const QSize size : {QSize(1920, 1080), QSize(1024, 640), QSize(2560, 1440), QSize(1280, 720), QSize(1024, 640),
                             QSize(1920, 1080), QSize(1280, 720)}) {
        fixture.window->resize(size);
        QApplication::processEvents();
        QTRY_COMPARE(cards(), size.height() >= 1000 ? 3 : 2);
        const QStringList over = overlaps(fixture.window.get());
        QVERIFY2(over.isEmpty(), qPrintable(over.join(QLatin1Char('\n'))));
    }
}

void LayoutTest::longerTranslationsFit_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"eo", "de"}) {
        for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
            QTest::addRow("%s-%d", language, size.width()) << QString::fromLatin1(language) << size;
        }
    }
}

/// "eo" is the pseudo-locale: every text a third longer.
void LayoutTest::longerTranslationsFit()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/decodescope_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    WindowFixture fixture(ThemeChoice::light, size);
    fixture.showFake();
    QApplication::processEvents();
    keepPicture(fixture.window.get(), QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(fixture.window->size(), size);
    QStringList problems = problemsOf(fixture.window.get());
    fixture.find<QAbstractButton>("setupMore")->click();
    QApplication::processEvents();
    problems += problemsOf(fixture.window.get());
    for (const char* page : {"actionPageSweep", "actionPageSizes", "actionPageChecks"}) {
        fixture.window->findChild<QAction*>(QLatin1String(page))->trigger();
        QApplication::processEvents();
        problems += problemsOf(fixture.window.get());
    }
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
}

void LayoutTest::stageKeepsItsShare_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x720") << QSize(1280, 720);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("2560x1440") << QSize(2560, 1440);
}

void LayoutTest::stageKeepsItsShare()
{
    QFETCH(QSize, size);
    WindowFixture fixture(ThemeChoice::light, size);
    fixture.showFake();
    const auto* stage = fixture.find<QWidget>("stage");
    QVERIFY(stage);
    QVERIFY2(stage->width() >= size.width() * 55 / 100, qPrintable(QString::number(stage->width())));
}

void LayoutTest::theSetUpNeedsNoScrolling_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "de"}) {
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900)}) {
            QTest::addRow("%s-%d", language, size.width()) << QString::fromLatin1(language) << size;
        }
    }
}

/// What every run is set up with is in sight at once, with what the run will take below.
void LayoutTest::theSetUpNeedsNoScrolling()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/decodescope_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
    WindowFixture fixture(ThemeChoice::light, size);
    fixture.showFake();
    fixture.window->start(false);
    const QString begin = language == QLatin1String("de") ? QStringLiteral("Etwa") : QStringLiteral("About");
    QTRY_VERIFY(fixture.text("estimate").startsWith(begin));
    QApplication::processEvents();
    const auto* scroll = fixture.find<QAbstractScrollArea>("setupScroll");
    QCOMPARE(scroll->verticalScrollBar()->maximum(), 0);
}

void LayoutTest::everythingInteractiveHasAName()
{
    WindowFixture fixture;
    fixture.showFake();
    QStringList nameless;
    for (QWidget* widget : fixture.window->findChildren<QWidget*>()) {
        const bool interactive =
            qobject_cast<QAbstractButton*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr ||
            qobject_cast<QAbstractSpinBox*>(widget) != nullptr || qobject_cast<QSlider*>(widget) != nullptr ||
            qobject_cast<QPlainTextEdit*>(widget) != nullptr;
        // Qt's own inner parts: a menu bar's extension button, a table's corner.
        const bool ours = !widget->objectName().startsWith(QLatin1String("qt_")) &&
                          qstrcmp(widget->metaObject()->className(), "QTableCornerButton") != 0;
        if (interactive && ours && (widget->objectName().isEmpty() || widget->accessibleName().isEmpty())) {
            nameless << describe(widget);
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void LayoutTest::tabReachesEverything()
{
    WindowFixture fixture;
    fixture.showFake();
    QSet<QWidget*> reached;
    QWidget* widget = fixture.window.get();
    for (int i = 0; i < 500; ++i) {
        widget = widget->nextInFocusChain();
        if (reached.contains(widget)) {
            break;
        }
        reached.insert(widget);
    }
    for (const char* name : {"runButton", "exportButton", "modelBox", "promptEdit", "newTokens", "decodingBox",
                             "transportPlay", "transportSlider", "transportSpeed", "tabChecks"}) {
        auto* wanted = fixture.find<QWidget>(name);
        QVERIFY2(wanted, name);
        QVERIFY2(reached.contains(wanted), name);
        QVERIFY2(wanted->focusPolicy() & Qt::TabFocus, name);
    }
}

void LayoutTest::textReadsOnItsGround_data()
{
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << static_cast<int>(ThemeChoice::light);
    QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark);
    QTest::newRow("projector") << static_cast<int>(ThemeChoice::projector);
}

void LayoutTest::textReadsOnItsGround()
{
    QFETCH(int, theme);
    WindowFixture fixture(static_cast<ThemeChoice>(theme));
    fixture.showFake();
    const QStringList pale = paleTexts(fixture.window.get());
    QVERIFY2(pale.isEmpty(), qPrintable(pale.join(QLatin1Char('\n'))));
}

/// What a theme leaves behind shows in the next one: dark text on dark ground.
void LayoutTest::textReadsAfterSwitchingThemesLive()
{
    WindowFixture fixture(ThemeChoice::light);
    fixture.showFake();
    const app::Appearance& appearance = *fixture.appearance;
    for (const char* action : {"actionThemeDark", "actionThemeProjector", "actionThemeDark", "actionThemeLight"}) {
        const app::ThemeKind before = appearance.current().kind;
        auto* choice = fixture.window->findChild<QAction*>(QLatin1String(action));
        QVERIFY2(choice, action);
        choice->trigger();
        QApplication::processEvents();
        QVERIFY(appearance.current().kind != before);
        const QStringList pale = paleTexts(fixture.window.get());
        QVERIFY2(pale.isEmpty(), qPrintable(QLatin1String(action) + QLatin1Char('\n') + pale.join(QLatin1Char('\n'))));
        // The stage and the plots are painted, not styled: their ground is the theme's.
        const QImage image = test::logicalPicture(fixture.window.get());
        for (const char* name : {"stage", "throughputPlot"}) {
            const auto* painted = fixture.find<QWidget>(name);
            QVERIFY2(painted, name);
            if (painted->visibleRegion().isEmpty()) {
                continue;
            }
            // Inside of the rounded corner, left of what is drawn. Scaling may round a channel.
            const QColor ground = image.pixelColor(painted->mapTo(fixture.window.get(), QPoint(3, 24)));
            const QColor expected = appearance.current().surface;
            const int apart =
                std::max({std::abs(ground.red() - expected.red()), std::abs(ground.green() - expected.green()),
                          std::abs(ground.blue() - expected.blue())});
            QVERIFY2(apart <= 4, qPrintable(QLatin1String(name) + QLatin1Char(' ') + ground.name()));
        }
    }
}

QTEST_MAIN(LayoutTest)
#include "layout_test.moc"
