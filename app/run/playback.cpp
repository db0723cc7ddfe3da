// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/playback.h"

#include "profiler/record/run_record.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace decodescope::app {

namespace {

constexpr double kMinRate = 0.5;
constexpr double kMaxRate = 256;
constexpr double kRaceSeconds = 6;

std::size_t stepsUpTo(const PlaybackTrack& track, std::int64_t timeNs)
{
    return static_cast<std::size_t>(std::upper_bound(track.endsNs.begin(), track.endsNs.end(), timeNs) -
                                    track.endsNs.begin());
}

/// Neighbour of `value` in the series ... 1, 2, 5, 10, 20, 50 ...
double seriesNeighbour(double value, bool up)
{
    static constexpr double kMantissas[] = {1, 2, 5};
    constexpr double kEps = 1e-9;
    double best = up ? 1e9 : 1e-9;
    for (int exponent = -4; exponent <= 7; ++exponent) {
        for (double mantissa : kMantissas) {
            const double candidate = mantissa * std::pow(10.0, exponent);
            if (up && candidate > value * (1 + kEps)) {
                best = std::min(best, candidate);
            }
            if (!up && candidate < value * (1 - kEps)) {
                best = std::max(best, candidate);
            }
        }
    }
    return best;
}

}  // namespace

double automaticSlowdown(std::int64_t durationNs)
{
    if (durationNs <= 0) {
        return 1;
    }
    const double wanted = kRaceSeconds * 1e9 / static_cast<double>(durationNs);
    const double above = seriesNeighbour(wanted * (1 - 1e-6), true);
    const double below = seriesNeighbour(wanted * (1 + 1e-6), false);
    return above / wanted < wanted / below ? above : below;
}

void Playback::setTracks(PlaybackTrack naive, PlaybackTrack cached, bool live)
{
    m_naive = std::move(naive);
    m_cached = std::move(cached);
    m_lastWasNaive = m_cached.endsNs.empty();
    m_live = live;
    rebuildEvents();
    toEnd();
}

void Playback::update(const profiler::RunRecord* naive, const profiler::RunRecord* cached, bool live)
{
    constexpr std::size_t kFewSteps = 16;
    bool many = false;
    for (const bool isNaive : {true, false}) {
        const profiler::RunRecord* run = isNaive ? naive : cached;
        PlaybackTrack& track = isNaive ? m_naive : m_cached;
        track.present = run != nullptr;
        if (run == nullptr) {
            continue;
        }
        const std::size_t size = run->steps().size();
        const bool bulk = size > track.endsNs.size() + kFewSteps;
        many = many || bulk;
        for (std::size_t i = track.endsNs.size(); i < size; ++i) {
            const profiler::StepRecord& step = run->steps()[i];
            const std::int64_t endNs = step.startNs + step.wallNs + step.samplingNs;
            bulk ? appendEnd(isNaive, endNs) : append(isNaive, endNs);
        }
    }
    if (many) {
        rebuildEvents();
    }
    setLive(live);
}

void Playback::append(bool naive, std::int64_t endNs)
{
    appendEnd(naive, endNs);
    endNs = (naive ? m_naive : m_cached).endsNs.back();
    const auto place = std::lower_bound(m_events.begin(), m_events.end(), endNs);
    if (place == m_events.end() || *place != endNs) {
        m_events.insert(place, endNs);
    }
}

void Playback::appendEnd(bool naive, std::int64_t endNs)
{
    PlaybackTrack& track = naive ? m_naive : m_cached;
    track.present = true;
    m_lastWasNaive = naive;
    // Ends ascend by definition; a file that says otherwise must not break the search.
    track.endsNs.push_back(std::max(endNs, track.endsNs.empty() ? std::int64_t{1} : track.endsNs.back()));
}

void Playback::setLive(bool live)
{
    m_live = live;
    if (m_following && !live) {
        m_following = false;
        m_row = rowsEnd();
        m_timeNs = durationNs();
    }
}

void Playback::rebuildEvents()
{
    m_events.clear();
    std::set_union(m_naive.endsNs.begin(), m_naive.endsNs.end(), m_cached.endsNs.begin(), m_cached.endsNs.end(),
                   std::back_inserter(m_events));
    m_events.erase(std::unique(m_events.begin(), m_events.end()), m_events.end());
}

ShownSteps Playback::shown() const
{
    const ShownSteps all{m_naive.endsNs.size(), m_cached.endsNs.size()};
    if (m_following) {
        return all;
    }
    if (m_mode == PlaybackMode::steps) {
        return {std::min(m_row, all.naive), std::min(m_row, all.cached)};
    }
    return {stepsUpTo(m_naive, m_timeNs), stepsUpTo(m_cached, m_timeNs)};
}

std::size_t Playback::position() const
{
    if (m_following) {
        return length();
    }
    if (m_mode == PlaybackMode::steps) {
        return std::min(m_row, rowsEnd());
    }
    return static_cast<std::size_t>(std::upper_bound(m_events.begin(), m_events.end(), m_timeNs) - m_events.begin());
}

std::size_t Playback::length() const
{
    return m_mode == PlaybackMode::steps ? rowsEnd() : m_events.size();
}

bool Playback::needsStep() const
{
    if (!m_live || m_following) {
        return m_live;
    }
    const PlaybackTrack& made = m_lastWasNaive ? m_naive : m_cached;
    return m_mode == PlaybackMode::steps ? m_row >= made.endsNs.size()
                                         : made.endsNs.empty() || m_timeNs >= made.endsNs.back();
}

