// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/file_commands.h"

#include "app/gui/error_bar.h"
#include "app/gui/export_dialog.h"
#include "app/gui/model_catalog.h"
#include "app/gui/selection.h"
#include "app/gui/window_actions.h"
#include "app/run/run_controller.h"

#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace decodescope::app {

namespace {

bool hasSuffix(const QString& path, QLatin1String suffix)
{
    return QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) == 0;
}

bool isRecording(const QString& path)
{
    return hasSuffix(path, QLatin1String("dscope"));
}

bool isModel(const QString& path)
{
    return hasSuffix(path, QLatin1String("gguf"));
}

QString recordingFilter()
{
    return FileCommands::tr("DecodeScope recordings (*.dscope)");
}

}  // namespace

FileCommands::FileCommands(RecordingFiles files, WindowActions* actions, RunController* controller,
                           const Selection* selection, ErrorBar* errors, QWidget* window)
    : QObject(window),
      m_files(std::move(files)),
      m_recentMenu(actions->recentMenu),
      m_controller(controller),
      m_selection(selection),
      m_errors(errors),
      m_window(window)
{
    connect(actions->open, &QAction::triggered, this, &FileCommands::askForRecording);
    connect(actions->save, &QAction::triggered, this, &FileCommands::saveRecording);
    connect(actions->exportRecording, &QAction::triggered, this, &FileCommands::exportRecording);
    connect(actions->chooseModel, &QAction::triggered, this, &FileCommands::askForModel);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &FileCommands::fillRecentMenu);
    qApp->installEventFilter(this);
}

void FileCommands::openRecording(const QString& path)
{
    if (m_controller->busy()) {
        m_errors->showWarning(tr("A run is under way."), tr("Stop it before opening a recording."));
        return;
    }
    auto result = std::make_shared<Result<std::shared_ptr<profiler::Recording>>>(nullptr);
    m_controller->runInBackground([open = m_files.open, result, path](const std::stop_token&) { *result = open(path); },
                                  [this, result, path] {
                                      if (!*result) {
                                          m_errors->showError(result->error());
                                          return;
                                      }
                                      rememberRecording(path);
                                      Q_EMIT opened(**result, QFileInfo(path).fileName());
                                      for (const std::string& warning : (**result)->warnings) {
                                          // What the runs said when they were made is no news about this file.
                                          if (warning.starts_with(path.toStdString())) {
                                              m_errors->showWarning(QString::fromStdString(warning));
                                          }
                                      }
                                  });
}

void FileCommands::openBundled()
{
    const QStringList paths = bundledRecordings();
    if (!paths.isEmpty()) {
        openRecording(paths.front());
    }
}

void FileCommands::askForRecording()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open a recording"), QString(), recordingFilter());
    if (!path.isEmpty()) {
        openRecording(path);
    }
}

void FileCommands::askForModel()
{
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Choose a model"), QString(), tr("GGUF models (*.gguf)"));
    if (!path.isEmpty()) {
        chooseModel(path);
    }
}

void FileCommands::chooseModel(const QString& path)
{
    rememberModel(path);
    Q_EMIT modelChosen(path);
}

void FileCommands::saveRecording()
{
    QString path = QFileDialog::getSaveFileName(m_window, tr("Save the recording"), QString(), recordingFilter());
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".dscope");
    }
    save(path);
}

void FileCommands::save(const QString& path)
{
    const auto recording = m_selection->recording();
    if (!recording) {
        return;
    }
    auto saved = std::make_shared<Result<void>>();
    m_controller->runInBackground(
        [write = m_files.save, saved, path, recording](const std::stop_token&) { *saved = write(*recording, path); },
        [this, saved, path] {
            if (*saved) {
                rememberRecording(path);
            } else {
                m_errors->showError(saved->error());
            }
        });
}

void FileCommands::exportRecording()
{
    const auto recording = m_selection->recording();
    if (!recording) {
        return;
    }
    exportFiles(tr("CSV tables: steps, tokens, ops"),
                [recording](const std::string& folder, const ExportOptions& options) {
                    return decodescope::app::exportRecording(*recording, folder, options);
                });
}

void FileCommands::exportSweep(const std::shared_ptr<const SweepReport>& report)
{
    exportFiles(tr("CSV table: a row per context length"),
                [report](const std::string& folder, const ExportOptions& options) -> Written {
                    auto files = sweepFiles(*report, options);
                    return files ? writeExportFolder(folder, *files) : tl::unexpected(files.error());
                });
}

void FileCommands::exportFiles(const QString& tables,
                               std::function<Written(const std::string&, const ExportOptions&)> write)
{
    auto* dialog = new ExportDialog(tables, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, write = std::move(write)] {
        auto written = std::make_shared<Written>();
        const QString folder = dialog->folder();
        m_controller->runInBackground(
            [written, write, folder, options = dialog->options()](const std::stop_token&) {
                *written = write(folder.toStdString(), options);
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

void FileCommands::fillRecentMenu()
{
    m_recentMenu->clear();
    const auto addPath = [this](const QString& path) {
        QAction* action = m_recentMenu->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openRecording(path); });
    };
    const QStringList recent = recentRecordings();
    for (const QString& path : recent) {
        addPath(path);
    }
    const QStringList bundled = bundledRecordings();
    if (!bundled.isEmpty()) {
        m_recentMenu->addSection(tr("Bundled"));
        for (const QString& path : bundled) {
            addPath(path);
        }
    }
    if (m_recentMenu->isEmpty()) {
        m_recentMenu->addAction(tr("None yet"))->setEnabled(false);
    }
}

bool FileCommands::accepts(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return std::any_of(urls.begin(), urls.end(),
                       [](const QUrl& url) { return isRecording(url.toLocalFile()) || isModel(url.toLocalFile()); });
}

bool FileCommands::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop) {
        return false;
    }
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget == m_window || widget->window() != m_window) {
        return false;
    }
    const QList<QUrl> urls = static_cast<QDropEvent*>(event)->mimeData()->urls();
    if (std::none_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); })) {
        return false;
    }
    event->ignore();  // Qt asks the parents next, the window last
    return true;
}

void FileCommands::drop(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        const QString path = url.toLocalFile();
        if (isRecording(path)) {
            openRecording(path);
        } else if (isModel(path)) {
            chooseModel(path);
        }
    }
}

}  // namespace decodescope::app
