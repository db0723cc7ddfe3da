// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/model_config.h"
#include "engine/model/seeded_rows.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

enum class TensorRole : std::uint8_t {
    tokenEmbedding,  ///< [vocab, hidden]
    outputNorm,      ///< [hidden]
    outputHead,      ///< [vocab, hidden]; absent when tied
    attentionNorm,   ///< [hidden]
    query,           ///< [heads*head_dim, hidden]
    key,             ///< [kv_heads*head_dim, hidden]
    value,           ///< [kv_heads*head_dim, hidden]
    queryBias,       ///< [heads*head_dim]; optional
    keyBias,
    valueBias,
    attentionOutput,  ///< [hidden, heads*head_dim]
    ffnNorm,          ///< [hidden]
    ffnGate,          ///< [ffn, hidden]
    ffnUp,            ///< [ffn, hidden]
    ffnDown,          ///< [hidden, ffn]
};

/// A weight tensor by what it does; `layer` is -1 outside layers.
struct TensorId {
    TensorRole role;
    std::int32_t layer = -1;
    friend bool operator==(const TensorId&, const TensorId&) = default;
};

/// A weight matrix of `rows` outputs and `columns` inputs (a vector has rows == 1), row-major, each row in `type`.
struct TensorInfo {
    std::string name;  ///< as in the file
    DataType type = DataType::f32;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t bytes = 0;  ///< in the file
};

struct TokenizerData;

/// An opened, validated model: configuration, tensors, tokenizer. Reading is const and thread-safe.
class ModelSource {
public:
    virtual ~ModelSource() = default;
    virtual const ModelConfig& config() const = 0;
    /// Where it came from: path or "synthetic:...".
    virtual const std::string& origin() const = 0;
    /// Null when the model has no such tensor.
    virtual const TensorInfo* find(TensorId id) const = 0;
    /// Copies rows [first, first+count) in the tensor's own type into `out` (rowBytes * count bytes).
    virtual void readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const = 0;
    /// The rows of a matrix that a device can make itself, before they are rounded to the tensor's type; empty for
    /// weights that have to be read.
    virtual std::optional<SeededRows> seeded(TensorId) const { return std::nullopt; }
    /// The tensor will not be read again soon: a mapped file may drop its pages from resident memory.
    virtual void release(TensorId id) const = 0;
    /// Every tensor in file order (for `inspect`), unused ones included.
    virtual const std::vector<TensorInfo>& tensors() const = 0;
    /// Bytes of all weights the model uses, in the file's formats (a tied matrix once).
    virtual std::int64_t weightBytes() const = 0;
    /// Null when the source has none (synthetic models); a run then needs --prompt-ids or filler ids.
    virtual const TokenizerData* tokenizer() const = 0;
    /// Things worth saying that do not stop a run.
    virtual const std::vector<std::string>& warnings() const = 0;
};

/// Opens and validates a GGUF file. Nothing is copied but names and numbers; bounded time and memory whatever the
/// file says. Errors name the file, the field and the limit.
Result<std::shared_ptr<const ModelSource>> openGguf(const std::string& path);

/// Seeded random weights of a published shape: "smollm2-135m", "llama-3.1-8b,layers=2", "...,weights=q4_0,seed=7".
/// Rows are made on demand, the same every time.
Result<std::shared_ptr<const ModelSource>> openSynthetic(std::string_view spec);

/// `--model`: a GGUF path, "synthetic:SPEC", or a name looked up in the usual caches; empty is the default model.
Result<std::shared_ptr<const ModelSource>> openModel(std::string_view spec);

/// Where scripts/fetch-model puts the default model (honours DECODESCOPE_CACHE, XDG_CACHE_HOME, HOME).
std::string defaultModelPath();

}  // namespace decodescope::engine
