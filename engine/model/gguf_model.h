// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/gguf_llama.h"
#include "engine/model/mapped_file.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace decodescope::engine {

/// A model read from a GGUF file, tensors served from the mapping.
class GgufModel final : public ModelSource {
public:
    /// `origin` names the file in messages. `file` may be bytes in memory.
    static Result<std::shared_ptr<const ModelSource>> create(MappedFile file, const std::string& origin);

    const ModelConfig& config() const override { return m_model.config; }
    const std::string& origin() const override { return m_origin; }
    const TensorInfo* find(TensorId id) const override;
    void readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const override;
    void release(TensorId id) const override;
    const std::vector<TensorInfo>& tensors() const override { return m_model.tensors; }
    std::int64_t weightBytes() const override { return m_model.weightBytes; }
    const TokenizerData* tokenizer() const override { return m_tokenizer.get(); }
    const std::vector<std::string>& warnings() const override { return m_model.warnings; }

private:
    MappedFile m_file;
    std::string m_origin;
    GgufLlama m_model;
    std::vector<std::uint64_t> m_offsets;  ///< of tensors() in the file
    std::unique_ptr<TokenizerData> m_tokenizer;
};

}  // namespace decodescope::engine
