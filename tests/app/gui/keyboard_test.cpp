// SPDX-License-Identifier: GPL-3.0-or-later
// The window for those who cannot point, or cannot see: real Tab keys through all of it, and what a screen reader gets.
#include "app/gui/instruments/instrument_view.h"
#include "app/gui/playback_driver.h"
#include "app/gui/selection.h"
#include "tests/app/gui/layout_lint.h"
#include "tests/app/gui/window_case.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QSlider>
#include <QTranslator>
#include <QtTest>

#include <algorithm>
#include <map>

using namespace decodescope;
using test::FakeOptions;
using test::WindowCase;
using test::WindowFixture;

namespace {

/// Where Tab goes from the first stop on, by object name, until it is back there.
QStringList walk(bool back = false)
{
    QStringList names;
    const QWidget* first = QApplication::focusWidget();
    for (int i = 0; i < 300; ++i) {
        const QWidget* now = QApplication::focusWidget();
        if (now == nullptr) {
            return {};
        }
        names << (now->objectName().isEmpty() ? test::describe(now) : now->objectName());
        QTest::keyClick(QApplication::focusWidget(), back ? Qt::Key_Backtab : Qt::Key_Tab);
        if (QApplication::focusWidget() == first) {
            return names;
        }
    }
    return {};
}

void begin(WindowFixture& fixture)
{
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    fixture.find<QWidget>("modelBox")->setFocus(Qt::TabFocusReason);
}

struct Spoken {
    QString name, value;
    QAccessible::Role role = QAccessible::NoRole;
    bool operator==(const Spoken&) const = default;
};

/// What a screen reader has of a widget: its value where it has one, else its description.
Spoken spoken(QObject* object)
{
    auto* accessible = QAccessible::queryAccessibleInterface(object);
    if (accessible == nullptr) {
        return {};
    }
    QString value = accessible->text(QAccessible::Value);
    if (value.isEmpty()) {
        value = accessible->text(QAccessible::Description);
    }
    return {accessible->text(QAccessible::Name), value, accessible->role()};
}

}  // namespace

class KeyboardTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }
    void tabGoesThroughTheWindowInOrder_data();
    void tabGoesThroughTheWindowInOrder();
    void whatIsMadeLaterHasItsPlace();
    void screenReadersHearTheStep();
    void whatTakesTheFocusSaysWhatItIs();
    void arrowsGoThroughThePointsOfThePlots();
    void everyMenuLetterIsOneEntrys_data();
    void everyMenuLetterIsOneEntrys();
    void theMenuTurnsPlaybackIntoARace();
};

void KeyboardTest::tabGoesThroughTheWindowInOrder_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x720") << QSize(1280, 720);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
}

void KeyboardTest::tabGoesThroughTheWindowInOrder()
{
    QFETCH(QSize, size);
    WindowFixture fixture(app::ThemeChoice::light, size);
    fixture.showFake();
    begin(fixture);
    const QStringList stops = walk();
    QVERIFY(!stops.isEmpty());
    // The set-up from top to bottom, the playback, the stage, the instruments, the details, the text; then the header.
    QStringList wanted{
        QStringLiteral("modelBox"),        QStringLiteral("promptAdd"),        QStringLiteral("promptEdit"),
        QStringLiteral("newTokens"),       QStringLiteral("decodingBox"),      QStringLiteral("weightsBox"),
        QStringLiteral("keyFormatBox"),    QStringLiteral("valueFormatBox"),   QStringLiteral("ignoreEos"),
        QStringLiteral("setupMore"),       QStringLiteral("transportFirst"),   QStringLiteral("transportBack"),
        QStringLiteral("transportPlay"),   QStringLiteral("transportForward"), QStringLiteral("transportLast"),
        QStringLiteral("transportSlider"), QStringLiteral("transportSpeed"),   QStringLiteral("stage"),
        QStringLiteral("stageColourBy"),   QStringLiteral("roofline"),         QStringLiteral("rooflineMore"),
        QStringLiteral("kvGrowth"),        QStringLiteral("kvGrowthMore"),     QStringLiteral("textBody"),
        QStringLiteral("tabRun"),          QStringLiteral("tabChecks"),        QStringLiteral("runButton"),
        QStringLiteral("exportButton")};
    if (size.height() > 1000) {
        const auto text = wanted.indexOf(QStringLiteral("textBody"));
        for (const char* name : {"opsLayer", "ops", "opsTab", "throughput"}) {
            wanted.insert(text, QLatin1String(name));
        }
    }
    qsizetype last = -1;
    QString before;
    for (const QString& name : wanted) {
        const auto at = stops.indexOf(name);
        QVERIFY2(at >= 0, qPrintable(name + QStringLiteral(" is not reached: ") + stops.join(QLatin1Char(' '))));
        if (name != QLatin1String("opsLayer")) {  // at the end of its line, whatever stands there
            QVERIFY2(at > last, qPrintable(name + QStringLiteral(" comes before ") + before));
            last = at;
            before = name;
        }
    }
    // Nothing that takes the focus is left out, and the way back is the same.
    for (const QWidget* widget : fixture.window->findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0 &&
            widget->focusProxy() == nullptr && !widget->objectName().startsWith(QLatin1String("qt_"))) {
            QVERIFY2(stops.contains(widget->objectName()), qPrintable(test::describe(widget)));
        }
    }
    begin(fixture);
    QStringList way = walk(true);
    std::reverse(way.begin() + 1, way.end());
    QCOMPARE(way, stops);
}

