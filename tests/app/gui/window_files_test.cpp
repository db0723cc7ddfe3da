// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, saving, dropping, exporting and comparing in the window, with real session files.
#include "app/gui/export_dialog.h"
#include "app/gui/selection.h"
#include "app/gui/sweep_page.h"
#include "app/report/exporter.h"
#include "profiler/record/session_file.h"
#include "tests/app/gui/window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace decodescope;
using State = app::RunController::State;
using test::FakeOptions;
using test::WindowFixture;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

FakeOptions ofLength(std::int64_t newTokens)
{
    FakeOptions options;
    options.newTokens = newTokens;
    return options;
}

void writeFile(const QString& path, const FakeOptions& options)
{
    const auto written = profiler::writeSession(path.toStdString(), test::makeFakeRecording(options));
    QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
}

QAction* action(const WindowFixture& fixture, const char* name)
{
    return fixture.window->findChild<QAction*>(QLatin1String(name));
}

/// The files of a menu that fills itself when it opens.
QStringList titles(QMenu* menu)
{
    Q_EMIT menu->aboutToShow();
    QStringList texts;
    for (const QAction* entry : menu->actions()) {
        if (!entry->isSeparator()) {
            texts << entry->text();
        }
    }
    return texts;
}

void drop(QWidget* target, const QStringList& paths, bool accepted)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls << QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QCOMPARE(enter.isAccepted(), accepted);
    if (accepted) {
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
    }
}

/// Answers the file dialog that the next action opens.
void answerFileDialog(const QString& path)
{
    auto* look = new QTimer(qApp);
    QObject::connect(look, &QTimer::timeout, qApp, [path, look] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) {
            return;  // an event loop turned before the dialog's own
        }
        look->deleteLater();
        look->stop();
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
        QMetaObject::invokeMethod(dialog, "accept");
    });
    look->start(1);
}

}  // namespace

class WindowFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        test::prepareApplication();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void savedAndOpenedAgainIsTheSame();
    void openingWhileRunningIsRefusedAndTheRunGoesOn();
    void droppedRecordingsOpenAndModelsAreChosen();
    void filesDroppedOnAFieldAreTheWindows();
    void recentFilesComeBack();
    void aFileThatCannotBeReadLeavesWhatIsShown();
    void aDamagedFileSaysWhatWasKept();
    void savingWhereNothingCanBeWrittenSaysSo();
    void severalRunsOfOneFileAreAllThere();
    void laterRunsCompareWithEarlierOnes();
    void exportOfTheWindowEqualsTheCommands();
    void exportIntoForeignFilesIsRefused();
    void aSweepIsExportedFromItsPage();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void WindowFilesTest::savedAndOpenedAgainIsTheSame()
{
    WindowFixture fixture;
    QVERIFY(!action(fixture, "actionSave")->isEnabled());
    fixture.showFake(ofLength(12));
    const auto before = *fixture.window->selection()->recording();
    answerFileDialog(path(QStringLiteral("kept")));
    action(fixture, "actionSave")->trigger();
    // The suffix is added.
    QTRY_VERIFY(QFile::exists(path(QStringLiteral("kept.dscope"))));
    answerFileDialog(path(QStringLiteral("kept.dscope")));
    QTRY_VERIFY(titles(fixture.window->findChild<QMenu*>(QStringLiteral("menuRecent")))
                    .contains(QStringLiteral("kept.dscope")));
    action(fixture, "actionOpen")->trigger();
    QTRY_COMPARE(fixture.window->session()->rowCount(), 4);
    const auto after = *fixture.window->selection()->recording();
    QCOMPARE(app::stepsCsv(after), app::stepsCsv(before));
    QCOMPARE(app::opsCsv(after), app::opsCsv(before));
    QCOMPARE(app::tokensCsv(after), app::tokensCsv(before));
    QCOMPARE(app::runJson(after), app::runJson(before));
}

