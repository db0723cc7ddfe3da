// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangles.h"

#include "app/plots/axis.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/work_counters.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

using RunPointer = std::shared_ptr<profiler::RunRecord>;

QString panelTitle(const Canvas& canvas, const RunPointer& run, bool cachedPanel)
{
    if (run && run->info().strategy != engine::Strategy::naive && run->info().strategy != engine::Strategy::cached) {
        const std::string_view strategy = engine::name(run->info().strategy);
        QString kind = QString::fromUtf8(strategy.data(), static_cast<qsizetype>(strategy.size()));
        kind = kind.section(QLatin1Char(':'), 1);
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "Broken cache: %1")).arg(kind);
    }
    return cachedPanel ? canvas.say(QT_TRANSLATE_NOOP("Plots", "With the cache"))
                       : canvas.say(QT_TRANSLATE_NOOP("Plots", "Without the cache"));
}

QString stepSummary(const Canvas& canvas, const RunPointer& run, std::size_t steps, bool brief)
{
    if (!run)
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "not run"));
    if (steps == 0)
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "not started"));
    const auto& step = run->steps()[steps - 1];
    const QLocale& locale = canvas.locale();
    QString text = canvas
                       .say(step.positionsComputed == 1 ? QT_TRANSLATE_NOOP("Plots", "%1 position")
                                                        : QT_TRANSLATE_NOOP("Plots", "%1 positions"))
                       .arg(formatInteger(locale, step.positionsComputed));
    if (!brief) {
        text = canvas.say(QT_TRANSLATE_NOOP("Plots", "step %1: %2"))
                   .arg(formatInteger(locale, static_cast<std::int64_t>(steps)), text);
    }
    if (step.positionsRecomputed > 0) {
        text +=
            canvas.say(QT_TRANSLATE_NOOP("Plots", ", %1 again")).arg(formatInteger(locale, step.positionsRecomputed));
    }
    return text + QStringLiteral(" · ") + formatSeconds(locale, static_cast<double>(step.wallNs) * 1e-9);
}

QString endReason(const Canvas& canvas, const profiler::RunRecord& run, int sequence)
{
    const auto* end = run.end();
    if (!end || end->stops.empty())
        return {};
    const auto index = std::min(static_cast<std::size_t>(std::max(0, sequence)), end->stops.size() - 1);
    const QString step = formatInteger(canvas.locale(), static_cast<std::int64_t>(run.steps().size()));
    switch (end->stops[index]) {
        case engine::StopReason::eos:
            return canvas.say(QT_TRANSLATE_NOOP("Plots", "EOS at step %1")).arg(step);
        case engine::StopReason::cancelled:
            return canvas.say(QT_TRANSLATE_NOOP("Plots", "stopped at step %1")).arg(step);
        case engine::StopReason::length:
            break;
    }
    return canvas.say(QT_TRANSLATE_NOOP("Plots", "length reached at step %1")).arg(step);
}

/// The largest box in the upper right corner that stays clear of the diagonal.
std::optional<QRectF> magnifierBox(const TriangleLayout& layout, qreal leastWidth)
{
    if (layout.cells() || layout.extent().rows < 16)
        return std::nullopt;
    const QRectF grid = layout.grid();
    for (qreal share = 0.46; share > 0.15; share -= 0.01) {
        const qreal w = std::floor(grid.width() * share);
        const qreal h = std::floor(std::min(w * 0.72, grid.height() * 0.5));
        const auto row = static_cast<std::int64_t>((h + 14) / layout.cellHeight());
        const qreal diagonal =
            layout.left(std::min<std::int64_t>(layout.extent().columns, layout.extent().promptColumns + row));
        if (w < leastWidth)
            break;
        if (diagonal + 14 < grid.right() - w)
            return QRectF(grid.right() - w, grid.top(), w, h);
    }
    return std::nullopt;
}

