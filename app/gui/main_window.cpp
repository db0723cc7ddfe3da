// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/appearance.h"
#include "app/gui/checks_page.h"
#include "app/gui/error_bar.h"
#include "app/gui/file_commands.h"
#include "app/gui/header_bar.h"
#include "app/gui/headline_bar.h"
#include "app/gui/help_dialogs.h"
#include "app/gui/icons.h"
#include "app/gui/model_catalog.h"
#include "app/gui/playback_driver.h"
#include "app/gui/playback_keys.h"
#include "app/gui/progress.h"
#include "app/gui/run_facts.h"
#include "app/gui/run_page.h"
#include "app/gui/runs_menu.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "app/gui/size_page.h"
#include "app/gui/spoken_view.h"
#include "app/gui/stage/stage_view.h"
#include "app/gui/sweep_page.h"
#include "app/gui/transport_bar.h"
#include "app/gui/view_stack.h"
#include "app/gui/welcome_panel.h"
#include "app/gui/widgets.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kLiveHeadlineMs = 200;
constexpr int kTypingPauseMs = 350;

bool holdsSteps(const profiler::Recording& recording)
{
    return std::any_of(recording.runs.begin(), recording.runs.end(),
                       [](const auto& run) { return !run->info().warmup && run->steps().size() > 0; });
}

}  // namespace

MainWindow::MainWindow(RunServices services, RecordingFiles files, Appearance* appearance, QWidget* parent)
    : QMainWindow(parent),
      m_appearance(appearance),
      m_findDevices(services.devices),
      m_selection(new Selection(this)),
      m_driver(new PlaybackDriver(m_selection, this)),
      m_controller(new RunController(std::move(services), this)),
      m_session(new RunSession(this)),
      m_actions(new WindowActions(this, appearance->choice()))
{
    speakPaintedViews();
    named(this, "mainWindow", QStringLiteral("DecodeScope"));
    setWindowTitle(QStringLiteral("DecodeScope"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(1024, 640);

    auto* central = named(new QWidget, "centralArea");
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_header = new HeaderBar(m_actions);
    layout->addWidget(m_header);
    m_errors = new ErrorBar;
    auto* errorRow = new QVBoxLayout;
    errorRow->setContentsMargins(10, 0, 10, 0);
    errorRow->addWidget(m_errors);
    layout->addLayout(errorRow);
    m_pages = named(new QStackedWidget, "pages");
    m_runPage = new RunPage(m_selection, m_driver);
    m_pages->addWidget(m_runPage);
    const auto settings = [this] { return m_runPage->setup()->settings(); };
    m_sweepPage = new SweepPage(m_controller, settings);
    m_pages->addWidget(m_sweepPage);
    m_sizePage = new SizePage;
    m_pages->addWidget(m_sizePage);
    m_checksPage = new ChecksPage(m_controller, settings);
    m_pages->addWidget(m_checksPage);
    layout->addWidget(m_pages, 1);
    setCentralWidget(central);

    m_headlineTimer.setInterval(kLiveHeadlineMs);
    m_estimateTimer.setInterval(kTypingPauseMs);
    m_estimateTimer.setSingleShot(true);
    m_files = new FileCommands(std::move(files), m_actions, m_controller, m_selection, m_errors, this);
    connectActions();
    connectController();
    connect(m_appearance, &Appearance::changed, this, &MainWindow::applyTheme);
    applyTheme();
    updateState();
    refreshHeadline();
    m_runPage->welcome()->setFocus(Qt::OtherFocusReason);
}

MainWindow::~MainWindow()
{
    // The worker goes first: its last words must not reach half a window.
    disconnect(m_controller, nullptr, this, nullptr);
    delete m_controller;
}

void MainWindow::connectActions()
{
    SetupPanel* setup = m_runPage->setup();
    connect(m_actions->run, &QAction::triggered, this, &MainWindow::startRun);
    connect(m_actions->stop, &QAction::triggered, m_controller, &RunController::stop);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    WelcomePanel* welcome = m_runPage->welcome();
    connect(welcome, &WelcomePanel::runRequested, m_actions->run, &QAction::trigger);
    connect(welcome, &WelcomePanel::openRequested, m_actions->open, &QAction::trigger);
    connect(welcome, &WelcomePanel::syntheticRequested, this,
            [this] { selectModel(QStringLiteral("synthetic:smollm2-135m")); });
    connect(setup, &SetupPanel::chooseFileRequested, m_files, &FileCommands::askForModel);
    connect(m_files, &FileCommands::modelChosen, this, &MainWindow::selectModel);
    connect(m_files, &FileCommands::opened, this, &MainWindow::showRecording);
    connect(m_actions->toggleSetup, &QAction::toggled, setup, [setup](bool on) { setup->setCollapsed(!on); });
    connect(setup, &SetupPanel::collapsedChanged, m_actions->toggleSetup,
            [this](bool collapsed) { m_actions->toggleSetup->setChecked(!collapsed); });
    ViewStack* details = m_runPage->details();
    connect(m_actions->toggleDetails, &QAction::triggered, details,
            [details] { details->setOpen(!details->isOpen()); });
    connect(m_actions->fullScreen, &QAction::toggled, this, [this](bool on) { on ? showFullScreen() : showNormal(); });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAboutDialog(this); });
    connect(m_actions->keys, &QAction::triggered, this, [this] { showKeysDialog(this); });
    connect(m_sweepPage, &SweepPage::failed, m_errors, &ErrorBar::showError);
    connect(m_sweepPage, &SweepPage::exportRequested, m_files, &FileCommands::exportSweep);
    connect(m_checksPage, &ChecksPage::failed, m_errors, &ErrorBar::showError);
    connect(m_actions->steps, &QAction::triggered, this, [this] { m_driver->setMode(PlaybackMode::steps); });
    connect(m_actions->race, &QAction::triggered, this, [this] { m_driver->setMode(PlaybackMode::race); });
    connect(m_driver, &PlaybackDriver::changed, this, [this] {
        (m_driver->playback().mode() == PlaybackMode::steps ? m_actions->steps : m_actions->race)->setChecked(true);
    });
    connect(m_actions, &WindowActions::pageChosen, this, [this](Page page) { showPage(page); });
    connect(m_actions, &WindowActions::themeChosen, m_appearance, &Appearance::setChoice);
    connect(m_actions->runsMenu, &QMenu::aboutToShow, this, [this] {
        fillRunsMenu(m_actions->runsMenu, *m_session, *m_selection, !m_controller->busy(),
                     [this](const RunPair& pair) { showPair(pair, false); });
    });
    connect(setup, &SetupPanel::settingsChanged, this, [this] {
        m_runPage->setup()->showEstimatePending();
        m_estimateTimer.start();
    });
    connect(setup, &SetupPanel::runnableChanged, this, &MainWindow::updateState);
    connect(&m_estimateTimer, &QTimer::timeout, this, &MainWindow::requestEstimate);
    connect(&m_headlineTimer, &QTimer::timeout, this, [this] {
        refreshHeadline();
        refreshProgress();
    });
}

