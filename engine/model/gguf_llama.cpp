// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_llama.h"

#include "engine/model/gguf_llama_config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

namespace decodescope::engine {
namespace {

constexpr std::string_view kRopeFrequencies = "rope_freqs.weight";

std::string shapeText(const std::int64_t* shape, std::uint32_t dimensions)
{
    std::string text = "[";
    for (std::uint32_t d = 0; d < dimensions; ++d) text += (d > 0 ? ", " : "") + std::to_string(shape[d]);
    return text + "]";
}

class LlamaReader {
public:
    explicit LlamaReader(const GgufMetadata& metadata) : m_metadata(metadata) {}

    Result<GgufLlama> run()
    {
        for (const auto step :
             {&LlamaReader::readConfig, &LlamaReader::listTensors, &LlamaReader::bindTensors, &LlamaReader::checkBiases,
              &LlamaReader::ropeDivisors, &LlamaReader::checkUnusedTensors})
            if (Result<void> done = (this->*step)(); !done)
                return tl::unexpected<Error>(done.error());
        total();
        return std::move(m_model);
    }

private:
    Result<void> readConfig()
    {
        // The vocabulary is the number of rows of the embedding, so that is looked at first.
        const GgufTensor* embedding = m_metadata.container().findTensor("token_embd.weight");
        return readGgufLlamaConfig(m_metadata, embedding == nullptr ? 0 : embedding->shape[1])
            .map([&](ModelConfig config) { m_model.config = std::move(config); });
    }

    Result<void> listTensors()
    {
        for (const GgufTensor& tensor : m_metadata.container().tensors()) {
            if (!tensor.type->readable)
                return m_metadata.error("tensor '" + std::string(tensor.name) + "' has type " +
                                            std::string(tensor.type->name) + ", which cannot be read",
                                        "F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K to Q6_K and IQ4_NL can.");
            m_model.tensors.push_back({std::string(tensor.name), *tensor.type->readable,
                                       tensor.values / tensor.shape[0], tensor.shape[0], tensor.bytes});
        }
        m_used.assign(m_model.tensors.size(), false);
        return {};
    }

    Result<void> bindTensors()
    {
        m_model.roles = TensorTable(m_model.config.layers);
        for (const TensorRole role : kGlobalRoles)
            if (Result<void> bound = bind({role, -1}); !bound)
                return bound;
        for (std::int64_t layer = 0; layer < m_model.config.layers; ++layer)
            for (const TensorRole role : kLayerRoles)
                if (Result<void> bound = bind({role, static_cast<std::int32_t>(layer)}); !bound)
                    return bound;
        m_model.config.tiedEmbeddings = m_model.roles.find({TensorRole::outputHead, -1}) < 0;
        return {};
    }

    Result<void> bind(TensorId id)
    {
        const std::string tensorName = ggufTensorName(id);
        const GgufTensor* tensor = m_metadata.container().findTensor(tensorName);
        if (tensor == nullptr) {
            if (isOptional(id.role))
                return {};
            return m_metadata.error("the tensor '" + tensorName + "' is missing");
        }
        const TensorShape expected = tensorShape(m_model.config, id.role);
        const std::array<std::int64_t, 4> shape{expected.columns, expected.rows, 1, 1};
        if (tensor->shape != shape)
            return m_metadata.error("tensor '" + tensorName + "' has shape " +
                                    shapeText(tensor->shape.data(), tensor->dimensions) + "; " +
                                    shapeText(shape.data(), expected.rows == 1 ? 1 : 2) + " expected");
        const auto index = static_cast<std::size_t>(tensor - m_metadata.container().tensors().data());
        m_model.roles.set(id, index);
        m_used[index] = true;
        return {};
    }

