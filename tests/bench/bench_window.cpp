// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window: time of a frame with long records, what the open window costs the engine, and memory while steps
// come in faster than any model makes them. See docs/performance.md, "The window".
//   bench_window frames [2048|100000]   QT_SCALE_FACTOR=1 or 2 in the environment
//   bench_window engine [rounds]   the default model, with the window and without, one after the other
//   bench_window flood [seconds]   5,000 steps per second
#include "app/gui/playback_driver.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "app/run/run_controller.h"
#include "profiler/record/summary.h"
#include "tests/app/gui/window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <thread>

using namespace decodescope;

namespace {

constexpr QSize kWindow{1920, 1080};

double quantile(std::vector<double> values, double share)
{
    if (values.empty()) {
        return 0;
    }
    const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return values[at];
}

/// Of this thread, so that a busy machine does not change it.
double cpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Moves to `position` until everything is painted; milliseconds of the window's thread.
double frameMs(app::MainWindow& window, int position)
{
    const double begin = cpuMs();
    window.playback()->seek(position);
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    return cpuMs() - begin;
}

bool reportFrames(app::MainWindow& window, const char* what, const test::FakeOptions& options)
{
    window.showRecording(std::make_shared<profiler::Recording>(test::makeFakeRecording(options)),
                         QStringLiteral("bench"));
    QApplication::processEvents();
    const auto steps = static_cast<int>(options.newTokens);
    std::vector<double> forward;
    std::vector<double> seeks;
    constexpr int kForward = 300;
    for (int i = 0; i < kForward; ++i) {
        forward.push_back(frameMs(window, steps - kForward - 1 + i));
    }
    for (int i = 0; i < 100; ++i) {
        seeks.push_back(frameMs(window, static_cast<int>((i * 7919LL) % steps) + 1));
    }
    const double typical = quantile(forward, 0.5);
    std::printf(
        "%-34s scale %.2g: one step further %.2f ms (95 %% under %.2f, 99 %% under %.2f), any seek %.2f ms (95 %% "
        "under %.2f)\n",
        what, window.devicePixelRatioF(), typical, quantile(forward, 0.95), quantile(forward, 0.99),
        quantile(seeks, 0.5), quantile(seeks, 0.95));
    std::fflush(stdout);
    return typical < 16;
}

int frames(int steps)
{
    test::WindowFixture fixture(app::ThemeChoice::light, kWindow);
    test::FakeOptions options;
    options.newTokens = 2048;
    bool good = steps > 2048 || reportFrames(*fixture.window, "2,048 steps, naive and cached", options);
    if (steps > 0 && steps <= 2048) {
        return good ? 0 : 1;
    }
    options.newTokens = 100'000;
    options.ops = false;
    options.strategies = {engine::Strategy::cached};
    good = reportFrames(*fixture.window, "100,000 steps, cached", options) && good;
    return good ? 0 : 1;
}

/// As a person does: settings in the set-up, then Run.
void runInWindow(app::MainWindow& window, const profiler::RunSettings& settings)
{
    window.findChild<app::SetupPanel*>()->setSettings(settings);
    window.findChild<QAction*>(QStringLiteral("actionRun"))->trigger();
}

/// Of the thread `clock` belongs to.
double cpuMs(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Processor time of the window's thread from a run's first step to its last.
class WatchWindow {
public:
    explicit WatchWindow(std::shared_ptr<profiler::RunRecord> run)
    {
        clockid_t clock{};
        pthread_getcpuclockid(pthread_self(), &clock);
        m_thread = std::jthread([this, clock, run = std::move(run)](const std::stop_token& stop) {
            double first = 0;
            while (run->end() == nullptr && !stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));  // a look wakes a thread beside the engine
                if (first == 0 && run->steps().size() > 0) {
                    first = cpuMs(clock);
                }
            }
            m_between = cpuMs(clock) - first;
        });
    }
    double betweenMs()
    {
        m_thread.join();
        return m_between;
    }

private:
    std::jthread m_thread;
    double m_between = 0;
};