class PanelPainter {
public:
    PanelPainter(const Canvas& canvas, const TrianglesGeometry& geometry, const TrianglesGeometry::Panel& panel,
                 const PlotScene& scene, const RunPointer& run, std::size_t steps, bool cachedPanel)
        : m_canvas(canvas),
          m_geometry(geometry),
          m_panel(panel),
          m_scene(scene),
          m_run(run),
          m_steps(steps),
          m_cachedPanel(cachedPanel),
          m_theme(canvas.theme())
    {
    }

    void paint(TriangleRaster& raster, const std::optional<TimeRange>& range)
    {
        heading();
        axes();
        const TriangleLayout& layout = m_panel.layout;
        if (!m_run || layout.extent().rows == 0) {
            drawEmpty(m_canvas, layout.grid(), m_canvas.say(QT_TRANSLATE_NOOP("Plots", "not run")));
            return;
        }
        outlook();
        TriangleRaster::Style style{&m_theme, m_scene.colourBy, range.value_or(TimeRange{}), m_scene.sequence,
                                    m_canvas.outlined()};
        const QImage& image = raster.update(*m_run, m_steps, layout, style, 1.0 / m_canvas.devicePixel());
        m_canvas.painter().drawImage(layout.grid().topLeft(), image);
        edges();
        chosenTokens();
        currentRow();
        if (m_panel.magnifier && m_steps >= 2)
            magnifier(style);
        ending();
        counters();
    }

    void cursor(const CellPosition& cell)
    {
        const TriangleLayout& layout = m_panel.layout;
        QRectF rect = layout.span(cell.row, cell.column, cell.column + 1);
        if (layout.cells()) {
            rect.adjust(-1, -1, 0, 0);
        } else {
            // A cross-hair finds what is smaller than the eye.
            m_canvas.line({layout.grid().left(), rect.center().y()}, {layout.grid().right(), rect.center().y()},
                          m_theme.focus, 1);
            m_canvas.line({rect.center().x(), layout.grid().top()}, {rect.center().x(), layout.grid().bottom()},
                          m_theme.focus, 1);
            rect = QRectF(rect.center() - QPointF(4, 4), QSizeF(8, 8));
        }
        QPainter& p = m_canvas.painter();
        p.setBrush(Qt::NoBrush);
        p.setPen(QPen(m_theme.surface, 4));
        p.drawRoundedRect(rect, 2, 2);
        p.setPen(QPen(m_theme.focus, 2));
        p.drawRoundedRect(rect, 2, 2);
    }

private:
    void heading()
    {
        const QRectF& rect = m_panel.heading;
        const QString title = panelTitle(m_canvas, m_run, m_cachedPanel);
        QString note = stepSummary(m_canvas, m_run, m_steps, false);
        const int size = m_canvas.title();
        const QRectF drawn = m_canvas.text(rect.topLeft(), Qt::AlignLeft | Qt::AlignTop,
                                           m_canvas.elided(title, rect.width(), size, 600), size, 600, m_theme.text);
        if (m_geometry.twoLineHeading) {
            if (m_canvas.width(note, m_canvas.small()) > rect.width())
                note = stepSummary(m_canvas, m_run, m_steps, true);
            m_canvas.text({rect.left(), drawn.bottom()}, Qt::AlignLeft | Qt::AlignTop,
                          m_canvas.elided(note, rect.width(), m_canvas.small()), m_canvas.small(), 400,
                          m_theme.textMuted);
        } else {
            const qreal room = rect.right() - drawn.right() - m_canvas.gap();
            m_canvas.text({rect.right(), drawn.center().y()}, Qt::AlignRight | Qt::AlignVCenter,
                          m_canvas.elided(note, room, m_canvas.small()), m_canvas.small(), 400, m_theme.textMuted);
        }
    }

