// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/triangles.h"

namespace decodescope::app {

/// One triangle with its heading, axes, cells, magnifier and counters.
class TrianglePanel {
public:
    /// Keeps references to all of its arguments.
    TrianglePanel(const Canvas& canvas, const TrianglesGeometry& geometry, const TrianglesGeometry::Panel& panel,
                  const PlotScene& scene, const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps,
                  bool cachedPanel);

    void paint(TriangleRaster& raster, const std::optional<TimeRange>& range);
    void cursor(const CellPosition& cell);

private:
    bool comesNext() const;
    void heading();
    void axes();
    void columnLabel(int column);
    void promptBrace(qreal least);
    void outlook();
    void edges();
    void chosenTokens();
    void currentRow();
    void magnifier(const TriangleRaster::Style& style);
    void ending();
    void counters();

    const Canvas& m_canvas;
    const TrianglesGeometry& m_geometry;
    const TrianglesGeometry::Panel& m_panel;
    const PlotScene& m_scene;
    const std::shared_ptr<profiler::RunRecord>& m_run;
    std::size_t m_steps;
    bool m_cachedPanel;
    const Theme& m_theme;
};

}  // namespace decodescope::app
