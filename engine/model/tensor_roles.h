// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_source.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::engine {

constexpr std::array<TensorRole, 3> kGlobalRoles{TensorRole::tokenEmbedding, TensorRole::outputNorm,
                                                 TensorRole::outputHead};
/// In the order of a forward step.
constexpr std::array<TensorRole, 12> kLayerRoles{
    TensorRole::attentionNorm, TensorRole::query,   TensorRole::key,       TensorRole::value,
    TensorRole::queryBias,     TensorRole::keyBias, TensorRole::valueBias, TensorRole::attentionOutput,
    TensorRole::ffnNorm,       TensorRole::ffnGate, TensorRole::ffnUp,     TensorRole::ffnDown};

/// The name of a tensor in GGUF files of architecture llama: "blk.0.attn_q.weight".
std::string ggufTensorName(TensorId id);

/// Outputs and inputs of a weight matrix; a vector has one row.
struct TensorShape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};
TensorShape tensorShape(const ModelConfig& config, TensorRole role);

/// Biases, and an output head of its own, need not be there.
bool isOptional(TensorRole role);

/// Which entry of a tensor list plays which role.
class TensorTable {
public:
    explicit TensorTable(std::int64_t layers = 0);
    void set(TensorId id, std::size_t index);
    /// -1 when the model has no such tensor, an id outside the model included.
    std::int32_t find(TensorId id) const;

private:
    static constexpr std::size_t kRoles = 15;
    std::int64_t m_layers;
    std::vector<std::int32_t> m_slots;  ///< [1 + layers, roles]; row 0 holds the tensors outside layers
};

}  // namespace decodescope::engine