    void axes()
    {
        const TriangleLayout& layout = m_panel.layout;
        const TriangleExtent& extent = layout.extent();
        if (extent.rows == 0)
            return;
        const QRectF grid = layout.grid();
        const int size = m_canvas.small();
        for (const int step : countTicks(extent.rows, layout.cellHeight(), m_canvas.lineHeight(size) * 1.15)) {
            const qreal y = layout.top(step - 1) + layout.cellHeight() / 2;
            m_canvas.text({grid.left() - 8, y}, Qt::AlignRight | Qt::AlignVCenter,
                          formatInteger(m_canvas.locale(), step), size, 400, m_theme.textMuted);
        }
        const qreal y = grid.bottom() + 7;
        const qreal least = m_canvas.width(formatInteger(m_canvas.locale(), extent.columns), size) + 14;
        const auto label = [&](int column) {
            const qreal x = (layout.left(column - 1) + layout.left(column)) / 2;
            const QString text = formatInteger(m_canvas.locale(), column);
            const qreal reach = m_canvas.width(text, size) / 2;
            const qreal middle = std::min(x, m_panel.heading.right() + 3 - reach);
            m_canvas.line({x, grid.bottom() + 3}, {x, grid.bottom() + 6}, m_theme.border, 1);
            m_canvas.text({middle, y}, Qt::AlignHCenter | Qt::AlignTop, text, size, 400, m_theme.textMuted);
        };
        if (layout.promptCompressed()) {
            // A brace under the prompt: its columns are not to the scale of the others.
            const qreal end = layout.left(extent.promptColumns) - 3;
            m_canvas.line({grid.left(), y}, {end, y}, m_theme.textMuted, 1.5);
            m_canvas.line({grid.left() + 0.75, y}, {grid.left() + 0.75, y - 4}, m_theme.textMuted, 1.5);
            m_canvas.line({end - 0.75, y}, {end - 0.75, y - 4}, m_theme.textMuted, 1.5);
            const QString full = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "prompt, %1 positions, compressed"))
                                     .arg(formatInteger(m_canvas.locale(), extent.promptColumns));
            const QString brief = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "prompt %1"))
                                      .arg(formatInteger(m_canvas.locale(), extent.promptColumns));
            const qreal room = end - grid.left();
            const bool fits = m_canvas.width(full, size) <= room;
            m_canvas.text({grid.left(), y + 2}, Qt::AlignLeft | Qt::AlignTop,
                          fits ? full : m_canvas.elided(brief, room, size), size, 400, m_theme.textMuted);
            const qreal textEnd = grid.left() + std::min(room, m_canvas.width(fits ? full : brief, size));
            for (const int tick : countTicks(extent.columns - extent.promptColumns, layout.cellWidth(), least)) {
                const int column = extent.promptColumns + tick;
                if (layout.left(column - 1) - least / 2 > textEnd)
                    label(column);
            }
        } else {
            for (const int column : countTicks(extent.columns, layout.cellWidth(), least)) label(column);
        }
        const QString title = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "position in the sequence →   step ↓"));
        m_canvas.text({grid.left(), y + m_canvas.lineHeight(size) + 1}, Qt::AlignLeft | Qt::AlignTop,
                      m_canvas.elided(title, m_panel.heading.width(), size), size, 400, m_theme.textMuted);
    }

    /// The staircase the run will fill, as a faint edge.
    void outlook()
    {
        const TriangleLayout& layout = m_panel.layout;
        const TriangleExtent& extent = layout.extent();
        const auto shown = static_cast<std::int64_t>(m_steps);
        const std::int64_t last =
            m_run->end() ? static_cast<std::int64_t>(m_run->steps().size()) : static_cast<std::int64_t>(extent.rows);
        if (shown >= last)
            return;
        QPainterPath path(QPointF(layout.left(0), layout.top(shown)));
        for (std::int64_t row = shown; row < last; ++row) {
            const qreal x = layout.left(std::min<std::int64_t>(extent.columns, extent.promptColumns + row));
            path.lineTo(x, layout.top(row));
            path.lineTo(x, layout.top(row + 1));
        }
        path.lineTo(layout.left(0), layout.top(last));
        path.closeSubpath();
        QPainter& p = m_canvas.painter();
        p.setPen(Qt::NoPen);
        p.setBrush(m_theme.future);
        p.drawPath(path);
    }

    /// An image has no outlines: its reused area gets one edge.
    void edges()
    {
        const TriangleLayout& layout = m_panel.layout;
        if (layout.cells() || m_steps == 0)
            return;
        const RowCells last = rowCells(m_run->steps()[m_steps - 1], m_scene.sequence);
        if (last.computedBegin <= last.reusedBegin)
            return;
        const qreal x = layout.left(last.reusedBegin);
        const qreal bottom = layout.top(static_cast<std::int64_t>(m_steps));
        m_canvas.line({x, layout.top(1)}, {x, bottom}, m_theme.cachedOutline, 1);
        m_canvas.line({x, bottom}, {layout.left(last.computedBegin), bottom}, m_theme.cachedOutline, 1);
    }

    /// The token each step chose, beside the cell that will hold it.
    void chosenTokens()
    {
        const TriangleLayout& layout = m_panel.layout;
        const int size = std::min(m_canvas.small(), static_cast<int>(layout.cellHeight() * 0.92));
        if (!layout.cells() || size < m_canvas.small() * 3 / 4)
            return;
        const qreal right = m_panel.heading.right();
        for (std::size_t step = 0; step < m_steps; ++step) {
            const RowCells row = rowCells(m_run->steps()[step], m_scene.sequence);
            const std::string bytes =
                tokenAt(*m_run, m_steps, m_scene.sequence, layout.extent().promptColumns + static_cast<int>(step));
            const qreal x = layout.left(row.end) + 6;
            // The leading space of a word is understood here.
            const std::size_t word = bytes.size() > 1 && bytes.front() == ' ' ? 1 : 0;
            const QString shown = visibleToken(bytes.substr(word));
            const bool hidden = right - x < 36 && m_canvas.width(shown, size, 600) > right - x;
            if (bytes.empty() || hidden)
                continue;
            const bool current = step + 1 == m_steps;
            const qreal y = layout.top(static_cast<std::int64_t>(step)) + layout.cellHeight() / 2;
            m_canvas.text({x, y}, Qt::AlignLeft | Qt::AlignVCenter,
                          m_canvas.elided(shown, std::min<qreal>(right - x, 140), size, current ? 600 : 400), size,
                          current ? 600 : 400, current ? m_theme.text : m_theme.textMuted);
        }
    }

    void currentRow()
    {
        if (m_steps == 0)
            return;
        const TriangleLayout& layout = m_panel.layout;
        const auto row = static_cast<std::int64_t>(m_steps - 1);
        QRectF rect(layout.grid().left(), layout.top(row), layout.grid().width(), layout.cellHeight());
        const qreal stroke = m_theme.stroke;
        if (rect.height() < 3) {
            rect.moveTop(rect.center().y() - 1.5);
            rect.setHeight(3);
        }
        rect.adjust(-2.5, -2.5, 2, 2);
        QPainter& p = m_canvas.painter();
        p.setBrush(Qt::NoBrush);
        p.setPen(QPen(m_theme.text, stroke));
        p.drawRoundedRect(rect, 3, 3);
    }

    void magnifier(const TriangleRaster::Style& style)
    {
        const QRectF& box = *m_panel.magnifier;
        QPainter& p = m_canvas.painter();
        p.setPen(QPen(m_theme.border, 1));
        p.setBrush(m_theme.surfaceRaised);
        p.drawRoundedRect(box, m_theme.radius, m_theme.radius);
        const qreal margin = 8;
        const int size = m_canvas.small();
        const qreal head = m_canvas.lineHeight(size) + 4;
        const qreal side = std::max<qreal>(10, size * 0.9);
        const int rows = std::max(1, static_cast<int>((box.height() - head - margin) / side));
        const int columns = std::max(1, static_cast<int>((box.width() - 2 * margin) / side));
        const auto first =
            static_cast<std::int64_t>(m_steps) - std::min<std::int64_t>(rows, static_cast<std::int64_t>(m_steps));
        const QString title = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "steps %1 to %2, enlarged"))
                                  .arg(formatInteger(m_canvas.locale(), first + 1),
                                       formatInteger(m_canvas.locale(), static_cast<std::int64_t>(m_steps)));
        const QString brief =
            QStringLiteral("%1–%2").arg(formatInteger(m_canvas.locale(), first + 1),
                                        formatInteger(m_canvas.locale(), static_cast<std::int64_t>(m_steps)));
        const bool fits = m_canvas.width(title, size) <= box.width() - 2 * margin;
        m_canvas.text({box.x() + margin, box.y() + 4}, Qt::AlignLeft | Qt::AlignTop,
                      fits ? title : m_canvas.elided(brief, box.width() - 2 * margin, size), size, 400,
                      m_theme.textMuted);
        const std::int64_t end = rowCells(m_run->steps()[m_steps - 1], m_scene.sequence).end;
        const std::int64_t begin = std::max<std::int64_t>(0, end - columns);
        const qreal x0 = m_canvas.snap(box.x() + margin);
        const qreal y0 = m_canvas.snap(box.y() + head);
        for (std::int64_t step = first; step < static_cast<std::int64_t>(m_steps); ++step) {
            const RowCells cells = rowCells(m_run->steps()[static_cast<std::size_t>(step)], m_scene.sequence);
            const QColor time = m_theme.timeColor(style.range.share(cells.secondsPerPosition));
            for (std::int64_t column = begin; column < std::min(end, cells.end); ++column) {
                const QRectF cell(x0 + static_cast<qreal>(column - begin) * side,
                                  y0 + static_cast<qreal>(step - first) * side, side, side);
                paintCell(p, cell, cells.at(column), m_theme, 1.0 / m_canvas.devicePixel(),
                          style.colourBy == ColourBy::timePerPosition ? &time : nullptr);
            }
        }
    }

    void ending()
    {
        const TriangleLayout& layout = m_panel.layout;
        const auto rows = static_cast<std::int64_t>(m_run->steps().size());
        if (!m_run->end() || m_steps < m_run->steps().size())
            return;
        const bool cancelled = std::find(m_run->end()->stops.begin(), m_run->end()->stops.end(),
                                         engine::StopReason::cancelled) != m_run->end()->stops.end();
        if (rows >= layout.extent().rows && !cancelled)
            return;
        const QString text = endReason(m_canvas, *m_run, m_scene.sequence);
        const qreal y = layout.top(rows) + 6;
        const qreal h = m_canvas.lineHeight(m_canvas.small());
        if (y + h > layout.grid().bottom()) {
            // No room below the last row: say it in the empty corner above the diagonal.
            m_canvas.text(layout.grid().topRight() + QPointF(0, layout.cellHeight() + 4), Qt::AlignRight | Qt::AlignTop,
                          text, m_canvas.small(), 600, m_theme.text);
            return;
        }
        m_canvas.text({layout.grid().left(), y}, Qt::AlignLeft | Qt::AlignTop, text, m_canvas.small(), 600,
                      m_theme.text);
    }

    void counters()
    {
        const QRectF& rect = m_panel.counters;
        if (rect.height() <= 0 || m_steps == 0)
            return;
        QString text = describeWork(m_run, m_steps, m_scene.sequence, m_canvas.locale(), !m_canvas.framed());
        const bool batch = m_run->info().promptIds.size() > 1;
        if (batch && m_scene.sequence >= 0) {
            const WorkCounters one = countWork(*m_run, m_steps, m_scene.sequence);
            const QString all = describeWork(m_run, m_steps, -1, m_canvas.locale(), !m_canvas.outlined());
            text = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "Sequence %1: %2 computed, %3 again. All: %4"))
                       .arg(formatInteger(m_canvas.locale(), m_scene.sequence + 1),
                            formatInteger(m_canvas.locale(), one.positionsComputed),
                            formatInteger(m_canvas.locale(), one.positionsRecomputed), all);
        } else if (batch) {
            text = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "All %1 sequences: %2"))
                       .arg(formatInteger(m_canvas.locale(), static_cast<std::int64_t>(m_run->info().promptIds.size())),
                            text);
        }
        const int lines = std::max(1, static_cast<int>(rect.height() / m_canvas.lineHeight(m_canvas.small())));
        m_canvas.paragraph(rect, text, lines, m_canvas.small(), 500, m_theme.text);
    }

    const Canvas& m_canvas;
    const TrianglesGeometry& m_geometry;
    const TrianglesGeometry::Panel& m_panel;
    const PlotScene& m_scene;
    const RunPointer& m_run;
    std::size_t m_steps;
    bool m_cachedPanel;
    const Theme& m_theme;
};