void MainWindow::connectController()
{
    connect(m_controller, &RunController::stateChanged, this, &MainWindow::updateState);
    connect(m_controller, &RunController::runStarted, this, &MainWindow::onRunStarted);
    connect(m_controller, &RunController::runFinished, this, [this] {
        m_session->runChanged();
        refreshHeadline();
    });
    connect(m_controller, &RunController::sessionFinished, this, &MainWindow::onSessionFinished);
    connect(m_controller, &RunController::failed, m_errors, &ErrorBar::showError);
    connect(m_controller, &RunController::progress, this, [this](const QString& line) {
        m_progressLine = line;
        refreshProgress();
    });
    connect(m_controller, &RunController::modelOpened, this, [this] {
        ModelTraits traits = m_runPage->setup()->modelTraits();
        traits.config = m_controller->openModel()->facts.config;
        traits.hasTokenizer = m_controller->openModel()->hasTokenizer;
        traits.hasChatTemplate = m_controller->openModel()->hasChatTemplate;
        m_runPage->setup()->setModelTraits(traits);
        // Remarks that stop nothing, such as a missing CUDA driver, stand by the device instead of in the way.
        QStringList remarks;
        for (const std::string& warning : m_controller->openModel()->warnings) {
            remarks << QString::fromStdString(warning);
        }
        m_runPage->setup()->setDeviceRemarks(remarks);
    });
    connect(m_controller, &RunController::estimateReady, m_runPage->setup(), &SetupPanel::showEstimate);
    connect(m_controller, &RunController::estimateFailed, this, [this](const Error& error) {
        if (m_runPage->setup()->settings().model.empty() && !defaultModelPresent()) {
            m_runPage->setup()->showEstimateProblem(tr("The default model is not on this computer."),
                                                    tr("Choose a GGUF file (Ctrl+M) or a synthetic model above, or "
                                                       "fetch it once with scripts/fetch-model."));
            return;
        }
        m_runPage->setup()->showEstimateProblem(QString::fromStdString(error.message),
                                                QString::fromStdString(error.hint));
    });
}

