// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/recording_files.h"
#include "app/report/sweep_report.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QMenu;
class QMimeData;
class QWidget;

namespace decodescope::app {

class ErrorBar;
class RunController;
class Selection;
class WindowActions;

/// Everything of the window that reads or writes files: recordings opened, saved, exported and remembered, a model file
/// chosen, files dropped. Files are read and written beside the window's thread.
class FileCommands : public QObject {
    Q_OBJECT
public:
    FileCommands(RecordingFiles files, WindowActions* actions, RunController* controller, const Selection* selection,
                 ErrorBar* errors, QWidget* window);

    void openRecording(const QString& path);
    /// The first of the bundled recordings, when there is one.
    void openBundled();
    void askForRecording();
    void askForModel();
    void saveRecording();
    void exportRecording();
    void exportSweep(const std::shared_ptr<const SweepReport>& report);

    /// Is there a recording or a model among what is dragged?
    static bool accepts(const QMimeData* data);
    void drop(const QMimeData* data);

    /// Files dragged over a field of the window are the window's: no field takes their addresses for text.
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void opened(std::shared_ptr<decodescope::profiler::Recording> recording, const QString& source);
    void modelChosen(const QString& path);

private:
    void fillRecentMenu();
    void chooseModel(const QString& path);
    void save(const QString& path);
    using Written = Result<std::vector<std::string>>;
    /// Asks where to and which files; `write` does it beside the window's thread.
    void exportFiles(const QString& tables, std::function<Written(const std::string&, const ExportOptions&)> write);

    RecordingFiles m_files;
    QMenu* m_recentMenu;
    RunController* m_controller;
    const Selection* m_selection;
    ErrorBar* m_errors;
    QWidget* m_window;
};

}  // namespace decodescope::app