void paintLegend(const Canvas& canvas, const QRectF& rect, const PlotScene& scene,
                 const std::optional<TimeRange>& range)
{
    const Theme& t = canvas.theme();
    const int size = canvas.small();
    const qreal side = std::max<qreal>(13, size);
    qreal x = rect.x();
    const qreal middle = rect.center().y();
    const qreal ratio = 1.0 / canvas.devicePixel();
    const auto swatch = [&](CellKind kind, const char* label) {
        const QString text = canvas.say(label);
        if (x + side + 6 + canvas.width(text, size) > rect.right() + 1)
            return;
        paintCell(canvas.painter(),
                  QRectF(canvas.snap(x), canvas.snap(middle - side / 2), canvas.snap(side) + 1, canvas.snap(side) + 1),
                  kind, t, ratio);
        x += side + 6;
        x = canvas.text({x, middle}, Qt::AlignLeft | Qt::AlignVCenter, text, size, 400, t.text).right() + 18;
    };
    if (scene.colourBy == ColourBy::timePerPosition) {
        swatch(CellKind::reused, QT_TRANSLATE_NOOP("Plots", "read from the cache"));
        if (!range)
            return;
        const qreal w = std::clamp<qreal>((rect.right() - x) * 0.3, 60, 180);
        const QString title = canvas.say(QT_TRANSLATE_NOOP("Plots", "time per position"));
        x = canvas.text({x, middle}, Qt::AlignLeft | Qt::AlignVCenter, title, size, 400, t.text).right() + 10;
        x = canvas
                .text({x, middle}, Qt::AlignLeft | Qt::AlignVCenter, formatSeconds(canvas.locale(), range->low), size,
                      400, t.textMuted)
                .right() +
            6;
        QLinearGradient gradient(x, 0, x + w, 0);
        for (int i = 0; i <= 8; ++i) gradient.setColorAt(i / 8.0, t.timeColor(i / 8.0));
        canvas.painter().setPen(QPen(t.border, 1));
        canvas.painter().setBrush(gradient);
        canvas.painter().drawRect(QRectF(x, middle - side / 2, w, side));
        canvas.text({x + w + 6, middle}, Qt::AlignLeft | Qt::AlignVCenter, formatSeconds(canvas.locale(), range->high),
                    size, 400, t.textMuted);
        return;
    }
    swatch(CellKind::prefill, QT_TRANSLATE_NOOP("Plots", "prefill"));
    swatch(CellKind::newWork, QT_TRANSLATE_NOOP("Plots", "new"));
    swatch(CellKind::recomputed, QT_TRANSLATE_NOOP("Plots", "computed again"));
    swatch(CellKind::reused, QT_TRANSLATE_NOOP("Plots", "read from the cache"));
}

