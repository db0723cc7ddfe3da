// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/plot_views.h"

#include "app/gui/instruments/op_names.h"
#include "app/gui/instruments/plot_tables.h"
#include "app/gui/instruments/record_tables.h"
#include "app/plots/axis.h"
#include "app/plots/chart.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangle_cells.h"

#include <QAction>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope::app {

RooflineView::RooflineView(Selection* selection, QWidget* parent)
    : InstrumentView("roofline", tr("Roofline"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_steps(new StepTableModel(
          {{tr("Step"), [](const Step& s) { return whole(s.step + 1); }},
           {tr("Phase"), [](const Step& s) { return text(engine::name(s.phase)); }},
           {tr("FLOP/byte"), [](const Step& s) { return QVariant(s.cost.arithmeticIntensity()); }, 4},
           {tr("GFLOP/s"), [](const Step& s) { return QVariant(s.achievedGflopPerS()); }, 4},
           {tr("GB/s"), [](const Step& s) { return QVariant(s.achievedGbPerS()); }, 4},
           {tr("FLOP"), [](const Step& s) { return QVariant(s.cost.flops); }, 6},
           {tr("Bytes"), [](const Step& s) { return whole(s.cost.bytes()); }},
           {tr("Limited by"), [](const Step& s) { return text(profiler::name(s.bound)); }}},
          this)),
      m_opsAction(new QAction(tr("Show ops of the step"), this))
{
    m_opsAction->setCheckable(true);
    m_opsAction->setObjectName(QStringLiteral("rooflineOpsAction"));
    addMenuAction(m_opsAction);
    connect(m_opsAction, &QAction::toggled, this, &RooflineView::setOpsShown);
    m_surface->setObjectName(QStringLiteral("rooflinePlot"));
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) {
        const PlotScene scene = this->selection()->scene();
        if (!scene.naive && !scene.cached) {
            drawEmpty(canvas, rect, tr("No run yet"));
            m_drawing = {};
            return;
        }
        m_drawing = paintRoofline(canvas, rect, m_model);
    };
    m_surface->describe = [this](const QPointF& point) { return describe(point); };
    setContent(m_surface);
    setTable(m_steps);
}

void RooflineView::setOpsShown(bool shown)
{
    m_opsShown = shown;
    m_opsAction->setChecked(shown);
    scheduleRefresh();
}

void RooflineView::refresh()
{
    m_model = rooflineModel(selection()->scene(), m_opsShown);
    for (RooflinePoint& point : m_model.points) {
        if (point.op)
            point.label = opName(*point.op);
    }
    QStringList parts;
    const auto* step = selection()->currentStep();
    const bool cached = selection()->cached() && selection()->cachedSteps() > 0;
    for (const RooflinePoint& point : m_model.points) {
        const bool ofRun = point.kind == RooflinePoint::Kind::prefill ||
                           point.kind == (cached ? RooflinePoint::Kind::decode : RooflinePoint::Kind::naive);
        const bool current = ofRun && step != nullptr && point.step == static_cast<std::size_t>(step->step);
        if (!current || !parts.isEmpty())
            continue;
        parts << tr("step %1: %2 GFLOP/s")
                     .arg(formatInteger(locale(), static_cast<std::int64_t>(point.step) + 1),
                          formatSignificant(locale(), point.gflopPerS));
        if (point.roofShare > 0)
            parts << tr("%1 of its roof").arg(formatShare(locale(), point.roofShare));
    }
    if (m_model.ceilings) {
        parts << tr("memory %1 GB/s").arg(formatSignificant(locale(), m_model.ceilings->readGbPerS));
        if (m_model.compute) {
            if (const auto peak = m_model.ceilings->computeGflopPerS(*m_model.compute))
                parts << tr("%1 %2 GFLOP/s")
                             .arg(text(name(*m_model.compute)).toString(), formatSignificant(locale(), *peak));
        }
        parts << tr("measured beside the run");
    }
    if (!m_model.points.empty())
        parts << (m_model.bytesMeasured ? tr("bytes measured") : tr("bytes modelled"));
    if (m_model.counted)
        parts << tr("hollow: counted by the device");
    setNote(parts);
}

void RooflineView::refreshTable()
{
    const auto [run, steps] = mainRun(*selection());
    m_steps->show(run, steps);
}

QString RooflineView::describe(const QPointF& point) const
{
    const std::vector<QPointF>& places = m_drawing.points;
    std::size_t nearest = places.size();
    qreal least = 12;
    for (std::size_t i = 0; i < std::min(places.size(), m_model.points.size()); ++i) {
        const qreal distance = std::hypot(places[i].x() - point.x(), places[i].y() - point.y());
        if (distance <= least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest < places.size() ? describePoint(m_model.points[nearest], locale()) : QString();
}

/// The points with names; the trail is in the table.
std::vector<InstrumentView::Spot> RooflineView::spots() const
{
    std::vector<Spot> all;
    for (std::size_t i = 0; i < m_model.points.size(); ++i) {
        if (m_model.points[i].kind != RooflinePoint::Kind::trail)
            all.push_back({i < m_drawing.points.size() ? m_drawing.points[i] : QPointF(),
                           describePoint(m_model.points[i], locale())});
    }
    return all;
}

MemoryView::MemoryView(Selection* selection, QWidget* parent)
    : InstrumentView("memory", tr("Memory"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_steps(new StepTableModel({{tr("Step"), [](const Step& s) { return whole(s.step + 1); }},
                                  {tr("Weights (B)"), [](const Step& s) { return whole(s.memory.live[0]); }},
                                  {tr("KV cache (B)"), [](const Step& s) { return whole(s.memory.live[1]); }},
                                  {tr("Activations (B)"), [](const Step& s) { return whole(s.memory.live[2]); }},
                                  {tr("Workspace (B)"), [](const Step& s) { return whole(s.memory.live[3]); }},
                                  {tr("Live (B)"), [](const Step& s) { return whole(s.memory.liveTotal()); }},
                                  {tr("Reserved (B)"), [](const Step& s) { return whole(s.memory.reserved); }},
                                  {tr("Peak (B)"), [](const Step& s) { return whole(s.memoryPeakBytes); }}},
                                 this))
{
    m_surface->setObjectName(QStringLiteral("memoryPlot"));
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) { paintMemory(canvas, rect); };
    setContent(m_surface);
    setTable(m_steps);
}

void MemoryView::paintMemory(const Canvas& canvas, const QRectF& rect)
{
    const auto [run, limit] = mainRun(*selection());
    const std::size_t shown = shownSteps(run, limit);
    if (shown == 0) {
        drawEmpty(canvas, rect, tr("No step yet"));
        return;
    }
    const Theme& t = canvas.theme();
    const std::array<QString, engine::kMemoryKinds> names{tr("weights"), tr("KV cache"), tr("activations"),
                                                          tr("workspace")};
    double top = 1;
    const std::size_t stride = std::max<std::size_t>(1, shown / 2000);
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < shown; i += stride) steps.push_back(i);
    if (steps.back() != shown - 1)
        steps.push_back(shown - 1);
    for (const std::size_t i : steps) {
        const auto& step = run->steps()[i];
        top = std::max({top, static_cast<double>(step.memory.reserved), static_cast<double>(step.memoryPeakBytes)});
    }
    const int lastStep = std::max(2, triangleExtent(selection()->scene()).rows);
    const auto& now = run->steps()[shown - 1];
    qreal margin = 0;
    std::array<QString, engine::kMemoryKinds> labels;
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        labels[kind] = names[kind] + QStringLiteral(" ") + formatBytes(locale(), now.memory.live[kind]);
        margin = std::max(margin, canvas.width(labels[kind], canvas.small(), 500));
    }
    margin += 34;
    ChartAxis x{1,          static_cast<double>(lastStep),
                tr("step"), [this](double v) { return formatInteger(locale(), std::llround(v)); },
                true,       false,
                {}};
    const ChartAxis y = bytesAxis(canvas, tr("live bytes"), top, rect.height());
    const Chart chart = drawChartAxes(canvas, rect, x, y, std::min(margin, rect.width() * 0.5));
    QPainter& p = canvas.painter();
    std::vector<double> below(steps.size(), 0.0);
    std::vector<EndLabel> ends;
    const qreal endX = chart.x.pixel(static_cast<double>(shown));
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        QPainterPath path;
        std::vector<double> above = below;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            above[i] += static_cast<double>(run->steps()[steps[i]].memory.live[kind]);
            const QPointF point(chart.x.pixel(static_cast<double>(steps[i] + 1)), chart.y.pixel(above[i]));
            i == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        for (std::size_t i = steps.size(); i-- > 0;)
            path.lineTo(chart.x.pixel(static_cast<double>(steps[i] + 1)), chart.y.pixel(below[i]));
        path.closeSubpath();
        // One step alone is a line: give it a body.
        p.setPen(QPen(t.memoryKinds[kind], steps.size() == 1 ? 4 : 0.5));
        p.setBrush(t.memoryKinds[kind]);
        p.drawPath(path);
        ends.push_back({{endX + 14, chart.y.pixel((above.back() + below.back()) / 2)}, labels[kind], t.text, 500});
        below = above;
    }
    std::vector<QPointF> reserved;
    std::vector<QPointF> peak;
    for (const std::size_t i : steps) {
        reserved.emplace_back(static_cast<double>(i + 1), static_cast<double>(run->steps()[i].memory.reserved));
        peak.emplace_back(static_cast<double>(i + 1), static_cast<double>(run->steps()[i].memoryPeakBytes));
    }
    drawSeries(canvas, chart, peak, t.text, t.stroke);
    drawSeries(canvas, chart, reserved, t.textMuted, t.thinStroke, Qt::DashLine);
    drawEndLabels(canvas, chart.plot, rect.right(), ends);
}

void MemoryView::refresh()
{
    const auto* step = selection()->currentStep();
    if (!step) {
        setNote(QString());
        return;
    }
    QStringList parts{
        tr("step %1: %2 live")
            .arg(formatInteger(locale(), step->step + 1), formatBytes(locale(), step->memory.liveTotal())),
        tr("%1 peak (line)").arg(formatBytes(locale(), step->memoryPeakBytes)),
        tr("%1 reserved (dashes)").arg(formatBytes(locale(), step->memory.reserved))};
    const auto run = mainRun(*selection()).first;
    if (const auto memory = run ? run->info().deviceMemory : std::nullopt)
        parts << tr("%1 of %2 in use on the device, %3 of it context and other programs")
                     .arg(formatBytes(locale(), memory->inUseBytes), formatBytes(locale(), memory->totalBytes),
                          formatBytes(locale(), memory->beforeBytes));
    setNote(parts);
}

void MemoryView::refreshTable()
{
    const auto [run, steps] = mainRun(*selection());
    m_steps->show(run, steps);
}

}  // namespace decodescope::app
