// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/appearance.h"
#include "app/gui/checks_page.h"
#include "app/gui/error_bar.h"
#include "app/gui/export_dialog.h"
#include "app/gui/format.h"
#include "app/gui/header_bar.h"
#include "app/gui/headline_bar.h"
#include "app/gui/help_dialogs.h"
#include "app/gui/icons.h"
#include "app/gui/playback_driver.h"
#include "app/gui/progress.h"
#include "app/gui/run_page.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "app/gui/size_page.h"
#include "app/gui/stage/stage_view.h"
#include "app/gui/sweep_page.h"
#include "app/gui/transport_bar.h"
#include "app/gui/view_stack.h"
#include "app/gui/welcome_panel.h"
#include "app/gui/widgets.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QStackedWidget>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kLiveHeadlineMs = 200;
constexpr int kTypingPauseMs = 350;

QString suffixFilter()
{
    return MainWindow::tr("DecodeScope recordings (*.dscope)");
}

}  // namespace

MainWindow::MainWindow(RunServices services, RecordingFiles files, Appearance* appearance, QWidget* parent)
    : QMainWindow(parent),
      m_appearance(appearance),
      m_files(std::move(files)),
      m_selection(new Selection(this)),
      m_driver(new PlaybackDriver(m_selection, this)),
      m_controller(new RunController(std::move(services), this)),
      m_session(new RunSession(this)),
      m_actions(new WindowActions(this, appearance->choice()))
{
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
    connectActions();
    connectController();
    connect(m_appearance, &Appearance::changed, this, &MainWindow::applyTheme);
    applyTheme();
    m_actions->open->setVisible(m_files.open != nullptr);
    m_actions->recentMenu->menuAction()->setVisible(m_files.open != nullptr);
    m_actions->save->setVisible(m_files.save != nullptr);
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
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForRecording);
    connect(m_actions->save, &QAction::triggered, this, &MainWindow::saveRecording);
    connect(m_actions->exportRecording, &QAction::triggered, this, &MainWindow::exportRecording);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->chooseModel, &QAction::triggered, this, &MainWindow::askForModel);
    WelcomePanel* welcome = m_runPage->welcome();
    connect(welcome, &WelcomePanel::runRequested, m_actions->run, &QAction::trigger);
    connect(welcome, &WelcomePanel::openRequested, m_actions->open, &QAction::trigger);
    connect(welcome, &WelcomePanel::syntheticRequested, this,
            [this] { selectModel(QStringLiteral("synthetic:smollm2-135m")); });
    connect(setup, &SetupPanel::chooseFileRequested, this, &MainWindow::askForModel);
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
    connect(m_checksPage, &ChecksPage::failed, m_errors, &ErrorBar::showError);
    connect(m_actions->steps, &QAction::triggered, this, [this] { m_driver->setMode(PlaybackMode::steps); });
    connect(m_actions->race, &QAction::triggered, this, [this] { m_driver->setMode(PlaybackMode::race); });
    connect(m_driver, &PlaybackDriver::changed, this, [this] {
        (m_driver->playback().mode() == PlaybackMode::steps ? m_actions->steps : m_actions->race)->setChecked(true);
    });
    connect(m_actions, &WindowActions::pageChosen, this, [this](Page page) { showPage(page); });
    connect(m_actions, &WindowActions::themeChosen, m_appearance, &Appearance::setChoice);
    connect(m_actions->recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_actions->runsMenu, &QMenu::aboutToShow, this, &MainWindow::fillRunsMenu);
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
}

