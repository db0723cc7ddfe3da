// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace decodescope::app {

namespace {

constexpr qreal kOnePlace = 9;  ///< points nearer than this are drawn over each other

QPointF nearestIn(const QRectF& rect, const QPointF& point)
{
    return {std::clamp(point.x(), rect.left(), rect.right()), std::clamp(point.y(), rect.top(), rect.bottom())};
}

qreal distance(const QRectF& rect, const QPointF& point)
{
    const QPointF way = nearestIn(rect, point) - point;
    return std::hypot(way.x(), way.y());
}

}  // namespace

void LabelPlacer::blockLine(const QPointF& from, const QPointF& to, qreal halfWidth)
{
    if (from.x() == to.x() || from.y() == to.y()) {
        block(QRectF(from, to).normalized().adjusted(-halfWidth, -halfWidth, halfWidth, halfWidth));
        return;
    }
    const qreal length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int pieces = std::max(1, static_cast<int>(length / 6));
    for (int i = 0; i <= pieces; ++i) {
        const QPointF p = from + (to - from) * (static_cast<qreal>(i) / pieces);
        m_blocked.emplace_back(p.x() - halfWidth, p.y() - halfWidth, 2 * halfWidth, 2 * halfWidth);
    }
}

void LabelPlacer::addPoint(const QPointF& point, qreal halfSize)
{
    m_points.push_back(point);
    block(QRectF(point - QPointF(halfSize, halfSize), QSizeF(2 * halfSize, 2 * halfSize)));
}

bool LabelPlacer::isFree(const QRectF& rect) const
{
    return m_bounds.contains(rect) && std::none_of(m_blocked.begin(), m_blocked.end(),
                                                   [&](const QRectF& other) { return other.intersects(rect); });
}

bool LabelPlacer::isFreeWay(const QPointF& from, const QPointF& to, const QRectF& label) const
{
    const QLineF way(from, to);
    const auto crosses = [&](const QLineF& line) { return line.intersects(way) == QLineF::BoundedIntersection; };
    const auto begins = [&](const QPointF& point) { return QLineF(point, from).length() < kOnePlace; };
    // Lines of points in one place begin together.
    if (std::any_of(m_threads.begin(), m_threads.end(),
                    [&](const QLineF& line) { return !begins(line.p1()) && crosses(line); }) ||
        std::any_of(m_links.begin(), m_links.end(),
                    [&](const QLineF& line) { return !begins(line.p1()) && !begins(line.p2()) && crosses(line); }))
        return false;
    const qreal length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int pieces = std::max(1, static_cast<int>(length / 3));
    for (int i = 0; i <= pieces; ++i) {
        const QPointF p = from + (to - from) * (static_cast<qreal>(i) / pieces);
        for (const QRectF& other : m_labels) {
            if (other != label && other.contains(p))
                return false;
        }
        for (const QPointF& other : m_points) {
            const bool apart = std::hypot(other.x() - from.x(), other.y() - from.y()) >= kOnePlace;
            if (apart && std::hypot(other.x() - p.x(), other.y() - p.y()) < 6)
                return false;
        }
    }
    return true;
}

bool LabelPlacer::isNearestTo(const QPointF& point, const QRectF& label) const
{
    const qreal own = distance(label, point);
    return std::all_of(m_points.begin(), m_points.end(), [&](const QPointF& other) {
        // Of points in one place each has its name on its own side.
        const bool apart = std::hypot(other.x() - point.x(), other.y() - point.y()) >= kOnePlace;
        return other == point || distance(label, other) >= (apart ? own * 1.5 + 2 : own);
    });
}

std::optional<LabelPlacer::Place> LabelPlacer::place(const QPointF& point, const QSizeF& size, qreal gap, qreal reach)
{
    constexpr qreal kThreadCost = 14;
    const qreal w = size.width();
    const qreal h = size.height();
    std::optional<Place> best;
    qreal least = std::numeric_limits<qreal>::infinity();
    for (qreal away = gap; away < gap + reach && away < least; away += 5) {
        const qreal diagonal = away * 0.8;
        const std::array<QPointF, 14> corners{
            QPointF(away, -h / 2),
            QPointF(diagonal, diagonal),
            QPointF(diagonal, -diagonal - h),
            QPointF(-away - w, -h / 2),
            QPointF(-w / 2, away),
            QPointF(-w / 2, -away - h),
            QPointF(-diagonal - w, diagonal),
            QPointF(-diagonal - w, -diagonal - h),
            QPointF(-w * 0.2, away),
            QPointF(-w * 0.8, away),
            QPointF(-w * 0.2, -away - h),
            QPointF(-w * 0.8, -away - h),
            QPointF(away, -h * 1.2),
            QPointF(away, h * 0.2),
        };
        for (const QPointF& corner : corners) {
            const QRectF rect(point + corner, size);
            if (!isFree(rect))
                continue;
            const QPointF foot = nearestIn(rect, point);
            const qreal way = std::hypot(foot.x() - point.x(), foot.y() - point.y());
            const bool thread = way > gap + 8 || !isNearestTo(point, rect);
            const qreal cost = way + (thread ? kThreadCost : 0);
            if (cost >= least || (thread && !isFreeWay(point, foot, rect)))
                continue;
            least = cost;
            best = Place{rect, thread, foot};
        }
    }
    if (best) {
        m_blocked.push_back(best->rect.adjusted(-5, 0, 5, 0));  // words stand apart
        m_labels.push_back(best->rect);
        if (best->thread) {
            blockLine(point, best->foot, 1);
            m_threads.emplace_back(point, best->foot);
        }
    }
    return best;
}

std::vector<double> spreadAlong(const std::vector<double>& middles, const std::vector<double>& lengths, double gap,
                                double low, double high)
{
    // Pieces that would touch move as one block whose offset is the mean of what its pieces want.
    struct Block {
        std::size_t first = 0;
        std::size_t count = 0;
        double length = 0;   ///< with the gaps inside
        double wantSum = 0;  ///< of the starts the pieces want for the block
        double start = 0;
    };
    const std::size_t count = std::min(middles.size(), lengths.size());
    double total = gap * static_cast<double>(count > 0 ? count - 1 : 0);
    for (std::size_t i = 0; i < count; ++i) total += lengths[i];
    if (count == 0 || total > high - low + 1e-9)
        return {};
    const auto settle = [&](Block& block) {
        block.start = std::clamp(block.wantSum / static_cast<double>(block.count), low, high - block.length);
    };
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < count; ++i) {
        Block block{i, 1, lengths[i], middles[i] - lengths[i] / 2, 0};
        settle(block);
        while (!blocks.empty() && blocks.back().start + blocks.back().length + gap > block.start) {
            const Block& before = blocks.back();
            Block joined{before.first, before.count + block.count, before.length + gap + block.length, 0, 0};
            joined.wantSum = before.wantSum + block.wantSum - static_cast<double>(block.count) * (before.length + gap);
            settle(joined);
            blocks.pop_back();
            block = joined;
        }
        blocks.push_back(block);
    }
    std::vector<double> result;
    for (const Block& block : blocks) {
        double at = block.start;
        for (std::size_t i = block.first; i < block.first + block.count; ++i) {
            result.push_back(at + lengths[i] / 2);
            at += lengths[i] + gap;
        }
    }
    return result;
}

}  // namespace decodescope::app
