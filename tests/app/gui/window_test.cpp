// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/format.h"
#include "app/gui/playback_driver.h"
#include "app/gui/run_session.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "profiler/record/summary.h"
#include "tests/app/gui/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QtTest>

using namespace decodescope;
using app::RunController;
using State = RunController::State;
using test::WindowFixture;

class WindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }
    void positionsShowTheRecordsSteps();
    void keysMoveThePosition();
    void lettersBelongToEditors();
    void runStopInMidStepAndRerunByKeyboard();
    void stoppedBeforeItsFirstStepARunLeavesWhatWasThere();
    void closingWhileRunningEndsPromptly();
    void liveRunIsFollowedAtFrameRate();
    void sessionListsRunsOfEveryRecording();
    void invalidChoicesAreDisabledWithAReason();
    void aGpuIsAChoiceOnceItIsFound();
    void settingsComeBackAsTheyWere();
    void longRunsWarnAndTooLargeOnesAreRefused();
    void duringARunNoEstimateIsWaitedFor();
    void errorsStayAndNameTheRemedy();
    void themeIsRemembered();
};

void WindowTest::positionsShowTheRecordsSteps()
{
    WindowFixture fixture;
    fixture.showFake();
    auto* slider = fixture.find<QSlider>("transportSlider");
    QCOMPARE(slider->maximum(), 32);
    for (const int row : {1, 5, 17, 32, 3}) {
        slider->setValue(row);
        const auto* step = fixture.window->selection()->currentStep();
        QVERIFY(step);
        QCOMPARE(step->step, static_cast<std::int64_t>(row - 1));
        QCOMPARE(fixture.window->selection()->naiveSteps(), static_cast<std::size_t>(row));
        QCOMPARE(fixture.text("transportPosition"), QStringLiteral("step %1 of 32").arg(row));
    }
    slider->setValue(0);
    QVERIFY(!fixture.window->selection()->currentStep());
}

void WindowTest::keysMoveThePosition()
{
    WindowFixture fixture;
    fixture.showFake();
    const auto position = [&] { return fixture.window->playback()->playback().position(); };
    auto* target = fixture.window.get();
    QTest::keyClick(target, Qt::Key_Home);
    QCOMPARE(position(), 0u);
    QTest::keyClick(target, Qt::Key_Period);
    QTest::keyClick(target, Qt::Key_PageDown);
    QCOMPARE(position(), 2u);
    QTest::keyClick(target, Qt::Key_Comma);
    QTest::keyClick(target, Qt::Key_PageUp);
    QCOMPARE(position(), 0u);
    QTest::keyClick(target, Qt::Key_End);
    QCOMPARE(position(), 32u);
    QTest::keyClick(target, Qt::Key_Plus);
    QCOMPARE(fixture.window->playback()->playback().rate(), 8.0);
    QTest::keyClick(target, Qt::Key_Minus);
    QTest::keyClick(target, Qt::Key_Home);
    QTest::keyClick(target, Qt::Key_Space);
    QVERIFY(fixture.window->playback()->playback().playing());
    QTRY_VERIFY(position() >= 1);
    QTest::keyClick(target, Qt::Key_Space);
    QVERIFY(!fixture.window->playback()->playback().playing());
}

void WindowTest::lettersBelongToEditors()
{
    WindowFixture fixture;
    fixture.showFake();
    auto* prompt = fixture.find<QPlainTextEdit>("promptEdit");
    prompt->setFocus();
    const QString before = prompt->toPlainText();
    const auto position = fixture.window->playback()->playback().position();
    prompt->moveCursor(QTextCursor::End);
    QTest::keyClicks(prompt, QStringLiteral(" ,."));
    QCOMPARE(prompt->toPlainText(), before + QStringLiteral(" ,."));
    QCOMPARE(fixture.window->playback()->playback().position(), position);
    QVERIFY(!fixture.window->playback()->playback().playing());
}

