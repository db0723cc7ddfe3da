// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_source.h"
#include "engine/model/tensor_roles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::engine {

/// What follows "synthetic:" on the command line.
struct SyntheticSpec {
    std::string preset;
    std::int64_t layers = 0;  ///< 0: as many as the preset has
    DataType weights = DataType::bf16;
    std::uint64_t seed = 1;
};

/// ErrorCode::usage for an unknown option or a value out of range.
Result<SyntheticSpec> parseSyntheticSpec(std::string_view spec);

/// A model whose weights are a function of (seed, tensor, row, column): norms 1, biases none, matrices uniform with a
/// variance that keeps activations and logits of order one at any depth.
class SyntheticModel final : public ModelSource {
public:
    /// Errors: a row that is not a multiple of the weight format's block.
    static Result<std::shared_ptr<const ModelSource>> create(ModelConfig config, DataType weights, std::uint64_t seed,
                                                             std::string origin);

    const ModelConfig& config() const override { return m_config; }
    const std::string& origin() const override { return m_origin; }
    const TensorInfo* find(TensorId id) const override;
    void readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const override;
    std::optional<SeededRows> seeded(TensorId id) const override;
    void release(TensorId) const override {}
    const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    std::int64_t weightBytes() const override { return m_weightBytes; }
    const TokenizerData* tokenizer() const override { return nullptr; }
    const std::vector<std::string>& warnings() const override { return m_warnings; }

private:
    Result<void> add(TensorId id, DataType weights);
    void makeRow(TensorId id, std::int64_t row, std::span<float> out) const;
    ModelConfig m_config;
    std::string m_origin;
    std::uint64_t m_seed = 0;
    std::vector<TensorInfo> m_tensors;
    TensorTable m_roles;
    std::int64_t m_weightBytes = 0;
    std::vector<std::string> m_warnings;
};

}  // namespace decodescope::engine
