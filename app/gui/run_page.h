// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace decodescope::app {

class HeadlineBar;
class InstrumentColumn;
class InstrumentView;
class PlaybackDriver;
class Selection;
class SetupPanel;
class StageView;
class TextView;
class TransportBar;
class ViewStack;
class WelcomePanel;

/// The page a run is looked at on: headline above, set-up at the left, the stage in the middle with the playback below
/// it, instruments at the right, the text and the details of the step below. Where room is short the headline, the
/// stage and the text win.
class RunPage : public QWidget {
    Q_OBJECT
public:
    RunPage(Selection* selection, PlaybackDriver* driver, QWidget* parent = nullptr);

    SetupPanel* setup() const { return m_setup; }
    HeadlineBar* headline() const { return m_headline; }
    TransportBar* transport() const { return m_transport; }
    ViewStack* details() const { return m_details; }
    StageView* stage() const { return m_stage; }
    WelcomePanel* welcome() const { return m_welcome; }
    void setTheme(const Theme& theme);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildViews(Selection* selection);
    void fitColumns();
    void orderStops();

    PlaybackDriver* m_driver;
    SetupPanel* m_setup = nullptr;
    HeadlineBar* m_headline = nullptr;
    TransportBar* m_transport = nullptr;
    InstrumentColumn* m_instruments = nullptr;
    ViewStack* m_details = nullptr;
    WelcomePanel* m_welcome = nullptr;
    StageView* m_stage = nullptr;
    std::vector<InstrumentView*> m_views;
    QWidget* m_text = nullptr;
    TextView* m_textView = nullptr;
    QVBoxLayout* m_middle = nullptr;
    QVBoxLayout* m_left = nullptr;
    const Theme* m_theme = nullptr;
    bool m_detailsTouched = false;
};

}  // namespace decodescope::app