/// One run with the default model, in milliseconds from its first to its last token; the window's thread turns its
/// event loop meanwhile.
double measuredMs(app::RunController& controller, const std::function<void()>& start,
                  std::vector<double>* duringMs = nullptr)
{
    std::shared_ptr<profiler::Recording> made;
    bool over = false;
    std::unique_ptr<WatchWindow> watch;
    const auto started = QObject::connect(&controller, &app::RunController::runStarted,
                                          [&](const std::shared_ptr<profiler::RunRecord>& run) {
                                              if (duringMs != nullptr && !run->info().warmup) {
                                                  watch = std::make_unique<WatchWindow>(run);
                                              }
                                          });
    const auto finished = QObject::connect(&controller, &app::RunController::sessionFinished,
                                           [&](const std::shared_ptr<profiler::Recording>& recording) {
                                               made = recording;
                                               over = true;
                                           });
    start();
    while (!over) {
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    QObject::disconnect(finished);
    QObject::disconnect(started);
    if (watch) {
        duringMs->push_back(watch->betweenMs());
    }
    const auto& run = made->runs.back();
    return profiler::summarise(*run).totalMs;
}

int engineSpeed(int rounds)
{
    app::Appearance appearance(app::ThemeChoice::light);
    appearance.apply();
    struct Work {
        const char* what;
        engine::Strategy strategy;
        std::int64_t newTokens;
        std::vector<double> without{}, with{}, windowCpuMs{}, duringMs{}, frames{};
    };
    std::vector<Work> works{{"cached, 32 tokens", engine::Strategy::cached, 32},
                            {"cached, 512 tokens", engine::Strategy::cached, 512},
                            {"naive, 48 tokens", engine::Strategy::naive, 48}};
    // One controller for both, so that both use the same copy of the weights: what pages they got matters more than the
    // window does. Without settings from the window, what its controller runs is not shown.
    app::MainWindow window(app::engineServices(), {}, &appearance);
    window.resize(kWindow);
    for (int round = 0; round < rounds; ++round) {
        for (Work& work : works) {
            profiler::RunSettings settings;
            settings.prompts = {"The key idea behind the Transformer architecture is"};
            settings.newTokens = work.newTokens;
            settings.ignoreEos = true;
            settings.strategies = {work.strategy};
            app::RunController& controller = *window.controller();
            work.without.push_back(measuredMs(controller, [&] { controller.start(settings); }));
            window.show();
            QApplication::processEvents();
            const double cpuBefore = cpuMs();
            const int framesBefore = window.playback()->changedFrames();
            work.with.push_back(measuredMs(
                controller, [&] { runInWindow(window, settings); }, &work.duringMs));
            work.windowCpuMs.push_back(cpuMs() - cpuBefore);
            work.frames.push_back(window.playback()->changedFrames() - framesBefore);
            window.hide();
        }
    }
    bool good = true;
    for (const Work& work : works) {
        const double kept = quantile(work.without, 0.5) / quantile(work.with, 0.5);
        std::printf("%-20s medians of %d: %.1f ms headless, %.1f ms with the window open: %.1f %% of the speed\n",
                    work.what, rounds, quantile(work.without, 0.5), quantile(work.with, 0.5), kept * 100);
        std::printf(
            "%-20s the window's thread used %.1f ms for %.0f updates, from Run to the end, %.1f of them while "
            "steps were made\n",
            "", quantile(work.windowCpuMs, 0.5), quantile(work.frames, 0.5), quantile(work.duringMs, 0.5));
        good = good && kept >= 0.95;
    }
    return good ? 0 : 1;
}

std::int64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    file >> pages >> pages;
    return pages * 4096;
}