void KeyboardTest::whatIsMadeLaterHasItsPlace()
{
    WindowFixture fixture(app::ThemeChoice::light, {1280, 720});
    fixture.showFake();
    fixture.find<QAbstractButton>("promptAdd")->click();
    fixture.window->resize(1920, 1080);
    QTRY_VERIFY(fixture.find<QWidget>("throughput")->isVisible() && fixture.find<QWidget>("ops")->isVisible());
    begin(fixture);
    const QStringList stops = walk();
    const auto at = [&](const char* name) { return stops.indexOf(QLatin1String(name)); };
    QVERIFY2(at("promptEdit2") > at("promptEdit") && at("promptEdit2") < at("newTokens"),
             qPrintable(stops.join(QLatin1Char(' '))));
    QVERIFY2(at("roofline") > at("stage") && at("kvGrowth") > at("roofline") && at("throughput") > at("kvGrowth"),
             qPrintable(stops.join(QLatin1Char(' '))));
    QVERIFY(at("textBody") > at("throughput"));
}

void KeyboardTest::screenReadersHearTheStep()
{
    const WindowCase shown(FakeOptions{});
    const std::map<QString, QAccessible::Role> roles{{QStringLiteral("stage"), QAccessible::Chart},
                                                     {QStringLiteral("roofline"), QAccessible::Chart},
                                                     {QStringLiteral("kvGrowth"), QAccessible::Chart},
                                                     {QStringLiteral("throughput"), QAccessible::Chart},
                                                     {QStringLiteral("memory"), QAccessible::Chart},
                                                     {QStringLiteral("ops"), QAccessible::Chart},
                                                     {QStringLiteral("tensors"), QAccessible::Chart},
                                                     {QStringLiteral("textBody"), QAccessible::StaticText},
                                                     {QStringLiteral("transportSlider"), QAccessible::Slider},
                                                     {QStringLiteral("transportPosition"), QAccessible::StaticText}};
    const auto said = [&] {
        std::map<QString, Spoken> all;
        for (const auto& [name, role] : roles) {
            if (shown.fixture.find<app::InstrumentView>(qPrintable(name)) != nullptr) {
                shown.open(qPrintable(name));
            }
            all[name] = spoken(shown.fixture.find<QWidget>(qPrintable(name)));
        }
        return all;
    };
    shown.seek(10);
    const auto at10 = said();
    shown.seek(11);
    const auto at11 = said();
    shown.seek(10);
    for (const auto& [name, what] : at10) {
        QVERIFY2(!what.name.isEmpty(), qPrintable(name));
        QVERIFY2(!what.value.isEmpty(), qPrintable(name));
        QVERIFY2(what.value != at11.at(name).value, qPrintable(name + QStringLiteral(": ") + what.value));
        QCOMPARE(static_cast<int>(what.role), static_cast<int>(roles.at(name)));
    }
    QVERIFY(said() == at10);
    QVERIFY2(at10.at(QStringLiteral("stage")).value.contains(QStringLiteral("step 10")),
             qPrintable(at10.at(QStringLiteral("stage")).value));
    QCOMPARE(at10.at(QStringLiteral("transportSlider")).value, QStringLiteral("10"));
}

