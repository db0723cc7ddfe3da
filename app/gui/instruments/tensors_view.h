// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"

#include <QString>
#include <cstdint>
#include <vector>

namespace decodescope::app {

class RowTableModel;

/// One tensor of a step: what it is and its shape.
struct TensorShape {
    QString name;
    std::vector<std::int64_t> dimensions;
    QString note;
    QString text(const QLocale& locale) const;  ///< "[1, 3, 64]"
};

/// The tensors of one sequence's part of a step in order of the forward pass, from the record's positions and the
/// model's shape: new rows n, cached rows T.
std::vector<TensorShape> tensorShapes(const engine::ModelConfig& config, std::int64_t newRows, std::int64_t cachedRows);

/// Shapes of the current step and how the new keys and values join the cache.
class TensorsView : public InstrumentView {
    Q_OBJECT
public:
    explicit TensorsView(Selection* selection, QWidget* parent = nullptr);
    const std::vector<TensorShape>& shapes() const { return m_shapes; }

protected:
    void refresh() override;
    void refreshTable() override;

private:
    void paintShapes(const Canvas& canvas, const QRectF& rect);

    PlotSurface* m_surface;
    RowTableModel* m_rows;
    std::vector<TensorShape> m_shapes;
    std::int64_t m_newRows = 0, m_cachedRows = 0;
    bool m_keepsCache = false;
    bool m_prefill = false;
};

}  // namespace decodescope::app
