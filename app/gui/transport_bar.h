// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QFrame>

class QLabel;
class QSlider;
class QToolButton;

namespace decodescope::app {

class PlaybackDriver;

/// Buttons, a slider and the speed of the playback. Its actions and shortcuts are the window's.
class TransportBar : public QFrame {
    Q_OBJECT
public:
    explicit TransportBar(PlaybackDriver* driver, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);

private:
    QToolButton* addButton(const char* objectName, const QString& name, const QString& keys,
                           void (PlaybackDriver::*command)());
    void buildSpeedMenu();
    void refresh();
    QString positionText() const;
    QString speedText() const;

    PlaybackDriver* m_driver;
    const Theme* m_theme = nullptr;
    QToolButton* m_first = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_forward = nullptr;
    QToolButton* m_last = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_position = nullptr;
    QToolButton* m_speed = nullptr;
    QLabel* m_badge = nullptr;
    bool m_showsPause = false;
    bool m_refreshing = false;
};

}  // namespace decodescope::app
