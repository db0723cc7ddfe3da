// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/selection.h"

#include <algorithm>
#include <utility>

namespace decodescope::app {

namespace {

const profiler::StepRecord* lastShown(const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps)
{
    if (!run)
        return nullptr;
    const std::size_t shown = std::min(steps, run->steps().size());
    return shown == 0 ? nullptr : &run->steps()[shown - 1];
}

}  // namespace

Selection::Selection(QObject* parent) : QObject(parent) {}

void Selection::setRuns(std::shared_ptr<const profiler::Recording> recording,
                        std::shared_ptr<profiler::RunRecord> naive, std::shared_ptr<profiler::RunRecord> cached)
{
    m_recording = std::move(recording);
    m_sums = {};
    m_naive = std::move(naive);
    m_cached = std::move(cached);
    m_naiveSteps = 0;
    m_cachedSteps = 0;
    m_sequence = -1;
    m_layer = -1;
    m_op.reset();
    Q_EMIT runsChanged();
}

void Selection::setPosition(std::size_t naiveSteps, std::size_t cachedSteps)
{
    if (naiveSteps == m_naiveSteps && cachedSteps == m_cachedSteps)
        return;
    m_naiveSteps = naiveSteps;
    m_cachedSteps = cachedSteps;
    Q_EMIT positionChanged();
}

const profiler::StepRecord* Selection::currentStep() const
{
    // While the naive run (the first of the pair) is still alone, its step is the current one.
    if (const auto* step = lastShown(m_cached, m_cachedSteps))
        return step;
    return lastShown(m_naive, m_naiveSteps);
}

PlotScene Selection::scene() const
{
    PlotScene scene;
    scene.recording = m_recording.get();
    scene.naive = m_naive;
    scene.cached = m_cached;
    scene.naiveSteps = m_naiveSteps;
    scene.cachedSteps = m_cachedSteps;
    scene.sequence = m_sequence;
    scene.kept = &m_sums;
    return scene;
}

void Selection::setSequence(int sequence)
{
    if (sequence == m_sequence)
        return;
    m_sequence = sequence;
    Q_EMIT sequenceChanged();
}

void Selection::setLayer(int layer)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    Q_EMIT layerChanged();
}

void Selection::setOp(std::optional<engine::OpKind> op)
{
    if (op == m_op)
        return;
    m_op = op;
    Q_EMIT opChanged();
}

}  // namespace decodescope::app