void WindowFilesTest::openingWhileRunningIsRefusedAndTheRunGoesOn()
{
    WindowFixture fixture;
    writeFile(path(QStringLiteral("other.dscope")), ofLength(5));
    action(fixture, "actionRun")->trigger();
    fixture.engine.gate.release(3);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 3U);
    QVERIFY(!action(fixture, "actionOpen")->isEnabled());
    drop(fixture.window.get(), {path(QStringLiteral("other.dscope"))}, true);
    QTRY_VERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    QVERIFY(fixture.text("errorHint").contains(QStringLiteral("Stop")));
    QCOMPARE(fixture.window->controller()->state(), State::running);
    fixture.engine.gate.release(1 << 10);
    QTRY_COMPARE(fixture.window->controller()->state(), State::idle);
    QCOMPARE(fixture.window->selection()->naive()->steps().size(), 32U);
}

void WindowFilesTest::droppedRecordingsOpenAndModelsAreChosen()
{
    WindowFixture fixture;
    writeFile(path(QStringLiteral("a.dscope")), ofLength(7));
    drop(fixture.window.get(), {path(QStringLiteral("notes.txt"))}, false);
    drop(fixture.window.get(), {path(QStringLiteral("notes.txt")), path(QStringLiteral("a.dscope"))}, true);
    QTRY_VERIFY(fixture.window->selection()->cached());
    QCOMPARE(fixture.window->selection()->cached()->steps().size(), 7U);
    const QString model = path(QStringLiteral("Some-Model.GGUF"));
    drop(fixture.window.get(), {model}, true);
    auto* box = fixture.find<QComboBox>("modelBox");
    QCOMPARE(box->currentData().toString(), model);
    QCOMPARE(box->currentText(), QStringLiteral("Some-Model"));
}

/// Wherever in the window files are dropped: a field must not take their addresses for text.
void WindowFilesTest::filesDroppedOnAFieldAreTheWindows()
{
    WindowFixture fixture;
    writeFile(path(QStringLiteral("b.dscope")), ofLength(6));
    auto* prompt = fixture.window->findChild<QPlainTextEdit*>();
    QVERIFY(prompt);
    const QString text = prompt->toPlainText();
    drop(prompt->viewport(), {path(QStringLiteral("notes.txt"))}, false);
    drop(prompt->viewport(), {path(QStringLiteral("b.dscope"))}, true);
    QTRY_VERIFY(fixture.window->selection()->cached());
    QCOMPARE(fixture.window->selection()->cached()->steps().size(), 6U);
    QCOMPARE(prompt->toPlainText(), text);
}

void WindowFilesTest::recentFilesComeBack()
{
    QSettings().clear();
    writeFile(path(QStringLiteral("one.dscope")), ofLength(4));
    writeFile(path(QStringLiteral("two.dscope")), ofLength(6));
    {
        WindowFixture fixture;
        for (const char* name : {"one.dscope", "two.dscope", "one.dscope"}) {
            fixture.window->openRecording(path(QLatin1String(name)));
            const std::size_t steps = name[0] == 'o' ? 4 : 6;
            QTRY_VERIFY(fixture.window->selection()->cached() &&
                        fixture.window->selection()->cached()->steps().size() == steps);
        }
    }
    WindowFixture next;
    auto* menu = next.window->findChild<QMenu*>(QStringLiteral("menuRecent"));
    const QStringList recent = titles(menu).mid(0, 2);
    QCOMPARE(recent, (QStringList{QStringLiteral("one.dscope"), QStringLiteral("two.dscope")}));
    menu->actions().at(1)->trigger();
    QTRY_VERIFY(next.window->selection()->cached());
    QCOMPARE(next.window->selection()->cached()->steps().size(), 6U);
}

