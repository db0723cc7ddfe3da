// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that do one thing only, to measure what the device can. Internal to engine/cuda.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace decodescope::engine::cuda {

constexpr int kRoofThreads = 256;

struct StreamArgs {
    const std::uint8_t* in = nullptr;
    std::uint8_t* out = nullptr;  ///< copies: as long as `in`; reads: 4 bytes, never written in practice
    std::int64_t bytes = 0;       ///< a multiple of 64
    int passes = 1;
    bool bytes8 = false;  ///< fills with e4m3
};
cudaError_t launchRead(const StreamArgs& args, unsigned blocks, cudaStream_t stream);
/// Numbers of magnitude 2^-7 to 2 in f32, f16 and bf16 alike, or up to 2 in e4m3: products of zeros are faster than
/// those of numbers.
cudaError_t launchFill(const StreamArgs& args, cudaStream_t stream);
cudaError_t launchCopy(const StreamArgs& args, unsigned blocks, cudaStream_t stream);

struct BarrierArgs {
    int count = 0;
};
cudaError_t launchNothing(cudaStream_t stream);
/// `count` barriers of the grid.
cudaError_t launchBarriers(const BarrierArgs& args, int blocks, cudaStream_t stream);

}  // namespace decodescope::engine::cuda
