// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run_session.h"

#include <functional>

class QMenu;

namespace decodescope::app {

class Selection;

/// Lists every run of the session. Choosing one puts it on the stage beside the run of the other kind that is shown, so
/// that runs made or opened later compare with earlier ones.
void fillRunsMenu(QMenu* menu, const RunSession& session, const Selection& selection, bool enabled,
                  const std::function<void(const RunPair&)>& show);

}  // namespace decodescope::app
