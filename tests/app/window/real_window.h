// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace decodescope::test {

/// A virtual X server on a display number of its own; DISPLAY names it as long as this lives.
class VirtualScreen {
public:
    VirtualScreen();
    ~VirtualScreen();
    /// Empty when the server runs.
    const QString& problem() const { return m_problem; }

private:
    QProcess m_server;
    QString m_problem;
};

/// Calls `done` until it is true; false after a limit that only a hanging program reaches.
bool eventually(const std::function<bool()>& done, int seconds = 240);

/// The real program with its window, settings of its own, and nothing but the keyboard to move it. What it does is seen
/// from outside: pictures of the screen, files, its exit code.
class RealWindow {
public:
    explicit RealWindow(const QStringList& arguments = {});
    ~RealWindow();
    /// Waits for the window and gives it the keyboard, as a window manager would.
    bool appears();
    bool running();

    /// Key events of the X server, to whatever has the keyboard.
    void press(const QStringList& keys);
    void press(const char* key) { press(QStringList{QLatin1String(key)}); }
    void type(const QString& text);

    QImage picture() const;
    /// The picture once nothing has moved for a while; null when it never stands still.
    QImage stillPicture() const;
    /// Waits for a picture other than `before`.
    bool changesFrom(const QImage& before) const;

    /// Exports what is shown with the dialog, which also waits for a run to end: the command is off while one runs.
    bool exportTo(const QString& folder);
    /// Waits for the end; -1 when the program hangs or crashes.
    int exitCode();
    QString errors();

private:
    QString find(const QString& title) const;
    void focus(const QString& window) const;

    QTemporaryDir m_home;
    QProcess m_process;
    QString m_window;
};

}  // namespace decodescope::test