    /// A bias belongs to all layers or to none.
    Result<void> checkBiases()
    {
        for (const TensorRole role : {TensorRole::queryBias, TensorRole::keyBias, TensorRole::valueBias}) {
            const auto has = [&](std::int64_t layer) {
                return m_model.roles.find({role, static_cast<std::int32_t>(layer)}) >= 0;
            };
            for (std::int64_t layer = 1; layer < m_model.config.layers; ++layer)
                if (has(layer) != has(0))
                    return m_metadata.error("the tensor '" +
                                            ggufTensorName({role, static_cast<std::int32_t>(has(0) ? layer : 0)}) +
                                            "' is missing, but other layers have one");
        }
        return {};
    }

    /// llama-3 scaling stands in a tensor of divisors and has no key; linear scaling is a factor for all pairs.
    Result<void> ropeDivisors()
    {
        RopeConfig& rope = m_model.config.rope;
        const GgufTensor* tensor = m_metadata.container().findTensor(kRopeFrequencies);
        if (tensor == nullptr)
            return {};
        const std::string field = "tensor '" + std::string(kRopeFrequencies) + "'";
        m_used[static_cast<std::size_t>(tensor - m_metadata.container().tensors().data())] = true;
        if (tensor->type->readable != DataType::f32 || tensor->values != rope.dimension / 2)
            return m_metadata.error(field + " has " + std::to_string(tensor->values) + " values of type " +
                                    std::string(tensor->type->name) + "; " + std::to_string(rope.dimension / 2) +
                                    " of F32 expected (half of rope.dimension_count)");
        const std::span<const std::byte> bytes = m_metadata.container().tensorBytes(*tensor);
        for (std::size_t i = 0; i < rope.divisors.size(); ++i) {
            float divisor = 0.0F;
            std::memcpy(&divisor, bytes.data() + i * sizeof(float), sizeof(float));
            if (!std::isfinite(divisor) || divisor <= 0.0F)
                return m_metadata.error(field + ": value " + std::to_string(i) + " is not a positive number");
            rope.divisors[i] *= divisor;
        }
        if (rope.scaling != RopeScaling::linear)
            rope.scaling = RopeScaling::llama3;
        return {};
    }

    /// A weight inside a layer that has no place in the plan would be left out of the arithmetic silently.
    Result<void> checkUnusedTensors()
    {
        for (std::size_t i = 0; i < m_used.size(); ++i) {
            const std::string& tensorName = m_model.tensors[i].name;
            if (m_used[i])
                continue;
            // Old converters stored the rotary frequencies of every layer; they follow from the configuration.
            const bool derived = tensorName.ends_with(".attn_rot_embd") || tensorName == "rope_freqs";
            if (tensorName.starts_with("blk.") && !derived)
                return m_metadata.error("tensor '" + printable(tensorName) +
                                        "' has no place in a llama model whose block_count is " +
                                        std::to_string(m_model.config.layers));
            if (!derived)
                m_model.warnings.push_back("tensor '" + printable(tensorName) + "' is not used");
        }
        return {};
    }

    /// Sums over the tensors that are used, each once, whatever roles it plays. The rotary divisors are no parameters.
    void total()
    {
        std::array<std::int64_t, 256> bytesOfType{};
        for (std::size_t i = 0; i < m_used.size(); ++i) {
            const TensorInfo& tensor = m_model.tensors[i];
            if (!m_used[i] || tensor.name == kRopeFrequencies)
                continue;
            m_model.config.parameters += tensor.rows * tensor.columns;
            m_model.weightBytes += tensor.bytes;
            bytesOfType[static_cast<std::size_t>(tensor.type)] += tensor.bytes;
        }
        const auto most = std::max_element(bytesOfType.begin(), bytesOfType.end());
        m_model.config.weightsName = name(static_cast<DataType>(most - bytesOfType.begin()));
        std::transform(m_model.config.weightsName.begin(), m_model.config.weightsName.end(),
                       m_model.config.weightsName.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    }

    const GgufMetadata& m_metadata;
    GgufLlama m_model;
    std::vector<bool> m_used;
};

}  // namespace

Result<GgufLlama> readGgufLlama(const GgufMetadata& metadata)
{
    return LlamaReader(metadata).run();
}

}  // namespace decodescope::engine
