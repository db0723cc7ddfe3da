// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/chart.h"

#include "app/plots/label_placer.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

/// Bytes on an axis: one unit for all ticks.
std::function<QString(double)> bytesFormat(const QLocale& locale, double high)
{
    double unit = 1;
    QString name = QStringLiteral("B");
    for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
        if (high < unit * 1024 * 0.9)
            break;
        unit *= 1024;
        name = QLatin1String(next);
    }
    return [locale, unit, name](double bytes) {
        const double value = bytes / unit;
        const QString number = value == 0 ? QStringLiteral("0") : locale.toString(value, 'g', value >= 1000 ? 6 : 4);
        return number + QStringLiteral("\u00a0") + name;
    };
}

/// roundUp in units of 1024, so that ticks are round in MiB.
double roundUpBytes(double bytes)
{
    double unit = 1;
    while (bytes / unit >= 1024 * 0.9) unit *= 1024;
    return roundUp(bytes / unit) * unit;
}

std::vector<double> byteTicks(double high, int most)
{
    double unit = 1;
    while (high / unit >= 1024 * 0.9) unit *= 1024;
    std::vector<double> ticks = linearTicks(0, high / unit, most);
    for (double& tick : ticks) tick *= unit;
    return ticks;
}

/// The y axis of a chart in `rect`: its title's room, the plot's height, where ticks stand.
struct Upright {
    bool titled = false;
    qreal titleHeight = 0;
    qreal plotHeight = 0;
    std::vector<double> ticks;
};

Upright uprightOf(const Canvas& canvas, const QRectF& rect, const ChartAxis& y)
{
    const qreal line = canvas.lineHeight(canvas.small());
    Upright result;
    // A small part of a page has its name above it: no room for a second one.
    result.titled = !y.title.isEmpty() && (canvas.framed() || rect.height() > 170);
    result.titleHeight = result.titled ? line * 1.5 : line * 0.6;
    result.plotHeight = rect.height() - result.titleHeight - 2 * line - 8;
    const int most = std::max(1, static_cast<int>(result.plotHeight / (line * 1.9)));
    result.ticks = !y.ticks.empty() ? y.ticks
                   : y.logarithmic  ? logTicks(y.low, y.high, most)
                                    : linearTicks(y.low, y.high, std::min(most, 6));
    return result;
}

}  // namespace

ChartAxis bytesAxis(const Canvas& canvas, const QString& title, double top, qreal height)
{
    const double high = roundUpBytes(std::max(top, 1.0) * 1.02);
    const int most = std::clamp(static_cast<int>(height / 45), 2, 6);
    return {0, high, title, bytesFormat(canvas.locale(), high), false, false, byteTicks(high, most)};
}

qreal yMargin(const Canvas& canvas, const QRectF& rect, const ChartAxis& y)
{
    qreal width = 0;
    for (const double tick : uprightOf(canvas, rect, y).ticks)
        width = std::max(width, canvas.width(y.format(tick), canvas.small()));
    return width + 8;
}

