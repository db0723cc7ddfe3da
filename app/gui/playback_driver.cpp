// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playback_driver.h"

#include "engine/forward/backend.h"

#include <algorithm>
#include <utility>

namespace decodescope::app {

namespace {

constexpr int kFrameMs = 16;

}  // namespace

PlaybackDriver::PlaybackDriver(Selection* selection, QObject* parent) : QObject(parent), m_selection(selection)
{
    m_wall.start();
    m_timer.setInterval(kFrameMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &PlaybackDriver::frame);
}

void PlaybackDriver::show(std::shared_ptr<const profiler::Recording> recording,
                          std::shared_ptr<profiler::RunRecord> naive, std::shared_ptr<profiler::RunRecord> cached,
                          bool live)
{
    // A second run of the same session keeps a position the user chose.
    const bool grows = live && m_live && m_selection->naive() == naive && !m_playback.following();
    m_live = live;
    if (const auto& run = cached ? cached : naive) {
        // An engine that waits for the user loses nothing to the window.
        m_pacer.setShare(m_gate ? 1 : liveShare(run->info().device.threads, engine::affinityCpus()));
    }
    m_selection->setRuns(std::move(recording), naive, cached);
    if (!grows) {
        m_playback.setTracks({}, {}, live);
    }
    m_playback.update(naive, cached, live);
    if (!grows) {
        m_playback.toEnd();
    }
    publish();
    schedule();
}

void PlaybackDriver::pace(std::shared_ptr<StepGate> gate)
{
    m_gate = std::move(gate);
    m_oneByOne = true;
    m_opened.start();
}

bool PlaybackDriver::moves() const
{
    return m_playback.playing() || (m_playback.following() && !(m_gate && m_oneByOne));
}

void PlaybackDriver::endLive()
{
    m_live = false;
    m_gate.reset();
    m_timer.setInterval(kFrameMs);
    m_playback.update(m_selection->naive(), m_selection->cached(), false);
    publish();
    m_selection->announceEnd();
    schedule();
}

PlaybackBadge PlaybackDriver::badge() const
{
    const auto& naive = m_selection->naive();
    const auto& cached = m_selection->cached();
    if (!naive && !cached) {
        return PlaybackBadge::none;
    }
    if ((naive && naive->info().paced) || (cached && cached->info().paced)) {
        return PlaybackBadge::paced;
    }
    return m_live ? PlaybackBadge::live : PlaybackBadge::recorded;
}

template <class Command>
void PlaybackDriver::command(Command&& apply)
{
    m_playback.update(m_selection->naive(), m_selection->cached(), m_live);
    apply();
    m_clock.start();
    publish();
    schedule();
}

void PlaybackDriver::togglePlay()
{
    if (m_live && m_gate && m_playback.needsStep()) {
        m_oneByOne = !m_oneByOne;
        m_opened.start();
        command([this] { m_playback.toEnd(); });
        return;
    }
    m_oneByOne = m_playback.playing();
    command([this] { m_playback.togglePlay(); });
}

void PlaybackDriver::pause()
{
    command([this] { m_playback.pause(); });
}

void PlaybackDriver::stepForward()
{
    if (m_live && m_gate && m_playback.needsStep()) {
        m_oneByOne = true;
        m_gate->open();
        command([this] { m_playback.toEnd(); });
        return;
    }
    m_oneByOne = true;
    command([this] { m_playback.stepForward(); });
}

void PlaybackDriver::stepBack()
{
    command([this] { m_playback.stepBack(); });
}

void PlaybackDriver::toStart()
{
    command([this] { m_playback.toStart(); });
}

void PlaybackDriver::toEnd()
{
    command([this] { m_playback.toEnd(); });
}

void PlaybackDriver::seek(int position)
{
    command([this, position] { m_playback.seek(position < 0 ? 0 : static_cast<std::size_t>(position)); });
}

void PlaybackDriver::faster()
{
    command([this] { m_playback.faster(); });
}

void PlaybackDriver::slower()
{
    command([this] { m_playback.slower(); });
}

void PlaybackDriver::setMode(PlaybackMode mode)
{
    command([this, mode] { m_playback.setMode(mode); });
}

void PlaybackDriver::setRate(double rowsPerSecond)
{
    command([this, rowsPerSecond] { m_playback.setRate(rowsPerSecond); });
}

void PlaybackDriver::setSlowdown(double factor)
{
    command([this, factor] { m_playback.setSlowdown(factor); });
}

void PlaybackDriver::frame()
{
    if (m_live) {
        // Looks again when the next frame is due, not sixty times a second: every look wakes a thread beside the
        // engine.
        const std::int64_t waitNs = m_pacer.waitNs(m_wall.nsecsElapsed(), threadNs());
        m_timer.setInterval(std::max(kFrameMs, static_cast<int>(waitNs / 1'000'000)));
        if (waitNs > 0) {
            return;
        }
    }
    const ShownSteps before = m_playback.shown();
    const std::size_t lengthBefore = m_playback.length();
    const bool playedBefore = m_playback.playing();
    if (m_live) {
        m_playback.update(m_selection->naive(), m_selection->cached(), true);
    }
    openGate();
    m_playback.advance(m_clock.isValid() ? m_clock.nsecsElapsed() : 0);
    m_clock.start();
    if (m_playback.shown() != before || m_playback.length() != lengthBefore || m_playback.playing() != playedBefore) {
        publish();
    }
    schedule();
}

/// While it plays at a gate the engine makes a step whenever the rate asks for one.
void PlaybackDriver::openGate()
{
    if (!m_live || !m_gate || !moves() || !m_playback.needsStep() || !m_gate->waiting()) {
        return;
    }
    if (static_cast<double>(m_opened.nsecsElapsed()) * 1e-9 * m_playback.rate() >= 1) {
        m_opened.start();
        m_gate->open();
    }
}

void PlaybackDriver::publish()
{
    const ShownSteps shown = m_playback.shown();
    ++m_changedFrames;
    m_pacer.begin(m_wall.nsecsElapsed(), threadNs());
    m_selection->setPosition(shown.naive, shown.cached);
    Q_EMIT changed();
}

void PlaybackDriver::schedule()
{
    const bool needed = m_live || m_playback.playing();
    if (needed && !m_timer.isActive()) {
        m_clock.start();
        m_timer.start(kFrameMs);
    } else if (!needed) {
        m_timer.stop();
    }
}

}  // namespace decodescope::app
