// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/recording_files.h"
#include "app/gui/run_session.h"
#include "app/gui/window_actions.h"
#include "app/run/run_controller.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QStackedWidget;

namespace decodescope::app {

class Appearance;
class ChecksPage;
class ErrorBar;
class FileCommands;
class HeaderBar;
class PlaybackDriver;
class RunPage;
class Selection;
class SizePage;
class SweepPage;

/// The window: puts the parts together and lets them know of each other. What a part does is in the part.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(RunServices services, RecordingFiles files, Appearance* appearance, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Shows a recording made elsewhere, such as one that was opened from a file.
    void showRecording(std::shared_ptr<profiler::Recording> recording, const QString& source);
    void openRecording(const QString& path);
    void selectModel(const QString& spec);
    /// Once the window is up: looks for models, works out the first estimate, and opens the bundled recording.
    void start(bool bundled);

    Selection* selection() const { return m_selection; }
    PlaybackDriver* playback() const { return m_driver; }
    RunController* controller() const { return m_controller; }
    RunSession* session() const { return m_session; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void connectActions();
    void connectController();
    void applyTheme();
    void showPage(Page page);
    void startRun();
    void onRunStarted(std::shared_ptr<profiler::RunRecord> run);
    void onSessionFinished(const std::shared_ptr<profiler::Recording>& recording);
    void updateState();
    void refreshHeadline();
    void refreshProgress();
    void refreshFacts();
    void requestEstimate();
    void showPair(const RunPair& pair, bool live);

    Appearance* m_appearance;
    std::function<FoundDevices()> m_findDevices;
    Selection* m_selection;
    PlaybackDriver* m_driver;
    RunController* m_controller;
    RunSession* m_session;
    WindowActions* m_actions;
    FileCommands* m_files = nullptr;
    HeaderBar* m_header = nullptr;
    ErrorBar* m_errors = nullptr;
    QStackedWidget* m_pages = nullptr;
    RunPage* m_runPage = nullptr;
    SweepPage* m_sweepPage = nullptr;
    SizePage* m_sizePage = nullptr;
    ChecksPage* m_checksPage = nullptr;
    std::shared_ptr<profiler::Recording> m_liveRecording;
    RunPair m_before;  ///< what was shown when the live recording began
    QString m_progressLine;
    QTimer m_headlineTimer;  ///< a live headline changes a few times a second, not with every step
    QTimer m_estimateTimer;  ///< waits for a pause in typing
};

}  // namespace decodescope::app