void WindowTest::runStopInMidStepAndRerunByKeyboard()
{
    WindowFixture fixture;
    fixture.window->activateWindow();
    auto* controller = fixture.window->controller();
    QTRY_VERIFY(fixture.find<QPushButton>("runButton")->isEnabled());
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE(controller->state(), State::running);
    QVERIFY(!fixture.find<QPushButton>("runButton")->isEnabled());
    QVERIFY(fixture.find<QPushButton>("stopButton")->isEnabled());
    fixture.engine.gate.release(5);
    QTRY_COMPARE(fixture.window->selection()->naiveSteps(), 5u);
    QCOMPARE(fixture.text("transportBadge"), QStringLiteral("live"));
    QElapsedTimer clock;
    clock.start();
    QTest::keyClick(fixture.window.get(), Qt::Key_Escape);
    QTRY_COMPARE(controller->state(), State::idle);
    QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(fixture.window->selection()->naive()->steps().size(), 5u);
    QCOMPARE(fixture.text("transportBadge"), QStringLiteral("recorded"));
    QTRY_VERIFY(fixture.find<QPushButton>("runButton")->isEnabled());

    fixture.engine.gate.release(1 << 10);
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE(controller->state(), State::idle);
    QCOMPARE(fixture.window->selection()->naive()->steps().size(), 32u);
    QCOMPARE(fixture.window->selection()->cached()->steps().size(), 32u);
    QTRY_COMPARE(fixture.window->selection()->cachedSteps(), 32u);
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("Same logits"));
    QCOMPARE(fixture.window->session()->rowCount(), 3);
}

void WindowTest::stoppedBeforeItsFirstStepARunLeavesWhatWasThere()
{
    WindowFixture fixture;
    const auto* selection = fixture.window->selection();
    const auto runAndStop = [&] {
        fixture.window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
        QTRY_COMPARE(fixture.window->controller()->state(), State::running);
        QTRY_VERIFY(selection->naive() && selection->naive()->steps().size() == 0);
        fixture.window->findChild<QAction*>(QStringLiteral("actionStop"))->trigger();
        QTRY_COMPARE(fixture.window->controller()->state(), State::idle);
    };
    runAndStop();
    QVERIFY2(!selection->recording() && !selection->naive(), "nothing was there: as when the window came up");
    QCOMPARE(fixture.window->session()->rowCount(), 0);

    fixture.showFake();
    const auto recording = selection->recording();
    const auto naive = selection->naive();
    runAndStop();
    QCOMPARE(selection->recording(), recording);
    QCOMPARE(selection->naive(), naive);
    QCOMPARE(selection->naiveSteps(), naive->steps().size());
    QCOMPARE(fixture.text("headlineAgreement"), QStringLiteral("Same logits"));
    QCOMPARE(fixture.text("transportBadge"), QStringLiteral("recorded"));
    QVERIFY(fixture.window->findChild<QAction*>(QStringLiteral("actionExport"))->isEnabled());
    QCOMPARE(fixture.window->session()->rowCount(), 2);

    // Refused before it began: the error is said, and the pictures stay.
    WindowFixture refused;
    refused.engine.error = Error{ErrorCode::badInput, "no such file", "choose another"};
    refused.showFake();
    const auto shown = refused.window->selection()->naive();
    refused.window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
    QVERIFY(refused.window->selection()->naive() == nullptr);
    QTRY_COMPARE(refused.window->controller()->state(), State::idle);
    QTRY_COMPARE(refused.window->selection()->naive(), shown);
}

void WindowTest::closingWhileRunningEndsPromptly()
{
    auto fixture = std::make_unique<WindowFixture>();
    fixture->window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
    fixture->engine.gate.release(2);
    QTRY_COMPARE(fixture->engine.stepsMade.load(), 2);
    QElapsedTimer clock;
    clock.start();
    fixture->window->close();
    fixture->window.reset();
    QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
}

