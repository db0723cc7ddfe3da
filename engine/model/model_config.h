// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope::engine {

enum class RopeScaling { none, linear, llama3 };

/// Rotary position embedding. Angle of pair i at position p is p * base^(-2i/dimension) / divisor[i].
struct RopeConfig {
    double base = 10000.0;
    std::int64_t dimension = 0;  ///< rotated values per head, even, <= head_dim
    bool interleaved = true;     ///< pairs (2i, 2i+1) as llama GGUF rows are stored; false: (i, i + dimension/2)
    RopeScaling scaling = RopeScaling::none;
    std::vector<float> divisors;  ///< dimension/2 frequency divisors, all 1 without scaling; never empty
};

/// What a model is. Everything a plan, a cost or a size needs; no weights.
struct ModelConfig {
    std::string name;
    std::string architecture;  ///< "llama"
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t heads = 0;    ///< query heads
    std::int64_t kvHeads = 0;  ///< divides heads
    std::int64_t headDim = 0;  ///< explicit value wins over hidden / heads
    std::int64_t ffn = 0;
    std::int64_t vocab = 0;
    std::int64_t maxContext = 0;  ///< training context length
    double rmsEps = 1e-5;
    bool tiedEmbeddings = true;  ///< output head is the token embedding
    RopeConfig rope;
    bool synthetic = false;   ///< seeded random weights; every place that shows the model must say so
    std::string weightsName;  ///< the format most weight bytes are in, lower case: "q4_1"; "mixed" never

    /// Unique parameters (a tied matrix once).
    std::int64_t parameters = 0;

    std::int64_t queryDim() const { return heads * headDim; }
    std::int64_t kvDim() const { return kvHeads * headDim; }
};

}  // namespace decodescope::engine
