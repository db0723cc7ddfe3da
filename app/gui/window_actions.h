// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/appearance.h"

#include <QAction>
#include <QObject>

#include <array>

class QActionGroup;
class QMenu;
class QMenuBar;
class QWidget;

namespace decodescope::app {

enum class Page { run, sweep, sizes, checks };
constexpr int kPages = 4;

/// Every command of the window with its name and keys, once; menus, header and tests use these.
class WindowActions : public QObject {
    Q_OBJECT
public:
    WindowActions(QWidget* window, ThemeChoice theme);

    void fillMenus(QMenuBar* bar);

    QAction* run = nullptr;
    QAction* stop = nullptr;
    QAction* open = nullptr;
    QAction* save = nullptr;
    QAction* exportRecording = nullptr;
    QAction* quit = nullptr;
    QAction* chooseModel = nullptr;
    QAction* toggleSetup = nullptr;
    QAction* toggleDetails = nullptr;
    QAction* fullScreen = nullptr;
    QAction* steps = nullptr;  ///< playback by rows
    QAction* race = nullptr;   ///< playback at measured pace
    QAction* keys = nullptr;
    QAction* about = nullptr;
    std::array<QAction*, kPages> pages{};
    std::array<QAction*, 4> themes{};  ///< in the order of ThemeChoice
    QMenu* recentMenu = nullptr;
    QMenu* runsMenu = nullptr;

Q_SIGNALS:
    void pageChosen(decodescope::app::Page page);
    void themeChosen(decodescope::app::ThemeChoice choice);

private:
    QAction* add(const char* objectName, const QString& text, const QKeySequence& keys = {}, const QString& tip = {});

    QWidget* m_window;
};

}  // namespace decodescope::app
