// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangle_raster.h"

#include "app/plots/canvas.h"
#include "app/plots/numbers.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

const QImage& TriangleRaster::update(const profiler::RunRecord& run, std::size_t steps, const TriangleLayout& layout,
                                     const Style& style, qreal pixelRatio)
{
    m_linesPainted = 0;
    const std::size_t last = lastRow(run, layout);
    const bool same = m_run == &run && m_ratio == pixelRatio && m_style == style && m_layout == layout &&
                      (m_lastRow == last || layout.cells());
    if (!same) {
        const QSize size(std::max(1, static_cast<int>(std::lround(layout.grid().width() * pixelRatio))),
                         std::max(1, static_cast<int>(std::lround(layout.grid().height() * pixelRatio))));
        if (m_image.size() != size)
            m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
        m_image.setDevicePixelRatio(pixelRatio);
        m_image.fill(Qt::transparent);
        m_lastRow = last;
        m_run = &run;
        m_layout = layout;
        m_style = style;
        m_ratio = pixelRatio;
        m_steps = 0;
        if (!layout.cells())
            paintLines(run, 0, static_cast<std::size_t>(layout.extent().rows), 0);
    }
    const std::size_t from = std::min(steps, m_steps);
    const std::size_t to = std::max(steps, m_steps);
    if (from != to && layout.cells())
        paintCells(run, from, to, steps);
    else if (from != to)
        paintLines(run, from, to, steps);
    m_steps = steps;
    return m_image;
}

std::size_t TriangleRaster::lastRow(const profiler::RunRecord& run, const TriangleLayout& layout)
{
    return run.end() ? run.steps().size() : static_cast<std::size_t>(layout.extent().rows);
}

void TriangleRaster::paintCells(const profiler::RunRecord& run, std::size_t fromStep, std::size_t toStep,
                                std::size_t steps)
{
    const Theme& t = *m_style.theme;
    const QPointF origin = m_layout.grid().topLeft();
    QPainter painter(&m_image);
    const Canvas canvas(painter, t, m_style.outlined ? PlotUse::part : PlotUse::screen, QLocale::c());
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.fillRect(QRectF(0, m_layout.top(static_cast<std::int64_t>(fromStep)) - origin.y(), m_layout.grid().width(),
                            static_cast<qreal>(toStep - fromStep) * m_layout.cellHeight()),
                     Qt::transparent);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.translate(-origin);
    const int prompt = m_layout.promptCompressed() ? m_layout.extent().promptColumns : 0;
    const int labelSize = std::min(canvas.small(), static_cast<int>(m_layout.cellHeight() * 0.62));
    const bool labelled = m_layout.cellWidth() >= 30 && labelSize >= 9;
    for (std::size_t step = fromStep; step < std::min(toStep, steps); ++step) {
        ++m_linesPainted;
        const RowCells row = rowCells(run.steps()[step], m_style.sequence);
        const auto y = static_cast<std::int64_t>(step);
        // Soft edges of strokes stay inside their row: a neighbour may be painted at another time.
        painter.setClipRect(QRectF(origin.x(), m_layout.top(y), m_layout.grid().width(), m_layout.cellHeight()));
        const QColor time = t.timeColor(m_style.range.share(row.secondsPerPosition));
        const QColor* timeColor = m_style.colourBy == ColourBy::timePerPosition ? &time : nullptr;
        std::int64_t column = row.reusedBegin;
        while (column < row.end) {
            const CellKind kind = row.at(column);
            std::int64_t next = column + 1;
            if (column < prompt) {  // one span of all compressed columns of a kind
                while (next < std::min<std::int64_t>(prompt, row.end) && row.at(next) == kind) ++next;
            }
            const QRectF cell = m_layout.span(y, column, next);
            paintCell(painter, cell, kind, t, m_ratio, timeColor, labelled);
            if (labelled && next == column + 1) {
                const bool computed = kind != CellKind::reused;
                const QColor fill = timeColor && computed          ? time
                                    : kind == CellKind::reused     ? t.cachedFill
                                    : kind == CellKind::recomputed ? t.recomputed
                                    : kind == CellKind::prefill    ? t.prefill
                                                                   : t.newWork;
                const QString token = visibleToken(tokenAt(run, SIZE_MAX, m_style.sequence, column));
                canvas.text(cell.center() - QPointF(0, 1), Qt::AlignCenter,
                            canvas.elided(token, cell.width() - 6, labelSize), labelSize, 400, textOn(fill));
            }
            column = next;
        }
    }
}

int TriangleRaster::firstLine(std::size_t step) const
{
    // Line y belongs to the step at its middle: the first with (y + 0.5) * rows / height >= step.
    const double perStep = static_cast<double>(m_image.height()) / m_layout.extent().rows;
    return std::clamp(static_cast<int>(std::ceil(static_cast<double>(step) * perStep - 0.5)), 0, m_image.height());
}

