// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_llama_config.h"

#include <limits>
#include <string>
#include <utility>

namespace decodescope::engine {
namespace {

// Far above any published model, and small enough that no product of three of them leaves 63 bits.
constexpr std::int64_t kMaxLayers = 4096;
constexpr std::int64_t kMaxWidth = 1 << 20;
constexpr std::int64_t kMaxHeads = 1 << 14;
constexpr std::int64_t kMaxHeadDim = 1 << 14;
constexpr std::int64_t kMaxVocabulary = 1 << 24;
constexpr std::int64_t kMaxContext = std::numeric_limits<std::int32_t>::max();

class ConfigReader {
public:
    ConfigReader(const GgufMetadata& metadata, std::int64_t embeddingRows)
        : m_metadata(metadata), m_embeddingRows(embeddingRows)
    {
    }

    Result<ModelConfig> run()
    {
        for (const auto step : {&ConfigReader::architecture, &ConfigReader::splitFiles, &ConfigReader::sizes,
                                &ConfigReader::heads, &ConfigReader::vocabulary, &ConfigReader::epsilon,
                                &ConfigReader::rope, &ConfigReader::ropeScaling, &ConfigReader::unsupported})
            if (Result<void> done = (this->*step)(); !done)
                return tl::unexpected<Error>(done.error());
        return std::move(m_config);
    }

private:
    Result<void> architecture()
    {
        const auto architecture = m_metadata.text("general.architecture");
        if (!architecture)
            return tl::unexpected<Error>(architecture.error());
        if (!*architecture)
            return m_metadata.missing("general.architecture");
        if (**architecture != "llama")
            return m_metadata.error(
                "general.architecture is '" + printable(**architecture) + "', which is not supported",
                "This version runs models of architecture llama.");
        m_config.architecture = **architecture;
        const auto modelName = m_metadata.text("general.name");
        if (!modelName)
            return tl::unexpected<Error>(modelName.error());
        m_config.name = *modelName ? printable(**modelName) : std::string("llama");
        return {};
    }

    Result<void> splitFiles()
    {
        return m_metadata.integer("split.count", 0, kMaxContext).and_then([&](auto count) -> Result<void> {
            if (count.value_or(0) > 1)
                return m_metadata.error("split.count is " + std::to_string(*count) +
                                            ": one of several files of a split model, which is not supported",
                                        "Merge the files first (llama.cpp's gguf-split --merge).");
            return {};
        });
    }

    Result<void> setRequired(std::string_view key, std::int64_t most, std::int64_t& target)
    {
        return m_metadata.requiredInteger(key, 1, most).map([&](std::int64_t value) { target = value; });
    }

    Result<void> sizes()
    {
        return setRequired("llama.block_count", kMaxLayers, m_config.layers)
            .and_then([&] { return setRequired("llama.context_length", kMaxContext, m_config.maxContext); })
            .and_then([&] { return setRequired("llama.embedding_length", kMaxWidth, m_config.hidden); })
            .and_then([&] {
                return m_metadata.integerOfLayers("llama.feed_forward_length", m_config.layers, 1, kMaxWidth)
                    .and_then([&](auto value) -> Result<void> {
                        if (!value)
                            return m_metadata.missing("llama.feed_forward_length");
                        m_config.ffn = *value;
                        return {};
                    });
            });
    }

    Result<void> heads()
    {
        const auto heads = m_metadata.integerOfLayers("llama.attention.head_count", m_config.layers, 1, kMaxHeads);
        if (!heads)
            return tl::unexpected<Error>(heads.error());
        if (!*heads)
            return m_metadata.missing("llama.attention.head_count");
        m_config.heads = **heads;
        const auto kvHeads = m_metadata.integerOfLayers("llama.attention.head_count_kv", m_config.layers, 1, kMaxHeads);
        if (!kvHeads)
            return tl::unexpected<Error>(kvHeads.error());
        m_config.kvHeads = kvHeads->value_or(m_config.heads);
        if (m_config.heads % m_config.kvHeads != 0)
            return m_metadata.error("llama.attention.head_count_kv " + std::to_string(m_config.kvHeads) +
                                    " does not divide llama.attention.head_count " + std::to_string(m_config.heads));
        return headDim();
    }

    Result<void> headDim()
    {
        const auto keyLength = m_metadata.integer("llama.attention.key_length", 1, kMaxHeadDim);
        if (!keyLength)
            return tl::unexpected<Error>(keyLength.error());
        if (!*keyLength && m_config.hidden % m_config.heads != 0)
            return m_metadata.error("llama.attention.head_count " + std::to_string(m_config.heads) +
                                    " does not divide llama.embedding_length " + std::to_string(m_config.hidden) +
                                    ", and there is no llama.attention.key_length");
        m_config.headDim = keyLength->value_or(m_config.hidden / m_config.heads);
        const auto valueLength = m_metadata.integer("llama.attention.value_length", 1, kMaxHeadDim);
        if (!valueLength)
            return tl::unexpected<Error>(valueLength.error());
        if (valueLength->value_or(m_config.headDim) != m_config.headDim)
            return m_metadata.error("llama.attention.value_length " + std::to_string(**valueLength) +
                                    " differs from the key length " + std::to_string(m_config.headDim) +
                                    ", which is not supported");
        return {};
    }

