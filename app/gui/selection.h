// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plots.h"
#include "app/plots/scene_sums.h"
#include "profiler/record/run_record.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>

namespace decodescope::app {

/// What the window looks at: one object holds run, step, layer, op and sequence selection, and every view follows it.
/// GUI thread only.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr);

    /// The recording shown, and the pair on the stage (either may be null). Emits runsChanged.
    void setRuns(std::shared_ptr<const profiler::Recording> recording, std::shared_ptr<profiler::RunRecord> naive,
                 std::shared_ptr<profiler::RunRecord> cached);
    std::shared_ptr<const profiler::Recording> recording() const { return m_recording; }
    std::shared_ptr<profiler::RunRecord> naive() const { return m_naive; }
    std::shared_ptr<profiler::RunRecord> cached() const { return m_cached; }

    /// How many steps of each run are shown (the current step is the last shown). Emits positionChanged once.
    void setPosition(std::size_t naiveSteps, std::size_t cachedSteps);
    std::size_t naiveSteps() const { return m_naiveSteps; }
    std::size_t cachedSteps() const { return m_cachedSteps; }
    /// The step views describe: the last shown of the cached run, or of the naive one when there is no cached run.
    const profiler::StepRecord* currentStep() const;
    /// With what was added up for earlier positions: for this thread only, and no longer than this object.
    PlotScene scene() const;
    /// The runs shown have ended at their present step: views that wait for more say how it ended.
    void announceEnd() { Q_EMIT runsEnded(); }

    void setSequence(int sequence);  ///< -1: all
    int sequence() const { return m_sequence; }
    void setLayer(int layer);  ///< -1: all layers added up
    int layer() const { return m_layer; }
    void setOp(std::optional<engine::OpKind> op);
    std::optional<engine::OpKind> op() const { return m_op; }

Q_SIGNALS:
    void runsChanged();
    void positionChanged();
    void runsEnded();
    void sequenceChanged();
    void layerChanged();
    void opChanged();

private:
    std::shared_ptr<const profiler::Recording> m_recording;
    std::shared_ptr<profiler::RunRecord> m_naive, m_cached;
    std::size_t m_naiveSteps = 0, m_cachedSteps = 0;
    int m_sequence = -1;
    int m_layer = -1;
    std::optional<engine::OpKind> m_op;
    mutable SceneSums m_sums;
};

}  // namespace decodescope::app