QString sayText(bool translated, const char* english)
{
    return translated ? QCoreApplication::translate("Plots", english) : QString::fromUtf8(english);
}

}  // namespace

TrianglesGeometry trianglesGeometry(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    TrianglesGeometry geometry;
    const qreal line = canvas.lineHeight(canvas.small());
    const TriangleExtent extent = triangleExtent(scene);
    geometry.legend = QRectF(rect.x(), rect.y(), rect.width(), line + 4);
    const qreal between = canvas.gap() * 3;
    const qreal labels = canvas.width(formatInteger(canvas.locale(), std::max(99, extent.rows)), canvas.small()) + 10;
    const qreal width = (rect.width() - between) / 2;
    geometry.twoLineHeading = width - labels < canvas.small() * 32;
    const qreal headingHeight = canvas.lineHeight(canvas.title()) + (geometry.twoLineHeading ? line : 0) + 6;
    geometry.axisHeight = 2 * line + 10;
    const qreal countersHeight = rect.height() > 260 ? 2 * line + 4 : 0;
    const qreal top = geometry.legend.bottom() + canvas.gap() * 0.75;
    const qreal gridTop = canvas.snap(top + headingHeight);
    const qreal gridHeight = std::max<qreal>(0, rect.bottom() - countersHeight - geometry.axisHeight - gridTop);
    const auto panel = [&](qreal x) {
        TrianglesGeometry::Panel result;
        const qreal left = canvas.snap(x + labels);
        result.heading = QRectF(left, top, x + width - left, headingHeight);
        result.layout = TriangleLayout(QRectF(left, gridTop, x + width - left - 3, gridHeight), extent,
                                       1.0 / canvas.devicePixel(), canvas.framed() ? 88 : 60);
        result.counters = QRectF(left, rect.bottom() - countersHeight + 4, x + width - left, countersHeight - 4);
        if (extent.rows > 0)
            result.magnifier = magnifierBox(result.layout, canvas.small() * 8);
        return result;
    };
    geometry.naive = panel(rect.x());
    geometry.cached = panel(rect.x() + width + between);
    return geometry;
}

