// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_controller.h"
#include "tests/support/fake_recording.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <semaphore>
#include <thread>

using namespace decodescope;
using app::RunController;
using State = RunController::State;

namespace {

constexpr int kStopMs = 100;

/// An engine that decodes when the test lets it: one step per release of `gate`, at any speed when it is open.
struct FakeEngine {
    std::counting_semaphore<1 << 20> gate{0};
    std::atomic<int> prepared{0};
    std::atomic<int> running{0};  ///< executions under way: never more than one
    std::atomic<int> mostRunning{0};
    std::atomic<int> stepsMade{0};
    test::FakeOptions options;
    std::optional<Error> prepareError, executeError;

    app::RunServices services()
    {
        app::RunServices services;
        services.prepare = [this](const profiler::RunSettings&, const std::stop_token&) -> Result<app::PreparedModel> {
            ++prepared;
            if (prepareError) {
                return tl::unexpected(*prepareError);
            }
            return app::PreparedModel{};
        };
        services.estimate = [this](const profiler::RunSettings& settings, const app::PreparedModel&,
                                   const std::optional<profiler::Ceilings>&) -> Result<app::RunEstimate> {
            mostRunning = std::max(mostRunning.load(), running.load() + 1);
            app::RunEstimate estimate;
            estimate.seconds = static_cast<double>(settings.newTokens);
            return estimate;
        };
        services.execute = [this](const profiler::RunSettings&, const app::PreparedModel&,
                                  const app::RunCallbacks& callbacks,
                                  const std::stop_token& stop) -> Result<profiler::Recording> {
            mostRunning = std::max(mostRunning.load(), ++running);
            profiler::Recording recording;
            for (const auto strategy : options.strategies) {
                auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, strategy));
                recording.runs.push_back(run);
                callbacks.runStarted(run);
                test::FakeRunner runner(options, strategy);
                for (std::int64_t i = 0; i < options.newTokens && !stop.stop_requested(); ++i) {
                    // As an engine does: tests the token while it works on a step.
                    while (!gate.try_acquire_for(std::chrono::milliseconds(2)) && !stop.stop_requested()) {
                    }
                    if (stop.stop_requested()) {
                        break;
                    }
                    if (!run->steps().append(runner.next())) {
                        break;
                    }
                    ++stepsMade;
                }
                const auto reason = stop.stop_requested() ? engine::StopReason::cancelled : engine::StopReason::length;
                run->finish({{reason}, 1});
                callbacks.runFinished(run);
                if (stop.stop_requested()) {
                    break;
                }
            }
            --running;
            if (executeError) {
                return tl::unexpected(*executeError);
            }
            return recording;
        };
        return services;
    }
};

}  // namespace

class RunControllerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsToTheEnd();
    void stopsWithinAStep();
    void stopsBeforeTheModelIsOpen();
    void runsAgainAfterAStop();
    void closingWhileRunningEndsPromptly();
    void startWhileBusyIsIgnored();
    void noStepIsLostWhileTheWindowLooksAway();
    void aNewRunIsPaintedBeforeItsFirstStep();
    void modelIsOpenedOnceForTheSameSettings();
    void failuresAreReportedOnce();
    void laterEstimateReplacesEarlier();
    void nothingRunsBesideARun();
    void backgroundJobsDoNotWaitForARun();

protected:
    void customEvent(QEvent*) override { m_onUserEvent(); }

private:
    std::function<void()> m_onUserEvent;
};

void RunControllerTest::runsToTheEnd()
{
    FakeEngine engine;
    engine.gate.release(1 << 10);
    RunController controller(engine.services());
    QSignalSpy started(&controller, &RunController::runStarted);
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    controller.start({});
    QCOMPARE(controller.state(), State::preparing);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(controller.state(), State::idle);
    QCOMPARE(started.count(), 2);
    QCOMPARE(engine.stepsMade.load(), 64);
    const auto recording = finished[0][0].value<std::shared_ptr<profiler::Recording>>();
    QVERIFY(recording);
    QCOMPARE(recording->runs.size(), 2u);
    QCOMPARE(recording->runs[1]->steps().size(), 32u);
}

