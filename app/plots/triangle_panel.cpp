// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangle_panel.h"

#include "app/plots/axis.h"
#include "app/plots/numbers.h"
#include "app/plots/work_counters.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

namespace decodescope::app {

namespace {

// Of letters about the middle of their capitals, in type sizes: how far they reach down and up.
constexpr qreal kDescent = 0.6;
constexpr qreal kAscent = 0.37;
constexpr qreal kFrame = 2;  ///< of the current row, reaching into the row above

}  // namespace

TrianglePanel::TrianglePanel(const Canvas& canvas, const TrianglesGeometry& geometry,
                             const TrianglesGeometry::Panel& panel, const PlotScene& scene,
                             const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps, bool cachedPanel)
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

void TrianglePanel::paint(TriangleRaster& raster, const std::optional<TimeRange>& range)
{
    const TriangleLayout& layout = m_panel.layout;
    if (m_canvas.exposes(m_panel.heading))
        heading();
    axes();
    if (!m_run || layout.extent().rows == 0) {
        drawEmpty(m_canvas, layout.grid(),
                  m_canvas.say(comesNext() ? QT_TRANSLATE_NOOP("Plots", "not run yet")
                                           : QT_TRANSLATE_NOOP("Plots", "not run")));
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
    if (m_panel.magnifier && m_steps >= 2 && m_canvas.exposes(*m_panel.magnifier))
        magnifier(style);
    ending();
    if (m_canvas.exposes(m_panel.counters))
        counters();
}

/// Whether the run of the other panel was started to be followed by one for this.
bool TrianglePanel::comesNext() const
{
    const auto& other = m_cachedPanel ? m_scene.naive : m_scene.cached;
    if (m_run || !other)
        return false;
    const auto& asked = other->info().settings.strategies;
    return std::any_of(asked.begin(), asked.end(), [&](engine::Strategy strategy) {
        return (strategy == engine::Strategy::naive) != m_cachedPanel;
    });
}

void TrianglePanel::cursor(const CellPosition& cell)
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

void TrianglePanel::heading()
{
    const QRectF& rect = m_panel.heading;
    const QString title = panelTitle(m_canvas, m_run, m_cachedPanel);
    // Without a run its own middle says so.
    const QString note = m_run ? stepSummary(m_canvas, m_run, m_steps, false) : QString();
    // A sentence is whole, or a shorter one stands for it.
    const auto fitting = [&](qreal room) {
        const int small = m_canvas.small();
        return m_canvas.elided(
            !m_run || m_canvas.width(note, small) <= room ? note : stepSummary(m_canvas, m_run, m_steps, true), room,
            small);
    };
    const int size = m_canvas.title();
    const QRectF drawn = m_canvas.text(rect.topLeft(), Qt::AlignLeft | Qt::AlignTop,
                                       m_canvas.elided(title, rect.width(), size, 600), size, 600, m_theme.text);
    if (m_geometry.twoLineHeading) {
        m_canvas.text({rect.left(), drawn.bottom()}, Qt::AlignLeft | Qt::AlignTop, fitting(rect.width()),
                      m_canvas.small(), 400, m_theme.textMuted);
    } else {
        const qreal room = rect.right() - drawn.right() - m_canvas.gap();
        m_canvas.text({rect.right(), drawn.center().y()}, Qt::AlignRight | Qt::AlignVCenter, fitting(room),
                      m_canvas.small(), 400, m_theme.textMuted);
    }
}

void TrianglePanel::axes()
{
    const TriangleLayout& layout = m_panel.layout;
    const TriangleExtent& extent = layout.extent();
    if (extent.rows == 0)
        return;
    const QRectF grid = layout.grid();
    const int size = m_canvas.small();
    const qreal labels = m_canvas.width(formatInteger(m_canvas.locale(), extent.rows), size) + 8;
    const bool left =
        m_canvas.exposes(QRectF(grid.left() - labels, grid.top() - size, labels - 8, grid.height() + size));
    for (const int step : countTicks(extent.rows, layout.cellHeight(), m_canvas.lineHeight(size) * 1.15)) {
        if (!left)
            break;
        const qreal y = layout.top(step - 1) + layout.cellHeight() / 2;
        m_canvas.text({grid.left() - 8, y}, Qt::AlignRight | Qt::AlignVCenter, formatInteger(m_canvas.locale(), step),
                      size, 400, m_theme.textMuted);
    }
    if (!m_canvas.exposes(QRectF(grid.left(), grid.bottom() + 3, m_panel.heading.width(), m_geometry.axisHeight)))
        return;
    const qreal y = grid.bottom() + 7;
    const qreal least = m_canvas.width(formatInteger(m_canvas.locale(), extent.columns), size) + 14;
    if (layout.promptCompressed()) {
        promptBrace(least);
    } else {
        for (const int column : countTicks(extent.columns, layout.cellWidth(), least)) columnLabel(column);
    }
    const QString title = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "position in the sequence →   step ↓"));
    m_canvas.text({grid.left(), y + m_canvas.lineHeight(size) + 1}, Qt::AlignLeft | Qt::AlignTop,
                  m_canvas.elided(title, m_panel.heading.width(), size), size, 400, m_theme.textMuted);
}

