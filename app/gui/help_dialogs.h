// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace decodescope::app {

/// Version, licence, and the licences of everything bundled or linked.
void showAboutDialog(QWidget* parent);
/// The keys of the playback and the window.
void showKeysDialog(QWidget* parent);

}  // namespace decodescope::app