void TriangleRaster::paintLines(const profiler::RunRecord& run, std::size_t fromStep, std::size_t toStep,
                                std::size_t steps)
{
    const Theme& t = *m_style.theme;
    const double rowsPerLine = static_cast<double>(m_layout.extent().rows) / m_image.height();
    const int lastLine = firstLine(toStep);
    const int width = m_image.width();
    const qreal origin = m_layout.grid().x();
    const auto edge = [&](std::int64_t column) {
        return std::clamp(static_cast<int>(std::lround((m_layout.left(column) - origin) * m_ratio)), 0, width);
    };
    for (int y = firstLine(fromStep); y < lastLine; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        ++m_linesPainted;
        const auto step = static_cast<std::size_t>((y + 0.5) * rowsPerLine);
        if (step >= steps) {
            const std::int64_t end = m_layout.extent().promptColumns + static_cast<std::int64_t>(step);
            const int ahead = step < m_lastRow ? edge(std::min<std::int64_t>(m_layout.extent().columns, end)) : 0;
            std::fill(line, line + ahead, t.future.rgb());
            std::fill(line + ahead, line + width, QRgb{0});
            continue;
        }
        const RowCells row = rowCells(run.steps()[step], m_style.sequence);
        const int reused = edge(row.reusedBegin);
        const int computed = edge(row.computedBegin);
        const int end = edge(row.end);
        // New work is one column of hundreds: never thinner than two logical pixels.
        const int least = static_cast<int>(std::ceil(2 * m_ratio));
        int fresh = edge(row.freshBegin);
        if (row.end > row.freshBegin)
            fresh = std::max(0, std::min(fresh, end - least));
        QRgb again = t.recomputed.rgb();
        QRgb now = (row.prefill ? t.prefill : t.newWork).rgb();
        if (m_style.colourBy == ColourBy::timePerPosition)
            again = now = t.timeColor(m_style.range.share(row.secondsPerPosition)).rgb();
        std::fill(line, line + reused, QRgb{0});
        std::fill(line + reused, line + std::max(reused, std::min(computed, fresh)), t.cachedFill.rgb());
        std::fill(line + std::min(computed, fresh), line + fresh, again);
        std::fill(line + fresh, line + std::max(fresh, end), now);
        std::fill(line + std::max(fresh, end), line + width, QRgb{0});
    }
}

namespace {

/// Diagonal strokes inside `rect`, one line through the middle of a small cell, evenly spaced ones in a larger area.
void hatch(QPainter& painter, const QRectF& rect, const QColor& color, qreal pixelRatio)
{
    const qreal w = rect.width();
    const qreal h = rect.height();
    const qreal least = std::min(w, h);
    const bool single = w + h < 26;
    painter.setPen(QPen(color, std::max(1.0 / pixelRatio, std::min(1.6, least * 0.16)), Qt::SolidLine, Qt::FlatCap));
    const qreal spacing = single ? w + h : 7;
    for (qreal c = single ? (w + h) / 2 : spacing / 2; c < w + h; c += spacing) {
        painter.drawLine(QPointF(rect.x() + std::max(0.0, c - h), rect.y() + std::min(c, h)),
                         QPointF(rect.x() + std::min(c, w), rect.y() + std::max(0.0, c - w)));
    }
}

}  // namespace

void paintCell(QPainter& painter, const QRectF& rect, CellKind kind, const Theme& theme, qreal pixelRatio,
               const QColor* timeColor, bool labelled)
{
    if (kind == CellKind::empty)
        return;
    const qreal pixel = 1.0 / pixelRatio;
    const qreal gap = std::min(rect.width(), rect.height()) >= 8 ? std::max(1.0, pixel) : pixel;
    const QRectF cell = rect.adjusted(0, 0, -gap, -gap);
    const bool rounded = std::min(cell.width(), cell.height()) >= 14;
    const auto fill = [&](const QColor& color, const QRectF& area) {
        if (rounded) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawRoundedRect(area, 2, 2);
        } else {
            painter.fillRect(area, color);
        }
    };
    if (kind == CellKind::reused) {
        fill(theme.cachedOutline, cell);
        const qreal edge = std::min(cell.width(), cell.height()) >= 7 ? std::max(1.0, pixel) : pixel;
        fill(theme.cachedFill, cell.adjusted(edge, edge, -edge, -edge));
        return;
    }
    if (timeColor) {
        fill(*timeColor, cell);
        return;
    }
    const QColor color = kind == CellKind::recomputed ? theme.recomputed
                         : kind == CellKind::prefill  ? theme.prefill
                                                      : theme.newWork;
    fill(color, cell);
    if (kind == CellKind::recomputed) {
        // Under a label the texture keeps to the foot of the cell.
        hatch(painter, labelled ? cell.adjusted(1, cell.height() - 5, -1, -1) : cell, theme.recomputedHatch,
              pixelRatio);
    } else if (kind == CellKind::prefill && !labelled && std::min(cell.width(), cell.height()) >= 6) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.newWork);
        const qreal radius = std::min(2.0, std::min(cell.width(), cell.height()) * 0.14);
        const int dots = std::max(1, static_cast<int>(cell.width() / 16));
        for (int i = 0; i < dots; ++i)
            painter.drawEllipse(QPointF(cell.x() + cell.width() * (i + 0.5) / dots, cell.center().y()), radius, radius);
    }
}

}  // namespace decodescope::app
