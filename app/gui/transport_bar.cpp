// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/transport_bar.h"

#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/playback_driver.h"
#include "app/gui/widgets.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

namespace decodescope::app {

namespace {

/// Leaves the keys of the playback to the window: a slider's own Page Up goes forward.
class PositionSlider : public QSlider {
public:
    PositionSlider() : QSlider(Qt::Horizontal) {}

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        switch (event->key()) {
            case Qt::Key_PageUp:
            case Qt::Key_PageDown:
            case Qt::Key_Home:
            case Qt::Key_End:
                event->ignore();
                return;
            default:
                QSlider::keyPressEvent(event);
        }
    }
};

}  // namespace

TransportBar::TransportBar(PlaybackDriver* driver, QWidget* parent) : QFrame(parent), m_driver(driver)
{
    named(this, "transportBar", tr("Playback"));
    setProperty("role", QStringLiteral("card"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 7, 12, 7);
    layout->setSpacing(6);
    m_first = addButton("transportFirst", tr("To the start"), tr("Home"), &PlaybackDriver::toStart);
    m_back = addButton("transportBack", tr("One step back"), tr("comma, Page Up"), &PlaybackDriver::stepBack);
    m_play = addButton("transportPlay", tr("Play"), tr("Space"), &PlaybackDriver::togglePlay);
    m_forward =
        addButton("transportForward", tr("One step forward"), tr("full stop, Page Down"), &PlaybackDriver::stepForward);
    m_last = addButton("transportLast", tr("To the end"), tr("End"), &PlaybackDriver::toEnd);

    m_slider = named(new PositionSlider, "transportSlider", tr("Position in the record"));
    m_slider->setPageStep(1);
    m_slider->setMinimumWidth(64);
    layout->addSpacing(4);
    layout->addWidget(m_slider, 1);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        if (!m_refreshing) {
            m_driver->seek(value);
        }
    });
    m_position = named(new QLabel, "transportPosition", tr("Step shown"));
    layout->addWidget(m_position);
    m_speed = named(new QToolButton, "transportSpeed", tr("Playback speed"));
    m_speed->setProperty("role", QStringLiteral("quiet"));
    m_speed->setPopupMode(QToolButton::InstantPopup);
    m_speed->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_speed->setLayoutDirection(Qt::RightToLeft);
    m_speed->setToolTip(tr("How the record is played back (+ and - change the speed)"));
    layout->addWidget(m_speed);
    m_badge = named(makeLabel(QString(), "badge"), "transportBadge", tr("Where the steps come from"));
    layout->addWidget(m_badge);
    buildSpeedMenu();
    connect(m_driver, &PlaybackDriver::changed, this, &TransportBar::refresh);
    refresh();
}

QToolButton* TransportBar::addButton(const char* objectName, const QString& name, const QString& keys,
                                     void (PlaybackDriver::*command)())
{
    auto* button = named(new QToolButton, objectName, name);
    button->setProperty("role", QStringLiteral("transport"));
    button->setToolTip(tr("%1 (%2)", "action and its keys").arg(name, keys));
    layout()->addWidget(button);
    connect(button, &QToolButton::clicked, m_driver, command);
    return button;
}

void TransportBar::buildSpeedMenu()
{
    auto* menu = named(new QMenu(m_speed), "transportSpeedMenu", tr("Playback speed"));
    auto* group = new QActionGroup(menu);
    menu->addSection(tr("Steps: rows side by side"));
    for (const double rate : {1.0, 2.0, 4.0, 8.0, 16.0, 64.0}) {
        auto* action = menu->addAction(tr("%1 steps per second").arg(QLocale().toString(rate, 'g', 3)));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, rate] {
            m_driver->setMode(PlaybackMode::steps);
            m_driver->setRate(rate);
        });
    }
    menu->addSection(tr("Race: each run at its measured pace"));
    auto* automatic = menu->addAction(tr("Slowed to a few seconds"));
    automatic->setCheckable(true);
    group->addAction(automatic);
    connect(automatic, &QAction::triggered, this, [this] {
        m_driver->setMode(PlaybackMode::race);
        m_driver->setSlowdown(0);
    });
    for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
        auto* action =
            menu->addAction(factor == 1 ? tr("As measured") : tr("%1× slower").arg(QLocale().toString(factor, 'g', 3)));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, factor] {
            m_driver->setMode(PlaybackMode::race);
            m_driver->setSlowdown(factor);
        });
    }
    m_speed->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        for (QAction* action : menu->actions()) {
            action->setChecked(false);
        }
        const Playback& playback = m_driver->playback();
        for (QAction* action : menu->actions()) {
            const bool steps = playback.mode() == PlaybackMode::steps;
            const QString label = steps ? tr("%1 steps per second").arg(QLocale().toString(playback.rate(), 'g', 3))
                                  : playback.slowdownIsAutomatic()
                                      ? tr("Slowed to a few seconds")
                                      : tr("%1× slower").arg(QLocale().toString(playback.slowdown(), 'g', 3));
            if (action->text() == label) {
                action->setChecked(true);
            }
        }
    });
}

