// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_model.h"

#include <cstdint>

namespace decodescope::engine::cuda {

/// Floats of a row of `values`, so that every row starts at a multiple of 32 bytes.
constexpr std::int64_t paddedFloats(std::int64_t values)
{
    return (values + kOct - 1) / kOct * kOct;
}

/// One of the two caches, all layers.
struct CacheShape {
    DataType type = DataType::f16;
    std::int64_t pieces = 0;      ///< per head and position
    std::int64_t positions = 0;   ///< allocated: whole splits
    std::int64_t scaleStart = 0;  ///< bytes into a head
    std::int64_t headBytes = 0;
    std::int64_t slotBytes = 0;
    std::int64_t layerBytes = 0;
    std::int64_t bytes = 0;

    CacheShape() = default;
    CacheShape(const ModelConfig& config, const ContextOptions& options, DataType type);
    CacheView layer(std::byte* data, std::int64_t index) const;
};

/// What a context takes on the device, from validated options. Activations and workspace do not grow with the context,
/// but for the table of rotary positions.
struct ContextSizes {
    ContextSizes(const CudaModelState& model, const ContextOptions& options);

    CacheShape keys;
    CacheShape values;
    std::int64_t rows = 0;  ///< that pass through the layers together
    std::int64_t hiddenStride = 0;
    std::int64_t qkvStride = 0;
    std::int64_t attendedStride = 0;
    std::int64_t ffnStride = 0;
    std::int64_t ropePositions = 0;
    bool separateUp = false;  ///< gate and up differ in format somewhere, and cannot be fused

    // Bytes of the buffers.
    std::int64_t residual = 0;
    std::int64_t qkv = 0;
    std::int64_t query = 0;
    std::int64_t attended = 0;
    std::int64_t gate = 0;
    std::int64_t up = 0;
    std::int64_t headInput = 0;
    std::int64_t logits = 0;
    std::int64_t rope = 0;
    std::int64_t partials = 0;
    std::int64_t uploads = 0;     ///< RowPlace [rows], then the sequences' last rows [sequences]
    std::int64_t results = 0;     ///< [sequences, resultWords] u64
    std::int64_t candidates = 0;  ///< [sequences, chunks, top] u64
    std::int64_t resultWords = 0;
    std::int64_t phases = 0;         ///< Phase [phases], where decode steps are one kernel
    std::int64_t stamps = 0;         ///< [phases + 1] u64
    std::int64_t narrow = 0;         ///< inputs of a product in the weights' format [rows, widest], for cuBLAS
    std::int64_t blasWorkspace = 0;  ///< above zero where cuBLAS is used

    MemorySnapshot snapshot(bool cacheIsWorkspace) const;
};

/// Refuses options no context on the device can have, each with its reason.
Result<void> validateContext(const ModelConfig& config, const ContextOptions& options);

}  // namespace decodescope::engine::cuda
