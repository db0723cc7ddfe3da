// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"
#include "app/gui/instruments/kernel_timeline.h"

#include <vector>

namespace decodescope::app {

class RowTableModel;

/// The kernels of the current step on the device's clock, a row for each op, with the time between them shaded. A click
/// on a row, or the up and down keys, select its op; a layer selected elsewhere is shown alone.
class KernelTimelineView : public InstrumentView {
    Q_OBJECT
public:
    explicit KernelTimelineView(Selection* selection, QWidget* parent = nullptr);
    /// Of the current step, as it is drawn.
    const KernelTimeline& timeline() const { return m_timeline; }
    /// Rows whose names there is room for, each `line` high: all, or the busiest and the selected one. The others'
    /// names are in the hover text and the table.
    std::vector<std::size_t> namedRows(qreal line) const;
    /// Where a bar is drawn.
    QRectF barRect(std::size_t row, std::size_t bar) const;

protected:
    void refresh() override;
    void refreshTable() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintTimeline(const Canvas& canvas, const QRectF& rect);
    void paintNames(const Canvas& canvas, const std::vector<std::size_t>& rows, int size, qreal right) const;
    void paintScale(const Canvas& canvas, const QRectF& rect) const;
    void onClick(const QPointF& point);
    QString describe(const QPointF& point) const;
    QString describeBar(const TimelineBar& bar) const;
    QString describeRow(const TimelineRow& row) const;
    QString rowName(const TimelineRow& row) const;
    QString whyEmpty() const;
    qreal xAt(std::int64_t ns) const;

    PlotSurface* m_surface;
    RowTableModel* m_rows;
    KernelTimeline m_timeline;
    QRectF m_area;  ///< of the bars, in the last painting
    qreal m_pitch = 0;
};

}  // namespace decodescope::app