void TrianglePanel::columnLabel(int column)
{
    const TriangleLayout& layout = m_panel.layout;
    const int size = m_canvas.small();
    const QRectF grid = layout.grid();
    const qreal x = (layout.left(column - 1) + layout.left(column)) / 2;
    const qreal y = grid.bottom() + 7;
    const QString text = formatInteger(m_canvas.locale(), column);
    const qreal reach = m_canvas.width(text, size) / 2;
    const qreal middle = std::min(x, m_panel.heading.right() + 3 - reach);
    m_canvas.line({x, grid.bottom() + 3}, {x, grid.bottom() + 6}, m_theme.border, 1);
    m_canvas.text({middle, y}, Qt::AlignHCenter | Qt::AlignTop, text, size, 400, m_theme.textMuted);
}

void TrianglePanel::promptBrace(qreal least)
{
    const TriangleLayout& layout = m_panel.layout;
    const TriangleExtent& extent = layout.extent();
    const int size = m_canvas.small();
    const QRectF grid = layout.grid();
    const qreal y = grid.bottom() + 7;
    // A brace under the prompt: its columns are not to the scale of the others.
    const qreal end = layout.left(extent.promptColumns) - 3;
    m_canvas.line({grid.left(), y}, {end, y}, m_theme.textMuted, 1.5);
    m_canvas.line({grid.left() + 0.75, y}, {grid.left() + 0.75, y - 4}, m_theme.textMuted, 1.5);
    m_canvas.line({end - 0.75, y}, {end - 0.75, y - 4}, m_theme.textMuted, 1.5);
    const QString full = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "prompt of %1, compressed"))
                             .arg(formatInteger(m_canvas.locale(), extent.promptColumns));
    const QString brief = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "prompt %1"))
                              .arg(formatInteger(m_canvas.locale(), extent.promptColumns));
    const qreal room = end - grid.left();
    const bool fits = m_canvas.width(full, size) <= room;
    m_canvas.text({grid.left(), y + 2}, Qt::AlignLeft | Qt::AlignTop, fits ? full : m_canvas.elided(brief, room, size),
                  size, 400, m_theme.textMuted);
    const qreal textEnd = grid.left() + std::min(room, m_canvas.width(fits ? full : brief, size));
    for (const int tick : countTicks(extent.columns - extent.promptColumns, layout.cellWidth(), least)) {
        const int column = extent.promptColumns + tick;
        if (layout.left(column - 1) - least / 2 > textEnd)
            columnLabel(column);
    }
}

/// The staircase the run will fill, faintly; an image has it in its own scan lines.
void TrianglePanel::outlook()
{
    const TriangleLayout& layout = m_panel.layout;
    if (!layout.cells())
        return;
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
void TrianglePanel::edges()
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
void TrianglePanel::chosenTokens()
{
    const TriangleLayout& layout = m_panel.layout;
    const std::optional<int> letters = layout.tokenSize(m_canvas.small());
    if (!letters)
        return;
    const int size = *letters;
    const qreal right = m_panel.heading.right();
    for (std::size_t step = 0; step < m_steps; ++step) {
        const qreal top = layout.top(static_cast<std::int64_t>(step));
        if (!m_canvas.exposes(QRectF(layout.grid().left(), top, right - layout.grid().left(), layout.cellHeight())))
            continue;
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
        // Above the frame of the next row, which may be the current one, with all of its letters.
        const qreal half = layout.cellHeight() / 2;
        const qreal raised = std::clamp(kDescent * size + kFrame - half, 0.0, std::max(0.0, half - kAscent * size));
        const qreal y = top + half - raised;
        m_canvas.text({x, y}, Qt::AlignLeft | Qt::AlignVCenter,
                      m_canvas.elided(shown, std::min<qreal>(right - x, 140), size, current ? 600 : 400), size,
                      current ? 600 : 400, current ? m_theme.text : m_theme.textMuted);
    }
}

void TrianglePanel::currentRow()
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
    rect.adjust(-2.5, layout.cells() ? -0.5 : -1.5, 2, layout.cells() ? 0.5 : 1);
    QPainter& p = m_canvas.painter();
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(m_theme.text, stroke));
    p.drawRoundedRect(rect, 3, 3);
}

