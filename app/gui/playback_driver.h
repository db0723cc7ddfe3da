// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/frame_pacer.h"
#include "app/gui/selection.h"
#include "app/run/playback.h"
#include "app/run/step_gate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

namespace decodescope::app {

/// Moves the position in the record that is shown: looks at the published counts once per frame while a run is live,
/// lets time pass while playing, and tells the selection. At most one change per frame reaches the views, and fewer
/// where painting would slow the engine down.
class PlaybackDriver : public QObject {
    Q_OBJECT
public:
    explicit PlaybackDriver(Selection* selection, QObject* parent = nullptr);

    /// Shows a pair of runs (either may be null), at the end; while `live` follows what is published.
    void show(std::shared_ptr<const profiler::Recording> recording, std::shared_ptr<profiler::RunRecord> naive,
              std::shared_ptr<profiler::RunRecord> cached, bool live);
    /// The engine of the next live runs waits at this gate: forward at the end makes the next step, playing makes them
    /// at the playback's rate. Null: it does not wait.
    void pace(std::shared_ptr<StepGate> gate);
    /// Steps come by themselves: the position moves, or follows an engine that does not wait for the user.
    bool moves() const;
    /// The session that was live is over: what is shown stays, the badge changes.
    void endLive();

    const Playback& playback() const { return m_playback; }
    PlaybackBadge badge() const;

    void togglePlay();
    void pause();
    void stepForward();
    void stepBack();
    void toStart();
    void toEnd();
    void seek(int position);
    void faster();
    void slower();
    void setMode(PlaybackMode mode);
    void setRate(double rowsPerSecond);
    void setSlowdown(double factor);

    /// Frames in which something changed, since the start: what tests count.
    int changedFrames() const { return m_changedFrames; }

Q_SIGNALS:
    /// Position, length, mode, speed or badge changed.
    void changed();

private:
    template <class Command>
    void command(Command&& apply);
    void frame();
    void openGate();
    void publish();
    void schedule();

    Selection* m_selection;
    Playback m_playback;
    QTimer m_timer;
    QElapsedTimer m_clock;  ///< since the last frame
    QElapsedTimer m_wall;   ///< since the window came up
    FramePacer m_pacer;
    std::shared_ptr<StepGate> m_gate;  ///< of a live run that is paced
    bool m_oneByOne = true;            ///< at the gate every step waits for its key
    QElapsedTimer m_opened;            ///< since the gate was last opened by the rate
    bool m_live = false;
    int m_changedFrames = 0;
};

}  // namespace decodescope::app
