// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace decodescope::app {

/// Makes the accessible interfaces of views that paint themselves: what they show as text is their description, and
/// their value. Called before the first of them is asked for.
void speakPaintedViews();

/// What such a view shows now; a screen reader that listens is told when it changed.
void sayValue(QWidget* view, const QString& text);

}  // namespace decodescope::app