void RunControllerTest::stopsWithinAStep()
{
    FakeEngine engine;
    RunController controller(engine.services());
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    controller.start({});
    engine.gate.release(3);
    QTRY_COMPARE(engine.stepsMade.load(), 3);
    QTRY_COMPARE(controller.state(), State::running);
    QElapsedTimer clock;
    clock.start();
    controller.stop();
    QCOMPARE(controller.state(), State::stopping);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY2(clock.elapsed() < kStopMs, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(controller.state(), State::idle);
    const auto recording = finished[0][0].value<std::shared_ptr<profiler::Recording>>();
    QVERIFY(recording);
    QCOMPARE(recording->runs.size(), 1u);
    QCOMPARE(recording->runs[0]->steps().size(), 3u);
    QVERIFY(recording->runs[0]->end()->stops[0] == engine::StopReason::cancelled);
}

void RunControllerTest::stopsBeforeTheModelIsOpen()
{
    std::atomic<bool> entered = false;
    FakeEngine engine;
    app::RunServices services = engine.services();
    services.prepare = [&](const profiler::RunSettings&, const std::stop_token& stop) -> Result<app::PreparedModel> {
        entered = true;
        while (!stop.stop_requested()) {
            std::this_thread::yield();
        }
        return fail(ErrorCode::cancelled, "stopped");
    };
    RunController controller(services);
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.start({});
    QTRY_VERIFY(entered.load());
    controller.stop();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(controller.state(), State::idle);
    QCOMPARE(failed.count(), 0);
}

void RunControllerTest::runsAgainAfterAStop()
{
    FakeEngine engine;
    RunController controller(engine.services());
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    for (int round = 1; round <= 5; ++round) {
        controller.start({});
        engine.gate.release(2);
        QTRY_COMPARE(engine.stepsMade.load(), 2 * round);
        controller.stop();
        QTRY_COMPARE(finished.count(), round);
        QTRY_COMPARE(controller.state(), State::idle);
    }
    engine.gate.release(1 << 10);
    controller.start({});
    QTRY_COMPARE(finished.count(), 6);
    QCOMPARE(controller.state(), State::idle);
    QCOMPARE(engine.stepsMade.load(), 10 + 64);
}

void RunControllerTest::closingWhileRunningEndsPromptly()
{
    FakeEngine engine;
    auto controller = std::make_unique<RunController>(engine.services());
    controller->start({});
    engine.gate.release(1);
    QTRY_COMPARE(engine.stepsMade.load(), 1);
    QElapsedTimer clock;
    clock.start();
    controller.reset();
    QVERIFY2(clock.elapsed() < kStopMs, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(engine.running.load(), 0);
}

void RunControllerTest::startWhileBusyIsIgnored()
{
    FakeEngine engine;
    RunController controller(engine.services());
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    controller.start({});
    controller.start({});
    controller.runJob(
        {}, [](const app::PreparedModel&, const std::stop_token&) { QFAIL("ran beside a run"); }, [] {});
    engine.gate.release(1 << 10);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(engine.stepsMade.load(), 64);
}

void RunControllerTest::noStepIsLostWhileTheWindowLooksAway()
{
    FakeEngine engine;
    engine.options.newTokens = 2000;
    engine.options.strategies = {engine::Strategy::cached};
    engine.options.ops = false;
    engine.gate.release(1 << 12);
    RunController controller(engine.services());
    std::shared_ptr<profiler::RunRecord> run;
    connect(&controller, &RunController::runStarted, this, [&](auto started) { run = started; });
    controller.start({});
    // The window's thread does not look for a while: the engine goes on, and nothing piles up for it.
    QElapsedTimer clock;
    clock.start();
    while (engine.stepsMade.load() < 2000 && clock.elapsed() < 20000) {
        std::this_thread::yield();
    }
    QCOMPARE(engine.stepsMade.load(), 2000);
    QTRY_COMPARE(controller.state(), State::idle);
    QCOMPARE(run->steps().size(), 2000u);
    for (std::size_t i = 0; i < 2000; ++i) {
        QCOMPARE(run->steps()[i].step, static_cast<std::int64_t>(i));
    }
}

void RunControllerTest::aNewRunIsPaintedBeforeItsFirstStep()
{
    FakeEngine engine;
    engine.options.newTokens = 4;
    engine.options.strategies = {engine::Strategy::cached};
    engine.gate.release(1 << 12);
    RunController controller(engine.services());
    int whileShowing = -1;
    int whilePainting = -1;
    connect(&controller, &RunController::runStarted, this, [&] {
        QTest::qSleep(30);
        whileShowing = engine.stepsMade.load();
        // Painting comes from the event loop, after what was posted.
        QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::LowEventPriority);
    });
    m_onUserEvent = [&] {
        QTest::qSleep(30);
        whilePainting = engine.stepsMade.load();
    };
    controller.start({});
    QTRY_COMPARE(controller.state(), State::idle);
    QCOMPARE(whileShowing, 0);
    QCOMPARE(whilePainting, 0);
    QCOMPARE(engine.stepsMade.load(), 4);
}

void RunControllerTest::modelIsOpenedOnceForTheSameSettings()
{
    FakeEngine engine;
    engine.gate.release(1 << 12);
    RunController controller(engine.services());
    QSignalSpy estimated(&controller, &RunController::estimateReady);
    QSignalSpy opened(&controller, &RunController::modelOpened);
    profiler::RunSettings settings;
    controller.requestEstimate(settings);
    QTRY_COMPARE(estimated.count(), 1);
    settings.newTokens = 7;
    settings.keyFormat = DataType::q8_0;
    controller.start(settings);
    QTRY_COMPARE(controller.state(), State::idle);
    QCOMPARE(engine.prepared.load(), 1);
    QCOMPARE(opened.count(), 1);
    settings.weights = DataType::f32;
    controller.start(settings);
    QTRY_COMPARE(controller.state(), State::idle);
    QCOMPARE(engine.prepared.load(), 2);
}

void RunControllerTest::failuresAreReportedOnce()
{
    FakeEngine engine;
    engine.prepareError = Error{ErrorCode::badInput, "no such file", "run scripts/fetch-model"};
    RunController controller(engine.services());
    QSignalSpy failed(&controller, &RunController::failed);
    QSignalSpy finished(&controller, &RunController::sessionFinished);
    controller.start({});
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(controller.state(), State::idle);
    engine.prepareError.reset();
    engine.executeError = Error{ErrorCode::memory, "needs 5 GiB", ""};
    engine.gate.release(1 << 10);
    controller.start({});
    QTRY_COMPARE(finished.count(), 2);
    QCOMPARE(failed.count(), 2);
    QVERIFY(!finished[1][0].value<std::shared_ptr<profiler::Recording>>());
}

void RunControllerTest::laterEstimateReplacesEarlier()
{
    FakeEngine engine;
    std::binary_semaphore hold{0};
    app::RunServices services = engine.services();
    std::atomic<int> prepares = 0;
    services.prepare = [&](const profiler::RunSettings&, const std::stop_token&) -> Result<app::PreparedModel> {
        ++prepares;
        hold.acquire();
        return app::PreparedModel{};
    };
    RunController controller(services);
    QSignalSpy ready(&controller, &RunController::estimateReady);
    double seconds = 0;
    connect(&controller, &RunController::estimateReady, this,
            [&](const app::RunEstimate& estimate) { seconds = estimate.seconds; });
    profiler::RunSettings settings;
    for (int tokens = 1; tokens <= 5; ++tokens) {
        settings.newTokens = tokens;
        controller.requestEstimate(settings);
    }
    hold.release();
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(seconds, 5.0);
    QTest::qWait(0);
    QCOMPARE(ready.count(), 1);
}

void RunControllerTest::nothingRunsBesideARun()
{
    FakeEngine engine;
    RunController controller(engine.services());
    QSignalSpy ready(&controller, &RunController::estimateReady);
    controller.start({});
    engine.gate.release(1);
    QTRY_COMPARE(engine.stepsMade.load(), 1);
    controller.requestEstimate({});
    engine.gate.release(1 << 10);
    QTRY_COMPARE(controller.state(), State::idle);
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(engine.mostRunning.load(), 1);
}

void RunControllerTest::backgroundJobsDoNotWaitForARun()
{
    FakeEngine engine;
    RunController controller(engine.services());
    controller.start({});
    engine.gate.release(1);
    QTRY_COMPARE(engine.stepsMade.load(), 1);
    bool done = false;
    std::thread::id worker;
    controller.runInBackground([&](const std::stop_token&) { worker = std::this_thread::get_id(); },
                               [&] { done = true; });
    QTRY_VERIFY(done);
    QVERIFY(worker != std::this_thread::get_id());
    QVERIFY(controller.busy());
}

QTEST_GUILESS_MAIN(RunControllerTest)
#include "run_controller_test.moc"
