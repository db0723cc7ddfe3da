// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/work_counters.h"
#include "profiler/record/run_record.h"

#include <QPointF>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace decodescope::app {

/// What adds up over the first steps of a run. Kept with a mark every so many steps: the next position adds the steps
/// in between, a seek those from the mark before it. Sums are added in the order of the steps wherever they began, so
/// that they are the same to the last bit as those of a fresh start (tested).
template <class State>
class StepSums {
public:
    const State& upTo(const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps, const State& initial = {})
    {
        if (run != m_run || !(initial == m_initial)) {
            m_run = run;
            m_initial = m_now = initial;
            m_steps = 0;
            m_marks.clear();
        }
        const std::size_t mark = std::min(steps / kMark, m_marks.size());
        if (steps < m_steps || mark * kMark > m_steps) {
            m_now = mark == 0 ? m_initial : m_marks[mark - 1];
            m_steps = mark * kMark;
        }
        for (; m_steps < steps; noteMark()) m_now.add(m_run->steps()[m_steps++]);
        return m_now;
    }

private:
    static constexpr std::size_t kMark = 1024;
    void noteMark()
    {
        if (m_steps % kMark == 0 && m_steps / kMark == m_marks.size() + 1)
            m_marks.push_back(m_now);
    }

    std::shared_ptr<profiler::RunRecord> m_run;
    State m_initial, m_now;
    std::size_t m_steps = 0;
    std::vector<State> m_marks;
};

/// Least and most of what is above zero.
struct Reach {
    double low = 1e300;
    double high = 0;
    void take(double value)
    {
        if (!(value > 0) || !std::isfinite(value))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void take(const Reach& other)
    {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    bool operator==(const Reach&) const = default;
};

/// Where the steps of a run lie on a roofline; of a naive run their useful part as well.
struct RooflineReach {
    bool naive = false;
    Reach intensity{}, gflop{};
    void add(const profiler::StepRecord& step);
    bool operator==(const RooflineReach&) const = default;
};

/// Seconds per position.
struct TimeReach {
    Reach seconds{};
    void add(const profiler::StepRecord& step);
    bool operator==(const TimeReach&) const = default;
};

/// The fastest and the slowest decode step of a run.
struct SpeedReach {
    Reach tokensPerSecond{}, milliseconds{};
    void add(const profiler::StepRecord& step);
    bool operator==(const SpeedReach&) const = default;
};

/// The lines of the cache's growth against context, straight pieces as one stroke, over all steps published.
class KvLines {
public:
    struct Line {
        std::vector<QPointF> points;
        std::vector<std::size_t> steps;  ///< of each point
    };
    void update(const std::shared_ptr<profiler::RunRecord>& run);
    /// The line as it was when `shown` steps were published.
    std::vector<QPointF> upTo(const Line& line, std::size_t shown) const;
    const Line& formula() const { return m_formula; }
    const Line& used() const { return m_used; }
    const Line& allocated() const { return m_allocated; }
    double top() const { return m_top; }              ///< the most bytes of any line; at least 1
    double requested() const { return m_requested; }  ///< by the last step
    double lastContext() const { return m_lastContext; }

private:
    QPointF pointOf(const Line& line, std::size_t step) const;
    void extend(Line& line, std::size_t step) const;

    std::shared_ptr<profiler::RunRecord> m_run;
    std::size_t m_steps = 0;
    Line m_formula, m_used, m_allocated;
    double m_top = 1, m_requested = 0, m_lastContext = 0;
};

/// What views keep of the runs they show; pictures of their own add everything up anew. One thread's.
struct SceneSums {
    std::array<StepSums<WorkSum>, 4> work;  ///< naive and cached: all sequences, then the selected one
    std::array<StepSums<RooflineReach>, 2> reach;
    std::array<StepSums<TimeReach>, 2> times;
    std::array<StepSums<SpeedReach>, 2> speeds;
    KvLines kv;
};

}  // namespace decodescope::app
