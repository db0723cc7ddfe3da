// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/presets.h"

#include "engine/model/presets_data.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>

namespace decodescope::engine {
namespace {

using nlohmann::json;

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

// The text is built in and every field of it is tested; an absent optional field keeps its default.
ModelPreset presetOf(const json& entry)
{
    ModelPreset preset;
    preset.name = entry.value("name", "");
    preset.aliases = entry.value("aliases", std::vector<std::string>());
    preset.architecture = entry.value("architecture", "");
    preset.layers = entry.value("layers", std::int64_t{0});
    preset.heads = entry.value("heads", std::int64_t{0});
    preset.kvHeads = entry.value("kv_heads", std::int64_t{0});
    preset.headDim = entry.value("head_dim", std::int64_t{0});
    preset.hidden = entry.value("hidden", std::int64_t{0});
    preset.ffn = entry.value("ffn", std::int64_t{0});
    preset.vocab = entry.value("vocab", std::int64_t{0});
    preset.maxContext = entry.value("context", std::int64_t{0});
    preset.ropeBase = entry.value("rope_base", preset.ropeBase);
    preset.rmsEps = entry.value("rms_eps", preset.rmsEps);
    preset.tiedEmbeddings = entry.value("tied", preset.tiedEmbeddings);
    if (const auto scaling = entry.find("rope_scaling"); scaling != entry.end()) {
        preset.llama3Scaled = true;
        preset.llama3 = {scaling->value("factor", 1.0), scaling->value("low_frequency_factor", 1.0),
                         scaling->value("high_frequency_factor", 4.0), scaling->value("original_context", 8192.0)};
    }
    preset.latentRank = entry.value("kv_lora_rank", std::int64_t{0});
    preset.latentRopeDim = entry.value("qk_rope_head_dim", std::int64_t{0});
    preset.window = entry.value("window", std::int64_t{0});
    preset.fullEvery = entry.value("full_every", std::int64_t{0});
    preset.source = entry.value("source", "");
    preset.note = entry.value("note", "");
    return preset;
}

/// Levenshtein distance.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::vector<ModelPreset> modelPresets()
{
    const json document = json::parse(presetsJson());
    std::vector<ModelPreset> presets;
    for (const json& entry : document["models"]) presets.push_back(presetOf(entry));
    return presets;
}

Result<ModelPreset> findPreset(std::string_view name)
{
    constexpr std::size_t kLongestName = 64;  // bounds the search for the nearest
    const std::string wanted = lower(name.substr(0, kLongestName));
    std::string nearest;
    std::size_t nearestDistance = wanted.size() + kLongestName;
    for (ModelPreset& preset : modelPresets()) {
        const bool alias = std::find(preset.aliases.begin(), preset.aliases.end(), wanted) != preset.aliases.end();
        if (preset.name == wanted || alias)
            return std::move(preset);
        if (const std::size_t distance = editDistance(preset.name, wanted); distance < nearestDistance) {
            nearestDistance = distance;
            nearest = preset.name;
        }
    }
    return fail(ErrorCode::usage, "there is no preset named '" + wanted + "'", "The nearest is '" + nearest + "'.");
}

KvShape kvShapeOf(const ModelPreset& preset)
{
    KvShape shape;
    for (std::int64_t layer = 0; layer < preset.layers; ++layer) {
        KvLayerShape keeps;
        if (preset.latentRank > 0) {
            keeps.latentRank = preset.latentRank;
            keeps.ropeDim = preset.latentRopeDim;
        } else {
            keeps.kvHeads = preset.kvHeads;
            keeps.keyDim = preset.headDim;
            keeps.valueDim = preset.headDim;
        }
        const bool full = preset.fullEvery > 0 && (layer + 1) % preset.fullEvery == 0;
        keeps.window = full ? 0 : preset.window;
        shape.layers.push_back(keeps);
    }
    return shape;
}

ModelConfig configOf(const ModelPreset& preset)
{
    ModelConfig config;
    config.name = preset.name;
    config.architecture = preset.architecture;
    config.layers = preset.layers;
    config.hidden = preset.hidden;
    config.heads = preset.heads;
    config.kvHeads = preset.kvHeads;
    config.headDim = preset.headDim;
    config.ffn = preset.ffn;
    config.vocab = preset.vocab;
    config.maxContext = preset.maxContext;
    config.rmsEps = preset.rmsEps;
    config.tiedEmbeddings = preset.tiedEmbeddings;
    config.rope.base = preset.ropeBase;
    config.rope.dimension = preset.headDim;
    config.rope.divisors.assign(static_cast<std::size_t>(preset.headDim / 2), 1.0F);
    if (preset.llama3Scaled) {
        config.rope.scaling = RopeScaling::llama3;
        config.rope.divisors = llama3Divisors(preset.llama3, preset.ropeBase, preset.headDim);
    }
    return config;
}

std::vector<float> llama3Divisors(const Llama3Scaling& scaling, double base, std::int64_t dimension)
{
    std::vector<float> divisors;
    for (std::int64_t pair = 0; pair < dimension / 2; ++pair) {
        const double frequency = std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(dimension));
        // How many full turns the pair makes within the original context decides how much it is stretched.
        const double turns = scaling.originalContext * frequency / (2.0 * std::numbers::pi);
        const double share =
            (turns - scaling.lowFrequencyFactor) / (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
        const double kept = std::clamp(share, 0.0, 1.0);
        divisors.push_back(static_cast<float>(1.0 / ((1.0 - kept) / scaling.factor + kept)));
    }
    return divisors;
}

}  // namespace decodescope::engine
