// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/roofline_model.h"

#include <QPointF>
#include <QRectF>
#include <vector>

namespace decodescope::app {

/// What was drawn where: a name belongs to the point with its index, or to a roof (no index).
struct RooflineDrawing {
    struct Name {
        QRectF rect;
        std::optional<std::size_t> point;
        bool thread = false;  ///< a thin line leads from the name to its point
    };
    std::vector<QPointF> points;  ///< of the model, in its order
    std::vector<Name> names;
};
RooflineDrawing paintRoofline(const Canvas& canvas, const QRectF& rect, const RooflineModel& model);

}  // namespace decodescope::app