/// Steps at a fixed rate, whatever the window does.
app::RunServices floodServices(int stepsPerSecond, std::atomic<std::int64_t>& published)
{
    app::RunServices services;
    services.prepare = [](const profiler::RunSettings&, const std::stop_token&) -> Result<app::PreparedModel> {
        return app::PreparedModel{};
    };
    services.estimate = [](const profiler::RunSettings&, const app::PreparedModel&,
                           const std::optional<profiler::Ceilings>&) -> Result<app::RunEstimate> {
        return app::RunEstimate{};
    };
    services.execute = [stepsPerSecond, &published](const profiler::RunSettings& settings, const app::PreparedModel&,
                                                    const app::RunCallbacks& callbacks,
                                                    const std::stop_token& stop) -> Result<profiler::Recording> {
        test::FakeOptions options;
        options.newTokens = settings.newTokens;
        options.ops = false;
        profiler::Recording recording;
        auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
        recording.runs.push_back(run);
        callbacks.runStarted(run);
        test::FakeRunner runner(options, engine::Strategy::cached);
        const auto begin = std::chrono::steady_clock::now();
        for (std::int64_t i = 0; i < settings.newTokens && !stop.stop_requested(); ++i) {
            std::this_thread::sleep_until(begin + std::chrono::microseconds(i * 1'000'000 / stepsPerSecond));
            if (!run->steps().append(runner.next())) {
                break;
            }
            published.store(i + 1, std::memory_order_relaxed);
        }
        run->finish({{engine::StopReason::length}, 1});
        callbacks.runFinished(run);
        return recording;
    };
    return services;
}

int flood(int seconds)
{
    constexpr int kRate = 5000;
    app::Appearance appearance(app::ThemeChoice::light);
    appearance.apply();
    std::atomic<std::int64_t> published{0};
    app::MainWindow window(floodServices(kRate, published), {}, &appearance);
    window.resize(kWindow);
    window.show();
    QApplication::processEvents();
    profiler::RunSettings settings;
    settings.promptIds = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
    settings.newTokens = std::int64_t{kRate} * seconds;
    settings.strategies = {engine::Strategy::cached};
    std::int64_t updates = 0;
    std::int64_t waiting = 0;
    std::int64_t mostWaiting = 0;
    QObject::connect(window.selection(), &app::Selection::positionChanged, [&] { ++updates; });
    runInWindow(window, settings);
    QElapsedTimer clock;
    clock.start();
    qint64 next = 2000;
    qint64 slowestMs = 0;
    std::int64_t firstBeyond = -1;
    std::int64_t lastBeyond = 0;
    int paintedBefore = window.playback()->changedFrames();
    while (window.controller()->busy()) {
        QElapsedTimer turn;
        turn.start();
        const std::int64_t before = updates;
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        waiting = updates - before;
        mostWaiting = std::max(mostWaiting, waiting);
        if (clock.elapsed() > 1000) {
            slowestMs = std::max(slowestMs, turn.elapsed());
        }
        const auto run = window.selection()->cached();
        if (clock.elapsed() >= next && run) {
            const std::int64_t beyond = residentBytes() - run->steps().bytes();
            if (firstBeyond < 0) {
                firstBeyond = beyond;
            }
            lastBeyond = beyond;
            std::printf(
                "%3lld s: %lld steps made, %zu shown, records %.1f MiB, resident beyond them %.1f MiB, %d frames\n",
                static_cast<long long>(clock.elapsed() / 1000), static_cast<long long>(published.load()),
                window.selection()->cachedSteps(), static_cast<double>(run->steps().bytes()) / 1048576,
                static_cast<double>(beyond) / 1048576, window.playback()->changedFrames() - paintedBefore);
            std::fflush(stdout);
            paintedBefore = window.playback()->changedFrames();
            next += 10'000;
        }
    }
    std::printf(
        "%.1f s for %d s of steps; at most %lld updates in one turn of the event loop, slowest turn %lld ms; "
        "beyond the records %+.1f MiB from the first to the last look\n",
        static_cast<double>(clock.elapsed()) / 1000, seconds, static_cast<long long>(mostWaiting),
        static_cast<long long>(slowestMs), static_cast<double>(lastBeyond - firstBeyond) / 1048576);
    return mostWaiting <= 1 && lastBeyond - firstBeyond < 32 * 1048576 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("DISPLAY")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    test::prepareApplication();
    const char* what = argc > 1 ? argv[1] : "frames";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    if (std::strcmp(what, "frames") == 0) {
        return frames(number);
    }
    if (std::strcmp(what, "engine") == 0) {
        return engineSpeed(number > 0 ? number : 5);
    }
    if (std::strcmp(what, "flood") == 0) {
        return flood(number > 0 ? number : 60);
    }
    std::fprintf(stderr, "bench_window frames | engine [rounds] | flood [seconds]\n");
    return 2;
}
