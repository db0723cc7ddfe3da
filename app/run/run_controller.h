// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/background_worker.h"
#include "app/run/device_choice.h"
#include "app/run/run_service.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::app {

/// What the controller calls on its worker thread; tests put in their own.
struct RunServices {
    std::function<Result<PreparedModel>(const profiler::RunSettings&, std::stop_token)> prepare;
    std::function<Result<RunEstimate>(const profiler::RunSettings&, const PreparedModel&,
                                      const std::optional<profiler::Ceilings>&)>
        estimate;
    std::function<Result<profiler::Recording>(const profiler::RunSettings&, const PreparedModel&, const RunCallbacks&,
                                              std::stop_token)>
        execute;
    /// Quick roofs for the first estimate; later ones use those probed beside a run. May be empty.
    std::function<std::optional<profiler::Ceilings>(const profiler::RunSettings&, const PreparedModel&,
                                                    std::stop_token)>
        ceilings;
    /// What there is besides the CPU; slow the first time. May be empty.
    std::function<FoundDevices()> devices;
};

/// What is known of the model that is resident.
struct OpenModel {
    profiler::ModelFacts facts;
    bool hasTokenizer = true;
    bool hasChatTemplate = false;
    std::vector<std::string> warnings;
};

/// The functions of run_service.h.
RunServices engineServices();

/// Runs the engine for the window on a thread of its own, which never waits for the window. Lives on the window's
/// thread and emits its signals there. No call blocks, the destructor excepted: it stops what runs and waits for it.
class RunController : public QObject {
    Q_OBJECT
public:
    enum class State { idle, preparing, running, stopping };
    Q_ENUM(State)

    explicit RunController(RunServices services, QObject* parent = nullptr);
    ~RunController() override;

    State state() const { return m_state; }
    bool busy() const { return m_state != State::idle; }

    /// Opens the model if it is another one, then runs; with a gate the engine waits there before every further step.
    /// Ignored while busy.
    void start(const profiler::RunSettings& settings, std::shared_ptr<StepGate> gate = nullptr);
    /// Ends what runs at the next test of the token; what was recorded stays.
    void stop();
    /// What a run with these settings would take: answered by estimateReady or estimateFailed; a later request replaces
    /// an earlier one. While busy it is answered after the run.
    void requestEstimate(const profiler::RunSettings& settings);
    /// A long job that needs a model: prepared first, never beside a run. `job` runs on the worker thread; `done` on
    /// the window's. Ignored while busy.
    using ModelJob = std::function<void(const PreparedModel&, std::stop_token)>;
    void runJob(const profiler::RunSettings& settings, ModelJob job, std::function<void()> done);
    /// A job without a model, such as reading a file; never waits for a run.
    void runInBackground(std::function<void(std::stop_token)> job, std::function<void()> done);

    /// Posts `function` to the window's thread; from any thread.
    void post(std::function<void()> function);

    /// The model opened last; empty before the first.
    const std::optional<OpenModel>& openModel() const { return m_openModel; }

Q_SIGNALS:
    void stateChanged();
    void progress(const QString& line);
    void modelOpened();
    /// Before the first step of a run; warm-ups too. Steps are not announced: the window looks at the record's count,
    /// because waking it for every step costs the engine more than the step's share of a frame.
    void runStarted(std::shared_ptr<decodescope::profiler::RunRecord> run);
    void runFinished(std::shared_ptr<decodescope::profiler::RunRecord> run);
    /// All runs of a start() are over: whole, stopped, or failed (then failed() comes first).
    void sessionFinished(std::shared_ptr<decodescope::profiler::Recording> recording);
    void failed(const decodescope::Error& error);
    void estimateReady(const decodescope::app::RunEstimate& estimate);
    void estimateFailed(const decodescope::Error& error);

private:
    void setState(State state);
    /// Worker thread only.
    Result<PreparedModel> prepared(const profiler::RunSettings& settings, const std::stop_token& stop);
    void waitUntilShown(std::shared_ptr<profiler::RunRecord> run, const std::stop_token& stop);
    void execute(const profiler::RunSettings& settings, std::shared_ptr<StepGate> gate, const std::stop_token& stop);

    RunServices m_services;
    State m_state = State::idle;
    std::uint64_t m_session = 0;  ///< counts what start() and runJob() began
    std::optional<OpenModel> m_openModel;

    // worker thread only
    std::optional<PreparedModel> m_model;
    std::string m_modelKey;
    std::optional<profiler::Ceilings> m_ceilings;

    BackgroundWorker m_files;   ///< reading and writing files, beside a run
    BackgroundWorker m_engine;  ///< last: its thread uses what is above
};

}  // namespace decodescope::app
