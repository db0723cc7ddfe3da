// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/estimate_label.h"

#include "app/gui/format.h"
#include "app/gui/widgets.h"

namespace decodescope::app {

namespace {

constexpr double kLongSeconds = 60;

}  // namespace

EstimateLabel::EstimateLabel(QWidget* parent) : QLabel(parent)
{
    named(this, "estimate", tr("What the run will take"));
    setRole(this, "caption");
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void EstimateLabel::showPending()
{
    m_pending = true;
    setText(tr("Working out what it will take…"));
    setTone(this, "muted");
}

void EstimateLabel::giveUpPending()
{
    if (m_pending) {
        m_pending = false;
        clear();
    }
}

void EstimateLabel::showEstimate(const RunEstimate& estimate)
{
    m_pending = false;
    const QString cost =
        tr("About %1 and %2 of memory, %3 of it cache.")
            .arg(formatDuration(estimate.seconds), formatBytes(estimate.memoryBytes), formatBytes(estimate.kvBytes));
    if (estimate.refusal) {
        setText(QString::fromStdString(*estimate.refusal));
        setTone(this, "bad");
    } else if (estimate.seconds > kLongSeconds) {
        setText(tr("%1 That is long: fewer new tokens or a shorter prompt make it quicker.").arg(cost));
        setTone(this, "warning");
    } else {
        setText(cost);
        setTone(this, "muted");
    }
}

void EstimateLabel::showProblem(const QString& message, const QString& hint)
{
    m_pending = false;
    setText(hint.isEmpty() ? message : message + QLatin1Char('\n') + hint);
    setTone(this, "bad");
}

}  // namespace decodescope::app
