// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/context_sizes.h"

namespace decodescope::engine::cuda {

/// A context's device memory. Shapes are in ContextSizes.
struct StepBuffers {
    Buffer keys;
    Buffer values;
    Buffer residual;
    Buffer qkv;
    Buffer query;
    Buffer attended;
    Buffer gate;
    Buffer up;
    Buffer headInput;
    Buffer logits;
    Buffer rope;
    Buffer partials;
    Buffer uploads;
    Buffer results;
    Buffer candidates;
    Buffer phases;  ///< of the persistent kernel
    Buffer stamps;
    Buffer narrow;  ///< of fast products
    Buffer blasWorkspace;
    Buffer allHeadInput;  ///< made when all logits are asked for
    Buffer allLogits;
};

/// What the kernel of each op takes, for `rows` rows that start at the first of the buffers: whatever way the kernels
/// are launched, they are given this.
class StepArgs {
public:
    /// Keeps references.
    StepArgs(const CudaModelState& model, const ContextOptions& options, const ContextSizes& sizes,
             const StepBuffers& buffers)
        : m_model(model), m_options(options), m_sizes(sizes), m_buffers(buffers)
    {
    }

    /// Whether the op has kernels of its own: norms are part of the product after them, the rotation of the append,
    /// the activation mostly of the product before.
    bool launches(const Op& op) const;

    EmbedArgs embed(int rows) const;
    ProjectArgs qkv(std::int32_t layer, int rows) const;
    AppendArgs append(std::int32_t layer, int rows) const;
    /// Of no rows yet: see rowsOf.
    AttendArgs attend(std::int32_t layer, int splits) const;
    ProjectArgs attentionOutput(std::int32_t layer, int rows) const;
    ProjectArgs gateUp(std::int32_t layer, int rows) const;
    /// Whether gateUp makes the activation too.
    bool gatesInProjection(std::int32_t layer) const;
    GateArgs gate(int rows) const;
    ProjectArgs down(std::int32_t layer, int rows) const;
    /// logits [rows, vocab] of `in` [rows, hiddenStride], last norm included.
    ProjectArgs head(const float* in, float* logits, int rows) const;
    /// `rowOfInput` as in LogitsArgs.
    LogitsArgs logits(const float* logits, const std::int32_t* rowOfInput, int inputs) const;

    /// How many rows' partial sums of `splits` splits have room.
    int rowsAttendingAtOnce(int splits) const;

private:
    ProjectArgs project(const float* in, std::int64_t stride, std::int64_t columns, int rows) const;
    const DeviceLayer& layer(std::int32_t index) const
    {
        return m_model.weights.layers[static_cast<std::size_t>(index)];
    }

    const CudaModelState& m_model;
    const ContextOptions& m_options;
    const ContextSizes& m_sizes;
    const StepBuffers& m_buffers;
};

}  // namespace decodescope::engine::cuda
