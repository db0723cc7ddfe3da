// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

namespace decodescope::app {

/// Finds room for labels near their points: never on another label, a marker, a blocked line or outside the bounds.
class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds) : m_bounds(bounds) {}

    void block(const QRectF& rect) { m_blocked.push_back(rect); }
    /// Blocks a line as a chain of small boxes.
    void blockLine(const QPointF& from, const QPointF& to, qreal halfWidth);

    /// The free place nearest to `point` (right of it preferred) and blocks it; empty when there is none within `reach`
    /// of it.
    std::optional<QRectF> place(const QPointF& point, const QSizeF& size, qreal gap, qreal reach = 160);
    bool isFree(const QRectF& rect) const;

private:
    QRectF m_bounds;
    std::vector<QRectF> m_blocked;
};

}  // namespace decodescope::app
