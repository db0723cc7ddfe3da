// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/handles.h"
#include "engine/cuda/kernels.h"
#include "engine/forward/backend.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace decodescope::engine::cuda {

/// A matrix on the device with its optional bias (null or [rows] f32).
struct DeviceProjection {
    Buffer block;
    MatrixView view;
    const float* bias = nullptr;
};

struct DeviceLayer {
    const float* attentionNorm = nullptr;  ///< [hidden]
    const float* ffnNorm = nullptr;        ///< [hidden]
    DeviceProjection query;
    DeviceProjection key;
    DeviceProjection value;
    DeviceProjection attentionOutput;
    DeviceProjection gate;
    DeviceProjection up;
    DeviceProjection down;
};

struct DeviceWeights {
    std::vector<DeviceLayer> layers;
    const float* outputNorm = nullptr;  ///< [hidden]
    DeviceProjection head;              ///< the embedding itself when tied
    DeviceProjection embedding;         ///< untied only
    bool tied = true;
    Buffer vectors;  ///< norms and biases, f32, each at a multiple of 16 bytes
    std::int64_t bytes() const;
};

/// What a loaded model and its contexts share.
struct CudaModelState {
    ModelConfig config;
    DeviceInfo device;
    int index = 0;             ///< of the device
    int capability = 0;        ///< major * 10 + minor
    int persistentBlocks = 0;  ///< of the persistent kernel; 0: the device cannot run it
    std::shared_ptr<MemoryAccount> account;
    DeviceWeights weights;
};

/// Reads, converts where asked and uploads all weights.
Result<void> loadDeviceWeights(const ModelSource& source, const ModelOptions& options, std::stop_token stop,
                               CudaModelState& state);

/// Whether the driver, the device `index` and our kernels for it are there; what the device is. Errors name what is
/// missing.
Result<DeviceInfo> probeDevice(int index);

/// Loads onto CUDA device `index`. Products are exact f32: naive and cached decoding agree bit for bit.
Result<std::unique_ptr<LoadedModel>> loadOnDevice(std::shared_ptr<const ModelSource> source,
                                                  const ModelOptions& options, int index, std::stop_token stop = {});

}  // namespace decodescope::engine::cuda