void MainWindow::applyTheme()
{
    const Theme& theme = m_appearance->current();
    m_header->setTheme(theme);
    m_errors->setTheme(theme);
    m_runPage->setTheme(theme);
    m_sweepPage->setTheme(theme);
    m_sizePage->setTheme(theme);
}

void MainWindow::start(bool bundled)
{
    m_runPage->welcome()->setModelPresent(!m_runPage->setup()->settings().model.empty() || defaultModelPresent());
    requestEstimate();
    auto found = std::make_shared<std::vector<ModelChoice>>();
    m_controller->runInBackground([found](const std::stop_token&) { *found = findCachedModels(); },
                                  [this, found] { m_runPage->setup()->setCachedModels(*found); });
    if (m_findDevices) {
        auto devices = std::make_shared<FoundDevices>();
        m_controller->runInBackground([find = m_findDevices, devices](const std::stop_token&) { *devices = find(); },
                                      [this, devices] { m_runPage->setup()->setDevices(*devices); });
    }
    if (bundled) {
        m_files->openBundled();
    }
}

void MainWindow::showPage(Page page)
{
    QWidget* const widgets[] = {m_runPage, m_sweepPage, m_sizePage, m_checksPage};
    m_actions->pages[static_cast<std::size_t>(page)]->setChecked(true);
    m_pages->setCurrentWidget(widgets[static_cast<std::size_t>(page)]);
}

