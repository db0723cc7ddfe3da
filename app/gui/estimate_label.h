// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_service.h"

#include <QLabel>

namespace decodescope::app {

/// What a run will take, before it starts: time and memory; a warning above a minute; the reason when it cannot run.
class EstimateLabel : public QLabel {
    Q_OBJECT
public:
    explicit EstimateLabel(QWidget* parent = nullptr);

    void showPending();
    /// Nothing where an answer was waited for.
    void giveUpPending();
    void showEstimate(const RunEstimate& estimate);
    void showProblem(const QString& message, const QString& hint);

private:
    bool m_pending = false;
};

}  // namespace decodescope::app
