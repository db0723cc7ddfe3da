// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/synthetic_model.h"

#include "engine/model/dequantise.h"
#include "engine/model/presets.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <utility>

namespace decodescope::engine {
namespace {

constexpr std::int64_t kMaxLayers = 4096;

bool isNorm(TensorRole role)
{
    return role == TensorRole::outputNorm || role == TensorRole::attentionNorm || role == TensorRole::ffnNorm;
}

bool isBias(TensorRole role)
{
    return role == TensorRole::queryBias || role == TensorRole::keyBias || role == TensorRole::valueBias;
}

/// What is added to the residual stream shrinks with the number of additions, so that its sum stays of order one.
double deviation(TensorRole role, std::int64_t columns, std::int64_t layers)
{
    const bool addsToResidual = role == TensorRole::attentionOutput || role == TensorRole::ffnDown;
    const double additions = addsToResidual ? 2.0 * static_cast<double>(layers) : 1.0;
    return 1.0 / std::sqrt(static_cast<double>(columns) * additions);
}

template <class T>
bool parseWhole(std::string_view text, T& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool isWritable(DataType type)
{
    return type == DataType::f32 || type == DataType::f16 || type == DataType::bf16 || type == DataType::q8_0 ||
           type == DataType::q4_0;
}

Result<void> applyOption(SyntheticSpec& spec, std::string_view option)
{
    const std::size_t equals = option.find('=');
    const std::string_view key = option.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : option.substr(equals + 1);
    const auto bad = [&](std::string_view expected) {
        return fail(ErrorCode::usage, "synthetic model: " + std::string(key) + " is '" + std::string(value) + "'; " +
                                          std::string(expected) + " expected");
    };
    if (key == "layers") {
        if (!parseWhole(value, spec.layers) || spec.layers < 1 || spec.layers > kMaxLayers)
            return bad("1 to " + std::to_string(kMaxLayers));
        return {};
    }
    if (key == "weights") {
        const auto type = parseDataType(value);
        if (!type || !isWritable(*type))
            return bad("f32, f16, bf16, q8_0 or q4_0");
        spec.weights = *type;
        return {};
    }
    if (key == "seed") {
        if (!parseWhole(value, spec.seed))
            return bad("a whole number from 0 to 2^64-1");
        return {};
    }
    return fail(ErrorCode::usage, "synthetic model: unknown option '" + std::string(key) + "'",
                "The options are layers=N, weights=TYPE and seed=S.");
}

}  // namespace

Result<SyntheticSpec> parseSyntheticSpec(std::string_view text)
{
    SyntheticSpec spec;
    std::size_t comma = text.find(',');
    spec.preset = text.substr(0, comma);
    while (comma != std::string_view::npos) {
        text.remove_prefix(comma + 1);
        comma = text.find(',');
        if (Result<void> done = applyOption(spec, text.substr(0, comma)); !done)
            return tl::unexpected<Error>(done.error());
    }
    return spec;
}

Result<std::shared_ptr<const ModelSource>> openSynthetic(std::string_view text)
{
    const Result<SyntheticSpec> spec = parseSyntheticSpec(text);
    if (!spec)
        return tl::unexpected<Error>(spec.error());
    const Result<ModelPreset> preset = findPreset(spec->preset);
    if (!preset)
        return tl::unexpected<Error>(preset.error());
    if (preset->architecture != "llama")
        return fail(ErrorCode::usage,
                    "the preset '" + preset->name + "' cannot run: architecture " + preset->architecture +
                        (preset->latentRank > 0 ? " (multi-head latent attention)"
                         : preset->window > 0   ? " (sliding window)"
                                                : "") +
                        " is for sizes only",
                    "Presets of architecture llama can run: smollm2-135m, llama-3.2-1b, llama-3.1-8b.");
    ModelConfig config = configOf(*preset);
    config.synthetic = true;
    config.name = "synthetic " + preset->name;
    if (spec->layers > 0 && spec->layers != preset->layers) {
        config.layers = spec->layers;
        config.name += spec->layers == 1 ? " (1 layer)" : " (" + std::to_string(spec->layers) + " layers)";
    }
    return SyntheticModel::create(std::move(config), spec->weights, spec->seed, "synthetic:" + std::string(text));
}

Result<std::shared_ptr<const ModelSource>> SyntheticModel::create(ModelConfig config, DataType weights,
                                                                  std::uint64_t seed, std::string origin)
{
    auto model = std::make_shared<SyntheticModel>();
    model->m_config = std::move(config);
    model->m_config.weightsName = name(weights);
    model->m_config.parameters = 0;
    model->m_origin = std::move(origin);
    model->m_seed = seed;
    model->m_roles = TensorTable(model->m_config.layers);
    model->m_warnings.emplace_back("weights are seeded random numbers: times and sizes mean something, text does not");
    for (const TensorRole role : kGlobalRoles)
        if (role != TensorRole::outputHead || !model->m_config.tiedEmbeddings)
            if (Result<void> done = model->add({role, -1}, weights); !done)
                return tl::unexpected<Error>(done.error());
    for (std::int64_t layer = 0; layer < model->m_config.layers; ++layer)
        for (const TensorRole role : kLayerRoles)
            if (!isBias(role))
                if (Result<void> done = model->add({role, static_cast<std::int32_t>(layer)}, weights); !done)
                    return tl::unexpected<Error>(done.error());
    return model;
}

Result<void> SyntheticModel::add(TensorId id, DataType weights)
{
    const TensorShape shape = tensorShape(m_config, id.role);
    TensorInfo info;
    info.name = ggufTensorName(id);
    info.type = isNorm(id.role) ? DataType::f32 : weights;
    info.rows = shape.rows;
    info.columns = shape.columns;
    if (info.columns % traits(info.type).blockValues != 0)
        return fail(ErrorCode::usage, m_config.name + ": a row of " + std::to_string(info.columns) + " values of " +
                                          info.name + " is not a multiple of the " + std::string(name(info.type)) +
                                          " block of " + std::to_string(traits(info.type).blockValues));
    info.bytes = info.rows * rowBytes(info.type, info.columns);
    m_config.parameters += info.rows * info.columns;
    m_weightBytes += info.bytes;
    m_roles.set(id, m_tensors.size());
    m_tensors.push_back(std::move(info));
    return {};
}

const TensorInfo* SyntheticModel::find(TensorId id) const
{
    const std::int32_t index = m_roles.find(id);
    return index < 0 ? nullptr : &m_tensors[static_cast<std::size_t>(index)];
}

void SyntheticModel::readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const
{
    const TensorInfo* info = find(id);
    assert(info != nullptr && first >= 0 && count >= 0 && first <= info->rows && count <= info->rows - first);
    const std::int64_t bytes = rowBytes(info->type, info->columns);
    assert(out.size() >= static_cast<std::size_t>(bytes * count));
    std::vector<float> values(static_cast<std::size_t>(info->columns));
    for (std::int64_t row = 0; row < count; ++row) {
        makeRow(id, first + row, values);
        quantiseRow(info->type, values.data(), info->columns, out.data() + row * bytes);
    }
}

std::optional<SeededRows> SyntheticModel::seeded(TensorId id) const
{
    const TensorInfo* info = find(id);
    if (info == nullptr || isNorm(id.role))
        return std::nullopt;
    const auto tensor = static_cast<std::uint64_t>(id.layer + 1) * 64 + static_cast<std::uint64_t>(id.role);
    // Uniform over 16-bit steps in [-a, a] has the deviation a / sqrt(3).
    const double spread = deviation(id.role, info->columns, m_config.layers) * std::sqrt(3.0);
    return SeededRows{mixBits(mixBits(m_seed + SeededRows::kStride) + tensor), static_cast<float>(spread / 32768.0)};
}

void SyntheticModel::makeRow(TensorId id, std::int64_t row, std::span<float> out) const
{
    const auto rows = seeded(id);
    if (!rows) {  // a norm
        std::fill(out.begin(), out.end(), 1.0F);
        return;
    }
    for (std::size_t i = 0; i < out.size(); i += 4) {
        const std::uint64_t four = rows->four(row, static_cast<std::int64_t>(i / 4));
        for (std::size_t place = 0; place < std::min<std::size_t>(4, out.size() - i); ++place)
            out[i + place] = rows->value(four, static_cast<int>(place));
    }
}

}  // namespace decodescope::engine
