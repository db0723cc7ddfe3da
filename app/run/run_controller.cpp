// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_controller.h"

#include <QMetaObject>
#include <QTimer>

#include <chrono>
#include <semaphore>
#include <utility>

namespace decodescope::app {

namespace {

constexpr const char* kEstimateTopic = "estimate";
constexpr std::chrono::milliseconds kLongestPaint{200};

/// What a resident model depends on; other settings can change without opening it again.
std::string modelKey(const profiler::RunSettings& settings)
{
    std::string key = settings.model + '\n' + settings.device + '\n' + settings.isa + '\n';
    key += std::to_string(settings.threads) + '\n';
    key += settings.weights ? std::string(name(*settings.weights)) : std::string("file");
    key += '\n';
    key += settings.trace || settings.counters ? "cupti\n" : "\n";
    key += settings.compute ? std::string(name(*settings.compute)) : std::string("auto");
    return key;
}

OpenModel describe(const PreparedModel& model)
{
    OpenModel open;
    profiler::ModelFacts& facts = open.facts;
    if (model.loaded) {
        facts.config = model.loaded->config();
        facts.compute = model.loaded->computeName();
        facts.weightBytes = model.loaded->residentWeightBytes();
        facts.weightsFormat = facts.config.weightsName;
    }
    if (model.source) {
        facts.origin = model.source->origin();
    }
    open.hasTokenizer = model.tokenizer != nullptr;
    open.hasChatTemplate = model.tokenizer && model.tokenizer->hasChatTemplate();
    open.warnings = model.warnings;
    return open;
}

/// What a new run shows is laid out, painted, and, where charts and columns follow later, painted again.
constexpr int kPaints = 4;

/// Painting is asked for with low priority: a timer comes after it (one of 0 ms would be a posted call).
void releaseAfterPaints(QObject* context, int paints, const std::shared_ptr<std::binary_semaphore>& shown)
{
    QTimer::singleShot(1, context, [context, paints, shown] {
        if (paints > 1) {
            releaseAfterPaints(context, paints - 1, shown);
        } else {
            shown->release();
        }
    });
}

}  // namespace

RunController::RunController(RunServices services, QObject* parent) : QObject(parent), m_services(std::move(services))
{
    qRegisterMetaType<std::shared_ptr<profiler::RunRecord>>();
    qRegisterMetaType<std::shared_ptr<profiler::Recording>>();
}

RunController::~RunController()
{
    m_files.stopAll();
    m_engine.stopAll();
}

void RunController::post(std::function<void()> function)
{
    QMetaObject::invokeMethod(this, std::move(function), Qt::QueuedConnection);
}

void RunController::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

void RunController::start(const profiler::RunSettings& settings, std::shared_ptr<StepGate> gate)
{
    if (busy()) {
        return;
    }
    m_engine.stopTopic(kEstimateTopic);
    ++m_session;
    setState(State::preparing);
    m_engine.post(
        [this, settings, gate = std::move(gate)](const std::stop_token& stop) { execute(settings, gate, stop); });
}

void RunController::stop()
{
    if (m_state == State::preparing || m_state == State::running) {
        setState(State::stopping);
        m_engine.stopAll();
        // A job that was still waiting is gone with its answer; one that runs answers before this.
        m_engine.post([this, session = m_session](const std::stop_token&) {
            post([this, session] {
                if (session == m_session && m_state == State::stopping) {
                    setState(State::idle);
                }
            });
        });
    }
}

Result<PreparedModel> RunController::prepared(const profiler::RunSettings& settings, const std::stop_token& stop)
{
    std::string key = modelKey(settings);
    if (m_model && key == m_modelKey) {
        return *m_model;
    }
    m_model.reset();  // two models may not fit
    auto model = m_services.prepare(settings, stop);
    if (!model) {
        return tl::unexpected(model.error());
    }
    m_model = *model;
    m_modelKey = std::move(key);
    post([this, open = describe(*model)] {
        m_openModel = open;
        Q_EMIT modelOpened();
    });
    return *model;
}

void RunController::waitUntilShown(std::shared_ptr<profiler::RunRecord> run, const std::stop_token& stop)
{
    // A new run has the whole window painted: before its first step, not beside it. A short run would be measured
    // slower by a third otherwise. Bounded, and never between steps.
    using namespace std::chrono_literals;
    auto shown = std::make_shared<std::binary_semaphore>(0);
    post([this, run = std::move(run), shown] {
        Q_EMIT runStarted(run);
        releaseAfterPaints(this, kPaints, shown);
    });
    const auto latest = std::chrono::steady_clock::now() + kLongestPaint;
    while (!shown->try_acquire_for(5ms) && !stop.stop_requested() && std::chrono::steady_clock::now() < latest) {
    }
}

void RunController::execute(const profiler::RunSettings& settings, std::shared_ptr<StepGate> gate,
                            const std::stop_token& stop)
{
    auto finish = [this](std::shared_ptr<profiler::Recording> recording, std::optional<Error> error) {
        post([this, recording = std::move(recording), error = std::move(error)] {
            setState(State::idle);
            if (error) {
                Q_EMIT failed(*error);
            }
            Q_EMIT sessionFinished(recording);
        });
    };
    const auto model = prepared(settings, stop);
    if (!model) {
        const bool cancelled = model.error().code == ErrorCode::cancelled;
        finish(nullptr, cancelled ? std::nullopt : std::optional(model.error()));
        return;
    }
    post([this] {
        if (m_state == State::preparing) {
            setState(State::running);
        }
    });

    RunCallbacks callbacks;
    callbacks.gate = std::move(gate);
    callbacks.runStarted = [this, stop](std::shared_ptr<profiler::RunRecord> run) {
        if (run->info().ceilings) {
            m_ceilings = run->info().ceilings;
        }
        waitUntilShown(std::move(run), stop);
    };
    callbacks.runFinished = [this](std::shared_ptr<profiler::RunRecord> run) {
        post([this, run = std::move(run)] { Q_EMIT runFinished(run); });
    };
    callbacks.progress = [this](const std::string& line) {
        post([this, text = QString::fromStdString(line)] { Q_EMIT progress(text); });
    };
    auto recording = m_services.execute(settings, *model, callbacks, stop);
    if (!recording) {
        const bool cancelled = recording.error().code == ErrorCode::cancelled;
        finish(nullptr, cancelled ? std::nullopt : std::optional(recording.error()));
        return;
    }
    finish(std::make_shared<profiler::Recording>(std::move(*recording)), std::nullopt);
}

void RunController::requestEstimate(const profiler::RunSettings& settings)
{
    m_engine.post(
        [this, settings](const std::stop_token& stop) {
            const auto model = prepared(settings, stop);
            if (model && !m_ceilings && m_services.ceilings && !stop.stop_requested()) {
                m_ceilings = m_services.ceilings(settings, *model, stop);
            }
            if (stop.stop_requested()) {
                return;  // a later request is waiting, or a run
            }
            auto estimate = model ? m_services.estimate(settings, *model, m_ceilings)
                                  : Result<RunEstimate>(tl::unexpected(model.error()));
            post([this, estimate = std::move(estimate)] {
                if (estimate) {
                    Q_EMIT estimateReady(*estimate);
                } else {
                    Q_EMIT estimateFailed(estimate.error());
                }
            });
        },
        kEstimateTopic);
}

void RunController::runJob(const profiler::RunSettings& settings, ModelJob job, std::function<void()> done)
{
    if (busy()) {
        return;
    }
    m_engine.stopTopic(kEstimateTopic);
    ++m_session;
    setState(State::preparing);
    m_engine.post([this, settings, job = std::move(job), done = std::move(done)](const std::stop_token& stop) {
        const auto model = prepared(settings, stop);
        if (model) {
            post([this] {
                if (m_state == State::preparing) {
                    setState(State::running);
                }
            });
            job(*model, stop);
        }
        std::optional<Error> error;
        if (!model && model.error().code != ErrorCode::cancelled) {
            error = model.error();
        }
        post([this, done, error] {
            setState(State::idle);
            if (error) {
                Q_EMIT failed(*error);
            }
            done();
        });
    });
}

void RunController::runInBackground(std::function<void(std::stop_token)> job, std::function<void()> done)
{
    m_files.post([this, job = std::move(job), done = std::move(done)](const std::stop_token& stop) {
        job(stop);
        post(done);
    });
}

}  // namespace decodescope::app