void WindowFilesTest::aFileThatCannotBeReadLeavesWhatIsShown()
{
    WindowFixture fixture;
    fixture.showFake(ofLength(9));
    const auto shown = fixture.window->selection()->recording();
    QFile text(path(QStringLiteral("text.dscope")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray(4096, 'x'));
    text.close();
    for (const char* name : {"text.dscope", "missing.dscope"}) {
        fixture.window->openRecording(path(QLatin1String(name)));
        QTRY_VERIFY(fixture.text("errorMessage").contains(QLatin1String(name)));
        QCOMPARE(fixture.window->selection()->recording(), shown);
    }
}

void WindowFilesTest::aDamagedFileSaysWhatWasKept()
{
    WindowFixture fixture;
    const QString whole = path(QStringLiteral("whole.dscope"));
    writeFile(whole, ofLength(200));
    const QByteArray bytes = contents(whole);
    QFile cut(path(QStringLiteral("cut.dscope")));
    QVERIFY(cut.open(QIODevice::WriteOnly));
    cut.write(bytes.left(bytes.size() * 6 / 10));
    cut.close();
    fixture.window->openRecording(cut.fileName());
    QTRY_VERIFY(fixture.window->selection()->recording());
    QTRY_VERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    QVERIFY2(fixture.text("errorMessage").contains(QStringLiteral("cut.dscope")),
             qPrintable(fixture.text("errorMessage")));
    const auto run = fixture.window->selection()->naive();
    QVERIFY(run);
    QVERIFY(run->end() != nullptr);
}

void WindowFilesTest::savingWhereNothingCanBeWrittenSaysSo()
{
    WindowFixture fixture;
    fixture.showFake(ofLength(4));
    answerFileDialog(QStringLiteral("/proc/kept.dscope"));
    action(fixture, "actionSave")->trigger();
    QTRY_VERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    QVERIFY2(fixture.text("errorMessage").contains(QStringLiteral("/proc/kept.dscope")),
             qPrintable(fixture.text("errorMessage")));
}

void WindowFilesTest::severalRunsOfOneFileAreAllThere()
{
    FakeOptions options = ofLength(6);
    options.repeat = 2;
    options.warmup = 1;
    options.strategies = {engine::Strategy::naive, engine::Strategy::cached, engine::Strategy::brokenForget};
    writeFile(path(QStringLiteral("many.dscope")), options);
    WindowFixture fixture;
    fixture.window->openRecording(path(QStringLiteral("many.dscope")));
    // Three ways, twice; warm-ups are in the file but not on the list.
    QTRY_COMPARE(fixture.window->session()->rowCount(), 6);
    QCOMPARE(titles(fixture.window->findChild<QMenu*>(QStringLiteral("menuRuns"))).size(), 6);
}

void WindowFilesTest::laterRunsCompareWithEarlierOnes()
{
    WindowFixture fixture;
    FakeOptions first = ofLength(10);
    fixture.showFake(first);
    const auto earlier = fixture.window->selection()->naive();
    FakeOptions second = ofLength(10);
    second.strategies = {engine::Strategy::cached};
    second.cachedDiffersAt = 4;
    fixture.showFake(second);
    const auto later = fixture.window->selection()->cached();
    QVERIFY(!fixture.window->selection()->naive());
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("–"));

    auto* menu = fixture.window->findChild<QMenu*>(QStringLiteral("menuRuns"));
    QCOMPARE(titles(menu).size(), 3);
    QVERIFY(menu->actions().at(0)->isChecked());
    // The naive run of the first recording, beside the cached run that is shown.
    for (QAction* entry : menu->actions()) {
        if (!entry->isChecked() && entry->text().contains(QStringLiteral("Without"))) {
            entry->trigger();
            break;
        }
    }
    QCOMPARE(fixture.window->selection()->naive(), earlier);
    QCOMPARE(fixture.window->selection()->cached(), later);
    QVERIFY2(fixture.text("headlineAgreement").contains(QLatin1Char('5')),
             qPrintable(fixture.text("headlineAgreement")));
    // What is exported is what is shown.
    QCOMPARE(fixture.window->selection()->recording()->runs.size(), 2U);
}

