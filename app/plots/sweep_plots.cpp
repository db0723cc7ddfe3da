// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/sweep_plots.h"

#include "app/plots/chart.h"
#include "app/plots/numbers.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace decodescope::app {

namespace {

std::vector<QPointF> series(const std::vector<std::int64_t>& contexts, const std::vector<std::int64_t>& bytes,
                            std::int64_t offset = 0)
{
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < std::min(contexts.size(), bytes.size()); ++i)
        points.emplace_back(static_cast<double>(contexts[i]), static_cast<double>(bytes[i] + offset));
    return points;
}

void drawMarkers(const Canvas& canvas, const Chart& chart, const std::vector<QPointF>& points, const QColor& color,
                 bool square)
{
    QPainter& p = canvas.painter();
    const qreal size = canvas.framed() ? 6 : 4;
    p.setPen(QPen(canvas.theme().surface, 1.5));
    p.setBrush(color);
    for (const QPointF& point : points) {
        const QPointF at(chart.x.pixel(point.x()), chart.y.pixel(point.y()));
        if (square)
            p.drawRect(QRectF(at - QPointF(size, size) * 0.9, QSizeF(size, size) * 1.8));
        else
            p.drawEllipse(at, size, size);
    }
}

QString slopeText(const Canvas& canvas, const std::optional<double>& slope)
{
    return slope ? canvas.say(QT_TRANSLATE_NOOP("Plots", "%1 B per position"))
                       .arg(formatInteger(canvas.locale(), std::llround(*slope)))
                 : QString();
}

QStringList footer(const Canvas& canvas, const SweepData& data)
{
    return data.info ? conditions(canvas, *data.info) : QStringList();
}

/// A tick at every context that was measured.
ChartAxis contextAxis(const Canvas& canvas, const SweepData& data)
{
    ChartAxis axis;
    axis.high = static_cast<double>(data.contexts.back());
    axis.title = canvas.say(QT_TRANSLATE_NOOP("Plots", "context length (positions)"));
    axis.format = [locale = canvas.locale()](double v) { return formatInteger(locale, std::llround(v)); };
    axis.ticks.assign(data.contexts.begin(), data.contexts.end());
    return axis;
}

QImage render(const std::function<void(QPainter&, const QRectF&)>& draw)
{
    QImage image(3200, 1800, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    image.fill(Qt::white);
    QPainter painter(&image);
    draw(painter, QRectF(0, 0, 1600, 900));
    painter.end();
    return image;
}

}  // namespace

std::optional<double> slopePerPosition(const std::vector<std::int64_t>& contexts,
                                       const std::vector<std::int64_t>& bytes)
{
    const std::size_t n = std::min(contexts.size(), bytes.size());
    if (n < 2)
        return std::nullopt;
    double meanX = 0;
    double meanY = 0;
    for (std::size_t i = 0; i < n; ++i) {
        meanX += static_cast<double>(contexts[i]) / static_cast<double>(n);
        meanY += static_cast<double>(bytes[i]) / static_cast<double>(n);
    }
    double xy = 0;
    double xx = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double dx = static_cast<double>(contexts[i]) - meanX;
        xy += dx * (static_cast<double>(bytes[i]) - meanY);
        xx += dx * dx;
    }
    if (xx <= 0)
        return std::nullopt;
    return xy / xx;
}

