// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "profiler/record/run_record.h"

#include <QImage>
#include <QRectF>
#include <QString>

class QPainter;

namespace decodescope::app {

/// A place in a recording that a picture shows: which runs, and how many of their steps are drawn.
struct PlotScene {
    const profiler::Recording* recording = nullptr;
    std::shared_ptr<profiler::RunRecord> naive;   ///< may be null
    std::shared_ptr<profiler::RunRecord> cached;  ///< may be null (or a broken strategy)
    std::size_t naiveSteps = SIZE_MAX;
    std::size_t cachedSteps = SIZE_MAX;
};

/// Each draws itself completely (title, axes, legend, conditions when `standalone`) into `rect` in logical pixels.
/// Pure: same arguments, same pixels. Shared by the window and the exports.
void drawTriangles(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone);
void drawKvGrowth(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone);
void drawThroughput(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone);
void drawRoofline(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone);
void drawReport(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme);

/// 1600x900 logical pixels, device pixel ratio 2.
enum class Picture { triangle, kvGrowth, throughput, roofline, report };
QImage renderPicture(Picture picture, const PlotScene& scene, const Theme& theme);

}  // namespace decodescope::app