void WindowTest::liveRunIsFollowedAtFrameRate()
{
    WindowFixture fixture;
    fixture.find<QSpinBox>("newTokens")->setValue(2000);
    fixture.find<QComboBox>("decodingBox")->setCurrentIndex(1);  // cached only
    fixture.engine.options.ops = false;
    fixture.engine.gate.release(1 << 12);
    const int before = fixture.window->playback()->changedFrames();
    QElapsedTimer clock;
    clock.start();
    fixture.window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->controller()->state(), State::idle, 60000);
    QTRY_COMPARE(fixture.window->selection()->cachedSteps(), 2000u);
    // One change per frame at most, plus a handful for beginning and ending.
    const int frames = fixture.window->playback()->changedFrames() - before;
    QVERIFY2(frames <= clock.elapsed() / 16 + 12, qPrintable(QString::number(frames)));
}

void WindowTest::sessionListsRunsOfEveryRecording()
{
    WindowFixture fixture;
    auto* session = fixture.window->session();
    QAbstractItemModelTester tester(session, QAbstractItemModelTester::FailureReportingMode::QtTest);
    fixture.showFake();
    test::FakeOptions options;
    options.strategies = {engine::Strategy::naive, engine::Strategy::brokenForget};
    options.warmup = 1;
    fixture.showFake(options);
    QCOMPARE(session->rowCount(), 4);
    // Newest first; the pair of any two runs is a recording of its own.
    const auto pair = session->pairOfRows(0, 3);
    QCOMPARE(pair.recording->runs.size(), 2u);
    QVERIFY(pair.naive->info().strategy == engine::Strategy::naive);
    QVERIFY(pair.cached->info().strategy == engine::Strategy::cached);
}

void WindowTest::invalidChoicesAreDisabledWithAReason()
{
    app::SetupPanel panel;
    app::ModelTraits traits;
    traits.config = test::smolLm2Config();
    traits.config->headDim = 48;
    traits.config->weightsName = "f32";
    panel.setModelTraits(traits);
    const auto entry = [&](const char* box, const QString& text) {
        auto* combo = panel.findChild<QComboBox*>(QLatin1String(box));
        return qobject_cast<QStandardItemModel*>(combo->model())->item(combo->findText(text));
    };
    for (const char* box : {"keyFormatBox", "valueFormatBox"}) {
        QVERIFY(!entry(box, QStringLiteral("q8_0"))->isEnabled());
        QVERIFY(entry(box, QStringLiteral("q8_0"))->toolTip().contains(QLatin1String("48")));
        QVERIFY(entry(box, QStringLiteral("f16"))->isEnabled());
    }
    QVERIFY(!entry("computeBox", QStringLiteral("int8"))->isEnabled());
    QVERIFY(entry("computeBox", QStringLiteral("int8"))->toolTip().contains(QLatin1String("f32")));
    // 9 heads of 48 values make rows that q8_0 cannot store either; 9 of 64 it can.
    QVERIFY(!entry("weightsBox", QStringLiteral("q8_0"))->isEnabled());
    traits.config->headDim = 64;
    panel.setModelTraits(traits);
    auto* weights = panel.findChild<QComboBox*>(QStringLiteral("weightsBox"));
    weights->setCurrentIndex(weights->findText(QStringLiteral("q8_0")));
    QVERIFY(entry("computeBox", QStringLiteral("int8"))->isEnabled());
    QVERIFY(!panel.findChild<QWidget*>(QStringLiteral("topKBox"))->isEnabled());
    QVERIFY(!panel.findChild<QWidget*>(QStringLiteral("chatBox"))->isEnabled());
}

