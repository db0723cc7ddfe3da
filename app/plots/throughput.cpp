// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/chart.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/throughput_model.h"

#include <algorithm>
#include <vector>

namespace decodescope::app {

namespace {

struct Line {
    std::vector<QPointF> samples;
    QString name;
    QColor color;
    bool dashed = false;
};

/// One of the plots: its lines, the title of its axis, what stands at a line's end.
struct Lines {
    std::vector<Line> lines;
    QString title;
    std::function<QString(double)> endText;
    double most = 0;  ///< that the axis must hold
};

QString labelOf(const Lines& plot, const Line& line)
{
    return plot.endText(line.samples.back().y()) + QStringLiteral("  ") + line.name;
}

/// Room for the labels of all plots, so that their axes stand one under the other.
qreal labelRoom(const Canvas& canvas, std::initializer_list<const Lines*> plots)
{
    qreal room = 0;
    for (const Lines* plot : plots)
        for (const Line& line : plot->lines)
            if (!line.samples.empty())
                room = std::max(room, canvas.width(labelOf(*plot, line), canvas.small(), 600));
    return room + 14;
}

ChartAxis yAxis(const Canvas& canvas, const Lines& plot)
{
    const auto format = [&canvas](double v) {
        return v == 0 ? QStringLiteral("0") : canvas.locale().toString(v, 'g', 6);
    };
    return {0, roundUp(plot.most * 1.05), plot.title, format, false, false};
}

/// `room` and `left` are what the labels right and left of the plot have.
QRectF drawLines(const Canvas& canvas, const QRectF& area, const Lines& plot, int lastStep, qreal room, qreal left = 0)
{
    const std::vector<Line>& lines = plot.lines;
    const QLocale& locale = canvas.locale();
    std::vector<EndLabel> labels;
    for (const Line& line : lines)
        if (!line.samples.empty())
            labels.push_back({line.samples.back(), labelOf(plot, line), line.color, 600});
    const qreal margin = std::min(room, area.width() * 0.45);
    ChartAxis x{1,
                std::max(2.0, static_cast<double>(lastStep)),
                canvas.say(QT_TRANSLATE_NOOP("Plots", "step")),
                [&](double v) { return formatInteger(locale, static_cast<std::int64_t>(v)); },
                true,
                false};
    const Chart chart = drawChartAxes(canvas, area, x, yAxis(canvas, plot), margin, left);
    const bool reduced = std::any_of(lines.begin(), lines.end(),
                                     [&](const Line& line) { return reducesSamples(chart, line.samples.size()); });
    if (reduced && (canvas.framed() || area.height() > 170)) {  // where there is a line for the title
        const QString note =
            canvas.say(QT_TRANSLATE_NOOP("Plots", "least and most of the steps of every pixel column; files hold all"));
        canvas.text(area.topRight(), Qt::AlignRight | Qt::AlignTop,
                    canvas.elided(note, area.width() * 0.7, canvas.small()), canvas.small(), 400,
                    canvas.theme().textMuted);
    }
    const qreal stroke = canvas.theme().stroke * (canvas.framed() ? 1.7 : 1.2);
    for (const Line& line : lines) {
        drawSeries(canvas, chart, line.samples, line.color, stroke, line.dashed ? Qt::DashLine : Qt::SolidLine);
        if (line.samples.empty())
            continue;
        const QPointF end(chart.x.pixel(line.samples.back().x()), chart.y.pixel(line.samples.back().y()));
        canvas.painter().setPen(Qt::NoPen);
        canvas.painter().setBrush(line.color);
        canvas.painter().drawEllipse(end, stroke * 1.5, stroke * 1.5);
    }
    for (EndLabel& label : labels) label.at = QPointF(chart.x.pixel(label.at.x()), chart.y.pixel(label.at.y()));
    drawEndLabels(canvas, chart.plot, area.right(), labels);
    return chart.plot;
}

}  // namespace

QRectF paintThroughputPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    const Theme& theme = canvas.theme();
    const QLocale& locale = canvas.locale();
    QRectF area = rect;
    if (canvas.framed()) {
        area = drawPictureFrame(
            canvas, rect, canvas.say(QT_TRANSLATE_NOOP("Plots", "Speed of every step")),
            canvas.say(QT_TRANSLATE_NOOP("Plots",
                                         "Decode steps, as measured; the first step is the prefill and is left "
                                         "out.")),
            scene);
    }
    if (!scene.naive && !scene.cached) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return {};
    }
    const ThroughputModel model = throughputModel(scene);
    if (model.lines.empty()) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No decode step yet")));
        return {};
    }
    Lines speed{{},
                canvas.say(QT_TRANSLATE_NOOP("Plots", "tokens per second")),
                [&](double v) { return formatSignificant(locale, v) + QStringLiteral(" tok/s"); },
                model.mostTokensPerSecond};
    Lines time{{},
               canvas.say(QT_TRANSLATE_NOOP("Plots", "time of a step (ms)")),
               [&](double v) { return formatSeconds(locale, v * 1e-3); },
               model.mostMilliseconds};
    for (const SpeedLine& line : model.lines) {
        const QString name = canvas.say(speedName(line.run));
        const bool dashed = line.run == SpeedLine::Run::naive;
        speed.lines.push_back({line.tokensPerSecond.all(), name, speedColor(line.run, theme), dashed});
        time.lines.push_back({line.milliseconds.all(), name, speedColor(line.run, theme), dashed});
    }
    if (!canvas.framed() && area.height() < 240) {
        return drawLines(canvas, area, speed, model.lastStep, labelRoom(canvas, {&speed}));
    }
    const qreal gap = canvas.framed() ? 22 : 10;
    QRectF upper(area.x(), area.y(), area.width(), (area.height() - gap) * 0.5);
    QRectF lower(area.x(), upper.bottom() + gap, area.width(), (area.height() - gap) * 0.5);
    const qreal room = labelRoom(canvas, {&speed, &time});
    const qreal left =
        std::max(yMargin(canvas, upper, yAxis(canvas, speed)), yMargin(canvas, lower, yAxis(canvas, time)));
    const QRectF plot = drawLines(canvas, upper, speed, model.lastStep, room, left);
    drawLines(canvas, lower, time, model.lastStep, room, left);
    return plot;
}

}  // namespace decodescope::app
