// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/tensors_view.h"

#include "app/gui/instruments/record_tables.h"
#include "app/plots/numbers.h"
#include "app/plots/triangle_cells.h"
#include "app/plots/triangle_raster.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

QString TensorShape::text(const QLocale& locale) const
{
    QStringList parts;
    QLocale plain = locale;
    // Grouping would read as another dimension where the group sign is a comma.
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    for (const std::int64_t dimension : dimensions) parts << plain.toString(static_cast<qlonglong>(dimension));
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

std::vector<TensorShape> tensorShapes(const engine::ModelConfig& config, std::int64_t newRows, std::int64_t cachedRows)
{
    const auto say = [](const char* text) { return TensorsView::tr(text); };
    const std::int64_t n = newRows;
    const std::int64_t all = cachedRows + newRows;
    return {
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "X, input of a layer")), {n, config.hidden}, {}},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "Q, queries")), {n, config.heads, config.headDim}, {}},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "K, new keys")),
         {n, config.kvHeads, config.headDim},
         say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "joins the cache"))},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "V, new values")),
         {n, config.kvHeads, config.headDim},
         say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "joins the cache"))},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "K cache before")),
         {cachedRows, config.kvHeads, config.headDim},
         say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "per layer"))},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "K cache after")),
         {all, config.kvHeads, config.headDim},
         say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "per layer"))},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "attention weights")), {config.heads, n, all}, {}},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "attention output")), {n, config.queryDim()}, {}},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "gate, up")), {n, 2, config.ffn}, {}},
        {say(QT_TRANSLATE_NOOP("decodescope::app::TensorsView", "logits of the last row")), {1, config.vocab}, {}},
    };
}

TensorsView::TensorsView(Selection* selection, QWidget* parent)
    : InstrumentView("tensors", tr("Tensors"), selection, parent),
      m_surface(new PlotSurface(this)),
      m_rows(new RowTableModel({tr("Tensor"), tr("Shape"), tr("Values"), tr("Note")}, this))
{
    m_surface->setObjectName(QStringLiteral("tensorsPlot"));
    m_surface->paint = [this](const Canvas& canvas, const QRectF& rect) { paintShapes(canvas, rect); };
    connect(selection, &Selection::sequenceChanged, this, &TensorsView::scheduleRefresh);
    setContent(m_surface);
    setTable(m_rows);
}

void TensorsView::refresh()
{
    m_shapes.clear();
    const auto* step = selection()->currentStep();
    if (!step) {
        setNote(QString());
        return;
    }
    const bool cached = selection()->cached() && selection()->cachedSteps() > 0;
    const auto& run = cached ? selection()->cached() : selection()->naive();
    const RowCells row = rowCells(*step, selection()->sequence());
    m_newRows = row.end - row.computedBegin;
    m_cachedRows = row.computedBegin - row.reusedBegin;
    m_keepsCache = run->info().strategy != engine::Strategy::naive;
    m_prefill = row.prefill;
    m_shapes = tensorShapes(run->info().model.config, m_newRows, m_cachedRows);
    const auto& config = run->info().model.config;
    const QString kv = QStringLiteral("%1, %2").arg(config.kvHeads).arg(config.headDim);
    setNote(tr("step %1 · X [%2, %3] · K cache [%4, %5] + [%2, %5] → [%6, %5]")
                .arg(QString::number(step->step + 1), QString::number(m_newRows), QString::number(config.hidden),
                     QString::number(m_cachedRows), kv, QString::number(m_cachedRows + m_newRows)));
}

void TensorsView::refreshTable()
{
    std::vector<std::vector<QVariant>> rows;
    for (const TensorShape& shape : m_shapes) {
        qlonglong values = 1;
        for (const std::int64_t dimension : shape.dimensions) values *= dimension;
        rows.push_back({shape.name, shape.text(locale()), QVariant::fromValue(values), shape.note});
    }
    m_rows->setRows(std::move(rows));
}

void TensorsView::paintShapes(const Canvas& canvas, const QRectF& rect)
{
    if (m_shapes.empty()) {
        drawEmpty(canvas, rect, tr("No step yet"));
        return;
    }
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal line = canvas.lineHeight(size);
    // How keys join: [cached] + [new] -> [cached | new], lengths in proportion.
    const qreal h = std::clamp<qreal>(rect.height() * 0.2, 14, 26);
    const auto total = static_cast<double>(std::max<std::int64_t>(1, m_cachedRows + m_newRows));
    const qreal unit = (rect.width() - 90) / (2 * total);
    const auto lengthOf = [&](std::int64_t rows) {
        return rows > 0 ? std::max<qreal>(4, unit * static_cast<double>(rows)) : 0;
    };
    const qreal cachedWidth = lengthOf(m_cachedRows);
    const qreal newWidth = lengthOf(m_newRows);
    const CellKind freshKind = m_prefill ? CellKind::prefill : CellKind::newWork;
    const qreal ratio = 1.0 / canvas.devicePixel();
    const qreal y = rect.y() + 4;
    qreal x = rect.x();
    const auto sign = [&](const QString& text) {
        canvas.text({x + 14, y + h / 2}, Qt::AlignCenter, text, canvas.body(), 600, t.textMuted);
        x += 28;
    };
    const auto box = [&](qreal w, CellKind kind) {
        paintCell(canvas.painter(), QRectF(x, y, w, h), kind, t, ratio);
        x += w;
    };
    if (m_cachedRows > 0) {
        box(cachedWidth, CellKind::reused);
        sign(QStringLiteral("+"));
    }
    box(newWidth, freshKind);
    sign(QStringLiteral("→"));
    if (m_cachedRows > 0)
        box(cachedWidth, CellKind::reused);
    box(newWidth, freshKind);
    const QString caption = m_keepsCache ? tr("keys of one layer: cached + new → cache after the step")
                                         : tr("keys of one layer: all computed in this step, none kept");
    canvas.text({rect.x(), y + h + 3}, Qt::AlignLeft | Qt::AlignTop, canvas.elided(caption, rect.width(), size), size,
                400, t.textMuted);
    // The shapes, in as many columns as fit.
    qreal nameWidth = 0;
    qreal shapeWidth = 0;
    for (const TensorShape& shape : m_shapes) {
        nameWidth = std::max(nameWidth, canvas.width(shape.name, size));
        shapeWidth = std::max(shapeWidth, canvas.width(shape.text(locale()), size, 600));
    }
    const qreal columnWidth = nameWidth + shapeWidth + 34;
    const qreal top = y + h + line + 12;
    const int perColumn = std::max(1, static_cast<int>((rect.bottom() - top) / (line + 1)));
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        const int column = static_cast<int>(i) / perColumn;
        const int row = static_cast<int>(i) % perColumn;
        const QPointF at(rect.x() + column * columnWidth, top + row * (line + 1));
        if (at.x() + nameWidth + shapeWidth + 10 > rect.right() || at.y() + line > rect.bottom() + 1)
            break;
        canvas.text(at, Qt::AlignLeft | Qt::AlignTop, m_shapes[i].name, size, 400, t.textMuted);
        canvas.text(at + QPointF(nameWidth + 10, 0), Qt::AlignLeft | Qt::AlignTop, m_shapes[i].text(locale()), size,
                    600, t.text);
    }
}

}  // namespace decodescope::app
