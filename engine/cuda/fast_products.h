// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/blas.h"
#include "engine/cuda/step_args.h"

namespace decodescope::engine::cuda {

/// Products of many rows through cuBLAS, for contexts that are not exact.
class FastProducts {
public:
    /// Rows from which on cuBLAS multiplies; below, our own kernels do.
    static constexpr int kLeastRows = 16;

    FastProducts(const CudaModelState& model, const ContextSizes& sizes, const StepBuffers& buffers)
        : m_model(model), m_sizes(sizes), m_buffers(buffers)
    {
    }
    /// Opens the library where the context is to use it.
    Result<void> prepare(cudaStream_t stream);
    bool handles(const ProjectArgs& args) const;
    /// What launchProject does, but for the bits.
    Result<void> project(const ProjectArgs& args, cudaStream_t stream) const;

private:
    const CudaModelState& m_model;
    const ContextSizes& m_sizes;
    const StepBuffers& m_buffers;
    Blas m_blas;
};

/// Whether any of the model's matrices can go through cuBLAS on its device.
bool fastProductsPossible(const CudaModelState& model);
/// Why not all of them do, in words; empty when they do.
std::string whyNotAllFast(const CudaModelState& model);

}  // namespace decodescope::engine::cuda
