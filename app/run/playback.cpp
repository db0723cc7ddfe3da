// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/playback.h"

#include "profiler/record/run_record.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace decodescope::app {

namespace {

constexpr double kMinRate = 0.5;
constexpr double kMaxRate = 256;
constexpr double kRaceSeconds = 6;

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

std::int64_t Playback::Track::end(std::size_t index) const
{
    return own.empty() ? run->steps()[index].endNs() : own[index];
}

std::size_t Playback::Track::stepsUpTo(std::int64_t timeNs) const
{
    std::size_t low = 0;
    for (std::size_t high = count; low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        (end(middle) <= timeNs ? low : high) = end(middle) <= timeNs ? middle + 1 : middle;
    }
    return low;
}

bool Playback::Track::holds(std::int64_t endNs) const
{
    const std::size_t upTo = stepsUpTo(endNs);
    return upTo > 0 && end(upTo - 1) == endNs;
}

void Playback::Track::append(std::int64_t endNs)
{
    present = true;
    if (run && own.empty() && count < run->steps().size() && end(count) == endNs) {
        ++count;
        return;
    }
    copy();
    own.push_back(endNs);
    ++count;
}

void Playback::Track::copy()
{
    for (std::size_t i = own.size(); i < count; ++i) {
        own.push_back(run->steps()[i].endNs());
    }
}

void Playback::setTracks(PlaybackTrack naive, PlaybackTrack cached, bool live)
{
    m_repeats.clear();
    m_naive = m_cached = {};
    for (const bool isNaive : {true, false}) {
        const PlaybackTrack& given = isNaive ? naive : cached;
        (isNaive ? m_naive : m_cached).present = given.present;
        for (const std::int64_t endNs : given.endsNs) {
            append(isNaive, endNs);
        }
    }
    m_lastWasNaive = m_cached.count == 0;
    m_live = live;
    toEnd();
}

void Playback::update(const std::shared_ptr<const profiler::RunRecord>& naive,
                      const std::shared_ptr<const profiler::RunRecord>& cached, bool live)
{
    for (const bool isNaive : {true, false}) {
        const auto& run = isNaive ? naive : cached;
        Track& track = isNaive ? m_naive : m_cached;
        track.present = run != nullptr;
        if (run == nullptr) {
            continue;
        }
        if (run != track.run) {
            if (track.run) {
                track.copy();  // of a run that may go
            }
            track.run = run;
        }
        for (const std::size_t size = run->steps().size(); track.count < size;) {
            append(isNaive, run->steps()[track.count].endNs());
        }
    }
    setLive(live);
}

void Playback::append(bool naive, std::int64_t endNs)
{
    Track& track = naive ? m_naive : m_cached;
    m_lastWasNaive = naive;
    // Ends ascend by definition; a file that says otherwise must not break the search.
    const std::int64_t ascending = std::max({endNs, track.lastNs(), std::int64_t{1}});
    if (m_naive.holds(ascending) || m_cached.holds(ascending)) {
        m_repeats.insert(std::upper_bound(m_repeats.begin(), m_repeats.end(), ascending), ascending);
    }
    track.append(ascending);
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

std::size_t Playback::eventsUpTo(std::int64_t timeNs) const
{
    const auto repeats = std::upper_bound(m_repeats.begin(), m_repeats.end(), timeNs) - m_repeats.begin();
    return m_naive.stepsUpTo(timeNs) + m_cached.stepsUpTo(timeNs) - static_cast<std::size_t>(repeats);
}

/// The first end up to which there are more than `index`.
std::int64_t Playback::eventNs(std::size_t index) const
{
    std::int64_t found = durationNs();
    for (const Track* track : {&m_naive, &m_cached}) {
        std::size_t low = 0;
        for (std::size_t high = track->count; low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (eventsUpTo(track->end(middle)) > index) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if (low < track->count) {
            found = std::min(found, track->end(low));
        }
    }
    return found;
}

ShownSteps Playback::shown() const
{
    const ShownSteps all{m_naive.count, m_cached.count};
    if (m_following) {
        return all;
    }
    if (m_mode == PlaybackMode::steps) {
        return {std::min(m_row, all.naive), std::min(m_row, all.cached)};
    }
    return {m_naive.stepsUpTo(m_timeNs), m_cached.stepsUpTo(m_timeNs)};
}

std::size_t Playback::position() const
{
    if (m_following) {
        return length();
    }
    if (m_mode == PlaybackMode::steps) {
        return std::min(m_row, rowsEnd());
    }
    return eventsUpTo(m_timeNs);
}

std::size_t Playback::length() const
{
    return m_mode == PlaybackMode::steps ? rowsEnd() : m_naive.count + m_cached.count - m_repeats.size();
}

bool Playback::needsStep() const
{
    if (!m_live || m_following) {
        return m_live;
    }
    const Track& made = m_lastWasNaive ? m_naive : m_cached;
    return m_mode == PlaybackMode::steps ? m_row >= made.count : made.count == 0 || m_timeNs >= made.lastNs();
}

std::size_t Playback::rowsEnd() const
{
    return std::max(m_naive.count, m_cached.count);
}

std::int64_t Playback::durationNs() const
{
    return std::max(m_naive.lastNs(), m_cached.lastNs());
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
        const Track& lead = naiveLeads ? m_naive : m_cached;
        const std::size_t count = naiveLeads ? now.naive : now.cached;
        m_timeNs = count == 0 ? 0 : lead.end(count - 1);
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
    const Track& lead = m_lastWasNaive ? m_naive : m_cached;
    m_row = lead.count == 0 ? rowsEnd() : lead.count;
    m_timeNs = lead.count == 0 ? durationNs() : lead.lastNs();
}

std::optional<std::int64_t> Playback::nextEventNs(std::int64_t after) const
{
    std::optional<std::int64_t> next;
    for (const Track* track : {&m_naive, &m_cached}) {
        const std::size_t index = track->stepsUpTo(after);
        if (index < track->count && (!next || track->end(index) < *next)) {
            next = track->end(index);
        }
    }
    return next;
}

void Playback::stepForward()
{
    pause();
    if (m_mode == PlaybackMode::steps) {
        m_row = std::min(m_row, rowsEnd());
        m_row = std::min(m_row + 1, rowsEnd());
    } else if (const auto next = nextEventNs(m_timeNs)) {
        m_timeNs = *next;
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
    const std::size_t shownEvents = eventsUpTo(m_timeNs);
    m_timeNs = shownEvents < 2 ? 0 : eventNs(shownEvents - 2);
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
        m_timeNs = position == 0 ? 0 : eventNs(position - 1);
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
