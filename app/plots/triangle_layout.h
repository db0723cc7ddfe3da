// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/triangle_cells.h"

#include <QPointF>
#include <QRectF>
#include <optional>

namespace decodescope::app {

/// Where the rows and columns of one triangle lie in pixels. A value: the same area and extent give the same layout.
/// Cells of at least 4 px are drawn one by one, on whole device pixels; below that the triangle is one image. A long
/// prompt with few new tokens has its columns compressed when that keeps the cells of the new tokens visible.
class TriangleLayout {
public:
    TriangleLayout() = default;
    TriangleLayout(const QRectF& area, const TriangleExtent& extent, qreal pixelRatio, qreal largestCell = 40);

    const TriangleExtent& extent() const { return m_extent; }
    bool cells() const { return m_cells; }
    bool promptCompressed() const { return m_compressed; }
    QRectF grid() const { return m_grid; }
    qreal cellWidth() const { return m_cellWidth; }
    qreal cellHeight() const { return m_cellHeight; }

    qreal left(std::int64_t column) const;  ///< left edge; column == columns gives the right end
    qreal top(std::int64_t row) const;
    QRectF span(std::int64_t row, std::int64_t firstColumn, std::int64_t endColumn) const;
    int columnAt(qreal x) const;  ///< -1 outside
    int rowAt(qreal y) const;

    /// Letters of the tokens beside the cells; nothing where a row has no room for legible ones.
    std::optional<int> tokenSize(int small) const;

    bool operator==(const TriangleLayout& other) const;

private:
    TriangleExtent m_extent;
    QRectF m_grid;
    qreal m_cellWidth = 0;
    qreal m_cellHeight = 0;
    qreal m_promptWidth = 0;  ///< of all prompt columns together
    bool m_cells = false;
    bool m_compressed = false;
};

}  // namespace decodescope::app
