// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/kv_cache/kv_size.h"
#include "engine/model/model_config.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

/// Frequencies of llama-3 rotary scaling: long wavelengths are divided by `factor`, short ones left alone.
struct Llama3Scaling {
    double factor = 1.0;
    double lowFrequencyFactor = 1.0;
    double highFrequencyFactor = 4.0;
    double originalContext = 8192.0;
};

/// The shape of a published model, with where it was read.
struct ModelPreset {
    std::string name;  ///< lower case: "llama-3.1-8b"
    std::vector<std::string> aliases;
    std::string architecture;  ///< the forward pass it needs: "llama", "qwen3", "deepseek2"
    std::int64_t layers = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t hidden = 0;
    std::int64_t ffn = 0;
    std::int64_t vocab = 0;
    std::int64_t maxContext = 0;
    double ropeBase = 10000.0;
    double rmsEps = 1e-5;
    bool tiedEmbeddings = true;
    bool llama3Scaled = false;
    Llama3Scaling llama3;
    std::int64_t latentRank = 0;     ///< > 0: multi-head latent attention keeps latentRank + latentRopeDim values
    std::int64_t latentRopeDim = 0;  ///< per token and layer
    std::int64_t window = 0;         ///< > 0: sliding window of that many tokens in all layers but every fullEvery-th
    std::int64_t fullEvery = 0;      ///< 0: every layer slides
    std::string source;              ///< the published configuration file
    std::string note;
};

/// All presets, in the order of resources/presets/models.json (which is built in).
std::vector<ModelPreset> modelPresets();
/// By name or alias, ignoring case. ErrorCode::usage, naming the nearest, when there is none.
Result<ModelPreset> findPreset(std::string_view name);

/// What the preset's cache keeps per layer.
KvShape kvShapeOf(const ModelPreset& preset);
/// The configuration of a preset of architecture llama; `parameters` and `weightsName` stay open.
ModelConfig configOf(const ModelPreset& preset);
/// dimension/2 divisors, as `rope_freqs.weight` of a GGUF holds them.
std::vector<float> llama3Divisors(const Llama3Scaling& scaling, double base, std::int64_t dimension);

}  // namespace decodescope::engine
