// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "app/run/playback.h"

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

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addButton(const char* objectName, const QString& name, const QString& keys,
                           void (PlaybackDriver::*command)());
    void buildSpeedMenu();
    void refresh();
    QString positionText() const;
    void reservePosition();
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
    qsizetype m_reservedDigits = -1;
    PlaybackMode m_reservedMode{};
    int m_reservedHeight = 0;
    bool m_showsPause = false;
    bool m_refreshing = false;
};

}  // namespace decodescope::app
