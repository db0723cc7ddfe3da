// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/gguf_metadata.h"
#include "engine/model/model_source.h"
#include "engine/model/tensor_roles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::engine {

/// A llama model in a GGUF container: every value in range, every tensor there with the right shape.
struct GgufLlama {
    ModelConfig config;
    std::vector<TensorInfo> tensors;  ///< in file order, index as in the container
    TensorTable roles;
    std::int64_t weightBytes = 0;
    std::vector<std::string> warnings;
};

/// Errors are badInput and name the key or tensor, what it is and what was expected.
Result<GgufLlama> readGgufLlama(const GgufMetadata& metadata);

}  // namespace decodescope::engine
