// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playback_keys.h"

#include "app/gui/playback_driver.h"

#include <QKeyEvent>

namespace decodescope::app {

bool handlePlaybackKey(const QKeyEvent& event, PlaybackDriver& driver)
{
    if (event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) {
        return false;
    }
    switch (event.key()) {
        case Qt::Key_Space:
            driver.togglePlay();
            return true;
        case Qt::Key_Period:
        case Qt::Key_PageDown:
            driver.stepForward();
            return true;
        case Qt::Key_Comma:
        case Qt::Key_PageUp:
            driver.stepBack();
            return true;
        case Qt::Key_Home:
            driver.toStart();
            return true;
        case Qt::Key_End:
            driver.toEnd();
            return true;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            driver.faster();
            return true;
        case Qt::Key_Minus:
            driver.slower();
            return true;
        default:
            return false;
    }
}

}  // namespace decodescope::app
