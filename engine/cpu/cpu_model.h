// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cpu/isa.h"
#include "engine/cpu/kernel_tables.h"
#include "engine/cpu/matmul.h"
#include "engine/cpu/thread_pool.h"
#include "engine/forward/backend.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace decodescope::engine::cpu {

/// A matrix with its optional bias (null or [outputs] f32).
struct Projection {
    PackedMatrix matrix;
    const float* bias = nullptr;
};

struct LayerWeights {
    const float* attentionNorm = nullptr;  ///< [hidden]
    const float* ffnNorm = nullptr;        ///< [hidden]
    Projection query;
    Projection key;
    Projection value;
    Projection attentionOutput;
    Projection gate;
    Projection up;
    Projection down;
};

/// The weights of a model as they are resident. An untied embedding is kept as plain rows: it is only looked up.
struct CpuWeights {
    std::vector<LayerWeights> layers;
    const float* outputNorm = nullptr;  ///< [hidden]
    Projection head;                    ///< the embedding itself when tied
    bool tied = true;
    Buffer embeddingRows;  ///< untied: [vocab] rows in embeddingType
    DataType embeddingType = DataType::f32;
    Buffer vectors;  ///< norms and biases, f32
    std::int64_t hidden = 0;

    /// Exact f32 values of a token's embedding: [hidden].
    void gatherEmbedding(TokenId token, float* out) const;
    std::int64_t bytes() const;
};

/// What a loaded model and its contexts share.
struct CpuModelState {
    ModelConfig config;
    DeviceInfo device;
    Isa isa = Isa::baseline;
    std::shared_ptr<MemoryAccount> account;
    CpuWeights weights;
    const MatmulKernels* matmul = nullptr;
    const ElementwiseKernels* elementwise = nullptr;
    const AttentionKernels* attention = nullptr;
    std::unique_ptr<ThreadPool> pool;
    /// Arithmetic that some matrix with that many inputs uses, by compute type; 0: none.
    std::array<std::int64_t, 3> widestInput{};
};

/// Reads, converts where asked and packs all weights in parallel.
Result<void> loadWeights(const ModelSource& source, const ModelOptions& options, std::stop_token stop,
                         CpuModelState& state);

/// "Intel(R) Xeon(R) Processor" from the system, or the architecture's name.
std::string cpuName();
std::int64_t lastLevelCacheBytes();

}  // namespace decodescope::engine::cpu
