// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/ops_view.h"

#include "app/gui/instruments/op_keys.h"
#include "app/gui/instruments/record_tables.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <optional>

namespace decodescope::app {

namespace {

std::int64_t totalNs(const std::vector<OpSum>& sums)
{
    std::int64_t total = 0;
    for (const OpSum& sum : sums) total += sum.wallNs;
    return total;
}

}  // namespace

OpsView::OpsView(Selection* selection, QWidget* parent)
    : InstrumentView("ops", tr("Ops of this step"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_rows(
          new RowTableModel({tr("Op"), tr("Time (ms)"), tr("Share"), tr("FLOP"), tr("GFLOP/s"), tr("Weights read (B)"),
                             tr("KV read (B)"), tr("KV written (B)"), tr("Activations (B)"), tr("GB/s")},
                            this)),
      m_layer(new QComboBox(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_layer->setObjectName(QStringLiteral("opsLayer"));
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addControl(m_layer);
    connect(m_layer, &QComboBox::activated, this,
            [this](int index) { this->selection()->setLayer(m_layer->itemData(index).toInt()); });
    m_surface->setObjectName(QStringLiteral("opsPlot"));
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) { paintOps(canvas, rect); };
    m_surface->describe = [this](const QPointF& point) { return describe(point); };
    connect(m_surface, &PlotSurface::clicked, this, &OpsView::onClick);
    connect(selection, &Selection::layerChanged, this, &OpsView::scheduleRefresh);
    connect(selection, &Selection::opChanged, this, &OpsView::scheduleRefresh);
    connect(selection, &Selection::runsChanged, this, &OpsView::updateLayers);
    setContent(m_surface);
    setTable(m_rows);
    updateLayers();
}

void OpsView::setTheme(const Theme& theme)
{
    InstrumentView::setTheme(theme);
}

void OpsView::updateLayers()
{
    const auto& run = selection()->cached() ? selection()->cached() : selection()->naive();
    const int layers = run ? static_cast<int>(run->info().model.config.layers) : 0;
    const QSignalBlocker blocker(m_layer);
    if (m_layer->count() != layers + 1) {
        m_layer->clear();
        m_layer->addItem(tr("All layers added up"), -1);
        for (int i = 0; i < layers; ++i) m_layer->addItem(tr("Layer %1").arg(locale().toString(i + 1)), i);
    }
    m_layer->setCurrentIndex(std::max(0, m_layer->findData(selection()->layer())));
}

void OpsView::refresh()
{
    updateLayers();
    const auto* step = selection()->currentStep();
    m_sums = step ? sumOps(*step, selection()->layer()) : std::vector<OpSum>{};
    if (!step) {
        setNote(QString());
        return;
    }
    const auto selected =
        std::find_if(m_sums.begin(), m_sums.end(), [this](const OpSum& sum) { return selection()->op() == sum.kind; });
    if (selected != m_sums.end()) {
        setNote(describeOp(*selected));
        return;
    }
    QString note =
        tr("step %1 · %2 · %3 · %4 · %5 GB/s")
            .arg(formatInteger(locale(), step->step + 1),
                 step->phase == engine::Phase::prefill ? tr("prefill") : tr("decode"),
                 formatSeconds(locale(), static_cast<double>(step->wallNs) * 1e-9),
                 formatFlops(locale(), step->cost.flops), formatSignificant(locale(), step->achievedGbPerS()));
    if (step->kernels.empty() && step->opClock == engine::OpClock::events)
        note += QStringLiteral(" · ") + tr("ops timed by CUDA events");
    setNote(note);
}

QString OpsView::describeOp(const OpSum& sum) const
{
    const auto ns = static_cast<double>(std::max<std::int64_t>(1, sum.wallNs));
    const std::int64_t total = std::max<std::int64_t>(1, totalNs(m_sums));
    return tr("%1: %2, %3 of the step · %4 · %5 moved · %6 GFLOP/s · %7 GB/s")
        .arg(opName(sum.kind), formatSeconds(locale(), ns * 1e-9),
             formatShare(locale(), static_cast<double>(sum.wallNs) / static_cast<double>(total)),
             formatFlops(locale(), sum.cost.flops), formatBytes(locale(), sum.cost.bytes()),
             formatSignificant(locale(), sum.cost.flops / ns),
             formatSignificant(locale(), static_cast<double>(sum.cost.bytes()) / ns));
}

void OpsView::refreshTable()
{
    std::vector<std::vector<QVariant>> rows;
    const std::int64_t total = std::max<std::int64_t>(1, totalNs(m_sums));
    for (const OpSum& sum : m_sums) {
        const auto ns = static_cast<double>(std::max<std::int64_t>(1, sum.wallNs));
        const auto whole = [](std::int64_t v) { return QVariant::fromValue(static_cast<qlonglong>(v)); };
        rows.push_back({opName(sum.kind), static_cast<double>(sum.wallNs) * 1e-6,
                        static_cast<double>(sum.wallNs) / static_cast<double>(total), sum.cost.flops,
                        sum.cost.flops / ns, whole(sum.cost.bytesWeights), whole(sum.cost.bytesKvRead),
                        whole(sum.cost.bytesKvWritten), whole(sum.cost.bytesActivations),
                        static_cast<double>(sum.cost.bytes()) / ns});
    }
    m_rows->setRows(std::move(rows));
}

void OpsView::paintOps(const Canvas& canvas, const QRectF& rect)
{
    m_segments.clear();
    m_layers.clear();
    const auto* step = selection()->currentStep();
    if (!step || m_sums.empty()) {
        drawEmpty(canvas, rect, step ? tr("No op times were kept for this step of the recording") : tr("No step yet"));
        return;
    }
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    const qreal barHeight = std::min<qreal>(2 * line + 8, rect.height() * 0.45);
    const QRectF bar(rect.x(), rect.y() + 4, rect.width(), barHeight);
    const auto total = static_cast<double>(std::max<std::int64_t>(1, totalNs(m_sums)));
    const qreal gap = 2;
    const qreal usable = bar.width() - gap * static_cast<qreal>(m_sums.size() - 1);
    qreal x = bar.x();
    std::vector<Outside> outside;
    QPainter& p = canvas.painter();
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const OpSum& sum = m_sums[i];
        const QRectF segment(x, bar.y(), std::max(1.0, usable * static_cast<double>(sum.wallNs) / total), bar.height());
        const bool selected = selection()->op() == sum.kind;
        const QColor fill = selected ? t.barSelected : i % 2 == 0 ? t.bar : t.barAlternate;
        p.setPen(Qt::NoPen);
        p.setBrush(fill);
        p.drawRoundedRect(segment, 3, 3);
        const QString name = opName(sum.kind);
        const QString time = formatSeconds(locale(), static_cast<double>(sum.wallNs) * 1e-9);
        const QColor ink = selected ? t.textOnAccent : t.text;
        // A name is whole or it is not in the bar.
        if (std::max(canvas.width(name, size, 600), canvas.width(time, size)) + 12 <= segment.width() &&
            bar.height() >= 2 * line) {
            const qreal top = bar.y() + (bar.height() - 2 * line) / 2;
            canvas.text({segment.x() + 6, top}, Qt::AlignLeft | Qt::AlignTop, name, size, 600, ink);
            canvas.text({segment.x() + 6, top + line}, Qt::AlignLeft | Qt::AlignTop, time, size, 400, ink);
        } else {
            outside.push_back({segment, name + QStringLiteral(" ") + time});
        }
        m_segments.push_back({segment, sum.kind});
        x = segment.right() + gap;
    }
    qreal y = bar.bottom();
    if (!outside.empty())
        y = paintOutside(canvas, QRectF(rect.x(), y, rect.width(), rect.bottom() - y), outside);
    const qreal below = y + (outside.empty() ? 10 : 8);
    if (rect.bottom() - below >= line + 18)
        paintLayers(canvas, QRectF(rect.x(), below, rect.width(), std::min<qreal>(rect.bottom() - below, 90)), *step);
}

/// Names of the narrow pieces below the bar, in the order of the pieces, each joined to its own by a line. As many
/// lines of text as it takes: neighbours take turns, so that every name stands near its piece.
qreal OpsView::paintOutside(const Canvas& canvas, const QRectF& rect, const std::vector<Outside>& outside) const
{
    constexpr qreal kDrop = 14;  ///< height of the lines to the first row
    constexpr double kGap = 14;
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    const auto most = static_cast<std::size_t>(std::max<qreal>(1, (rect.height() - kDrop) / line));
    // The number of rows that keeps every name near its piece; one more row must be worth its place.
    struct Arrangement {
        std::size_t rows = 0;
        std::vector<std::vector<double>> lengths, placed;
        double cost = 1e9;
    };
    Arrangement best;
    for (std::size_t rows = 1; rows <= std::min<std::size_t>(3, most); ++rows) {
        Arrangement tried{rows, std::vector<std::vector<double>>(rows), std::vector<std::vector<double>>(rows),
                          40.0 * static_cast<double>(rows)};
        std::vector<std::vector<double>> middles(rows);
        for (std::size_t i = 0; i < outside.size(); ++i) {
            middles[i % rows].push_back(outside[i].segment.center().x());
            tried.lengths[i % rows].push_back(canvas.width(outside[i].label, size));
        }
        double farthest = 0;
        bool fits = true;
        for (std::size_t row = 0; row < rows; ++row) {
            tried.placed[row] = spreadAlong(middles[row], tried.lengths[row], kGap, rect.left(), rect.right());
            fits = fits && tried.placed[row].size() == middles[row].size();
            for (std::size_t k = 0; fits && k < middles[row].size(); ++k) {
                const double away = std::abs(tried.placed[row][k] - middles[row][k]) - tried.lengths[row][k] / 2;
                farthest = std::max(farthest, away);
            }
        }
        tried.cost += farthest;
        if (fits && tried.cost < best.cost)
            best = std::move(tried);
    }
    if (best.rows > 0) {
        const std::size_t rows = best.rows;
        const auto& placed = best.placed;
        const auto& lengths = best.lengths;
        double before = rect.left();
        for (std::size_t i = 0; i < outside.size(); ++i) {
            const double middle = placed[i % rows][i / rows];
            const double half = lengths[i % rows][i / rows] / 2;
            const qreal top = rect.top() + kDrop + static_cast<qreal>(i % rows) * line;
            const QPointF from(outside[i].segment.center().x(), rect.top() + 1);
            // In the order of the pieces, so that lines do not cross; to a later row straight down between the names
            // above it, or not at all.
            const double reach = std::max(0.0, half - 4);
            const double low = std::max(middle - reach, before);
            std::optional<double> foot;
            for (double x = low; x <= middle + reach; x += 1) {
                bool clear = true;
                for (std::size_t above = 0; above < i % rows; ++above) {
                    for (std::size_t k = 0; k < placed[above].size(); ++k)
                        clear = clear && std::abs(placed[above][k] - x) > lengths[above][k] / 2 + kGap / 2 - 2;
                }
                if (clear && (!foot || std::abs(x - from.x()) < std::abs(*foot - from.x())))
                    foot = x;
            }
            if (foot) {
                before = *foot;
                const QPointF elbow(*foot, rect.top() + kDrop + (i % rows == 0 ? 2 : 0));
                canvas.line(from, elbow, t.textMuted, t.thinStroke);
                if (i % rows > 0)
                    canvas.line(elbow, {*foot, top + 2}, t.textMuted, t.thinStroke);
            }
            canvas.text({middle, top}, Qt::AlignHCenter | Qt::AlignTop, outside[i].label, size, 400, t.textMuted);
        }
        return rect.top() + kDrop + static_cast<qreal>(rows) * line;
    }
    return rect.top();
}

void OpsView::paintLayers(const Canvas& canvas, const QRectF& rect, const profiler::StepRecord& step)
{
    std::vector<std::int64_t> times;
    for (const auto& op : step.ops) {
        if (op.layer < 0)
            continue;
        if (static_cast<std::size_t>(op.layer) >= times.size())
            times.resize(static_cast<std::size_t>(op.layer) + 1, 0);
        times[static_cast<std::size_t>(op.layer)] += op.wallNs;
    }
    if (times.empty())
        return;
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    canvas.text(rect.topLeft(), Qt::AlignLeft | Qt::AlignTop, tr("Time of every layer; click one to open it"), size,
                400, t.textMuted);
    const auto most = static_cast<double>(std::max<std::int64_t>(1, *std::max_element(times.begin(), times.end())));
    const qreal top = rect.y() + line + 2;
    const qreal height = rect.bottom() - top - 2;
    const qreal pitch = std::min<qreal>(rect.width() / static_cast<qreal>(times.size()), 60);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const qreal h = std::max(2.0, height * static_cast<double>(times[i]) / most);
        const QRectF column(rect.x() + pitch * static_cast<qreal>(i), rect.bottom() - 2 - h,
                            std::max<qreal>(1, pitch - 2), h);
        const bool open = selection()->layer() == static_cast<int>(i);
        canvas.painter().setPen(Qt::NoPen);
        canvas.painter().setBrush(open ? t.barSelected : t.bar);
        canvas.painter().drawRoundedRect(column, 2, 2);
        m_layers.emplace_back(column.x(), top, pitch, height + 2);
    }
}

void OpsView::onClick(const QPointF& point)
{
    for (const Segment& segment : m_segments) {
        if (segment.rect.contains(point)) {
            // A second click lets go.
            selection()->setOp(selection()->op() == segment.kind ? std::nullopt : std::optional(segment.kind));
            return;
        }
    }
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        if (m_layers[i].contains(point)) {
            const int layer = static_cast<int>(i);
            selection()->setLayer(selection()->layer() == layer ? -1 : layer);
            return;
        }
    }
}

QString OpsView::describe(const QPointF& point) const
{
    for (std::size_t i = 0; i < m_segments.size() && i < m_sums.size(); ++i) {
        if (m_segments[i].rect.contains(point))
            return describeOp(m_sums[i]);
    }
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        if (m_layers[i].contains(point))
            return tr("layer %1").arg(locale().toString(static_cast<qulonglong>(i) + 1));
    }
    return {};
}

void OpsView::keyPressEvent(QKeyEvent* event)
{
    std::vector<engine::OpKind> kinds;
    kinds.reserve(m_sums.size());
    for (const OpSum& sum : m_sums) {
        kinds.push_back(sum.kind);
    }
    if (!selectOpByKey(*event, Qt::Key_Left, Qt::Key_Right, kinds, *selection()))
        InstrumentView::keyPressEvent(event);
}

}  // namespace decodescope::app
