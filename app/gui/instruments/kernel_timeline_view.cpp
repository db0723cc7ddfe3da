// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/kernel_timeline_view.h"

#include "app/gui/instruments/op_keys.h"
#include "app/gui/instruments/op_names.h"
#include "app/gui/instruments/record_tables.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"
#include "profiler/record/run_record.h"

#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace decodescope::app {

namespace {

constexpr qreal kMostPitch = 20;
constexpr int kLeastName = 10;  ///< pixels, of the names of rows
constexpr qreal kLeader = 24;   ///< from a name to its row, where they stand apart
constexpr qreal kLeastBar = 1;  ///< pixels: a kernel too short to see is still seen

QString seconds(const QLocale& locale, std::int64_t ns)
{
    return formatSeconds(locale, static_cast<double>(ns) * 1e-9);
}

}  // namespace

KernelTimelineView::KernelTimelineView(Selection* selection, QWidget* parent)
    : InstrumentView("kernels", tr("Kernels of this step"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_rows(new RowTableModel({tr("Start (ms)"), tr("Device (ms)"), tr("Kernel"), tr("Op"), tr("Layer"), tr("Blocks"),
                                tr("Threads"), tr("Registers"), tr("Shared memory (B)"), tr("Bytes")},
                               this))
{
    setFocusPolicy(Qt::StrongFocus);
    setContent(m_surface);
    setTable(m_rows);
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) { paintTimeline(canvas, rect); };
    m_surface->describe = [this](const QPointF& point) { return describe(point); };
    connect(m_surface, &PlotSurface::clicked, this, &KernelTimelineView::onClick);
    connect(selection, &Selection::layerChanged, this, &KernelTimelineView::scheduleRefresh);
    connect(selection, &Selection::opChanged, this, &KernelTimelineView::scheduleRefresh);
}

QString KernelTimelineView::rowName(const TimelineRow& row) const
{
    return row.kind ? opName(*row.kind) : tr("inputs, results");
}

void KernelTimelineView::refresh()
{
    const auto* step = selection()->currentStep();
    m_timeline = step ? kernelTimeline(*step, selection()->layer()) : KernelTimeline();
    if (!step || !step->trace) {
        setNote(QString());
        return;
    }
    const profiler::DeviceTrace& trace = *step->trace;
    QStringList parts;
    if (trace.dropped > 0)
        parts << tr("records lost: %1, so times are too small").arg(formatInteger(locale(), trace.dropped));
    if (selection()->layer() >= 0)
        parts << tr("layer %1").arg(locale().toString(selection()->layer() + 1));
    parts << tr("kernels: %1")
                 .arg(formatInteger(locale(), selection()->layer() >= 0 ? m_timeline.kernels : trace.kernels));
    parts << tr("busy %1").arg(
        seconds(locale(), selection()->layer() >= 0 ? m_timeline.shown.durationNs - m_timeline.gapNs : trace.busyNs));
    const std::int64_t gap = selection()->layer() >= 0 ? m_timeline.gapNs : trace.gapNs();
    const std::int64_t span = selection()->layer() >= 0 ? m_timeline.shown.durationNs : trace.spanNs;
    parts << tr("idle between kernels %1 (%2)")
                 .arg(seconds(locale(), gap),
                      formatShare(locale(), span > 0 ? static_cast<double>(gap) / static_cast<double>(span) : 0.0));
    parts << tr("launch calls %1").arg(seconds(locale(), trace.launchNs));
    parts << tr("tracing %1").arg(seconds(locale(), trace.profilerNs));
    for (const TimelineRow& row : m_timeline.rows)
        if (row.kind && selection()->op() == row.kind)
            parts.prepend(describeRow(row));
    setNote(parts);
}

void KernelTimelineView::refreshTable()
{
    std::vector<std::vector<QVariant>> rows;
    const auto* step = selection()->currentStep();
    const auto whole = [](std::int64_t value) { return QVariant::fromValue(static_cast<qlonglong>(value)); };
    for (std::size_t i = 0; step && i < step->kernels.size(); ++i) {
        const profiler::KernelRecord& kernel = step->kernels[i];
        const auto index = static_cast<std::size_t>(kernel.op);
        const auto* op = kernel.op >= 0 && index < step->ops.size() ? &step->ops[index] : nullptr;
        if (selection()->layer() >= 0 && (!op || op->layer != selection()->layer()))
            continue;
        const bool isKernel = kernel.work == profiler::DeviceWork::kernel;
        const auto ms = [&](std::int64_t ns) {
            return kernel.timed ? QVariant(static_cast<double>(ns) * 1e-6) : QVariant();
        };
        const auto product = [](const std::array<std::int32_t, 3>& size) {
            return std::int64_t{size[0]} * size[1] * size[2];
        };
        const std::string_view work = profiler::name(kernel.work);
        rows.push_back(
            {ms(kernel.startNs), ms(kernel.durationNs),
             kernel.name ? QString::fromStdString(*kernel.name)
                         : QString::fromUtf8(work.data(), static_cast<qsizetype>(work.size())),
             op ? QVariant(opName(op->kind)) : QVariant(), op && op->layer >= 0 ? whole(op->layer + 1) : QVariant(),
             isKernel ? whole(product(kernel.grid)) : QVariant(), isKernel ? whole(product(kernel.block)) : QVariant(),
             isKernel ? whole(kernel.registers) : QVariant(), isKernel ? whole(kernel.sharedBytes) : QVariant(),
             isKernel ? QVariant() : whole(kernel.bytes)});
    }
    m_rows->setRows(std::move(rows));
}

QString KernelTimelineView::whyEmpty() const
{
    const auto* step = selection()->currentStep();
    if (!step)
        return tr("No step yet");
    if (!step->trace)
        return tr("Kernels were not timed one by one in this step; the run's messages say why");
    if (step->kernels.empty())
        return tr("No kernels were kept for this step of the recording");
    return tr("No kernel of this layer has times");
}

qreal KernelTimelineView::xAt(std::int64_t ns) const
{
    const auto span = static_cast<double>(std::max<std::int64_t>(1, m_timeline.shown.durationNs));
    return m_area.x() + m_area.width() * static_cast<double>(ns - m_timeline.shown.startNs) / span;
}

QRectF KernelTimelineView::barRect(std::size_t row, std::size_t bar) const
{
    const TimeStretch& time = m_timeline.rows.at(row).bars.at(bar).time;
    const qreal x = xAt(time.startNs);
    const qreal top = m_area.y() + m_pitch * static_cast<qreal>(row);
    return {x, top + 1, std::max(kLeastBar, xAt(time.endNs()) - x), std::max<qreal>(1, m_pitch - 2)};
}

void KernelTimelineView::paintTimeline(const Canvas& canvas, const QRectF& rect)
{
    m_area = {};
    if (m_timeline.rows.empty()) {
        drawEmpty(canvas, rect, whyEmpty());
        return;
    }
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    const auto count = static_cast<qreal>(m_timeline.rows.size());
    m_pitch = std::min(kMostPitch, (rect.height() - line - 2) / count);
    const bool beside = m_pitch >= kLeastName;
    const int nameSize = beside ? std::min(static_cast<int>(m_pitch), size) : size;
    const std::vector<std::size_t> named = namedRows(beside ? m_pitch : canvas.lineHeight(nameSize));
    qreal names = 0;
    for (const std::size_t row : named)
        names = std::max(names, canvas.width(rowName(m_timeline.rows[row]), nameSize, 600));
    const qreal leader = named.empty() ? 0 : beside ? 10 : kLeader;
    m_area = QRectF(rect.x() + names + leader, rect.y(), 0, m_pitch * count);
    m_area.setRight(rect.right() - 2);
    QPainter& p = canvas.painter();
    p.setPen(Qt::NoPen);
    p.setBrush(t.grid);
    for (const TimeStretch& gap : m_timeline.gaps) {
        const qreal x = xAt(gap.startNs);
        p.drawRect(QRectF(x, m_area.y(), std::max(canvas.devicePixel(), xAt(gap.endNs()) - x), m_area.height()));
    }
    for (std::size_t i = 0; i < m_timeline.rows.size(); ++i) {
        const TimelineRow& row = m_timeline.rows[i];
        const bool selected = row.kind && selection()->op() == row.kind;
        p.setPen(Qt::NoPen);
        // Beside a selected op the others step back.
        p.setBrush(selected ? t.barSelected : selection()->op() ? t.bar : t.textMuted);
        for (std::size_t bar = 0; bar < row.bars.size(); ++bar) p.drawRect(barRect(i, bar));
    }
    paintNames(canvas, named, nameSize, m_area.x() - leader);
    paintScale(canvas, QRectF(m_area.x(), m_area.bottom(), m_area.width(), line));
}

std::vector<std::size_t> KernelTimelineView::namedRows(qreal line) const
{
    const auto& rows = m_timeline.rows;
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto weight = [&](std::size_t row) {
        const bool selected = rows[row].kind && selection()->op() == rows[row].kind;
        return std::pair(selected, rows[row].busyNs);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
    const qreal room = m_pitch * static_cast<qreal>(rows.size());
    order.resize(std::min(order.size(), static_cast<std::size_t>((room + 0.5) / line)));
    std::sort(order.begin(), order.end());
    return order;
}

/// Names end at `right`, each beside its row or led to it.
void KernelTimelineView::paintNames(const Canvas& canvas, const std::vector<std::size_t>& rows, int size,
                                    qreal right) const
{
    const Theme& t = canvas.theme();
    const auto middleOf = [&](std::size_t row) { return m_area.y() + m_pitch * (static_cast<qreal>(row) + 0.5); };
    std::vector<double> wanted;
    wanted.reserve(rows.size());
    for (const std::size_t row : rows) wanted.push_back(middleOf(row));
    const qreal line =
        std::min(canvas.lineHeight(size), m_area.height() / std::max<qreal>(1, static_cast<qreal>(rows.size())));
    const std::vector<double> middles =
        spreadAlong(wanted, std::vector<double>(rows.size(), line), 0, m_area.top(), m_area.bottom());
    for (std::size_t i = 0; i < middles.size(); ++i) {
        const TimelineRow& row = m_timeline.rows[rows[i]];
        const bool selected = row.kind && selection()->op() == row.kind;
        canvas.text({right, middles[i]}, Qt::AlignRight | Qt::AlignVCenter, rowName(row), size, selected ? 600 : 400,
                    selected ? t.text : t.textMuted);
        if (rows.size() < m_timeline.rows.size())
            canvas.line({right + 4, middles[i]}, {m_area.x() - 3, wanted[i]}, t.textMuted, t.thinStroke);
    }
}

/// Begin, middle and end; the times are the step's, also when one layer is shown.
void KernelTimelineView::paintScale(const Canvas& canvas, const QRectF& rect) const
{
    const Theme& t = canvas.theme();
    canvas.line(rect.topLeft(), rect.topRight(), t.border, t.thinStroke);
    const std::pair<double, Qt::Alignment> ticks[] = {
        {0.0, Qt::AlignLeft}, {0.5, Qt::AlignHCenter}, {1.0, Qt::AlignRight}};
    for (const auto& [share, alignment] : ticks) {
        const auto ns =
            m_timeline.shown.startNs +
            static_cast<std::int64_t>(std::llround(share * static_cast<double>(m_timeline.shown.durationNs)));
        canvas.text({rect.x() + share * rect.width(), rect.y() + 1}, alignment | Qt::AlignTop, seconds(locale(), ns),
                    canvas.small(), 400, t.textMuted);
    }
}

QString KernelTimelineView::describeBar(const TimelineBar& bar) const
{
    const auto* step = selection()->currentStep();
    if (!step || bar.kernel >= step->kernels.size())
        return {};
    const profiler::KernelRecord& kernel = step->kernels[bar.kernel];
    const std::string_view work = profiler::name(kernel.work);
    const QString what = kernel.name ? QString::fromStdString(*kernel.name)
                                     : QString::fromUtf8(work.data(), static_cast<qsizetype>(work.size()));
    QString text =
        tr("%1: %2, from %3 on").arg(what, seconds(locale(), kernel.durationNs), seconds(locale(), kernel.startNs));
    const auto index = static_cast<std::size_t>(kernel.op);
    if (kernel.op >= 0 && index < step->ops.size() && step->ops[index].layer >= 0)
        text += QStringLiteral(" · ") + tr("layer %1").arg(locale().toString(step->ops[index].layer + 1));
    return text;
}

QString KernelTimelineView::describeRow(const TimelineRow& row) const
{
    return tr("%1: %2, pieces: %3")
        .arg(rowName(row), seconds(locale(), row.busyNs),
             formatInteger(locale(), static_cast<std::int64_t>(row.bars.size())));
}

QString KernelTimelineView::describe(const QPointF& point) const
{
    if (m_area.isEmpty() || m_pitch <= 0 || point.y() < m_area.y() || point.y() >= m_area.bottom())
        return {};
    const auto row = static_cast<std::size_t>((point.y() - m_area.y()) / m_pitch);
    if (row >= m_timeline.rows.size())
        return {};
    // The nearest one: most are narrower than a pointer.
    constexpr qreal kReach = 3;
    const TimelineBar* nearest = nullptr;
    qreal distance = kReach;
    for (std::size_t i = 0; i < m_timeline.rows[row].bars.size(); ++i) {
        const QRectF bar = barRect(row, i);
        const qreal away = std::max({bar.left() - point.x(), point.x() - bar.right(), 0.0});
        if (away < distance) {
            distance = away;
            nearest = &m_timeline.rows[row].bars[i];
        }
    }
    if (nearest)
        return describeBar(*nearest);
    return describeRow(m_timeline.rows[row]);
}

void KernelTimelineView::onClick(const QPointF& point)
{
    if (m_area.isEmpty() || m_pitch <= 0 || point.y() < m_area.y())
        return;
    const auto row = static_cast<std::size_t>((point.y() - m_area.y()) / m_pitch);
    if (row >= m_timeline.rows.size() || !m_timeline.rows[row].kind)
        return;
    // A second click lets go.
    const auto kind = m_timeline.rows[row].kind;
    selection()->setOp(selection()->op() == kind ? std::nullopt : kind);
}

void KernelTimelineView::keyPressEvent(QKeyEvent* event)
{
    std::vector<engine::OpKind> kinds;
    for (const TimelineRow& row : m_timeline.rows)
        if (row.kind)
            kinds.push_back(*row.kind);
    if (!selectOpByKey(*event, Qt::Key_Up, Qt::Key_Down, kinds, *selection()))
        InstrumentView::keyPressEvent(event);
}

}  // namespace decodescope::app
