// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/persistent.h"
#include "engine/cuda/step_args.h"

#include <cstdint>
#include <vector>

namespace decodescope::engine::cuda {

/// Decode steps as one kernel each (persistent.h), which also says when each op ended.
class PersistentStep {
public:
    PersistentStep(const CudaModelState& model, const ContextSizes& sizes, const StepBuffers& buffers)
        : m_model(model), m_sizes(sizes), m_buffers(buffers)
    {
    }

    /// Writes the list of phases to the device, where the context is to run so. Call once, when the buffers are there.
    Result<void> prepare(const StepArgs& args);
    bool ready() const { return !m_ops.empty(); }

    /// Puts the step on the stream, with the copy of its time stamps.
    Result<void> enqueue(int rows, int splits, int attendAtOnce, cudaStream_t stream);
    /// After the stream was waited for: times of the ops by the device's clock, and of hash and best logits.
    void readTimes(StepOutput& out) const;

private:
    const CudaModelState& m_model;
    const ContextSizes& m_sizes;
    const StepBuffers& m_buffers;
    std::vector<std::int32_t> m_ops;  ///< by phase: index in the plan, or -1
    PinnedBlock m_pinnedStamps;
};

}  // namespace decodescope::engine::cuda
