// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/triangle_layout.h"

#include <QImage>

class QPainter;

namespace decodescope::app {

/// The cells of one triangle as an image of device pixels, of which a change of position repaints the rows of the
/// changed steps only: real cells with texture where they are large enough, otherwise scan lines. The result depends
/// on run, steps, layout and style alone, however it came about (tested with random seeks).
class TriangleRaster {
public:
    struct Style {
        const Theme* theme = nullptr;
        ColourBy colourBy = ColourBy::kindOfWork;
        TimeRange range{};
        int sequence = -1;
        bool outlined = false;  ///< labels as outlines
        bool operator==(const Style&) const = default;
    };

    /// Brings the image to `steps` shown steps and returns it. `pixelRatio` is the device's.
    const QImage& update(const profiler::RunRecord& run, std::size_t steps, const TriangleLayout& layout,
                         const Style& style, qreal pixelRatio);

    /// Rows or scan lines painted by the last update, for tests and benchmarks.
    int linesPainted() const { return m_linesPainted; }

private:
    /// Where the run will end as far as is known: what a step of it will fill is shown faintly.
    static std::size_t lastRow(const profiler::RunRecord& run, const TriangleLayout& layout);
    void paintCells(const profiler::RunRecord& run, std::size_t fromStep, std::size_t toStep, std::size_t steps);
    void paintLines(const profiler::RunRecord& run, std::size_t fromStep, std::size_t toStep, std::size_t steps);
    int firstLine(std::size_t step) const;

    QImage m_image;
    const profiler::RunRecord* m_run = nullptr;
    TriangleLayout m_layout;
    Style m_style;
    std::size_t m_steps = 0;
    std::size_t m_lastRow = 0;
    qreal m_ratio = 0;
    int m_linesPainted = 0;
};

/// Fills one cell (or a span of compressed columns) with the colour and texture of its kind.
void paintCell(QPainter& painter, const QRectF& rect, CellKind kind, const Theme& theme, qreal pixelRatio,
               const QColor* timeColor = nullptr, bool labelled = false);

}  // namespace decodescope::app
