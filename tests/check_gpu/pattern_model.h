// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_source.h"

#include <memory>
#include <vector>

namespace decodescope::check_gpu {

/// The shape of a synthetic model with weights cut from one block of seeded random bf16 values: billions of them are
/// there in seconds. Good for times, not for text.
class PatternModel final : public engine::ModelSource {
public:
    /// `shape` in bf16.
    PatternModel(std::shared_ptr<const engine::ModelSource> shape, std::uint32_t seed);

    const engine::ModelConfig& config() const override { return m_shape->config(); }
    const std::string& origin() const override { return m_shape->origin(); }
    const engine::TensorInfo* find(engine::TensorId id) const override { return m_shape->find(id); }
    void readRows(engine::TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const override;
    void release(engine::TensorId) const override {}
    const std::vector<engine::TensorInfo>& tensors() const override { return m_shape->tensors(); }
    std::int64_t weightBytes() const override { return m_shape->weightBytes(); }
    const engine::TokenizerData* tokenizer() const override { return nullptr; }
    const std::vector<std::string>& warnings() const override { return m_shape->warnings(); }

private:
    std::shared_ptr<const engine::ModelSource> m_shape;
    std::vector<std::byte> m_pattern;
};

}  // namespace decodescope::check_gpu