qreal legendWidth(const Canvas& canvas, const PlotScene& scene)
{
    const int size = canvas.small();
    const qreal swatch = std::max<qreal>(13, size) + 6;
    const auto width = [&](const char* label) { return canvas.width(canvas.say(label), size); };
    if (scene.colourBy == ColourBy::timePerPosition)
        return swatch + width("read from the cache") + width("time per position") + size * 12 + 120;
    return 4 * swatch + 3 * 18 + width("prefill") + width("new") + width("computed again") +
           width("read from the cache") + 2;
}

std::optional<CellPosition> cellAt(const TrianglesGeometry& geometry, const QPointF& point)
{
    for (const bool cachedPanel : {false, true}) {
        const auto& panel = cachedPanel ? geometry.cached : geometry.naive;
        if (panel.magnifier && panel.magnifier->contains(point))
            continue;
        const int row = panel.layout.rowAt(point.y());
        const int column = panel.layout.columnAt(point.x());
        if (row >= 0 && column >= 0)
            return CellPosition{cachedPanel, row, column};
    }
    return std::nullopt;
}

QString describeCell(const PlotScene& scene, const CellPosition& cell, const QLocale& locale)
{
    const auto& run = cell.cachedPanel ? scene.cached : scene.naive;
    const std::size_t steps = shownSteps(run, cell.cachedPanel ? scene.cachedSteps : scene.naiveSteps);
    const auto say = [](const char* english) { return sayText(true, english); };
    const QString place = say(QT_TRANSLATE_NOOP("Plots", "step %1, position %2"))
                              .arg(formatInteger(locale, cell.row + 1), formatInteger(locale, cell.column + 1));
    if (!run || static_cast<std::size_t>(cell.row) >= steps)
        return place + say(QT_TRANSLATE_NOOP("Plots", ": not computed yet"));
    const auto& step = run->steps()[static_cast<std::size_t>(cell.row)];
    const RowCells row = rowCells(step, scene.sequence);
    const std::string bytes = tokenAt(*run, steps, scene.sequence, cell.column);
    QString text = place;
    if (!bytes.empty() && cell.column < row.end)
        text += QStringLiteral(" “") + visibleToken(bytes) + QStringLiteral("”");
    const auto first = firstComputedAt(*run, steps, scene.sequence, cell.column);
    const QString since = first ? formatInteger(locale, static_cast<std::int64_t>(*first) + 1) : QString();
    switch (row.at(cell.column)) {
        case CellKind::empty:
            return text + (cell.column >= row.end ? say(QT_TRANSLATE_NOOP("Plots", ": after the end of the sequence"))
                                                  : say(QT_TRANSLATE_NOOP("Plots", ": not used in this step")));
        case CellKind::prefill:
            text += say(QT_TRANSLATE_NOOP("Plots", ": prefill, computed for the first time"));
            break;
        case CellKind::newWork:
            text += say(QT_TRANSLATE_NOOP("Plots", ": new, computed for the first time"));
            break;
        case CellKind::recomputed:
            text += say(QT_TRANSLATE_NOOP("Plots", ": computed again, first computed at step %1")).arg(since);
            break;
        case CellKind::reused:
            return text + say(QT_TRANSLATE_NOOP("Plots", ": read from the cache, computed at step %1")).arg(since);
    }
    return text + QStringLiteral(" · ") + formatSeconds(locale, row.secondsPerPosition);
}

