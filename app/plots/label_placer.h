// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

namespace decodescope::app {

/// Finds room for labels near their points: never on another label, a marker, a blocked line or outside the bounds,
/// never where a reader would take it for the name of another point, and with no line to a point across that of
/// another.
class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds) : m_bounds(bounds) {}

    void block(const QRectF& rect) { m_blocked.push_back(rect); }
    /// Blocks a line: a slanting one as a chain of small boxes.
    void blockLine(const QPointF& from, const QPointF& to, qreal halfWidth);
    /// A line from point to point, which those to labels do not cross either.
    void addLink(const QLineF& line) { m_links.push_back(line); }
    /// A marker that labels may belong to: blocks its place, and keeps labels of others nearer to their own.
    void addPoint(const QPointF& point, qreal halfSize);

    struct Place {
        QRectF rect;
        bool thread = false;  ///< too far away, or nearer to another point: a line must join it to its own
        QPointF foot;         ///< where that line ends at the label
    };
    /// The free place nearest to `point` (right of it preferred) and blocks it; empty when there is none within `reach`
    /// of it.
    std::optional<Place> place(const QPointF& point, const QSizeF& size, qreal gap, qreal reach = 160);
    bool isFree(const QRectF& rect) const;

private:
    bool isFreeWay(const QPointF& from, const QPointF& to, const QRectF& label) const;
    bool isNearestTo(const QPointF& point, const QRectF& label) const;

    QRectF m_bounds;
    std::vector<QRectF> m_blocked;
    std::vector<QRectF> m_labels;
    std::vector<QLineF> m_threads;  ///< from a point to its label
    std::vector<QLineF> m_links;
    std::vector<QPointF> m_points;
};

/// Places pieces of these lengths along a line near their wanted middles, in the same order, `gap` apart, inside [low,
/// high]; the sum of squared ways is least. Returns the middles; empty when they do not fit.
std::vector<double> spreadAlong(const std::vector<double>& middles, const std::vector<double>& lengths, double gap,
                                double low, double high);

}  // namespace decodescope::app
