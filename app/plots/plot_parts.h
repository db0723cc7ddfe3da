// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/plots.h"

namespace decodescope::app {

// The plots on a canvas of any use; framed canvases give them title, subtitle and conditions.
void paintTrianglesPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);
void paintKvGrowthPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);
/// Returns where the (upper) chart spans from step 1 to the last step; empty without one.
QRectF paintThroughputPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);
void paintRooflinePlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene);

}  // namespace decodescope::app
