// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/triangle_raster.h"

#include <QRectF>
#include <optional>

namespace decodescope::app {

/// Where everything of the stage lies: legend, and per triangle its heading, its grid, its counters.
struct TrianglesGeometry {
    struct Panel {
        QRectF heading;
        TriangleLayout layout;
        QRectF counters;
        std::optional<QRectF> magnifier;  ///< in the empty corner, where the cells are too small to see
    };
    QRectF legend;
    Panel naive, cached;
    qreal axisHeight = 0;
    bool twoLineHeading = false;
};

TrianglesGeometry trianglesGeometry(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);

/// Width the whole legend takes.
qreal legendWidth(const Canvas& canvas, const PlotScene& scene);

/// A cell of one of the triangles.
struct CellPosition {
    bool cachedPanel = false;
    int row = 0;
    int column = 0;
    bool operator==(const CellPosition&) const = default;
};

std::optional<CellPosition> cellAt(const TrianglesGeometry& geometry, const QPointF& point);

/// What a cell is, in one sentence: "step 12, position 8 “token”: computed again, first computed at step 1".
QString describeCell(const PlotScene& scene, const CellPosition& cell, const QLocale& locale);

/// The counters of one run in one sentence; empty without a run.
QString describeWork(const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps, int sequence,
                     const QLocale& locale, bool translated);

/// Paints the stage with images kept by the caller between positions.
void paintTriangles(const Canvas& canvas, const TrianglesGeometry& geometry, const PlotScene& scene,
                    TriangleRaster& naiveRaster, TriangleRaster& cachedRaster,
                    const std::optional<CellPosition>& cursor = std::nullopt);

}  // namespace decodescope::app