Chart drawChartAxes(const Canvas& canvas, const QRectF& rect, const ChartAxis& x, const ChartAxis& y, qreal rightMargin,
                    qreal leftMargin)
{
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    const auto [titled, titleHeight, plotHeight, yTicks] = uprightOf(canvas, rect, y);
    Chart chart;
    chart.plot = QRectF(canvas.snap(rect.x() + std::max(leftMargin, yMargin(canvas, rect, y))),
                        canvas.snap(rect.y() + titleHeight), 0, 0);
    const qreal lastLabel = canvas.width(x.format(x.high), size) / 2;
    chart.plot.setRight(canvas.snap(rect.right() - std::max(rightMargin, lastLabel)));
    chart.plot.setHeight(std::max<qreal>(10, canvas.snap(plotHeight)));
    const auto scale = [](const ChartAxis& axis, double from, double to) {
        return axis.logarithmic ? Scale::logarithmic(axis.low, axis.high, from, to)
                                : Scale::linear(axis.low, axis.high, from, to);
    };
    chart.x = scale(x, chart.plot.left(), chart.plot.right());
    chart.y = scale(y, chart.plot.bottom(), chart.plot.top());
    if (titled)
        canvas.text(rect.topLeft(), Qt::AlignLeft | Qt::AlignTop, canvas.elided(y.title, rect.width(), size), size, 400,
                    t.textMuted);
    const qreal half = canvas.devicePixel() / 2;
    for (const double tick : yTicks) {
        const qreal py = canvas.snap(chart.y.pixel(tick)) - half;
        canvas.line({chart.plot.left(), py}, {chart.plot.right(), py}, t.grid, 1);
        canvas.text({chart.plot.left() - 8, py}, Qt::AlignRight | Qt::AlignVCenter, y.format(tick), size, 400,
                    t.textMuted);
    }
    std::vector<double> xTicks;
    if (!x.ticks.empty()) {
        xTicks = x.ticks;
    } else if (x.counted) {
        const double perUnit = chart.plot.width() / std::max(1.0, x.high - x.low);
        for (const int tick : countTicks(static_cast<int>(x.high), perUnit, canvas.width(x.format(x.high), size) + 18))
            xTicks.push_back(tick);
    } else if (x.logarithmic) {
        xTicks = logTicks(x.low, x.high, std::max(1, static_cast<int>(chart.plot.width() / (line * 3))));
    } else {
        const qreal widest = canvas.width(x.format(x.high), size) + 24;
        xTicks = linearTicks(x.low, x.high, std::clamp(static_cast<int>(chart.plot.width() / widest), 1, 12));
    }
    qreal free = rect.left();
    for (const double tick : xTicks) {
        if (tick < x.low || tick > x.high * (1 + 1e-9))
            continue;
        const qreal px = canvas.snap(chart.x.pixel(tick)) - half;
        if (!x.counted)
            canvas.line({px, chart.plot.top()}, {px, chart.plot.bottom()}, t.grid, 1);
        const QRectF box =
            canvas.textRect({px, chart.plot.bottom() + 4}, Qt::AlignHCenter | Qt::AlignTop, x.format(tick), size);
        if (box.left() < free)
            continue;
        free = box.right() + 8;
        canvas.line({px, chart.plot.bottom()}, {px, chart.plot.bottom() + 4}, t.border, 1);
        canvas.text({px, chart.plot.bottom() + 4}, Qt::AlignHCenter | Qt::AlignTop, x.format(tick), size, 400,
                    t.textMuted);
    }
    canvas.line({chart.plot.left(), chart.plot.bottom() - half}, {chart.plot.right(), chart.plot.bottom() - half},
                t.border, 1);
    // A title is whole: where it does not fit, a shorter one stands for it.
    QString title = x.title;
    for (const QString& brief : x.shortTitles) {
        if (canvas.width(title, size) <= rect.width())
            break;
        title = brief;
    }
    canvas.text({std::max(chart.plot.right(), rect.x() + std::min(rect.width(), canvas.width(title, size))),
                 chart.plot.bottom() + 4 + line},
                Qt::AlignRight | Qt::AlignTop, canvas.elided(title, rect.width(), size), size, 400, t.textMuted);
    return chart;
}

namespace {

/// In pixels: from here on the samples of a pixel column are far apart.
constexpr double kJump = 3;

/// Samples that jump within a pixel column are a band from least to most. Drawn as one upright line per column: a
/// stroked path of as many corners would take seconds.
void drawBand(const Canvas& canvas, const std::vector<QLineF>& columns, const QColor& color, qreal width)
{
    QList<QLineF> lines;
    lines.reserve(static_cast<qsizetype>(columns.size()));
    for (const QLineF& column : columns)
        lines << QLineF(column.x1(), column.y1() - width / 2, column.x2(), column.y2() + width / 2);
    QPainter& painter = canvas.painter();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
    painter.restore();
}

int columnsOf(const Chart& chart)
{
    return std::max(1, static_cast<int>(chart.plot.width()));
}

/// Per pixel column the least and the most of the samples, as upright lines in pixels (y1 above y2).
std::vector<QLineF> barsOf(const Chart& chart, std::span<const QPointF> samples)
{
    const int columns = columnsOf(chart);
    std::vector<QLineF> result;
    int last = -1;
    for (const QPointF& sample : samples) {
        const double x = chart.x.pixel(sample.x());
        const double y = chart.y.pixel(sample.y());
        const int column = std::clamp(static_cast<int>(x - chart.plot.left()), 0, columns - 1);
        if (column != last) {
            const double middle = chart.plot.left() + column + 0.5;
            // A column reaches to where the one before ended: no gaps on steep slopes.
            const double from = result.empty() ? y : std::clamp(y, result.back().y1(), result.back().y2());
            result.emplace_back(middle, std::min(y, from), middle, std::max(y, from));
            last = column;
        } else {
            result.back().setP1({result.back().x1(), std::min(result.back().y1(), y)});
            result.back().setP2({result.back().x2(), std::max(result.back().y2(), y)});
        }
    }
    return result;
}

}  // namespace

