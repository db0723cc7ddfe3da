// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/axis.h"
#include "app/plots/canvas.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <functional>
#include <span>
#include <vector>

namespace decodescope::app {

struct ChartAxis {
    double low = 0;
    double high = 1;
    QString title;
    std::function<QString(double)> format;
    bool counted = false;  ///< whole numbers from 1
    bool logarithmic = false;
    std::vector<double> ticks{};  ///< instead of round decimal ones
    QStringList shortTitles{};    ///< instead of a title that does not fit, the longest first
};

/// An axis of bytes from 0 to a round value above `top`, ticks round in one binary unit, as many as `height` bears.
ChartAxis bytesAxis(const Canvas& canvas, const QString& title, double top, qreal height);

/// Axes of a line chart: grid, ticks, titles with units. What is inside is drawn with the scales.
struct Chart {
    QRectF plot;
    Scale x, y;
};
/// `rightMargin` is kept free for labels at the ends of lines, `leftMargin` at least for those of the y axis: charts
/// one under the other share the greatest yMargin.
Chart drawChartAxes(const Canvas& canvas, const QRectF& rect, const ChartAxis& x, const ChartAxis& y, qreal rightMargin,
                    qreal leftMargin = 0);
/// What the labels of the y axis need at the left of a chart in `rect`.
qreal yMargin(const Canvas& canvas, const QRectF& rect, const ChartAxis& y);

/// Whether a line of so many samples is drawn by the least and the most of every pixel column; what shows such a line
/// says so.
bool reducesSamples(const Chart& chart, std::size_t samples);

/// Appends to a line. Its last point goes when it lies exactly on the way to the new one: what grows by the same step
/// after step is drawn, and kept clear of labels, as one stroke instead of thousands. Says whether it went.
bool extendLine(std::vector<QPointF>& line, const QPointF& next);

/// A line through samples of increasing x. More samples than pixel columns are drawn by their least and most in each.
void drawSeries(const Canvas& canvas, const Chart& chart, std::span<const QPointF> samples, const QColor& color,
                qreal width, Qt::PenStyle style = Qt::SolidLine);

/// Labels at the right ends of lines, moved apart so that none touches another.
struct EndLabel {
    QPointF at;
    QString text;
    QColor color;
    int weight = 500;
};
void drawEndLabels(const Canvas& canvas, const QRectF& plot, qreal rightEdge, std::vector<EndLabel> labels);

}  // namespace decodescope::app
