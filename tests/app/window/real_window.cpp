// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/real_window.h"

#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QThread>

namespace decodescope::test {

namespace {

constexpr unsigned long kPollMs = 50;
/// Pictures in a row that must be the same before one counts as still.
constexpr int kStillPictures = 12;

QByteArray xdotool(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral("xdotool"), arguments);
    process.waitForFinished(60000);
    return process.readAllStandardOutput().trimmed();
}

}  // namespace

VirtualScreen::VirtualScreen()
{
    m_server.start(QStringLiteral("Xvfb"),
                   {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
                    QStringLiteral("1440x900x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
    QByteArray number;
    while (!number.endsWith('\n') && m_server.waitForReadyRead(60000)) {
        number += m_server.readAllStandardOutput();
    }
    if (number.trimmed().isEmpty()) {
        m_problem = QStringLiteral("Xvfb does not start (package xvfb): ") +
                    QString::fromLocal8Bit(m_server.readAllStandardError());
        return;
    }
    qputenv("DISPLAY", ":" + number.trimmed());
}

VirtualScreen::~VirtualScreen()
{
    m_server.terminate();
    m_server.waitForFinished(10000);
}

bool eventually(const std::function<bool()>& done, int seconds)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > qint64{1000} * seconds) {
            return false;
        }
        QThread::msleep(kPollMs);
    }
    return true;
}

RealWindow::RealWindow(const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_home.path());
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_home.path());
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("DECODESCOPE_THEME"));
    m_process.setProcessEnvironment(environment);
    m_process.start(QStringLiteral(DECODESCOPE_PROGRAM), arguments);
    m_process.waitForStarted();
}

bool RealWindow::running()
{
    m_process.waitForFinished(0);  // takes note of an end; without an event loop nothing else does
    return m_process.state() == QProcess::Running;
}

RealWindow::~RealWindow()
{
    m_process.kill();
    m_process.waitForFinished(10000);
}

QString RealWindow::find(const QString& title) const
{
    const QByteArray found = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"),
                                      QStringLiteral("--name"), QLatin1Char('^') + title + QLatin1Char('$')});
    return QString::fromLatin1(found.split('\n').constFirst());
}

void RealWindow::focus(const QString& window) const
{
    xdotool({QStringLiteral("windowfocus"), window});
}

bool RealWindow::appears()
{
    const bool found = eventually([this] {
        m_window = find(QStringLiteral("DecodeScope"));
        return !m_window.isEmpty() || !running();
    });
    if (!found || m_window.isEmpty()) {
        return false;
    }
    xdotool({QStringLiteral("windowmove"), m_window, QStringLiteral("0"), QStringLiteral("0"),
             QStringLiteral("windowsize"), m_window, QStringLiteral("1440"), QStringLiteral("900")});
    // Where the pointer rests nothing lights up.
    xdotool({QStringLiteral("mousemove"), QStringLiteral("1439"), QStringLiteral("899")});
    focus(m_window);
    return true;
}

void RealWindow::press(const QStringList& keys)
{
    xdotool(QStringList{QStringLiteral("key"), QStringLiteral("--clearmodifiers")} + keys);
}

void RealWindow::type(const QString& text)
{
    xdotool({QStringLiteral("type"), QStringLiteral("--clearmodifiers"), text});
}

QImage RealWindow::picture() const
{
    return QGuiApplication::primaryScreen()->grabWindow(0).toImage();
}

QImage RealWindow::stillPicture() const
{
    QImage last = picture();
    int same = 0;
    const bool still = eventually([&] {
        QImage now = picture();
        same = now == last ? same + 1 : 0;
        last = std::move(now);
        return same >= kStillPictures;
    });
    return still ? last : QImage();
}

bool RealWindow::changesFrom(const QImage& before) const
{
    return eventually([&] { return picture() != before; });
}

bool RealWindow::exportTo(const QString& folder)
{
    const QString title = QStringLiteral("Export what is shown");
    QString dialog;
    const bool opened = eventually([&] {
        press("ctrl+e");
        // A key that came while a run was under way opens nothing.
        for (int i = 0; i < 10 && dialog.isEmpty(); ++i) {
            QThread::msleep(kPollMs);
            dialog = find(title);
        }
        return !dialog.isEmpty() || !running();
    });
    if (!opened || dialog.isEmpty()) {
        return false;
    }
    focus(dialog);
    press("ctrl+a");
    type(folder);
    press("Return");
    const bool closed = eventually([&] { return find(title).isEmpty(); });
    focus(m_window);
    return closed && eventually([&] { return QFile::exists(folder + QStringLiteral("/run.json")); });
}

int RealWindow::exitCode()
{
    const bool ended = m_process.waitForFinished(240000);
    return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

QString RealWindow::errors()
{
    return QString::fromUtf8(m_process.readAllStandardError());
}

}  // namespace decodescope::test