void MainWindow::startRun()
{
    if (m_controller->busy()) {
        return;
    }
    m_errors->clear();
    m_before = {m_selection->recording(), m_selection->naive(), m_selection->cached()};
    m_liveRecording = std::make_shared<profiler::Recording>();
    m_session->add(m_liveRecording, QLocale().toString(QTime::currentTime(), QLocale::ShortFormat));
    showPage(Page::run);
    showPair({m_liveRecording, nullptr, nullptr}, true);
    m_headlineTimer.start();
    const auto gate = m_runPage->setup()->paced() ? std::make_shared<StepGate>() : nullptr;
    m_driver->pace(gate);
    m_controller->start(m_runPage->setup()->settings(), gate);
    m_runPage->stage()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::onRunStarted(std::shared_ptr<profiler::RunRecord> run)
{
    if (!m_liveRecording) {
        return;
    }
    m_liveRecording->runs.push_back(run);
    m_progressLine.clear();
    if (run->info().warmup) {
        return;
    }
    m_session->addRun(run);
    // A repeat starts a new pair; within one the cached run joins the naive one.
    RunPair pair{m_liveRecording, m_selection->naive(), m_selection->cached()};
    const bool isNaive = run->info().strategy == engine::Strategy::naive;
    const bool newRepeat = (pair.naive && pair.naive->info().repeat != run->info().repeat) ||
                           (pair.cached && pair.cached->info().repeat != run->info().repeat);
    if (newRepeat) {
        pair.naive = pair.cached = nullptr;
    }
    (isNaive ? pair.naive : pair.cached) = std::move(run);
    showPair(pair, true);
}

void MainWindow::onSessionFinished(const std::shared_ptr<profiler::Recording>& recording)
{
    m_headlineTimer.stop();
    if (m_liveRecording && recording) {
        m_liveRecording->warnings = recording->warnings;
        const auto& known = m_controller->openModel();
        for (const std::string& warning : recording->warnings) {
            if (!known || std::find(known->warnings.begin(), known->warnings.end(), warning) == known->warnings.end()) {
                m_errors->showWarning(QString::fromStdString(warning));
            }
        }
    }
    if (m_liveRecording && !holdsSteps(*m_liveRecording)) {
        // Stopped or refused before its first step: what was there before is worth more than an empty stage.
        m_session->forget(m_liveRecording);
        showPair(m_before, false);
    } else if (m_liveRecording && recording) {
        const RunPair median = RunSession::pairOf(m_liveRecording);
        if (median.naive != m_selection->naive() || median.cached != m_selection->cached()) {
            showPair(median, false);
        }
    }
    m_before = {};
    m_liveRecording.reset();
    m_driver->endLive();
    m_session->runChanged();
    refreshHeadline();
    refreshProgress();
    refreshFacts();
    requestEstimate();
}

void MainWindow::showPair(const RunPair& pair, bool live)
{
    const QWidget* focus = focusWidget();
    const bool idle = focus == nullptr || m_runPage->welcome()->isAncestorOf(focus);
    m_driver->show(pair.recording, pair.naive, pair.cached, live);
    if (idle) {
        m_runPage->stage()->setFocus(Qt::OtherFocusReason);
    }
    refreshHeadline();
    refreshFacts();
    updateState();
}

void MainWindow::showRecording(std::shared_ptr<profiler::Recording> recording, const QString& source)
{
    m_session->add(recording, source);
    showPair(RunSession::pairOf(recording), false);
}

void MainWindow::openRecording(const QString& path)
{
    m_files->openRecording(path);
}

void MainWindow::selectModel(const QString& spec)
{
    m_runPage->setup()->selectModel(spec);
    m_runPage->welcome()->setModelPresent(!spec.isEmpty() || defaultModelPresent());
}

void MainWindow::updateState()
{
    const auto state = m_controller->state();
    const bool busy = m_controller->busy();
    m_actions->run->setEnabled(!busy && m_runPage->setup()->runnable());
    m_actions->stop->setEnabled(state == RunController::State::preparing || state == RunController::State::running);
    m_actions->open->setEnabled(!busy);
    const bool shown = m_selection->naive() || m_selection->cached();
    m_actions->save->setEnabled(shown && !busy);
    m_actions->exportRecording->setEnabled(shown && !busy);
    m_runPage->setup()->setLocked(busy);
    m_runPage->welcome()->setBusy(busy);
    refreshProgress();
}

void MainWindow::refreshHeadline()
{
    m_runPage->headline()->show(makeHeadline(m_selection->naive(), m_selection->cached(), m_liveRecording != nullptr));
}

void MainWindow::refreshProgress()
{
    switch (m_controller->state()) {
        case RunController::State::idle:
            m_header->setProgress({}, 0);
            return;
        case RunController::State::preparing:
            m_header->setProgress(tr("Opening the model…"), -1);
            return;
        case RunController::State::stopping:
            m_header->setProgress(tr("Stopping…"), -1);
            return;
        case RunController::State::running:
            break;
    }
    const bool any = m_liveRecording && !m_liveRecording->runs.empty();
    if (any && m_progressLine.isEmpty()) {
        RunProgress progress = progressOf(*m_liveRecording->runs.back());
        if (m_liveRecording->runs.back()->info().paced && !m_driver->moves()) {
            progress.text = tr("Waiting for you: full stop or Page Down makes a step, Space lets it run");
        }
        // A bar that runs to and fro would be painted beside the engine all the time.
        m_header->setProgress(progress.text, progress.fraction);
    } else {
        m_header->setProgress(m_progressLine.isEmpty() ? tr("Running…") : m_progressLine, 0);
    }
}

void MainWindow::refreshFacts()
{
    const auto run = m_selection->cached() ? m_selection->cached() : m_selection->naive();
    m_header->setFacts(run ? runFacts(run->info()) : QString());
}

void MainWindow::requestEstimate()
{
    if (!m_controller->busy()) {
        m_runPage->setup()->showEstimatePending();
        m_controller->requestEstimate(m_runPage->setup()->settings());
    }
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (!handlePlaybackKey(*event, *m_driver)) {
        QMainWindow::keyPressEvent(event);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (FileCommands::accepts(event->mimeData())) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_files->drop(event->mimeData());
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // The worker is asked to end here and waited for in the destructor: within a tenth of a second, also in mid-step.
    m_controller->stop();
    event->accept();
}

}  // namespace decodescope::app