void WindowTest::aGpuIsAChoiceOnceItIsFound()
{
    app::SetupPanel panel;
    panel.show();
    panel.findChild<QAbstractButton*>(QStringLiteral("setupMore"))->setChecked(true);
    const auto shown = [&](const char* field) {
        return panel.findChild<QWidget*>(QLatin1String(field))->isVisibleTo(&panel);
    };
    const auto enabled = [&](const char* box, const char* text) {
        auto* combo = panel.findChild<QComboBox*>(QLatin1String(box));
        return qobject_cast<QStandardItemModel*>(combo->model())
            ->item(combo->findText(QLatin1String(text)))
            ->isEnabled();
    };
    panel.setDevices({{}, {"the NVIDIA driver is missing"}});
    QVERIFY(shown("deviceLabel") && !shown("deviceBox") && !shown("launchBox") && !shown("exactBox"));
    QVERIFY(panel.findChild<QWidget*>(QStringLiteral("deviceLabel"))->toolTip().contains(QLatin1String("driver")));
    QCOMPARE(panel.settings().device, std::string("cpu"));
    QVERIFY(!enabled("keyFormatBox", "fp8") && enabled("keyFormatBox", "q4_0"));

    QSignalSpy changes(&panel, &app::SetupPanel::settingsChanged);
    panel.setDevices({{{"cuda:0", "Test GPU"}, {"cuda:1", "Other GPU"}}, {}});
    QVERIFY(!changes.isEmpty());
    QVERIFY(!shown("deviceLabel") && shown("deviceBox") && shown("launchBox") && shown("exactBox"));
    QCOMPARE(panel.settings().device, std::string("cuda:0"));
    QVERIFY(!panel.settings().exact && panel.settings().trace);
    QVERIFY(enabled("keyFormatBox", "fp8") && !enabled("keyFormatBox", "q4_0"));
    QVERIFY(!enabled("computeBox", "bf16") && enabled("computeBox", "f32"));
    panel.findChild<QAbstractButton*>(QStringLiteral("exactBox"))->setChecked(true);
    auto* launch = panel.findChild<QComboBox*>(QStringLiteral("launchBox"));
    launch->setCurrentIndex(launch->count() - 1);
    auto* keys = panel.findChild<QComboBox*>(QStringLiteral("keyFormatBox"));
    keys->setCurrentIndex(keys->findText(QStringLiteral("fp8")));
    const auto onGpu = panel.settings();
    QVERIFY(onGpu.exact && onGpu.launch == engine::LaunchMode::persistent && onGpu.keyFormat == DataType::fp8E4m3);

    // Back on the CPU nothing is left that only a GPU can do.
    auto* device = panel.findChild<QComboBox*>(QStringLiteral("deviceBox"));
    device->setCurrentIndex(device->count() - 1);
    QCOMPARE(panel.settings().device, std::string("cpu"));
    QVERIFY(!panel.settings().exact && !panel.settings().trace && panel.settings().keyFormat == DataType::f16);
    QVERIFY(!shown("launchBox") && !shown("exactBox"));

    panel.setSettings(onGpu);
    QCOMPARE(panel.settings().device, std::string("cuda:0"));
    QVERIFY(panel.settings().exact && panel.settings().keyFormat == DataType::fp8E4m3);

    // A device named before any was found is taken when it comes; one that never comes leaves the CPU.
    app::SetupPanel later;
    auto second = onGpu;
    second.device = "cuda:1";
    later.setSettings(second);
    QCOMPARE(later.settings().device, std::string("cpu"));
    later.setDevices({{{"cuda:0", "Test GPU"}, {"cuda:1", "Other GPU"}}, {}});
    QCOMPARE(later.settings().device, std::string("cuda:1"));
    later.setDevices({{{"cuda:0", "Test GPU"}}, {}});
    QCOMPARE(later.settings().device, std::string("cpu"));
}

