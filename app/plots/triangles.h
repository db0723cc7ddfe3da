// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/triangle_raster.h"
#include "app/plots/triangle_text.h"

#include <QRectF>
#include <QRegion>
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
    bool alone = false;  ///< a picture of one run: its panel takes the whole width, the other is not there
};

TrianglesGeometry trianglesGeometry(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);

/// Width the whole legend takes.
qreal legendWidth(const Canvas& canvas, const PlotScene& scene);

std::optional<CellPosition> cellAt(const TrianglesGeometry& geometry, const QPointF& point);

/// What of the stage changes from one position to another of the same runs: painting this much anew on the stage at
/// `before` gives the stage at `after` (tested with random seeks). Everything unless the two differ in their steps
/// only.
QRegion changedArea(const TrianglesGeometry& geometry, const QRect& whole, const PlotScene& before,
                    const PlotScene& after);

/// Paints the stage with images kept by the caller between positions.
void paintTriangles(const Canvas& canvas, const TrianglesGeometry& geometry, const PlotScene& scene,
                    TriangleRaster& naiveRaster, TriangleRaster& cachedRaster,
                    const std::optional<CellPosition>& cursor = std::nullopt);

}  // namespace decodescope::app
