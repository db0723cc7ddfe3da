// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/triangle_raster.h"
#include "app/plots/triangle_text.h"

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
    bool alone = false;  ///< a picture of one run: its panel takes the whole width, the other is not there
};

TrianglesGeometry trianglesGeometry(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);

/// Width the whole legend takes.
qreal legendWidth(const Canvas& canvas, const PlotScene& scene);

std::optional<CellPosition> cellAt(const TrianglesGeometry& geometry, const QPointF& point);

/// Paints the stage with images kept by the caller between positions.
void paintTriangles(const Canvas& canvas, const TrianglesGeometry& geometry, const PlotScene& scene,
                    TriangleRaster& naiveRaster, TriangleRaster& cachedRaster,
                    const std::optional<CellPosition>& cursor = std::nullopt);

}  // namespace decodescope::app
