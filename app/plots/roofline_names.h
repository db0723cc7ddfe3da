// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"
#include "app/plots/roofline_model.h"

#include <QStringList>

namespace decodescope::app {

/// What a point may be called, the fullest name first; nothing for a point of the trail.
QStringList rooflineNames(const Canvas& canvas, const RooflinePoint& point);

}  // namespace decodescope::app