void TrianglePanel::magnifier(const TriangleRaster::Style& style)
{
    const QRectF& box = *m_panel.magnifier;
    QPainter& p = m_canvas.painter();
    p.setPen(QPen(m_theme.border, 1));
    p.setBrush(m_theme.surfaceRaised);
    p.drawRoundedRect(box, m_theme.radius, m_theme.radius);
    const qreal margin = 8;
    const int size = m_canvas.small();
    const qreal head = m_canvas.lineHeight(size) + 4;
    const qreal side = m_canvas.snap(std::max<qreal>(10, size * 0.9));
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
                  fits ? title : m_canvas.elided(brief, box.width() - 2 * margin, size), size, 400, m_theme.textMuted);
    const std::int64_t end = rowCells(m_run->steps()[m_steps - 1], m_scene.sequence).end;
    const std::int64_t begin = std::max<std::int64_t>(0, end - columns);
    const qreal x0 = m_canvas.snap(box.x() + margin);
    const qreal y0 = m_canvas.snap(box.y() + head);
    const qreal ratio = 1.0 / m_canvas.devicePixel();
    // Cells of a kind look the same: a row of them is painted once, and each step shows its part of it.
    std::map<CellKind, QImage> strips;
    const auto strip = [&](CellKind kind, const QColor* time) {
        QImage image(QSizeF(static_cast<qreal>(columns) * side * ratio, side * ratio).toSize(),
                     QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        for (int i = 0; i < columns; ++i)
            paintCell(painter, QRectF(i * side, 0, side, side), kind, m_theme, ratio, time);
        return image;
    };
    for (std::int64_t step = first; step < static_cast<std::int64_t>(m_steps); ++step) {
        const RowCells cells = rowCells(m_run->steps()[static_cast<std::size_t>(step)], m_scene.sequence);
        const QColor time = m_theme.timeColor(style.range.share(cells.secondsPerPosition));
        const std::int64_t last = std::min(end, cells.end);
        for (std::int64_t column = begin; column < last;) {
            const CellKind kind = cells.at(column);
            const std::int64_t from = column;
            while (column < last && cells.at(column) == kind) ++column;
            if (kind == CellKind::empty)
                continue;
            const bool timed = style.colourBy == ColourBy::timePerPosition && kind != CellKind::reused;
            if (timed || !strips.contains(kind))
                strips[kind] = strip(kind, timed ? &time : nullptr);
            const qreal width = static_cast<qreal>(column - from) * side;
            p.drawImage(
                QPointF(x0 + static_cast<qreal>(from - begin) * side, y0 + static_cast<qreal>(step - first) * side),
                strips[kind], QRectF(0, 0, width * ratio, side * ratio));
        }
    }
}

void TrianglePanel::ending()
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
    m_canvas.text({layout.grid().left(), y}, Qt::AlignLeft | Qt::AlignTop, text, m_canvas.small(), 600, m_theme.text);
}

void TrianglePanel::counters()
{
    const QRectF& rect = m_panel.counters;
    if (rect.height() <= 0 || m_steps == 0)
        return;
    const auto say = [&](int sequence, bool translated) {
        return describeWork(countWork(m_scene, m_cachedPanel, sequence), m_canvas.locale(), translated);
    };
    QString text = say(m_scene.sequence, !m_canvas.framed());
    const bool batch = m_run->info().promptIds.size() > 1;
    if (batch && m_scene.sequence >= 0) {
        const WorkCounters one = countWork(m_scene, m_cachedPanel, m_scene.sequence);
        const QString all = say(-1, !m_canvas.outlined());
        text = m_canvas.say(QT_TRANSLATE_NOOP("Plots", "Sequence %1: %2 computed, %3 again. All: %4"))
                   .arg(formatInteger(m_canvas.locale(), m_scene.sequence + 1),
                        formatInteger(m_canvas.locale(), one.positionsComputed),
                        formatInteger(m_canvas.locale(), one.positionsRecomputed), all);
    } else if (batch) {
        text =
            m_canvas.say(QT_TRANSLATE_NOOP("Plots", "All %1 sequences: %2"))
                .arg(formatInteger(m_canvas.locale(), static_cast<std::int64_t>(m_run->info().promptIds.size())), text);
    }
    const int lines = std::max(1, static_cast<int>(rect.height() / m_canvas.lineHeight(m_canvas.small())));
    m_canvas.paragraph(rect, text, lines, m_canvas.small(), 500, m_theme.text);
}

}  // namespace decodescope::app
