// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/chart.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/scene_sums.h"
#include "app/plots/triangle_cells.h"
#include "engine/kv_cache/kv_size.h"

#include <algorithm>
#include <array>
#include <vector>

namespace decodescope::app {

void paintKvGrowthPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    const Theme& theme = canvas.theme();
    const QLocale& locale = canvas.locale();
    QPainter& painter = canvas.painter();
    const auto& run = scene.cached;
    const std::size_t shown = shownSteps(run, scene.cachedSteps);
    QRectF area = rect;
    const profiler::StepRecord* current = shown > 0 ? &run->steps()[shown - 1] : nullptr;
    if (canvas.framed()) {
        QString subtitle;
        if (current) {
            const auto perToken =
                engine::kvBytesPerToken(engine::kvShapeOf(run->info().model.config), run->info().settings.keyFormat,
                                        run->info().settings.valueFormat);
            subtitle = canvas.say(QT_TRANSLATE_NOOP("Plots", "%1 used after step %2, %3 allocated, %4 requested"))
                           .arg(formatBytes(locale, current->kv.usedBytes),
                                formatInteger(locale, static_cast<std::int64_t>(shown)),
                                formatBytes(locale, current->kv.allocatedBytes),
                                formatBytes(locale, current->kv.requestedBytes));
            if (perToken)
                subtitle += canvas.say(QT_TRANSLATE_NOOP("Plots", "; the formula says %1 B per position"))
                                .arg(formatInteger(locale, *perToken));
        }
        area = drawPictureFrame(canvas, rect, canvas.say(QT_TRANSLATE_NOOP("Plots", "How the KV cache grows")),
                                subtitle, scene);
    }
    if (!run) {
        drawEmpty(canvas, area,
                  scene.naive ? canvas.say(QT_TRANSLATE_NOOP("Plots", "Naive decoding keeps no cache"))
                              : canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return;
    }
    const TriangleExtent extent = triangleExtent(scene);
    KvLines fresh;
    KvLines& lines = scene.kept != nullptr ? scene.kept->kv : fresh;
    lines.update(run);
    std::vector<QPointF> formula = lines.formula().points;
    const std::vector<QPointF> covered = lines.upTo(lines.formula(), shown);  // as far as the run is shown
    const std::vector<QPointF> used = lines.upTo(lines.used(), shown);
    const std::vector<QPointF> allocated = lines.upTo(lines.allocated(), shown);
    double top = lines.top();
    const double requested = lines.requested();
    const double lastContext = std::max({2.0, static_cast<double>(extent.columns), lines.lastContext()});
    const auto& info = run->info();
    // The formula is known from the empty cache on; what was measured begins with the prompt.
    if (info.promptIds.size() == 1) {
        const engine::KvShape shape = engine::kvShapeOf(info.model.config);
        const auto prompt = static_cast<std::int64_t>(info.promptIds.front().size());
        std::vector<QPointF> head;
        for (const std::int64_t quarter : {0, 1, 2, 3}) {
            const std::int64_t tokens = prompt * quarter / 4;
            const auto bytes = engine::kvBytes(shape, info.settings.keyFormat, info.settings.valueFormat, tokens, 1);
            if (bytes && (head.empty() || tokens > head.back().x()))
                head.emplace_back(static_cast<double>(tokens), static_cast<double>(*bytes));
        }
        formula.insert(formula.begin(), head.begin(), head.end());
    }
    const auto planned =
        engine::kvBytes(engine::kvShapeOf(info.model.config), info.settings.keyFormat, info.settings.valueFormat,
                        static_cast<std::int64_t>(lastContext), std::max<std::int64_t>(1, info.settings.batch));
    if (planned && info.promptIds.size() <= 1 && (formula.empty() || formula.back().x() < lastContext)) {
        if (formula.empty())
            formula.emplace_back(0, 0);
        formula.emplace_back(lastContext, static_cast<double>(*planned));
        top = std::max(top, static_cast<double>(*planned));
    }
    const bool room = area.width() > 420;
    const std::array<QString, 4> names{
        canvas.say(QT_TRANSLATE_NOOP("Plots", "used, measured")), canvas.say(QT_TRANSLATE_NOOP("Plots", "formula")),
        canvas.say(QT_TRANSLATE_NOOP("Plots", "allocated")), canvas.say(QT_TRANSLATE_NOOP("Plots", "requested"))};
    qreal margin = 0;
    for (const QString& name : names) margin = std::max(margin, canvas.width(name, canvas.small(), 600));
    margin += 18;
    if (!room)
        margin = 6;
    ChartAxis x{0,
                lastContext,
                canvas.say(QT_TRANSLATE_NOOP("Plots", "context length (positions)")),
                [&](double v) { return formatInteger(locale, static_cast<std::int64_t>(v)); },
                false,
                false};
    const ChartAxis y =
        bytesAxis(canvas, canvas.say(QT_TRANSLATE_NOOP("Plots", "KV cache (bytes)")), top, area.height());
    const Chart chart = drawChartAxes(canvas, area, x, y, margin);
    const qreal stroke = theme.stroke * (canvas.framed() ? 1.5 : 1);
    std::vector<EndLabel> labels;
    const auto at = [&](const QPointF& p) { return QPointF(chart.x.pixel(p.x()), chart.y.pixel(p.y())); };
    // Names that stand in the plot keep clear of every line.
    LabelPlacer placer(chart.plot.adjusted(2, 0, 0, -2));
    const auto block = [&](const std::vector<QPointF>& line) {
        for (std::size_t i = 1; i < line.size(); ++i) placer.blockLine(at(line[i - 1]), at(line[i]), 2);
    };
    const auto inside = [&](const QPointF& point, const QString& name, const QColor& color, int weight) {
        const QSizeF box(canvas.width(name, canvas.small(), weight), canvas.small() * 1.3);
        const auto place = placer.place(point, box, 4, 40);
        if (place)
            canvas.text({place->rect.left(), place->rect.center().y()}, Qt::AlignLeft | Qt::AlignVCenter, name,
                        canvas.small(), weight, color);
        return place.has_value();
    };
    const auto name = [&](const QPointF& end, const QPointF& point, int which, const QColor& color, int weight) {
        if (room || !inside(at(point), names[static_cast<std::size_t>(which)], color, weight))
            labels.push_back(
                {{chart.plot.right(), at(end).y()}, names[static_cast<std::size_t>(which)], color, weight});
    };
    const std::vector<QPointF> asked{QPointF(0, requested), QPointF(lastContext, requested)};
    block(formula);
    block(allocated);
    if (requested > 0) {
        block(asked);
        drawSeries(canvas, chart, asked, theme.formula, stroke * 0.7, Qt::DotLine);
    }
    if (!allocated.empty())
        drawSeries(canvas, chart, allocated, theme.textMuted, stroke * 0.7);
    if (!formula.empty())
        drawSeries(canvas, chart, formula, theme.formula, stroke * 0.8, Qt::DashLine);
    if (!used.empty()) {
        drawSeries(canvas, chart, used, theme.runCached, stroke * 2.2);
        // The formula shows as an inlay where the measurement covers it.
        if (covered.size() > 1)
            drawSeries(canvas, chart, covered, theme.surface, stroke * 0.6, Qt::DashLine);
        painter.setPen(QPen(theme.surface, 2));
        painter.setBrush(theme.runCached);
        painter.drawEllipse(at(used.back()), 5, 5);
        placer.addPoint(at(used.back()), 6);
        // Before the end of the axis the name stands at its own point if the lines leave it room, else with the others.
        if ((room && used.back().x() >= lastContext - 1e-9) || !inside(at(used.back()), names[0], theme.runCached, 600))
            labels.push_back({{chart.plot.right(), at(used.back()).y()}, names[0], theme.runCached, 600});
    }
    if (requested > 0)
        name(asked[1], {lastContext * 0.12, requested}, 3, theme.formula, 400);
    // On the part of its line that there is.
    if (!allocated.empty())
        name(allocated.back(), {std::max(lastContext * 0.3, allocated.front().x()), allocated.back().y()}, 2,
             theme.textMuted, 400);
    if (!formula.empty())
        name(formula.back(), {lastContext * 0.35, formula.back().y() * 0.35}, 1, theme.formula, 400);
    if (room)
        drawEndLabels(canvas, chart.plot, area.right(), labels);
}

}  // namespace decodescope::app