void TransportBar::setTheme(const Theme& theme)
{
    m_theme = &theme;
    const int side = theme.fontBody >= 16 ? 22 : 16;
    for (QToolButton* button : {m_first, m_back, m_play, m_forward, m_last, m_speed}) {
        button->setIconSize({side, side});
    }
    m_first->setIcon(themedIcon(QStringLiteral("first"), theme));
    m_back->setIcon(themedIcon(QStringLiteral("step-back"), theme));
    m_forward->setIcon(themedIcon(QStringLiteral("step-forward"), theme));
    m_last->setIcon(themedIcon(QStringLiteral("last"), theme));
    m_speed->setIcon(themedIcon(QStringLiteral("chevron-down"), theme));
    m_speed->setIconSize({side - 4, side - 4});
    m_play->setIcon(themedIcon(m_showsPause ? QStringLiteral("pause") : QStringLiteral("play"), theme));
}

QString TransportBar::positionText() const
{
    const Playback& playback = m_driver->playback();
    const QLocale locale;
    if (playback.length() == 0) {
        return tr("no steps yet");
    }
    if (playback.mode() == PlaybackMode::race) {
        const ShownSteps shown = playback.shown();
        return tr("%1 without, %2 with the cache")
            .arg(locale.toString(static_cast<qulonglong>(shown.naive)),
                 locale.toString(static_cast<qulonglong>(shown.cached)));
    }
    return tr("step %1 of %2")
        .arg(locale.toString(static_cast<qulonglong>(playback.position())),
             locale.toString(static_cast<qulonglong>(playback.length())));
}

/// Room for the longest text of this record, so that the next step's is no matter for the layouts of the window.
void TransportBar::reservePosition()
{
    const Playback& playback = m_driver->playback();
    const QString all = QLocale().toString(static_cast<qulonglong>(playback.length()));
    const qsizetype digits = playback.length() == 0 ? 0 : all.size();
    const int height = m_position->fontMetrics().height();
    if (m_reservedDigits == digits && m_reservedMode == playback.mode() && m_reservedHeight == height) {
        return;
    }
    m_reservedDigits = digits;
    m_reservedMode = playback.mode();
    m_reservedHeight = height;
    QString widest = playback.length() == 0                  ? positionText()
                     : playback.mode() == PlaybackMode::race ? tr("%1 without, %2 with the cache").arg(all, all)
                                                             : tr("step %1 of %2").arg(all, all);
    for (QChar& c : widest) {
        if (c.isDigit()) {
            c = QLatin1Char('0');
        }
    }
    m_position->setText(widest);
    m_position->setFixedSize(m_position->sizeHint());
}

void TransportBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (m_badge == nullptr) {
        return;  // not built yet
    }
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        m_reservedHeight = 0;
        refresh();
    }
}

QString TransportBar::speedText() const
{
    const Playback& playback = m_driver->playback();
    const QLocale locale;
    if (playback.mode() == PlaybackMode::steps) {
        return tr("%1 steps/s").arg(locale.toString(playback.rate(), 'g', 3));
    }
    const double factor = playback.slowdown();
    if (factor == 1) {
        return tr("race, as measured");
    }
    return factor > 1 ? tr("race, %1× slower").arg(locale.toString(factor, 'g', 3))
                      : tr("race, %1× faster").arg(locale.toString(1 / factor, 'g', 3));
}

void TransportBar::refresh()
{
    m_refreshing = true;
    const Playback& playback = m_driver->playback();
    const auto length = static_cast<int>(playback.length());
    const auto position = static_cast<int>(playback.position());
    m_slider->setMaximum(length);
    m_slider->setValue(position);
    m_slider->setAccessibleDescription(positionText());
    reservePosition();
    m_position->setText(positionText());
    m_position->setAccessibleDescription(positionText());
    m_speed->setText(speedText());
    m_speed->setAccessibleDescription(speedText());
    const bool any = length > 0;
    for (QWidget* widget :
         {static_cast<QWidget*>(m_first), static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_play),
          static_cast<QWidget*>(m_forward), static_cast<QWidget*>(m_last), static_cast<QWidget*>(m_slider)}) {
        widget->setEnabled(any);
    }
    const bool moves = m_driver->moves();
    if (moves != m_showsPause) {
        m_showsPause = moves;
        m_play->setAccessibleName(moves ? tr("Pause") : tr("Play"));
        m_play->setToolTip(tr("%1 (%2)", "action and its keys").arg(m_play->accessibleName(), tr("Space")));
        if (m_theme != nullptr) {
            m_play->setIcon(themedIcon(moves ? QStringLiteral("pause") : QStringLiteral("play"), *m_theme));
        }
    }
    switch (m_driver->badge()) {
        case PlaybackBadge::none:
            m_badge->clear();
            break;
        case PlaybackBadge::live:
            m_badge->setText(tr("live"));
            m_badge->setToolTip(tr("These steps are being measured now."));
            break;
        case PlaybackBadge::recorded:
            m_badge->setText(tr("recorded"));
            m_badge->setToolTip(tr("These steps were measured without pauses; only their display is slowed."));
            break;
        case PlaybackBadge::paced:
            m_badge->setText(tr("paced"));
            m_badge->setToolTip(
                playback.isLive()
                    ? tr("The engine waits for you: forward makes its next step, play makes them at this speed.")
                    : tr("The engine waited for the user between steps; its times are not comparable."));
            break;
    }
    m_badge->setVisible(!m_badge->text().isEmpty());
    m_refreshing = false;
}

}  // namespace decodescope::app