void drawSweepMemory(QPainter& painter, const QRectF& rect, const SweepData& data, const Theme& theme, bool standalone,
                     const QLocale& locale)
{
    const Canvas canvas(painter, theme, standalone ? PlotUse::picture : PlotUse::screen, locale);
    const auto measuredSlope = slopePerPosition(data.contexts, data.memoryPeakBytes);
    const auto formulaSlope = slopePerPosition(data.contexts, data.kvBytesFormula);
    QRectF area = rect;
    if (standalone) {
        QString subtitle;
        if (measuredSlope && formulaSlope && *formulaSlope > 0) {
            subtitle = canvas.say(QT_TRANSLATE_NOOP("Plots", "Peak memory grows by %1, the formula says %2: %3 apart."))
                           .arg(slopeText(canvas, measuredSlope), slopeText(canvas, formulaSlope),
                                formatShare(locale, std::abs(*measuredSlope / *formulaSlope - 1)));
        }
        area = drawPictureFrame(canvas, rect, canvas.say(QT_TRANSLATE_NOOP("Plots", "Memory against context length")),
                                subtitle, footer(canvas, data));
    }
    if (data.contexts.empty()) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No sweep yet")));
        return;
    }
    const std::int64_t base = data.memoryPeakBytes.empty() || data.kvBytesFormula.empty()
                                  ? 0
                                  : data.kvBytesFormula.front() - data.memoryPeakBytes.front();
    const std::vector<QPointF> formula = series(data.contexts, data.kvBytesFormula);
    const std::vector<QPointF> used = series(data.contexts, data.kvBytesUsed);
    const std::vector<QPointF> peak = series(data.contexts, data.memoryPeakBytes, base);
    double top = 1;
    for (const auto* points : {&formula, &used, &peak})
        for (const QPointF& p : *points) top = std::max(top, p.y());
    const QString formulaName = canvas.say(QT_TRANSLATE_NOOP("Plots", "cache, by the formula"));
    const QString usedName = canvas.say(QT_TRANSLATE_NOOP("Plots", "cache used, measured"));
    const QString peakName = canvas.say(QT_TRANSLATE_NOOP("Plots", "growth of the peak, measured"));
    const qreal margin = std::min(area.width() * 0.45, canvas.width(peakName, canvas.small(), 600) + 20);
    const ChartAxis x = contextAxis(canvas, data);
    const ChartAxis y = bytesAxis(canvas, canvas.say(QT_TRANSLATE_NOOP("Plots", "bytes")), top, area.height());
    const Chart chart = drawChartAxes(canvas, area, x, y, margin);
    const qreal stroke = theme.stroke * (standalone ? 1.6 : 1);
    drawSeries(canvas, chart, peak, theme.runNaive, stroke, Qt::SolidLine);
    drawSeries(canvas, chart, formula, theme.formula, stroke, Qt::DashLine);
    drawMarkers(canvas, chart, peak, theme.runNaive, true);
    drawMarkers(canvas, chart, used, theme.runCached, false);
    std::vector<EndLabel> labels;
    const auto end = [&](const std::vector<QPointF>& points, const QString& name, const QColor& color, int weight) {
        if (!points.empty())
            labels.push_back(
                {{chart.x.pixel(points.back().x()), chart.y.pixel(points.back().y())}, name, color, weight});
    };
    end(peak, peakName, theme.runNaive, 600);
    end(formula, formulaName, theme.formula, 500);
    end(used, usedName, theme.runCached, 600);
    drawEndLabels(canvas, chart.plot, area.right(), labels);
}

void drawSweepThroughput(QPainter& painter, const QRectF& rect, const SweepData& data, const Theme& theme,
                         bool standalone, const QLocale& locale)
{
    const Canvas canvas(painter, theme, standalone ? PlotUse::picture : PlotUse::screen, locale);
    QRectF area = rect;
    if (standalone) {
        area = drawPictureFrame(canvas, rect,
                                canvas.say(QT_TRANSLATE_NOOP("Plots", "Decoding speed against context length")),
                                data.info && data.info->strategy == engine::Strategy::naive
                                    ? canvas.say(QT_TRANSLATE_NOOP("Plots", "Without the cache, decode steps only."))
                                    : canvas.say(QT_TRANSLATE_NOOP("Plots", "With the cache, decode steps only.")),
                                footer(canvas, data));
    }
    if (data.contexts.empty()) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No sweep yet")));
        return;
    }
    std::vector<QPointF> points;
    double top = 0;
    for (std::size_t i = 0; i < std::min(data.contexts.size(), data.tokPerS.size()); ++i) {
        points.emplace_back(static_cast<double>(data.contexts[i]), data.tokPerS[i]);
        top = std::max(top, data.tokPerS[i]);
    }
    const ChartAxis x = contextAxis(canvas, data);
    ChartAxis y{0,
                roundUp(top * 1.1),
                canvas.say(QT_TRANSLATE_NOOP("Plots", "tokens per second")),
                [&](double v) { return v == 0 ? QStringLiteral("0") : locale.toString(v, 'g', 6); },
                false,
                false,
                {}};
    const Chart chart = drawChartAxes(canvas, area, x, y, canvas.width(QStringLiteral("8888"), canvas.small(), 600));
    drawSeries(canvas, chart, points, theme.runCached, theme.stroke * (standalone ? 1.6 : 1.2));
    drawMarkers(canvas, chart, points, theme.runCached, false);
    qreal free = -std::numeric_limits<qreal>::infinity();
    for (const QPointF& p : points) {
        const QString text = formatSignificant(locale, p.y());
        const QPointF at(chart.x.pixel(p.x()), chart.y.pixel(p.y()) - 10);
        const QRectF box = canvas.textRect(at, Qt::AlignHCenter | Qt::AlignBottom, text, canvas.small(), 600);
        if (box.left() < free)
            continue;
        free = box.right() + 6;
        canvas.text(at, Qt::AlignHCenter | Qt::AlignBottom, text, canvas.small(), 600, theme.text);
    }
}

QImage renderSweepPicture(SweepPicture picture, const SweepData& data, const Theme& theme)
{
    return render([&](QPainter& painter, const QRectF& rect) {
        if (picture == SweepPicture::memory)
            drawSweepMemory(painter, rect, data, theme, true, pictureLocale());
        else
            drawSweepThroughput(painter, rect, data, theme, true, pictureLocale());
    });
}

}  // namespace decodescope::app
