// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/step_args.h"

#include <cstdint>
#include <span>

namespace decodescope::engine::cuda {

/// What comes back from the device after a step: hash, count and best logits of each sequence; logits where they are
/// asked for.
class StepResults {
public:
    StepResults(const CudaModelState& model, const ContextOptions& options, const ContextSizes& sizes,
                StepBuffers& buffers)
        : m_model(model), m_options(options), m_sizes(sizes), m_buffers(buffers)
    {
    }

    /// Pinned memory. Call once.
    Result<void> prepare();
    /// Makes the buffers that logits of `rows` rows need, on both sides.
    Result<void> makeRoomForAllLogits(std::int64_t rows);
    /// Puts the copies on the stream: results of `inputs` sequences, and logits [rows, vocab].
    Result<void> fetch(std::size_t inputs, bool allLogits, std::int64_t rows, cudaStream_t stream);
    /// After the stream was waited for.
    void report(std::span<const SequenceInput> inputs, bool allLogits, StepOutput& out) const;

private:
    const CudaModelState& m_model;
    const ContextOptions& m_options;
    const ContextSizes& m_sizes;
    StepBuffers& m_buffers;
    PinnedBlock m_pinnedResults;
    PinnedBlock m_pinnedLogits;
    PinnedBlock m_pinnedAllLogits;
    std::int64_t m_pinnedAllBytes = 0;
};

}  // namespace decodescope::engine::cuda
