// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope::app {

void LabelPlacer::blockLine(const QPointF& from, const QPointF& to, qreal halfWidth)
{
    const qreal length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int pieces = std::max(1, static_cast<int>(length / 6));
    for (int i = 0; i <= pieces; ++i) {
        const QPointF p = from + (to - from) * (static_cast<qreal>(i) / pieces);
        m_blocked.emplace_back(p.x() - halfWidth, p.y() - halfWidth, 2 * halfWidth, 2 * halfWidth);
    }
}

bool LabelPlacer::isFree(const QRectF& rect) const
{
    return m_bounds.contains(rect) && std::none_of(m_blocked.begin(), m_blocked.end(),
                                                   [&](const QRectF& other) { return other.intersects(rect); });
}

std::optional<QRectF> LabelPlacer::place(const QPointF& point, const QSizeF& size, qreal gap, qreal reach)
{
    const qreal w = size.width();
    const qreal h = size.height();
    for (qreal distance = gap; distance < gap + reach; distance += 6) {
        const qreal diagonal = distance * 0.8;
        const std::array<QPointF, 12> corners{
            QPointF(distance, -h / 2),         QPointF(diagonal, diagonal),
            QPointF(diagonal, -diagonal - h),  QPointF(-distance - w, -h / 2),
            QPointF(-w / 2, distance),         QPointF(-w / 2, -distance - h),
            QPointF(-diagonal - w, diagonal),  QPointF(-diagonal - w, -diagonal - h),
            QPointF(-w * 0.25, distance),      QPointF(-w * 0.75, distance),
            QPointF(-w * 0.25, -distance - h), QPointF(-w * 0.75, -distance - h),
        };
        for (const QPointF& corner : corners) {
            const QRectF rect(point + corner, size);
            if (isFree(rect)) {
                m_blocked.push_back(rect);
                return rect;
            }
        }
    }
    return std::nullopt;
}

}  // namespace decodescope::app
