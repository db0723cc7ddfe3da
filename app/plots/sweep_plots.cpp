// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/sweep_plots.h"

#include "app/plots/chart.h"
#include "app/plots/numbers.h"
#include "app/plots/throughput_model.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <functional>

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

const char* speedSubtitle(const SweepData& data)
{
    if (data.speeds.size() != 1)
        return QT_TRANSLATE_NOOP("Plots", "Decode steps only.");
    switch (speedRun(data.speeds.front().strategy)) {
        case SpeedLine::Run::naive:
            return QT_TRANSLATE_NOOP("Plots", "Without the cache, decode steps only.");
        case SpeedLine::Run::cached:
            return QT_TRANSLATE_NOOP("Plots", "With the cache, decode steps only.");
        case SpeedLine::Run::broken:
            break;
    }
    return QT_TRANSLATE_NOOP("Plots", "With a broken cache, decode steps only.");
}

/// The figures of the first `count` points, above them and beside the line that falls to a point; none over another.
void drawValues(const Canvas& canvas, const Chart& chart, const std::vector<QPointF>& points, std::size_t count,
                std::vector<QRectF>& taken)
{
    const int size = canvas.small();
    for (std::size_t i = 0; i < count; ++i) {
        const QString text = formatSignificant(canvas.locale(), points[i].y());
        const QPointF point(chart.x.pixel(points[i].x()), chart.y.pixel(points[i].y()));
        const auto pixelOf = [&](std::size_t other) { return chart.y.pixel(points[other].y()); };
        const qreal high = point.y() - canvas.lineHeight(size);
        const bool falls = i > 0 && pixelOf(i - 1) < high;
        const bool rises = i + 1 < points.size() && pixelOf(i + 1) < high;
        const Qt::Alignment side = falls && !rises   ? Qt::AlignLeft
                                   : rises && !falls ? Qt::AlignRight
                                                     : Qt::AlignHCenter;
        const qreal beside = side == Qt::AlignLeft ? 6 : side == Qt::AlignRight ? -6 : 0;
        // In a valley there is room below only.
        const bool below = falls && rises;
        const QPointF at(point.x() + beside, point.y() + (below ? 10 : -10));
        const Qt::Alignment align = side | (below ? Qt::AlignTop : Qt::AlignBottom);
        const QRectF box = canvas.textRect(at, align, text, size, 600);
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const QRectF& other) { return other.intersects(box.adjusted(-3, 0, 3, 0)); }))
            continue;
        taken.push_back(box);
        canvas.text(at, align, text, size, 600, canvas.theme().text);
    }
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
    // Decoding without a cache keeps nothing from step to step: there is nothing to mark.
    const bool keeps =
        std::any_of(data.kvBytesUsed.begin(), data.kvBytesUsed.end(), [](auto bytes) { return bytes > 0; });
    const std::vector<QPointF> used = keeps ? series(data.contexts, data.kvBytesUsed) : std::vector<QPointF>();
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
                                canvas.say(speedSubtitle(data)), footer(canvas, data));
    }
    if (data.contexts.empty()) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No sweep yet")));
        return;
    }
    double top = 0;
    std::vector<std::vector<QPointF>> lines;
    std::vector<QString> names;
    qreal margin = canvas.width(QStringLiteral("8888"), canvas.small(), 600) + 12;
    for (const SweepSpeed& speed : data.speeds) {
        std::vector<QPointF>& points = lines.emplace_back();
        for (std::size_t i = 0; i < std::min(data.contexts.size(), speed.tokPerS.size()); ++i) {
            if (!speed.tokPerS[i])
                continue;
            points.emplace_back(static_cast<double>(data.contexts[i]), *speed.tokPerS[i]);
            top = std::max(top, *speed.tokPerS[i]);
        }
        // One line is named by the title; of several, each at its end.
        QString& name = names.emplace_back();
        if (data.speeds.size() > 1 && !points.empty())
            name = formatSignificant(locale, points.back().y()) + QStringLiteral("  ") +
                   canvas.say(speedName(speedRun(speed.strategy)));
        margin = std::max(margin, canvas.width(name, canvas.small(), 600) + 20);
    }
    const ChartAxis x = contextAxis(canvas, data);
    ChartAxis y{0,
                roundUp(top * 1.1),
                canvas.say(QT_TRANSLATE_NOOP("Plots", "tokens per second")),
                [&](double v) { return v == 0 ? QStringLiteral("0") : locale.toString(v, 'g', 6); },
                false,
                false,
                {}};
    const Chart chart = drawChartAxes(canvas, area, x, y, std::min(margin, area.width() * 0.45));
    std::vector<EndLabel> ends;
    std::vector<QRectF> taken;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<QPointF>& points = lines[i];
        const SpeedLine::Run run = speedRun(data.speeds[i].strategy);
        const QColor color = speedColor(run, theme);
        drawSeries(canvas, chart, points, color, theme.stroke * (standalone ? 1.6 : 1.2),
                   run == SpeedLine::Run::naive ? Qt::DashLine : Qt::SolidLine);
        drawMarkers(canvas, chart, points, color, run == SpeedLine::Run::naive);
        if (!names[i].isEmpty())
            ends.push_back(
                {{chart.x.pixel(points.back().x()), chart.y.pixel(points.back().y())}, names[i], color, 600});
        drawValues(canvas, chart, points, names[i].isEmpty() ? points.size() : points.size() - 1, taken);
    }
    drawEndLabels(canvas, chart.plot, area.right(), ends);
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