void MainWindow::start(bool bundled)
{
    m_runPage->welcome()->setModelPresent(!m_runPage->setup()->settings().model.empty() || defaultModelPresent());
    requestEstimate();
    auto found = std::make_shared<std::vector<ModelChoice>>();
    m_controller->runInBackground([found](const std::stop_token&) { *found = findCachedModels(); },
                                  [this, found] { m_runPage->setup()->setCachedModels(*found); });
    if (bundled && m_files.open) {
        const QStringList paths = bundledRecordings();
        if (!paths.isEmpty()) {
            openRecording(paths.front());
        }
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
    m_liveRecording = std::make_shared<profiler::Recording>();
    m_session->add(m_liveRecording, QLocale().toString(QTime::currentTime(), QLocale::ShortFormat));
    showPage(Page::run);
    showPair({m_liveRecording, nullptr, nullptr}, true);
    m_headlineTimer.start();
    m_controller->start(m_runPage->setup()->settings());
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
        const RunPair median = RunSession::pairOf(m_liveRecording);
        if (median.naive != m_selection->naive() || median.cached != m_selection->cached()) {
            showPair(median, false);
        }
    }
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
    if (m_controller->busy()) {
        m_errors->showWarning(tr("A run is under way."), tr("Stop it before opening a recording."));
        return;
    }
    auto opened = std::make_shared<Result<std::shared_ptr<profiler::Recording>>>(nullptr);
    m_controller->runInBackground([this, opened, path](const std::stop_token&) { *opened = m_files.open(path); },
                                  [this, opened, path] {
                                      if (!*opened) {
                                          m_errors->showError(opened->error());
                                          return;
                                      }
                                      rememberRecording(path);
                                      showRecording(**opened, QFileInfo(path).fileName());
                                      for (const std::string& warning : (**opened)->warnings) {
                                          m_errors->showWarning(QString::fromStdString(warning));
                                      }
                                  });
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
        const RunProgress progress = progressOf(*m_liveRecording->runs.back());
        m_header->setProgress(progress.text, progress.fraction > 0 ? progress.fraction : -1);
    } else {
        m_header->setProgress(m_progressLine.isEmpty() ? tr("Running…") : m_progressLine, -1);
    }
}

void MainWindow::refreshFacts()
{
    const auto run = m_selection->cached() ? m_selection->cached() : m_selection->naive();
    if (!run) {
        m_header->setFacts({});
        return;
    }
    const auto& info = run->info();
    const auto& config = info.model.config;
    const auto utf8 = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    QStringList facts{config.synthetic ? tr("%1 (synthetic weights)").arg(utf8(config.name)) : utf8(config.name),
                      utf8(info.model.weightsFormat)};
    facts << tr("%1 layers").arg(formatCount(config.layers));
    facts << tr("%1 heads, %2 KV heads × %3")
                 .arg(formatCount(config.heads), formatCount(config.kvHeads), formatCount(config.headDim));
    facts << tr("cache %1").arg(utf8(name(info.settings.keyFormat)));
    facts << tr("%1, %n thread(s)", nullptr, info.device.threads).arg(utf8(info.device.kind).toUpper());
    m_header->setFacts(facts.join(QStringLiteral(" · ")));
}

void MainWindow::requestEstimate()
{
    if (!m_controller->busy()) {
        m_runPage->setup()->showEstimatePending();
        m_controller->requestEstimate(m_runPage->setup()->settings());
    }
}

void MainWindow::fillRecentMenu()
{
    QMenu* menu = m_actions->recentMenu;
    menu->clear();
    const auto addPath = [&](const QString& path) {
        QAction* action = menu->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openRecording(path); });
    };
    const QStringList recent = recentRecordings();
    for (const QString& path : recent) {
        addPath(path);
    }
    const QStringList bundled = bundledRecordings();
    if (!bundled.isEmpty()) {
        menu->addSection(tr("Bundled"));
        for (const QString& path : bundled) {
            addPath(path);
        }
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("None yet"))->setEnabled(false);
    }
}

