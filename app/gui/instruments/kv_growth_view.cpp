// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/plot_views.h"
#include "app/gui/instruments/record_tables.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangle_cells.h"
#include "engine/kv_cache/kv_size.h"

#include <QPainter>
#include <algorithm>

namespace decodescope::app {

namespace {

using Step = profiler::StepRecord;

QVariant bytes(std::int64_t value)
{
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

}  // namespace

KvGrowthView::KvGrowthView(Selection* selection, QWidget* parent)
    : InstrumentView("kvGrowth", tr("KV cache"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_steps(new StepTableModel({{tr("Step"), [](const Step& s) { return bytes(s.step + 1); }},
                                  {tr("Context"), [](const Step& s) { return bytes(s.contextLength); }},
                                  {tr("Formula (B)"), [](const Step& s) { return bytes(s.kvBytesFormula); }},
                                  {tr("Used (B)"), [](const Step& s) { return bytes(s.kv.usedBytes); }},
                                  {tr("Allocated (B)"), [](const Step& s) { return bytes(s.kv.allocatedBytes); }},
                                  {tr("Requested (B)"), [](const Step& s) { return bytes(s.kv.requestedBytes); }}},
                                 this))
{
    m_surface->setObjectName(QStringLiteral("kvGrowthPlot"));
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) {
        // The blocks come second: where room is short the growth wins.
        const qreal blocks = rect.height() >= 210 ? std::min<qreal>(rect.height() * 0.36, 150) : 0;
        paintKvGrowthPlot(canvas, rect.adjusted(0, 0, 0, -blocks), this->selection()->scene());
        m_blocks = {};
        if (blocks > 0)
            paintBlocks(canvas, QRectF(rect.x(), rect.bottom() - blocks + 6, rect.width(), blocks - 6));
    };
    m_surface->describe = [this](const QPointF& point) { return describe(point); };
    setContent(m_surface);
    setTable(m_steps);
}

void KvGrowthView::paintBlocks(const Canvas& canvas, const QRectF& rect)
{
    const PlotScene scene = selection()->scene();
    const std::size_t shown = shownSteps(scene.cached, scene.cachedSteps);
    if (shown == 0)
        return;
    const auto& info = scene.cached->info();
    const auto& step = scene.cached->steps()[shown - 1];
    const auto layers = std::max<std::int64_t>(1, info.model.config.layers);
    const auto perToken = engine::kvBytesPerToken(engine::kvShapeOf(info.model.config), info.settings.keyFormat,
                                                  info.settings.valueFormat);
    if (!perToken || *perToken <= 0 || step.kv.allocatedBytes <= 0)
        return;
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const QString title =
        tr("Cache by layer: keys and values of %1 positions").arg(formatInteger(locale(), step.kv.usedPositions));
    canvas.text(rect.topLeft(), Qt::AlignLeft | Qt::AlignTop, canvas.elided(title, rect.width(), size), size, 400,
                t.textMuted);
    const qreal top = canvas.snap(rect.y() + canvas.lineHeight(size) + 2);
    const qreal labels = canvas.width(formatInteger(locale(), layers), size) + 8;
    const qreal pitch = (rect.bottom() - top) / static_cast<qreal>(layers);
    const qreal half = (rect.width() - labels - 10) / 2;
    const double used = std::clamp(static_cast<double>(step.kv.usedPositions) * static_cast<double>(*perToken) /
                                       static_cast<double>(step.kv.allocatedBytes),
                                   0.0, 1.0);
    const double fresh = step.kv.usedPositions > 0
                             ? used * static_cast<double>(std::min(step.positionsComputed, step.kv.usedPositions)) /
                                   static_cast<double>(step.kv.usedPositions)
                             : 0;
    m_blocks = QRectF(rect.x() + labels, top, rect.width() - labels, rect.bottom() - top);
    QPainter& p = canvas.painter();
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const qreal y = canvas.snap(top + pitch * static_cast<qreal>(layer));
        const qreal bottom = canvas.snap(top + pitch * static_cast<qreal>(layer + 1));
        const qreal h = std::max(canvas.devicePixel(), bottom - y -
                                                           (pitch >= 4   ? 1
                                                            : pitch >= 2 ? canvas.devicePixel()
                                                                         : 0));
        for (const int part : {0, 1}) {
            const QRectF whole(m_blocks.x() + part * (half + 10), y, half, h);
            p.fillRect(whole, t.grid);
            QRectF filled = whole;
            filled.setWidth(half * used);
            p.fillRect(filled, t.cachedOutline);
            // At least a visible sliver for one new position.
            const qreal freshWidth = std::min(filled.width(), std::max<qreal>(2, half * fresh));
            p.fillRect(QRectF(filled.right() - freshWidth, y, freshWidth, h),
                       step.phase == engine::Phase::prefill ? t.prefill : t.newWork);
        }
    }
    for (const std::int64_t layer : {std::int64_t{0}, layers - 1}) {
        const qreal middle = top + pitch * (static_cast<qreal>(layer) + 0.5);
        canvas.text({m_blocks.x() - 6, std::clamp(middle, top + size * 0.5, m_blocks.bottom() - size * 0.5)},
                    Qt::AlignRight | Qt::AlignVCenter, formatInteger(locale(), layer + 1), size, 400, t.textMuted);
        if (layers == 1 || pitch * static_cast<qreal>(layers) < 2 * canvas.lineHeight(size))
            break;
    }
}

QString KvGrowthView::describe(const QPointF& point) const
{
    const PlotScene scene = selection()->scene();
    const std::size_t shown = shownSteps(scene.cached, scene.cachedSteps);
    if (shown == 0 || !m_blocks.contains(point))
        return {};
    const auto& config = scene.cached->info().model.config;
    const auto layer =
        static_cast<std::int64_t>((point.y() - m_blocks.y()) / m_blocks.height() * static_cast<double>(config.layers));
    return describeBlock(layer, point.x() < m_blocks.center().x());
}

/// There is a current step of a run with a cache.
QString KvGrowthView::describeBlock(std::int64_t layer, bool keys) const
{
    const PlotScene scene = selection()->scene();
    const auto& config = scene.cached->info().model.config;
    const auto& step = scene.cached->steps()[shownSteps(scene.cached, scene.cachedSteps) - 1];
    return tr("layer %1, %2: [%3, %4, %5]")
        .arg(formatInteger(locale(), layer + 1), keys ? tr("keys") : tr("values"),
             formatInteger(locale(), step.kv.usedPositions), formatInteger(locale(), config.kvHeads),
             formatInteger(locale(), config.headDim));
}

std::vector<InstrumentView::Spot> KvGrowthView::spots() const
{
    std::vector<Spot> all;
    const PlotScene scene = selection()->scene();
    if (shownSteps(scene.cached, scene.cachedSteps) == 0 || m_blocks.isEmpty())
        return all;
    const std::int64_t layers = scene.cached->info().model.config.layers;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const qreal y =
            m_blocks.y() + m_blocks.height() * (static_cast<qreal>(layer) + 0.5) / static_cast<qreal>(layers);
        for (const bool keys : {true, false}) {
            const qreal x = m_blocks.center().x() + m_blocks.width() * (keys ? -0.25 : 0.25);
            all.push_back({{x, y}, describeBlock(layer, keys)});
        }
    }
    return all;
}

void KvGrowthView::refresh()
{
    const PlotScene scene = selection()->scene();
    const std::size_t shown = shownSteps(scene.cached, scene.cachedSteps);
    if (shown == 0) {
        setNote(QString());
        return;
    }
    const auto& kv = scene.cached->steps()[shown - 1].kv;
    setNote({tr("%1 used").arg(formatBytes(locale(), kv.usedBytes)),
             tr("%1 allocated").arg(formatBytes(locale(), kv.allocatedBytes)),
             tr("%1 requested").arg(formatBytes(locale(), kv.requestedBytes))});
}

void KvGrowthView::refreshTable()
{
    m_steps->show(selection()->cached(), selection()->cachedSteps());
}

}  // namespace decodescope::app