void WindowFilesTest::exportOfTheWindowEqualsTheCommands()
{
    const QString file = path(QStringLiteral("run.dscope"));
    FakeOptions options = ofLength(24);
    options.repeat = 2;
    options.warmup = 1;
    writeFile(file, options);
    WindowFixture fixture;
    // A screen of another scale, theme and language than the command's changes nothing.
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    fixture.window->openRecording(file);
    QTRY_VERIFY(fixture.window->selection()->recording());
    action(fixture, "actionThemeDark")->trigger();
    action(fixture, "actionExport")->trigger();
    auto* dialog = fixture.window->findChild<app::ExportDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(path(QStringLiteral("window")));
    dialog->findChild<QPushButton*>(QStringLiteral("exportOk"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.find<QWidget>("errorBar")->isVisible(), 60000);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY2(fixture.text("errorMessage").contains(path(QStringLiteral("window"))),
             qPrintable(fixture.text("errorMessage")));

    QProcess command;
    command.start(QStringLiteral(DECODESCOPE_PROGRAM),
                  {QStringLiteral("open"), file, QStringLiteral("--export"), path(QStringLiteral("command"))});
    QVERIFY(command.waitForFinished(60000));
    QCOMPARE(command.exitCode(), 0);
    const QStringList names = QDir(path(QStringLiteral("command"))).entryList(QDir::Files);
    QVERIFY(names.contains(QStringLiteral("steps.csv")) && names.contains(QStringLiteral("report.png")));
    QCOMPARE(QDir(path(QStringLiteral("window"))).entryList(QDir::Files), names);
    for (const QString& name : names) {
        const QByteArray bytes = contents(path(QStringLiteral("window/") + name));
        QVERIFY2(!bytes.isEmpty() && bytes == contents(path(QStringLiteral("command/") + name)), qPrintable(name));
    }
}

void WindowFilesTest::exportIntoForeignFilesIsRefused()
{
    WindowFixture fixture;
    fixture.showFake(ofLength(3));
    QFile foreign(path(QStringLiteral("steps.csv")));
    QVERIFY(foreign.open(QIODevice::WriteOnly));
    foreign.write("mine\n");
    foreign.close();
    action(fixture, "actionExport")->trigger();
    auto* dialog = fixture.window->findChild<app::ExportDialog*>();
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(m_folder->path());
    dialog->findChild<QCheckBox*>(QStringLiteral("exportPng"))->setChecked(false);
    dialog->findChild<QPushButton*>(QStringLiteral("exportOk"))->click();
    QTRY_VERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    QVERIFY2(fixture.text("errorMessage").contains(QStringLiteral("steps.csv")),
             qPrintable(fixture.text("errorMessage")));
    QCOMPARE(contents(foreign.fileName()), QByteArray("mine\n"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("steps.csv")});
}

/// The command writes what sweepFiles() gives (CommandsTest runs it); so does the window, whatever its own language and
/// theme.
void WindowFilesTest::aSweepIsExportedFromItsPage()
{
    WindowFixture fixture;
    auto* page = fixture.find<app::SweepPage>("sweepPage");
    action(fixture, "actionPageSweep")->trigger();
    auto* button = fixture.find<QPushButton>("sweepExport");
    QVERIFY(!button->isVisible());  // nothing to export yet
    const auto report = test::fakeSweep();
    page->show(report);
    QVERIFY(button->isVisible());
    action(fixture, "actionThemeDark")->trigger();
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    button->click();
    auto* dialog = fixture.window->findChild<app::ExportDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(path(QStringLiteral("sweep")));
    dialog->findChild<QPushButton*>(QStringLiteral("exportOk"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.find<QWidget>("errorBar")->isVisible(), 60000);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto files = app::sweepFiles(*report, {});
    QVERIFY(files);
    QCOMPARE(files->size(), std::size_t{4});
    QCOMPARE(QDir(path(QStringLiteral("sweep"))).entryList(QDir::Files).size(), qsizetype{4});
    for (const app::ExportFile& file : *files) {
        QVERIFY2(
            contents(path(QStringLiteral("sweep/") + QString::fromStdString(file.name))).toStdString() == file.bytes,
            file.name.c_str());
    }
    const QByteArray csv = contents(path(QStringLiteral("sweep/sweep.csv")));
    QVERIFY(csv.contains(QByteArray::number(static_cast<qlonglong>(report->result.rows[4].memoryPeakBytes))));

    action(fixture, "sweepCopyTable")->trigger();
    const QString table = QApplication::clipboard()->text();
    QCOMPARE(table.count(QLatin1Char('\n')), qsizetype{6});
    QVERIFY2(table.contains(QStringLiteral("2,048\t")), qPrintable(table));
    for (const char* copy : {"sweepCopyMemory", "sweepCopyThroughput"}) {
        QApplication::clipboard()->clear();
        action(fixture, copy)->trigger();
        QVERIFY(QApplication::clipboard()->image().width() > 400);
    }
}

QTEST_MAIN(WindowFilesTest)
#include "window_files_test.moc"
