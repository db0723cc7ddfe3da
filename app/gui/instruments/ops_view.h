// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"
#include "app/gui/instruments/op_names.h"

#include <optional>
#include <vector>

class QComboBox;

namespace decodescope::app {

class RowTableModel;

/// The ops of the current step as one proportional bar, added up over the layers; below it the time of every layer. A
/// click on an op selects it, a click on a layer opens that layer.
class OpsView : public InstrumentView {
    Q_OBJECT
public:
    explicit OpsView(Selection* selection, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;

protected:
    void refresh() override;
    void refreshTable() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Segment {
        QRectF rect;
        engine::OpKind kind{};
    };
    struct Outside {
        QRectF segment;
        QString label;
    };
    /// Returns where the names end.
    qreal paintOutside(const Canvas& canvas, const QRectF& rect, const std::vector<Outside>& outside) const;
    void paintOps(const Canvas& canvas, const QRectF& rect);
    void paintLayers(const Canvas& canvas, const QRectF& rect, const profiler::StepRecord& step);
    void onClick(const QPointF& point);
    QString describe(const QPointF& point) const;
    QString describeOp(const OpSum& sum) const;
    void updateLayers();

    PlotSurface* m_surface;
    RowTableModel* m_rows;
    QComboBox* m_layer;
    std::vector<OpSum> m_sums;
    std::vector<Segment> m_segments;
    std::vector<QRectF> m_layers;  ///< of the last painting, by layer
};

}  // namespace decodescope::app
