// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/selection.h"

#include <QKeyEvent>

#include <vector>

namespace decodescope::app {

/// Keys of a view of ops: `back` and `forth` select the neighbour of the selected one among `shown`, Escape none. False
/// when the key is none of these.
bool selectOpByKey(const QKeyEvent& event, Qt::Key back, Qt::Key forth, const std::vector<engine::OpKind>& shown,
                   Selection& selection);

}  // namespace decodescope::app