QString describeWork(const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps, int sequence,
                     const QLocale& locale, bool translated)
{
    if (!run)
        return {};
    const WorkCounters work = countWork(*run, steps, sequence);
    if (work.positionsRecomputed == 0) {
        return sayText(translated, QT_TRANSLATE_NOOP("Plots", "%1 positions computed, none of them twice"))
            .arg(formatInteger(locale, work.positionsComputed));
    }
    return sayText(translated, QT_TRANSLATE_NOOP("Plots", "%1 positions computed, %2 again (%3): %4 and %5 wasted"))
        .arg(formatInteger(locale, work.positionsComputed), formatInteger(locale, work.positionsRecomputed),
             formatShare(locale, work.shareRecomputed), formatSeconds(locale, work.secondsWasted),
             formatFlops(locale, work.flopsWasted));
}

void paintTriangles(const Canvas& canvas, const TrianglesGeometry& geometry, const PlotScene& scene,
                    TriangleRaster& naiveRaster, TriangleRaster& cachedRaster,
                    const std::optional<CellPosition>& cursor)
{
    std::optional<TimeRange> range;
    if (scene.colourBy == ColourBy::timePerPosition)
        range = timeRange(scene);
    paintLegend(canvas, geometry.legend, scene, range);
    PanelPainter naive(canvas, geometry, geometry.naive, scene, scene.naive, shownSteps(scene.naive, scene.naiveSteps),
                       false);
    PanelPainter cached(canvas, geometry, geometry.cached, scene, scene.cached,
                        shownSteps(scene.cached, scene.cachedSteps), true);
    naive.paint(naiveRaster, range);
    cached.paint(cachedRaster, range);
    if (cursor)
        (cursor->cachedPanel ? cached : naive).cursor(*cursor);
}

void paintTrianglesPlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    QRectF area = rect;
    if (canvas.framed()) {
        const QString title = canvas.say(QT_TRANSLATE_NOOP("Plots", "What each step computes"));
        const QString subtitle = canvas.say(QT_TRANSLATE_NOOP(
            "Plots",
            "One row per step, one column per position. Without the cache every step computes all positions "
            "again; with it, only the new one."));
        area = drawPictureFrame(canvas, rect, title, subtitle, scene);
    }
    if (!scene.naive && !scene.cached) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return;
    }
    TriangleRaster naive;
    TriangleRaster cached;
    paintTriangles(canvas, trianglesGeometry(canvas, area, scene), scene, naive, cached);
}

}  // namespace decodescope::app
