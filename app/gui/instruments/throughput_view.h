// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"

namespace decodescope::app {

class LineChart;
class StepTableModel;

/// Tokens per second and, where there is room, the time of a step, against the step, of both runs.
class ThroughputView : public InstrumentView {
    Q_OBJECT
public:
    explicit ThroughputView(Selection* selection, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    const LineChart* speedChart() const { return m_speed; }

protected:
    void refresh() override;
    void refreshTable() override;
    QImage picture() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString describe(int step) const;

    QWidget* m_charts;
    LineChart* m_speed;
    LineChart* m_time;
    StepTableModel* m_steps;
};

}  // namespace decodescope::app