std::size_t Playback::rowsEnd() const
{
    return std::max(m_naive.endsNs.size(), m_cached.endsNs.size());
}

std::int64_t Playback::durationNs() const
{
    return m_events.empty() ? 0 : m_events.back();
}

void Playback::setMode(PlaybackMode mode)
{
    if (mode == m_mode) {
        return;
    }
    const ShownSteps now = shown();
    const bool wasAtEnd = atEnd();
    m_mode = mode;
    m_fraction = 0;
    if (mode == PlaybackMode::steps) {
        // The slower run leads: its rows are all shown, the faster one's are cut to the same row.
        const bool naiveLeads = m_naive.present && (!m_cached.present || now.naive > 0);
        m_row = wasAtEnd ? rowsEnd() : (naiveLeads ? now.naive : now.cached);
    } else if (wasAtEnd) {
        m_timeNs = durationNs();
    } else {
        const bool naiveLeads = m_naive.present && now.naive >= now.cached && now.naive > 0;
        const PlaybackTrack& lead = naiveLeads ? m_naive : m_cached;
        const std::size_t count = naiveLeads ? now.naive : now.cached;
        m_timeNs = count == 0 ? 0 : lead.endsNs[count - 1];
    }
}

void Playback::play()
{
    if (m_following) {
        return;
    }
    if (atEnd()) {
        if (isLive()) {
            m_following = true;
            return;
        }
        m_row = 0;
        m_timeNs = 0;
    }
    m_fraction = 0;
    m_playing = length() > 0;
}

void Playback::pause()
{
    leaveFollowing();
    m_playing = false;
    m_fraction = 0;
}

/// A position of its own, at the steps of the run that is being recorded.
void Playback::leaveFollowing()
{
    if (!m_following) {
        return;
    }
    m_following = false;
    const PlaybackTrack& lead = m_lastWasNaive ? m_naive : m_cached;
    m_row = lead.endsNs.empty() ? rowsEnd() : lead.endsNs.size();
    m_timeNs = lead.endsNs.empty() ? durationNs() : lead.endsNs.back();
}

std::int64_t Playback::nextEventNs(std::int64_t after) const
{
    const auto next = std::upper_bound(m_events.begin(), m_events.end(), after);
    return next == m_events.end() ? -1 : *next;
}

std::int64_t Playback::previousEventNs(std::int64_t before) const
{
    const auto here = std::lower_bound(m_events.begin(), m_events.end(), before);
    return here == m_events.begin() ? 0 : *(here - 1);
}

void Playback::stepForward()
{
    pause();
    if (m_mode == PlaybackMode::steps) {
        m_row = std::min(m_row, rowsEnd());
        m_row = std::min(m_row + 1, rowsEnd());
    } else if (const std::int64_t next = nextEventNs(m_timeNs); next >= 0) {
        m_timeNs = next;
    }
}

void Playback::stepBack()
{
    pause();
    if (m_mode == PlaybackMode::steps) {
        m_row = std::min(m_row, rowsEnd());
        m_row -= m_row > 0 ? 1 : 0;
        return;
    }
    // Between two ends the earlier one is what is shown: back means the one before that.
    const auto shownEvent = std::upper_bound(m_events.begin(), m_events.end(), m_timeNs);
    m_timeNs = shownEvent == m_events.begin() ? 0 : previousEventNs(*(shownEvent - 1));
}

void Playback::toStart()
{
    pause();
    m_row = 0;
    m_timeNs = 0;
}

void Playback::toEnd()
{
    m_playing = false;
    m_fraction = 0;
    m_row = rowsEnd();
    m_timeNs = durationNs();
    m_following = isLive();
}

void Playback::seek(std::size_t position)
{
    pause();
    position = std::min(position, length());
    if (m_mode == PlaybackMode::steps) {
        m_row = position;
    } else {
        m_timeNs = position == 0 ? 0 : m_events[position - 1];
    }
}

bool Playback::advance(std::int64_t elapsedNs)
{
    if (!m_playing || elapsedNs <= 0) {
        return false;
    }
    const ShownSteps before = shown();
    if (m_mode == PlaybackMode::steps) {
        m_fraction += static_cast<double>(elapsedNs) * 1e-9 * m_rate;
        const double whole = std::floor(m_fraction);
        m_fraction -= whole;
        m_row = std::min(m_row + static_cast<std::size_t>(whole), rowsEnd());
    } else {
        m_fraction += static_cast<double>(elapsedNs) / slowdown();
        const double whole = std::floor(m_fraction);
        m_fraction -= whole;
        m_timeNs = std::min(m_timeNs + static_cast<std::int64_t>(whole), durationNs());
    }
    if (atEnd()) {
        m_playing = false;
        m_fraction = 0;
        m_following = isLive();
    }
    return shown() != before;
}

void Playback::setRate(double rowsPerSecond)
{
    m_rate = std::clamp(rowsPerSecond, kMinRate, kMaxRate);
}

double Playback::slowdown() const
{
    return m_slowdown > 0 ? m_slowdown : automaticSlowdown(durationNs());
}

void Playback::setSlowdown(double factor)
{
    m_slowdown = factor > 0 ? std::clamp(factor, 0.001, 1e6) : 0;
}

void Playback::faster()
{
    if (m_mode == PlaybackMode::steps) {
        setRate(m_rate * 2);
    } else {
        setSlowdown(seriesNeighbour(slowdown(), false));
    }
}

void Playback::slower()
{
    if (m_mode == PlaybackMode::steps) {
        setRate(m_rate / 2);
    } else {
        setSlowdown(seriesNeighbour(slowdown(), true));
    }
}

}  // namespace decodescope::app
