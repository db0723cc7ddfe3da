// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/gguf_metadata.h"
#include "engine/model/model_config.h"

#include <cstdint>

namespace decodescope::engine {

/// The configuration of a llama model from the keys of a GGUF file. `embeddingRows` is the size of the vocabulary (0:
/// there is no embedding). What only tensors tell stays open: tied embeddings, llama-3 divisors, parameters, formats.
Result<ModelConfig> readGgufLlamaConfig(const GgufMetadata& metadata, std::int64_t embeddingRows);

}  // namespace decodescope::engine