void MainWindow::fillRunsMenu()
{
    QMenu* menu = m_actions->runsMenu;
    menu->clear();
    for (int row = 0; row < m_session->rowCount(); ++row) {
        const auto run = m_session->run(row);
        const auto text = [&](int column) {
            return m_session->data(m_session->index(row, column), Qt::DisplayRole).toString();
        };
        QAction* action = menu->addAction(
            tr("%1 · %2 · %3 steps")
                .arg(text(RunSession::columnSource), text(RunSession::columnRun), text(RunSession::columnTokens)));
        action->setCheckable(true);
        action->setChecked(run == m_selection->naive() || run == m_selection->cached());
        action->setEnabled(!m_controller->busy());
        connect(action, &QAction::triggered, this, [this, row] {
            const auto chosen = m_session->run(row);
            if (!chosen) {
                return;
            }
            const bool isNaive = chosen->info().strategy == engine::Strategy::naive;
            const auto rowOf = [this](const std::shared_ptr<profiler::RunRecord>& wanted) {
                for (int i = 0; i < m_session->rowCount(); ++i) {
                    if (wanted && m_session->run(i) == wanted) {
                        return i;
                    }
                }
                return -1;
            };
            showPair(isNaive ? m_session->pairOfRows(row, rowOf(m_selection->cached()))
                             : m_session->pairOfRows(rowOf(m_selection->naive()), row),
                     false);
        });
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("None yet"))->setEnabled(false);
    }
}

void MainWindow::askForRecording()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a recording"), QString(), suffixFilter());
    if (!path.isEmpty()) {
        openRecording(path);
    }
}

void MainWindow::askForModel()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Choose a model"), QString(), tr("GGUF models (*.gguf)"));
    if (!path.isEmpty()) {
        rememberModel(path);
        selectModel(path);
    }
}

void MainWindow::saveRecording()
{
    QString path = QFileDialog::getSaveFileName(this, tr("Save the recording"), QString(), suffixFilter());
    const auto recording = m_selection->recording();
    if (path.isEmpty() || !recording) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".dscope");
    }
    auto saved = std::make_shared<Result<void>>();
    m_controller->runInBackground(
        [this, saved, path, recording](const std::stop_token&) { *saved = m_files.save(*recording, path); },
        [this, saved, path] {
            if (*saved) {
                rememberRecording(path);
            } else {
                m_errors->showError(saved->error());
            }
        });
}

void MainWindow::exportRecording()
{
    const auto recording = m_selection->recording();
    if (!recording) {
        return;
    }
    auto* dialog = new ExportDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, recording] {
        using Written = Result<std::vector<std::string>>;
        auto written = std::make_shared<Written>();
        const QString folder = dialog->folder();
        m_controller->runInBackground(
            [written, recording, folder, options = dialog->options()](const std::stop_token&) {
                *written = decodescope::app::exportRecording(*recording, folder.toStdString(), options);
            },
            [this, written, folder] {
                if (*written) {
                    m_errors->showNotice(
                        tr("%n file(s) written to %1", nullptr, static_cast<int>((*written)->size())).arg(folder));
                } else {
                    m_errors->showError(written->error());
                }
            });
    });
    dialog->open();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Space:
            m_driver->togglePlay();
            return;
        case Qt::Key_Period:
        case Qt::Key_PageDown:
            m_driver->stepForward();
            return;
        case Qt::Key_Comma:
        case Qt::Key_PageUp:
            m_driver->stepBack();
            return;
        case Qt::Key_Home:
            m_driver->toStart();
            return;
        case Qt::Key_End:
            m_driver->toEnd();
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            m_driver->faster();
            return;
        case Qt::Key_Minus:
            m_driver->slower();
            return;
        default:
            QMainWindow::keyPressEvent(event);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        const QString suffix = QFileInfo(url.toLocalFile()).suffix().toLower();
        if (suffix == QLatin1String("dscope") || suffix == QLatin1String("gguf")) {
            event->acceptProposedAction();
            return;
        }
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        const QString path = url.toLocalFile();
        const QString suffix = QFileInfo(path).suffix().toLower();
        if (suffix == QLatin1String("dscope")) {
            openRecording(path);
        } else if (suffix == QLatin1String("gguf")) {
            rememberModel(path);
            selectModel(path);
        }
    }
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // The worker is asked to end here and waited for in the destructor: within a tenth of a second, also in mid-step.
    m_controller->stop();
    event->accept();
}

}  // namespace decodescope::app
