// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace decodescope::app {

class PlaybackDriver;

/// The keys of playback, and those a presenter's clicker sends: Space, . and , Page Up and Down, Home, End, + and -.
/// They reach this only outside editors, which keep what is typed. False: not one of them.
bool handlePlaybackKey(const QKeyEvent& event, PlaybackDriver& driver);

}  // namespace decodescope::app