void WindowTest::settingsComeBackAsTheyWere()
{
    app::SetupPanel panel;
    profiler::RunSettings settings;
    settings.model = "synthetic:smollm2-135m";
    settings.promptIds = {{1, 2, 3, 4, 5}};
    settings.newTokens = 77;
    settings.strategies = {engine::Strategy::naive, engine::Strategy::brokenStale};
    settings.weights = DataType::q8_0;
    settings.compute = ComputeType::int8;
    settings.keyFormat = DataType::q8_0;
    settings.valueFormat = DataType::bf16;
    settings.threads = 3;
    settings.batch = 4;
    settings.repeat = 5;
    settings.ignoreEos = true;
    settings.sampling.temperature = 0.8;
    settings.sampling.topK = 40;
    settings.sampling.topP = 0.9;
    settings.sampling.seed = 1234;
    panel.setSettings(settings);
    const auto back = panel.settings();
    QCOMPARE(back.model, settings.model);
    QCOMPARE(back.promptIds[0].size(), 5u);
    QCOMPARE(back.newTokens, settings.newTokens);
    QVERIFY(back.strategies == settings.strategies);
    QVERIFY(back.weights == settings.weights);
    QVERIFY(back.compute == settings.compute);
    QVERIFY(back.keyFormat == settings.keyFormat);
    QVERIFY(back.valueFormat == settings.valueFormat);
    QCOMPARE(back.threads, settings.threads);
    QCOMPARE(back.batch, settings.batch);
    QCOMPARE(back.repeat, settings.repeat);
    QCOMPARE(back.ignoreEos, settings.ignoreEos);
    QCOMPARE(back.sampling.temperature, settings.sampling.temperature);
    QCOMPARE(back.sampling.topK, settings.sampling.topK);
    QCOMPARE(back.sampling.topP, settings.sampling.topP);
    QCOMPARE(back.sampling.seed, settings.sampling.seed);
}

void WindowTest::longRunsWarnAndTooLargeOnesAreRefused()
{
    WindowFixture fixture;
    fixture.window->start(false);
    QTRY_VERIFY(fixture.text("estimate").contains(app::formatDuration(1.6)));
    auto* tokens = fixture.find<QSpinBox>("newTokens");
    tokens->setValue(4000);
    QTRY_VERIFY(fixture.text("estimate").contains(app::formatDuration(200)));
    QCOMPARE(fixture.find<QWidget>("estimate")->property("tone").toString(), QStringLiteral("warning"));
    QVERIFY(fixture.find<QPushButton>("runButton")->isEnabled());
    tokens->setValue(200000);
    QTRY_VERIFY(fixture.text("estimate").contains(QLatin1String("80.0 GiB")));
    QTRY_VERIFY(!fixture.find<QPushButton>("runButton")->isEnabled());
    tokens->setValue(32);
    QTRY_VERIFY(fixture.find<QPushButton>("runButton")->isEnabled());
}

void WindowTest::duringARunNoEstimateIsWaitedFor()
{
    app::SetupPanel panel;
    const auto* estimate = panel.findChild<QLabel*>(QStringLiteral("estimate"));
    panel.showEstimatePending();
    QVERIFY(!estimate->text().isEmpty());
    panel.setLocked(true);
    QVERIFY(estimate->text().isEmpty());
}

void WindowTest::errorsStayAndNameTheRemedy()
{
    WindowFixture fixture;
    fixture.engine.error = Error{ErrorCode::badInput, "The default model is not there", "Run scripts/fetch-model"};
    QVERIFY(!fixture.find<QWidget>("errorBar")->isVisible());
    fixture.window->findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
    QTRY_VERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    QCOMPARE(fixture.text("errorMessage"), QStringLiteral("The default model is not there"));
    QCOMPARE(fixture.text("errorHint"), QStringLiteral("Run scripts/fetch-model"));
    QCOMPARE(fixture.window->controller()->state(), State::idle);
    fixture.showFake();
    QVERIFY(fixture.find<QWidget>("errorBar")->isVisible());
    fixture.find<QAbstractButton>("errorClose")->click();
    QVERIFY(!fixture.find<QWidget>("errorBar")->isVisible());
}

void WindowTest::themeIsRemembered()
{
    {
        WindowFixture fixture(app::ThemeChoice::system);
        fixture.window->findChild<QAction*>(QStringLiteral("actionThemeDark"))->trigger();
        QVERIFY(fixture.appearance->current().kind == app::ThemeKind::dark);
        QCOMPARE(qApp->palette().color(QPalette::Window), fixture.appearance->current().window);
    }
    app::Appearance next;
    QVERIFY(next.choice() == app::ThemeChoice::dark);
    next.setChoice(app::ThemeChoice::system);
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
