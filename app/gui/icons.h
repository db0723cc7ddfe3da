// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QIcon>
#include <QString>

namespace decodescope::app {

/// A bundled vector icon ("play", "step-forward"; see resources/icons) in the theme's text colour, muted when disabled
/// and in the colour for text on the accent when selected or checked. Null for an unknown name.
QIcon themedIcon(const QString& name, const Theme& theme);

/// The same in one colour.
QIcon tintedIcon(const QString& name, const QColor& color);

/// The program's own icon.
QIcon applicationIcon();

}  // namespace decodescope::app
