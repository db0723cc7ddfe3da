// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace decodescope::profiler {
class RunRecord;
}

namespace decodescope::app {

/// How a record is played back. steps: rows aligned, a fixed number of rows per second. race: every run at its measured
/// pace, slowed by one factor for both.
enum class PlaybackMode : std::uint8_t { steps, race };

/// Where the shown steps come from: being measured now, measured earlier, or measured while waiting for the user.
enum class PlaybackBadge : std::uint8_t { none, live, recorded, paced };

/// How many steps of each run are shown.
struct ShownSteps {
    std::size_t naive = 0;
    std::size_t cached = 0;
    friend bool operator==(const ShownSteps&, const ShownSteps&) = default;
};

/// The step ends of one run, nanoseconds since it began, ascending.
struct PlaybackTrack {
    std::vector<std::int64_t> endsNs;
    bool present = false;
};

/// A position in a record, and how it moves. Pure: no clock, no thread, no widget; the caller says how much time
/// passed. In step mode a position is a row (0: nothing shown yet), in race mode a time; both are integers, so that
/// going forward k and back k ends where it began, exactly.
class Playback {
public:
    /// Replaces what is played and goes to its end (live: follows it).
    void setTracks(PlaybackTrack naive, PlaybackTrack cached, bool live = false);
    /// Takes over steps published since the last call; the same runs as before, or ones set a moment ago. Cheap: only
    /// new steps are read, and what they say stays in the record. `live`: more may come, of either run.
    void update(const std::shared_ptr<const profiler::RunRecord>& naive,
                const std::shared_ptr<const profiler::RunRecord>& cached, bool live);
    void append(bool naive, std::int64_t endNs);
    void setLive(bool live);

    ShownSteps shown() const;
    /// Rows (step mode) or distinct step ends (race mode) before, and in all: what a slider shows.
    std::size_t position() const;
    std::size_t length() const;
    bool atEnd() const { return position() >= length(); }
    bool isLive() const { return m_live; }
    /// Nothing further of the run being made can be shown: the next step has to be made first.
    bool needsStep() const;

    PlaybackMode mode() const { return m_mode; }
    /// Keeps what is shown as nearly as the other mode allows.
    void setMode(PlaybackMode mode);

    bool playing() const { return m_playing; }
    bool following() const { return m_following; }
    /// Starts from the beginning when at the end of a finished record.
    void play();
    void pause();
    void togglePlay() { m_playing ? pause() : play(); }
    void stepForward();
    void stepBack();
    void toStart();
    /// The end; while live it stays there (follows).
    void toEnd();
    void seek(std::size_t position);
    /// Lets `elapsedNs` of real time pass; true when another step is shown.
    bool advance(std::int64_t elapsedNs);

    /// Rows per second in step mode, 0.5 .. 256.
    double rate() const { return m_rate; }
    void setRate(double rowsPerSecond);
    /// How many times slower than measured in race mode; chosen so that the longer run takes about six seconds, until
    /// set.
    double slowdown() const;
    void setSlowdown(double factor);
    bool slowdownIsAutomatic() const { return m_slowdown <= 0; }
    void faster();
    void slower();

    /// The whole record at measured pace, nanoseconds: the longer run.
    std::int64_t durationNs() const;

private:
    /// The step ends of one run, ascending: those of its record, or a list of their own where there is no record or its
    /// ends do not ascend.
    struct Track {
        std::shared_ptr<const profiler::RunRecord> run;
        std::vector<std::int64_t> own;
        std::size_t count = 0;
        bool present = false;

        std::int64_t end(std::size_t index) const;
        std::int64_t lastNs() const { return count == 0 ? 0 : end(count - 1); }
        std::size_t stepsUpTo(std::int64_t timeNs) const;
        bool holds(std::int64_t endNs) const;
        /// The run's further step; its end is at least the one before it.
        void append(std::int64_t endNs);
        /// Up to here as a list of its own.
        void copy();
    };
    std::size_t rowsEnd() const;
    std::size_t eventsUpTo(std::int64_t timeNs) const;  ///< distinct ends of both runs
    std::int64_t eventNs(std::size_t index) const;
    std::optional<std::int64_t> nextEventNs(std::int64_t after) const;
    void leaveFollowing();

    Track m_naive, m_cached;
    std::vector<std::int64_t> m_repeats;  ///< ends that were there before, ascending: distinct ones are the others
    PlaybackMode m_mode = PlaybackMode::steps;
    bool m_live = false;
    bool m_lastWasNaive = true;  ///< which run the last step was appended to
    bool m_playing = false;
    bool m_following = false;
    std::size_t m_row = 0;      ///< step mode
    std::int64_t m_timeNs = 0;  ///< race mode
    double m_fraction = 0;      ///< of the next row (step mode) or nanosecond (race mode)
    double m_rate = 4;
    double m_slowdown = 0;  ///< <= 0: automatic
};

/// The factor that stretches `durationNs` to about six seconds, from the series 0.01 .. 1, 2, 5, 10, 20, 50 ...
double automaticSlowdown(std::int64_t durationNs);

}  // namespace decodescope::app
