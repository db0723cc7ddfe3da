// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/scene_sums.h"

#include "app/plots/chart.h"

namespace decodescope::app {

void RooflineReach::add(const profiler::StepRecord& step)
{
    intensity.take(step.cost.arithmeticIntensity());
    gflop.take(step.achievedGflopPerS());
    if (naive && step.wallNs > 0)
        gflop.take(step.usefulFlops() / static_cast<double>(step.wallNs));
}

void TimeReach::add(const profiler::StepRecord& step)
{
    if (step.positionsComputed > 0)
        seconds.take(static_cast<double>(step.wallNs) * 1e-9 / static_cast<double>(step.positionsComputed));
}

void SpeedReach::add(const profiler::StepRecord& step)
{
    if (step.step == 0)  // the prefill is no decode step
        return;
    tokensPerSecond.take(step.tokensPerSecond());
    milliseconds.take(static_cast<double>(step.wallNs) * 1e-6);
}

void KvLines::update(const std::shared_ptr<profiler::RunRecord>& run)
{
    if (run != m_run) {
        *this = {};
        m_run = run;
    }
    for (const std::size_t published = run->steps().size(); m_steps < published; ++m_steps) {
        const auto& step = run->steps()[m_steps];
        extend(m_formula, m_steps);
        extend(m_used, m_steps);
        extend(m_allocated, m_steps);
        m_requested = static_cast<double>(step.kv.requestedBytes);
        m_top = std::max({m_top, m_requested, static_cast<double>(step.kv.allocatedBytes),
                          static_cast<double>(step.kvBytesFormula)});
        m_lastContext = std::max(m_lastContext, static_cast<double>(step.contextLength));
    }
}

QPointF KvLines::pointOf(const Line& line, std::size_t index) const
{
    const auto& step = m_run->steps()[index];
    const std::int64_t bytes = &line == &m_formula ? step.kvBytesFormula
                               : &line == &m_used  ? step.kv.usedBytes
                                                   : step.kv.allocatedBytes;
    return {static_cast<double>(step.contextLength), static_cast<double>(bytes)};
}

void KvLines::extend(Line& line, std::size_t step) const
{
    if (extendLine(line.points, pointOf(line, step)))
        line.steps.pop_back();
    line.steps.push_back(step);
}

/// Whether a point stays was decided by the one after it: those before the last shown step stay as they are.
std::vector<QPointF> KvLines::upTo(const Line& line, std::size_t shown) const
{
    if (shown == 0)
        return {};
    const auto end = std::lower_bound(line.steps.begin(), line.steps.end(), shown - 1);
    std::vector<QPointF> points(line.points.begin(), line.points.begin() + (end - line.steps.begin()));
    points.push_back(pointOf(line, shown - 1));
    return points;
}

}  // namespace decodescope::app