void KeyboardTest::whatTakesTheFocusSaysWhatItIs()
{
    WindowFixture fixture(app::ThemeChoice::light, {1920, 1080});
    fixture.showFake();
    for (QWidget* widget : fixture.window->findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr ||
            widget->objectName().startsWith(QLatin1String("qt_")) || !widget->isVisible()) {
            continue;
        }
        const Spoken what = spoken(widget);
        QVERIFY2(!what.name.isEmpty(), qPrintable(test::describe(widget)));
        const bool painted =
            widget->objectName() == QLatin1String("stage") || qobject_cast<app::InstrumentView*>(widget) != nullptr;
        QVERIFY2(!painted || (!what.value.isEmpty() && what.value != what.name), qPrintable(test::describe(widget)));
    }
}

void KeyboardTest::arrowsGoThroughThePointsOfThePlots()
{
    WindowFixture fixture(app::ThemeChoice::light, {1920, 1080});
    fixture.showFake();
    begin(fixture);
    auto* stepped = fixture.find<QSlider>("transportSlider");
    const int position = stepped->value();
    for (const char* name : {"roofline", "kvGrowth"}) {
        auto* view = fixture.find<app::InstrumentView>(name);
        view->setFocus(Qt::TabFocusReason);
        QVERIFY(view->hasFocus());
        const QString figures = spoken(view).value;
        const QImage plain = view->grab().toImage();
        QStringList heard;
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(view, Qt::Key_Right);
            const QString said = spoken(view).value;
            QVERIFY2(said.startsWith(figures) && said != figures && !heard.contains(said), qPrintable(said));
            heard << said;
        }
        QVERIFY(view->grab().toImage() != plain);
        QTest::keyClick(view, Qt::Key_Left);
        QCOMPARE(spoken(view).value, heard[1]);
        // Another step says other figures, under the cursor as well.
        QTest::keyClick(view, Qt::Key_Comma);
        QCOMPARE(stepped->value(), position - 1);
        QVERIFY(spoken(view).value != heard[1]);
        QTest::keyClick(view, Qt::Key_Period);
        QCOMPARE(spoken(view).value, heard[1]);
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(spoken(view).value, figures);
        QVERIFY(view->grab().toImage() == plain);
    }
}

void KeyboardTest::everyMenuLetterIsOneEntrys_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << QStringLiteral("en");
    QTest::newRow("de") << QStringLiteral("de");
}

/// Of two entries with the same letter a menu only selects one, and the key seems to do nothing.
void KeyboardTest::everyMenuLetterIsOneEntrys()
{
    QFETCH(QString, language);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/decodescope_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    WindowFixture fixture;
    QList<QWidget*> menus{fixture.window->findChild<QMenuBar*>()};
    for (QMenu* menu : fixture.window->findChildren<QMenu*>()) {
        menus << menu;
    }
    QVERIFY(menus.size() > 4);
    QStringList twice;
    for (const QWidget* menu : menus) {
        std::map<QString, QString> taken;
        for (const QAction* action : menu->actions()) {
            const QString letter = QKeySequence::mnemonic(action->text()).toString();
            if (letter.isEmpty()) {
                continue;
            }
            const auto [place, added] = taken.emplace(letter, action->text());
            if (!added) {
                twice << menu->objectName() + QStringLiteral(": ") + place->second + QStringLiteral(", ") +
                             action->text();
            }
        }
    }
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QLatin1Char('\n'))));
}

void KeyboardTest::theMenuTurnsPlaybackIntoARace()
{
    WindowFixture fixture;
    fixture.showFake();
    QCOMPARE(fixture.window->playback()->playback().mode(), app::PlaybackMode::steps);
    auto* menu = fixture.window->findChild<QMenu*>(QStringLiteral("menuRun"));
    QVERIFY(menu);
    menu->popup(QPoint(0, 0));
    QTest::keyClick(menu, Qt::Key_A);
    QCOMPARE(fixture.window->playback()->playback().mode(), app::PlaybackMode::race);
    menu->popup(QPoint(0, 0));
    QTest::keyClick(menu, Qt::Key_T);
    QCOMPARE(fixture.window->playback()->playback().mode(), app::PlaybackMode::steps);
}

QTEST_MAIN(KeyboardTest)
#include "keyboard_test.moc"
