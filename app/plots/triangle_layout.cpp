// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangle_layout.h"

#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr qreal kLeastCell = 4;
constexpr qreal kPromptShare = 0.3;  // of the width, for a compressed prompt

}  // namespace

TriangleLayout::TriangleLayout(const QRectF& area, const TriangleExtent& extent, qreal pixelRatio, qreal largestCell)
    : m_extent(extent), m_grid(area)
{
    if (extent.rows < 1 || extent.columns < 1 || area.width() < 1 || area.height() < 1)
        return;
    const auto whole = [pixelRatio](qreal value) { return std::floor(value * pixelRatio + 1e-6) / pixelRatio; };
    const qreal plainWidth = area.width() / extent.columns;
    const qreal plainHeight = area.height() / extent.rows;
    const int fresh = extent.columns - extent.promptColumns;
    qreal width = whole(plainWidth);
    const qreal squeezed = fresh > 0 ? whole(std::min(area.width() * (1 - kPromptShare) / fresh, 16.0)) : 0;
    m_compressed = extent.promptColumns > fresh && fresh > 0 && plainWidth < 6 && squeezed >= kLeastCell;
    if (m_compressed)
        width = squeezed;
    width = std::min(width, whole(largestCell * 1.6));
    qreal height = std::min({whole(plainHeight), whole(std::max(width * 2.5, 10.0)), whole(largestCell)});
    width = std::min(width, whole(std::max(height * 2.5, 10.0)));
    m_cells = width >= kLeastCell && height >= kLeastCell;
    if (!m_cells) {
        m_compressed = false;
        width = plainWidth;
        height = plainHeight;
    }
    m_cellWidth = width;
    m_cellHeight = height;
    m_promptWidth = m_compressed ? whole(area.width() - fresh * width) : extent.promptColumns * width;
    // A compressed prompt is never wider than it would be with cells of the common width.
    m_promptWidth = std::min(m_promptWidth, extent.promptColumns * width);
    m_grid = QRectF(area.x(), area.y(), m_promptWidth + fresh * width, extent.rows * height);
}

qreal TriangleLayout::left(std::int64_t column) const
{
    const int prompt = m_extent.promptColumns;
    if (column <= prompt && prompt > 0)
        return m_grid.x() + m_promptWidth * static_cast<qreal>(column) / prompt;
    return m_grid.x() + m_promptWidth + static_cast<qreal>(column - prompt) * m_cellWidth;
}

qreal TriangleLayout::top(std::int64_t row) const
{
    return m_grid.y() + static_cast<qreal>(row) * m_cellHeight;
}

QRectF TriangleLayout::span(std::int64_t row, std::int64_t firstColumn, std::int64_t endColumn) const
{
    const qreal x = left(firstColumn);
    return {x, top(row), left(endColumn) - x, m_cellHeight};
}

int TriangleLayout::columnAt(qreal x) const
{
    if (x < m_grid.left() || x >= m_grid.right())
        return -1;
    const qreal offset = x - m_grid.left();
    const qreal column = offset < m_promptWidth ? offset * m_extent.promptColumns / m_promptWidth
                                                : m_extent.promptColumns + (offset - m_promptWidth) / m_cellWidth;
    return std::min(static_cast<int>(column), m_extent.columns - 1);
}

int TriangleLayout::rowAt(qreal y) const
{
    if (y < m_grid.top() || y >= m_grid.bottom())
        return -1;
    return std::min(static_cast<int>((y - m_grid.top()) / m_cellHeight), m_extent.rows - 1);
}

std::optional<int> TriangleLayout::tokenSize(int small) const
{
    const int size = std::min(small, static_cast<int>(m_cellHeight * 0.84));
    return m_cells && size >= small * 3 / 4 ? std::optional(size) : std::nullopt;
}

bool TriangleLayout::operator==(const TriangleLayout& other) const
{
    return m_extent.rows == other.m_extent.rows && m_extent.columns == other.m_extent.columns &&
           m_extent.promptColumns == other.m_extent.promptColumns && m_grid == other.m_grid &&
           m_cellWidth == other.m_cellWidth && m_cellHeight == other.m_cellHeight &&
           m_promptWidth == other.m_promptWidth;
}

}  // namespace decodescope::app