    Result<void> vocabulary()
    {
        const auto key = m_metadata.integer("llama.vocab_size", 1, kMaxVocabulary);
        if (!key)
            return tl::unexpected<Error>(key.error());
        if (m_embeddingRows == 0)
            return m_metadata.error("the tensor 'token_embd.weight' is missing");
        if (m_embeddingRows > kMaxVocabulary)
            return m_metadata.error("token_embd.weight has " + std::to_string(m_embeddingRows) + " rows; at most " +
                                    std::to_string(kMaxVocabulary));
        if (key->value_or(m_embeddingRows) != m_embeddingRows)
            return m_metadata.error("llama.vocab_size is " + std::to_string(**key) + ", but token_embd.weight has " +
                                    std::to_string(m_embeddingRows) + " rows");
        m_config.vocab = m_embeddingRows;
        return {};
    }

    Result<void> epsilon()
    {
        constexpr std::string_view kKey = "llama.attention.layer_norm_rms_epsilon";
        const auto value = m_metadata.real(kKey);
        if (!value)
            return tl::unexpected<Error>(value.error());
        if (!*value)
            return m_metadata.missing(kKey);
        if (**value < 0.0 || **value >= 1.0)
            return m_metadata.error(std::string(kKey) + " is " + std::to_string(**value) + "; 0 to 1 expected");
        m_config.rmsEps = **value;
        return {};
    }

    Result<void> rope()
    {
        const auto dimension = m_metadata.integer("llama.rope.dimension_count", 1, kMaxHeadDim);
        if (!dimension)
            return tl::unexpected<Error>(dimension.error());
        m_config.rope.dimension = dimension->value_or(m_config.headDim);
        if (m_config.rope.dimension % 2 != 0 || m_config.rope.dimension > m_config.headDim)
            return m_metadata.error("llama.rope.dimension_count " + std::to_string(m_config.rope.dimension) +
                                    " must be even and at most the head dimension " + std::to_string(m_config.headDim));
        m_config.rope.divisors.assign(static_cast<std::size_t>(m_config.rope.dimension / 2), 1.0F);
        const auto base = m_metadata.real("llama.rope.freq_base");
        if (!base)
            return tl::unexpected<Error>(base.error());
        m_config.rope.base = base->value_or(m_config.rope.base);
        if (m_config.rope.base < 1.0)
            return m_metadata.error("llama.rope.freq_base is " + std::to_string(m_config.rope.base) +
                                    "; at least 1 expected");
        return {};
    }

    Result<void> ropeScaling()
    {
        const auto type = m_metadata.text("llama.rope.scaling.type");
        if (!type)
            return tl::unexpected<Error>(type.error());
        const std::string_view kind = type->value_or("");
        // Files older than the type key have a lone factor, which means linear.
        const bool old = m_metadata.container().find("llama.rope.scale_linear") != nullptr;
        const std::string_view key = old ? "llama.rope.scale_linear" : "llama.rope.scaling.factor";
        if (kind == "none" || (kind.empty() && !old))
            return {};
        if (!kind.empty() && kind != "linear")
            return m_metadata.error("llama.rope.scaling.type is '" + printable(kind) + "', which is not supported",
                                    "'linear' and llama-3 scaling (the tensor rope_freqs.weight) are.");
        const auto factor = m_metadata.real(key);
        if (!factor)
            return tl::unexpected<Error>(factor.error());
        if (!*factor)
            return m_metadata.missing(key);
        if (**factor <= 0.0)
            return m_metadata.error(std::string(key) + " is " + std::to_string(**factor) +
                                    "; a positive number expected");
        m_config.rope.divisors.assign(m_config.rope.divisors.size(), static_cast<float>(**factor));
        m_config.rope.scaling = **factor == 1.0 ? RopeScaling::none : RopeScaling::linear;
        return {};
    }

    /// Variations that the keys announce and the llama plan does not have.
    Result<void> unsupported()
    {
        return m_metadata.integer("llama.expert_count", 0, kMaxContext).and_then([&](auto count) -> Result<void> {
            if (count.value_or(0) > 0)
                return m_metadata.error("llama.expert_count is " + std::to_string(*count) +
                                        ": mixtures of experts are not supported");
            return {};
        });
    }

    const GgufMetadata& m_metadata;
    std::int64_t m_embeddingRows;
    ModelConfig m_config;
};

}  // namespace

Result<ModelConfig> readGgufLlamaConfig(const GgufMetadata& metadata, std::int64_t embeddingRows)
{
    return ConfigReader(metadata, embeddingRows).run();
}

}  // namespace decodescope::engine
