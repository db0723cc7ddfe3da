// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plots.h"

#include "app/plots/plot_parts.h"

#include <QPainter>

namespace decodescope::app {

namespace {

PlotUse useOf(bool standalone)
{
    return standalone ? PlotUse::picture : PlotUse::screen;
}

}  // namespace

void drawTriangles(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                   const QLocale& locale)
{
    paintTrianglesPlot(Canvas(painter, theme, useOf(standalone), locale), rect, scene);
}

void drawKvGrowth(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                  const QLocale& locale)
{
    paintKvGrowthPlot(Canvas(painter, theme, useOf(standalone), locale), rect, scene);
}

void drawThroughput(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                    const QLocale& locale)
{
    paintThroughputPlot(Canvas(painter, theme, useOf(standalone), locale), rect, scene);
}

void drawRoofline(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme, bool standalone,
                  const QLocale& locale)
{
    paintRooflinePlot(Canvas(painter, theme, useOf(standalone), locale), rect, scene);
}

QImage renderPicture(Picture picture, const PlotScene& scene, const Theme& theme)
{
    const QSize size(1600, 900);
    constexpr int kRatio = 2;
    QImage image(size * kRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(kRatio);
    image.fill(theme.surface);
    QPainter painter(&image);
    const QRectF rect(QPointF(0, 0), QSizeF(size));
    switch (picture) {
        case Picture::triangle:
            drawTriangles(painter, rect, scene, theme, true, pictureLocale());
            break;
        case Picture::kvGrowth:
            drawKvGrowth(painter, rect, scene, theme, true, pictureLocale());
            break;
        case Picture::throughput:
            drawThroughput(painter, rect, scene, theme, true, pictureLocale());
            break;
        case Picture::roofline:
            drawRoofline(painter, rect, scene, theme, true, pictureLocale());
            break;
        case Picture::report:
            drawReport(painter, rect, scene, theme);
            break;
    }
    return image;
}

}  // namespace decodescope::app
