// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "profiler/record/run_record.h"

#include <QImage>
#include <QLocale>
#include <QRectF>
#include <QString>

class QPainter;

namespace decodescope::app {

struct SceneSums;

/// What the cells of the triangles show.
enum class ColourBy { kindOfWork, timePerPosition };

/// A place in a recording that a picture shows: which runs, and how many of their steps are drawn.
struct PlotScene {
    const profiler::Recording* recording = nullptr;
    std::shared_ptr<profiler::RunRecord> naive;   ///< may be null
    std::shared_ptr<profiler::RunRecord> cached;  ///< may be null (or a broken strategy)
    std::size_t naiveSteps = SIZE_MAX;
    std::size_t cachedSteps = SIZE_MAX;
    int sequence = -1;  ///< whose cells the triangles show; -1: the first, with counters over all
    ColourBy colourBy = ColourBy::kindOfWork;
    SceneSums* kept = nullptr;  ///< of a view: what it added up before; changes no pixel
};

/// Each draws itself completely (title, axes, legend, conditions when `standalone`) into `rect` in logical pixels.
/// Pure: same arguments, same pixels. Shared by the window and the exports. A standalone picture is in English and its
/// text is drawn as outlines (no rasteriser settings of the platform); on screen text is translated.
void drawTriangles(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                   const QLocale& locale = QLocale::c());
void drawKvGrowth(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                  const QLocale& locale = QLocale::c());
void drawThroughput(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                    const QLocale& locale = QLocale::c());
void drawRoofline(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                  const QLocale& locale = QLocale::c());
void drawReport(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme);

/// 1600x900 logical pixels, device pixel ratio 2.
enum class Picture { triangle, kvGrowth, throughput, roofline, report };
QImage renderPicture(Picture picture, const PlotScene& scene, const Theme& theme);

}  // namespace decodescope::app
