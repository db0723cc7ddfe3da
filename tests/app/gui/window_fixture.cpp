// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/window_fixture.h"

#include "app/gui/window_main.h"
#include "app/plots/theme.h"
#include "app/run/step_gate.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>

namespace decodescope::test {

void prepareApplication()
{
    static QTemporaryDir folder;
    QCoreApplication::setOrganizationName(QStringLiteral("DecodeScopeTest"));
    QCoreApplication::setApplicationName(QStringLiteral("decodescope-test"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QSettings().clear();
    app::initWindowResources();
    app::loadBundledFonts();
}

std::shared_ptr<app::SweepReport> fakeSweep()
{
    const FakeOptions options;
    const profiler::RunInfo info = fakeRunInfo(options, engine::Strategy::cached);
    auto report = std::make_shared<app::SweepReport>();
    report->model = info.model;
    report->device = info.device;
    report->settings = info.settings;
    report->settings.newTokens = 16;
    report->result.startedAt = "2026-11-30T08:00:00Z";
    constexpr std::int64_t kPerToken = 46'080;
    constexpr std::int64_t kWeights = 96'400'000;
    for (const std::int64_t context : {128, 256, 512, 1024, 2048}) {
        app::SweepRow row;
        row.strategy = engine::Strategy::cached;
        row.context = context;
        row.promptTokens = context - 15;
        row.newTokens = 16;
        row.kvBytesFormula = row.kvBytesUsed = row.kvBytesAllocated = context * kPerToken;
        row.memoryPeakBytes = kWeights + row.kvBytesAllocated;
        row.ttftMs = static_cast<double>(context) * 0.7;
        row.prefillTokPerS = 1500.0 - static_cast<double>(context) * 0.1;
        row.tokPerS = 80.0 - static_cast<double>(context) * 0.01;
        report->result.rows.push_back(row);
    }
    report->result.deltaMeasuredBytes = report->result.deltaFormulaBytes = (2048 - 128) * kPerToken;
    return report;
}

app::RunServices ScriptedEngine::services()
{
    app::RunServices services;
    services.prepare = [this](const profiler::RunSettings&, const std::stop_token&) -> Result<app::PreparedModel> {
        if (error) {
            return tl::unexpected(*error);
        }
        return app::PreparedModel{};
    };
    services.estimate = [](const profiler::RunSettings& settings, const app::PreparedModel&,
                           const std::optional<profiler::Ceilings>&) -> Result<app::RunEstimate> {
        app::RunEstimate estimate;
        estimate.seconds = static_cast<double>(settings.newTokens) / 20;
        estimate.memoryBytes = 123'456'789;
        estimate.kvBytes = 943'718;
        if (settings.newTokens > 100'000) {
            estimate.refusal = "Needs 80.0 GiB, 14.2 GiB are free";
        }
        return estimate;
    };
    services.execute = [this](const profiler::RunSettings& settings, const app::PreparedModel&,
                              const app::RunCallbacks& callbacks,
                              const std::stop_token& stop) -> Result<profiler::Recording> {
        FakeOptions made = options;
        made.newTokens = settings.newTokens;
        made.strategies = settings.strategies;
        profiler::Recording recording;
        for (const auto strategy : made.strategies) {
            profiler::RunInfo info = fakeRunInfo(made, strategy);
            info.paced = callbacks.gate != nullptr;
            auto run = std::make_shared<profiler::RunRecord>(std::move(info));
            recording.runs.push_back(run);
            callbacks.runStarted(run);
            FakeRunner runner(made, strategy);
            std::int64_t total = 0;
            for (std::int64_t i = 0; i < made.newTokens && !stop.stop_requested(); ++i) {
                while (!gate.try_acquire_for(std::chrono::milliseconds(2)) && !stop.stop_requested()) {
                }
                if (stop.stop_requested()) {
                    break;
                }
                auto step = runner.next();
                total = step.startNs + step.wallNs + step.samplingNs;
                if (!run->steps().append(std::move(step))) {
                    break;
                }
                ++stepsMade;
                if (callbacks.gate && i + 1 < made.newTokens) {
                    callbacks.gate->pass(stop);
                }
            }
            const auto reason = stop.stop_requested() ? engine::StopReason::cancelled : engine::StopReason::length;
            run->finish({{reason}, total});
            callbacks.runFinished(run);
            if (stop.stop_requested()) {
                break;
            }
        }
        return recording;
    };
    return services;
}

WindowFixture::WindowFixture(app::ThemeChoice theme, QSize size) : appearance(std::make_unique<app::Appearance>(theme))
{
    appearance->apply();
    window = std::make_unique<app::MainWindow>(engine.services(), app::sessionFiles(), appearance.get());
    window->resize(size);
    window->show();
    QApplication::processEvents();
}

WindowFixture::~WindowFixture() = default;

QString WindowFixture::text(const char* objectName) const
{
    const auto* widget = window->findChild<QWidget*>(QLatin1String(objectName));
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        return label->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        return button->text();
    }
    return {};
}

void WindowFixture::showFake(const FakeOptions& options)
{
    window->showRecording(std::make_shared<profiler::Recording>(makeFakeRecording(options)), QStringLiteral("test"));
    QApplication::processEvents();
}

}  // namespace decodescope::test
