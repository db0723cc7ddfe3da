// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"
#include "engine/model/model_config.h"

#include <cstdint>
#include <vector>

namespace decodescope::engine {

/// What one layer keeps per token. Key and value may differ in width; a latent (MLA) layer keeps
/// `latentRank + ropeDim` values once, shared by all heads.
struct KvLayerShape {
    std::int64_t kvHeads = 0;
    std::int64_t keyDim = 0;
    std::int64_t valueDim = 0;
    std::int64_t latentRank = 0;  ///< > 0: MLA, the three above are ignored
    std::int64_t ropeDim = 0;
    std::int64_t window = 0;  ///< > 0: the layer keeps min(tokens, window)
};

struct KvShape {
    std::vector<KvLayerShape> layers;
};

KvShape kvShapeOf(const ModelConfig& config);

/// Exact bytes of a cache of `tokens` positions for `batch` sequences:
/// sum over layers of min(T, window) * H_kv * (bytes(keyDim) + bytes(valueDim)), times B. No rounding to blocks or
/// pages. Errors: a block format that does not divide a head; a product past 2^63.
Result<std::int64_t> kvBytes(const KvShape& shape, DataType key, DataType value, std::int64_t tokens,
                             std::int64_t batch);

/// Bytes one more token adds to a cache below every window.
Result<std::int64_t> kvBytesPerToken(const KvShape& shape, DataType key, DataType value);

}  // namespace decodescope::engine
