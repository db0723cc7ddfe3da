// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"
#include "app/plots/roofline.h"

#include <vector>

namespace decodescope::app {

class StepTableModel;

/// The cache against the context: formula, used, allocated, requested; below it the cache as blocks by layer.
class KvGrowthView : public InstrumentView {
    Q_OBJECT
public:
    explicit KvGrowthView(Selection* selection, QWidget* parent = nullptr);

protected:
    void refresh() override;
    void refreshTable() override;

private:
    void paintBlocks(const Canvas& canvas, const QRectF& rect);
    QString describe(const QPointF& point) const;
    QString describeBlock(std::int64_t layer, bool keys) const;
    std::vector<Spot> spots() const override;

    PlotSurface* m_surface;
    StepTableModel* m_steps;
    QRectF m_blocks;  ///< of the last painting
};

/// The roofline with the points of the scene; per-op points on demand.
class RooflineView : public InstrumentView {
    Q_OBJECT
public:
    explicit RooflineView(Selection* selection, QWidget* parent = nullptr);
    void setOpsShown(bool shown);
    bool opsShown() const { return m_opsShown; }
    const RooflineModel& model() const { return m_model; }
    const RooflineDrawing& drawing() const { return m_drawing; }

protected:
    void refresh() override;
    void refreshTable() override;

private:
    QString describe(const QPointF& point) const;
    std::vector<Spot> spots() const override;

    PlotSurface* m_surface;
    StepTableModel* m_steps;
    QAction* m_opsAction;
    RooflineModel m_model;
    RooflineDrawing m_drawing;
    bool m_opsShown = false;
};

/// Live bytes by kind, stacked, with what is reserved and the peak.
class MemoryView : public InstrumentView {
    Q_OBJECT
public:
    explicit MemoryView(Selection* selection, QWidget* parent = nullptr);

protected:
    void refresh() override;
    void refreshTable() override;

private:
    void paintMemory(const Canvas& canvas, const QRectF& rect);

    PlotSurface* m_surface;
    StepTableModel* m_steps;
};

}  // namespace decodescope::app
