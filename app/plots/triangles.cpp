// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangles.h"

#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangle_panel.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr qreal kTokenRoom = 4.5;  ///< in type sizes: some eight letters

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

}  // namespace

TrianglesGeometry trianglesGeometry(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    TrianglesGeometry geometry;
    const qreal line = canvas.lineHeight(canvas.small());
    const TriangleExtent extent = triangleExtent(scene);
    geometry.legend = QRectF(rect.x(), rect.y(), rect.width(), line + 4);
    const qreal between = canvas.gap() * 3;
    const qreal labels = canvas.width(formatInteger(canvas.locale(), std::max(99, extent.rows)), canvas.small()) + 10;
    geometry.alone = canvas.framed() && (scene.naive == nullptr) != (scene.cached == nullptr);
    const qreal width = geometry.alone ? rect.width() : (rect.width() - between) / 2;
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
        const auto layoutIn = [&](qreal room) {
            return TriangleLayout(QRectF(left, gridTop, std::max<qreal>(0, room), gridHeight), extent,
                                  1.0 / canvas.devicePixel(), canvas.framed() ? 88 : 60);
        };
        const qreal room = x + width - left - 3;
        result.layout = layoutIn(room);
        // Where the rows have room for the tokens they chose, the last ones have theirs at the right of the grid.
        if (const qreal tokens = canvas.small() * kTokenRoom;
            result.layout.tokenSize(canvas.small()) && result.layout.grid().width() > room - tokens) {
            const TriangleLayout beside = layoutIn(room - tokens);
            if (beside.tokenSize(canvas.small()))
                result.layout = beside;
        }
        result.counters = QRectF(left, rect.bottom() - countersHeight + 4, x + width - left, countersHeight - 4);
        if (extent.rows > 0)
            result.magnifier = magnifierBox(result.layout, canvas.small() * 8);
        return result;
    };
    if (!geometry.alone || scene.naive)
        geometry.naive = panel(rect.x());
    if (!geometry.alone || scene.cached)
        geometry.cached = panel(geometry.alone ? rect.x() : rect.x() + width + between);
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

namespace {

/// Of one panel; its letters and strokes reach a little beyond their places.
QRegion changedOf(const TrianglesGeometry::Panel& panel, const profiler::RunRecord& run, std::size_t before,
                  std::size_t after, int sequence)
{
    const auto around = [](const QRectF& rect) { return QRegion(rect.adjusted(-6, -4, 6, 4).toAlignedRect()); };
    QRegion area = around(panel.heading) + around(panel.counters);
    if (panel.magnifier)
        area += around(*panel.magnifier);
    const TriangleLayout& layout = panel.layout;
    const qreal width = panel.heading.width();
    const auto rows = [&](std::int64_t first, std::int64_t end) {
        return QRectF(layout.grid().left(), layout.top(first), width, layout.top(end) - layout.top(first));
    };
    const std::size_t published = run.steps().size();
    if (before == published || after == published) {
        // How the run ended stands below its last row or in the free corner.
        return area + around(QRectF(layout.grid().left(), layout.grid().top(), width, layout.grid().height()));
    }
    const auto least = static_cast<std::int64_t>(std::min(before, after));
    area += around(rows(std::max<std::int64_t>(0, least - 1), static_cast<std::int64_t>(std::max(before, after))));
    // The edge of what was read from the cache reaches down to the last row.
    for (const std::size_t steps : {before, after}) {
        if (layout.cells() || steps == 0)
            continue;
        const RowCells last = rowCells(run.steps()[steps - 1], sequence);
        const RowCells other = rowCells(run.steps()[(steps == before ? after : before) - 1], sequence);
        const bool drawn = last.computedBegin > last.reusedBegin;
        const bool standsStill = other.computedBegin > other.reusedBegin && other.reusedBegin == last.reusedBegin;
        if (drawn && !standsStill)
            area += around(QRectF(layout.left(last.reusedBegin), layout.grid().top(), 0, layout.grid().height()));
    }
    return area;
}

}  // namespace

QRegion changedArea(const TrianglesGeometry& geometry, const QRect& whole, const PlotScene& before,
                    const PlotScene& after)
{
    const bool sameRuns = before.naive == after.naive && before.cached == after.cached &&
                          before.recording == after.recording && before.sequence == after.sequence;
    // The scale of times follows the steps shown.
    const bool sameColours = before.colourBy == after.colourBy && after.colourBy == ColourBy::kindOfWork;
    const std::size_t naive[] = {shownSteps(before.naive, before.naiveSteps),
                                 shownSteps(after.naive, after.naiveSteps)};
    const std::size_t cached[] = {shownSteps(before.cached, before.cachedSteps),
                                  shownSteps(after.cached, after.cachedSteps)};
    const bool beginsOrEnds = (naive[0] == 0) != (naive[1] == 0) || (cached[0] == 0) != (cached[1] == 0);
    if (!sameRuns || !sameColours || beginsOrEnds)
        return whole;
    QRegion area;
    if (naive[0] != naive[1])
        area += changedOf(geometry.naive, *after.naive, naive[0], naive[1], after.sequence);
    if (cached[0] != cached[1])
        area += changedOf(geometry.cached, *after.cached, cached[0], cached[1], after.sequence);
    return area & whole;
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

void paintTriangles(const Canvas& canvas, const TrianglesGeometry& geometry, const PlotScene& scene,
                    TriangleRaster& naiveRaster, TriangleRaster& cachedRaster,
                    const std::optional<CellPosition>& cursor)
{
    std::optional<TimeRange> range;
    if (scene.colourBy == ColourBy::timePerPosition)
        range = timeRange(scene);
    if (canvas.exposes(geometry.legend))
        paintLegend(canvas, geometry.legend, scene, range);
    TrianglePanel naive(canvas, geometry, geometry.naive, scene, scene.naive, shownSteps(scene.naive, scene.naiveSteps),
                        false);
    TrianglePanel cached(canvas, geometry, geometry.cached, scene, scene.cached,
                         shownSteps(scene.cached, scene.cachedSteps), true);
    if (!geometry.alone || scene.naive)
        naive.paint(naiveRaster, range);
    if (!geometry.alone || scene.cached)
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