bool extendLine(std::vector<QPointF>& line, const QPointF& next)
{
    bool straight = false;
    if (line.size() >= 2) {
        const QPointF& last = line.back();
        const QPointF before = last - line[line.size() - 2];
        const QPointF after = next - last;
        straight = before.x() > 0 && after.x() > 0 && before.y() * after.x() == after.y() * before.x();
        if (straight)
            line.pop_back();
    }
    line.push_back(next);
    return straight;
}

bool reducesSamples(const Chart& chart, std::size_t samples)
{
    return samples > static_cast<std::size_t>(columnsOf(chart));
}

void drawSeries(const Canvas& canvas, const Chart& chart, std::span<const QPointF> samples, const QColor& color,
                qreal width, Qt::PenStyle style)
{
    QPolygonF line;
    if (reducesSamples(chart, samples.size())) {
        const std::vector<QLineF> bars = barsOf(chart, samples);
        double height = 0;
        for (const QLineF& bar : bars) height += (bar.y2() - bar.y1()) / static_cast<double>(bars.size());
        if (height > kJump) {
            drawBand(canvas, bars, color, width);
            return;
        }
        for (std::size_t i = 0; i < bars.size(); ++i) {
            // A smooth line needs no point per column, but a jump keeps both of its ends.
            if (bars[i].y2() - bars[i].y1() > kJump)
                line << bars[i].p1() << bars[i].p2();
            else if (i % 2 == 0 || i + 1 == bars.size())
                line << bars[i].center();
        }
    } else {
        for (const QPointF& p : samples) line << QPointF(chart.x.pixel(p.x()), chart.y.pixel(p.y()));
    }
    QPainter& painter = canvas.painter();
    if (line.size() == 1) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(line.front(), width * 1.3, width * 1.3);
        return;
    }
    QPen pen(color, width, style, Qt::FlatCap, Qt::RoundJoin);
    // Every piece is stroked by itself: as few as still read as dashes and points.
    if (style == Qt::DashLine)
        pen.setDashPattern({6, 4});
    else if (style == Qt::DotLine)
        pen.setDashPattern({1.2, 3});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void drawEndLabels(const Canvas& canvas, const QRectF& plot, qreal rightEdge, std::vector<EndLabel> labels)
{
    std::stable_sort(labels.begin(), labels.end(),
                     [](const EndLabel& a, const EndLabel& b) { return a.at.y() < b.at.y(); });
    const int size = canvas.small();
    const qreal line = size * 1.3;
    std::vector<double> wanted;
    wanted.reserve(labels.size());
    for (const EndLabel& label : labels) wanted.push_back(label.at.y());
    // Beside the axis there is a little room above and below it.
    const qreal beyond = canvas.lineHeight(size) * 0.6;
    const std::vector<double> middles =
        spreadAlong(wanted, std::vector<double>(wanted.size(), line), 0, plot.top() - beyond, plot.bottom() + beyond);
    if (middles.empty())
        return;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const EndLabel& label = labels[i];
        const qreal x = label.at.x() + 12;
        canvas.text({x, middles[i]}, Qt::AlignLeft | Qt::AlignVCenter,
                    canvas.elided(label.text, rightEdge - x, size, label.weight), size, label.weight, label.color);
    }
}

}  // namespace decodescope::app
