// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kv_cache/kv_size.h"

#include <algorithm>
#include <string>

namespace decodescope::engine {
namespace {

tl::unexpected<Error> tooLarge()
{
    return fail(ErrorCode::usage, "the size of the KV cache is beyond 2^63 bytes");
}

/// Bytes of one vector of `values` values. A block format cannot share a block between two heads.
Result<std::int64_t> vectorBytes(DataType type, std::int64_t values, std::string_view what)
{
    const DataTypeTraits& format = traits(type);
    if (values < 0)
        return fail(ErrorCode::usage, std::string(what) + " is negative: " + std::to_string(values));
    if (values % format.blockValues != 0)
        return fail(ErrorCode::usage,
                    "KV cache format " + std::string(format.name) + ": " + std::string(what) + " " +
                        std::to_string(values) + " is not a multiple of its block of " +
                        std::to_string(format.blockValues),
                    "Choose f16 or bf16 for this model's cache.");
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(values / format.blockValues, format.blockBytes, &bytes))
        return tooLarge();
    return bytes;
}

/// Bytes one token takes in one layer.
Result<std::int64_t> layerBytes(const KvLayerShape& layer, DataType key, DataType value)
{
    if (layer.latentRank > 0) {
        // One latent vector and one rotated key part, shared by all heads and stored once: the key's format.
        const auto latent = vectorBytes(key, layer.latentRank, "the latent rank");
        const auto rope = vectorBytes(key, layer.ropeDim, "the rotated part");
        if (!latent || !rope)
            return latent ? rope : latent;
        std::int64_t sum = 0;
        return __builtin_add_overflow(*latent, *rope, &sum) ? Result<std::int64_t>(tooLarge()) : sum;
    }
    if (layer.kvHeads < 0)
        return fail(ErrorCode::usage, "the number of KV heads is negative: " + std::to_string(layer.kvHeads));
    const auto keyBytes = vectorBytes(key, layer.keyDim, "the head dimension");
    const auto valueBytes = vectorBytes(value, layer.valueDim, "the head dimension");
    if (!keyBytes || !valueBytes)
        return keyBytes ? valueBytes : keyBytes;
    std::int64_t sum = 0;
    if (__builtin_add_overflow(*keyBytes, *valueBytes, &sum) || __builtin_mul_overflow(sum, layer.kvHeads, &sum))
        return tooLarge();
    return sum;
}

}  // namespace

KvShape kvShapeOf(const ModelConfig& config)
{
    KvLayerShape layer;
    layer.kvHeads = config.kvHeads;
    layer.keyDim = config.headDim;
    layer.valueDim = config.headDim;
    return {std::vector<KvLayerShape>(static_cast<std::size_t>(std::max<std::int64_t>(config.layers, 0)), layer)};
}

Result<std::int64_t> kvBytes(const KvShape& shape, DataType key, DataType value, std::int64_t tokens,
                             std::int64_t batch)
{
    if (tokens < 0 || batch < 0)
        return fail(ErrorCode::usage, "a KV cache of " + std::to_string(tokens) + " tokens for " +
                                          std::to_string(batch) + " sequences: neither can be negative");
    std::int64_t total = 0;
    for (const KvLayerShape& layer : shape.layers) {
        const Result<std::int64_t> perToken = layerBytes(layer, key, value);
        if (!perToken)
            return perToken;
        std::int64_t bytes = 0;
        const std::int64_t kept = layer.window > 0 ? std::min(tokens, layer.window) : tokens;
        if (__builtin_mul_overflow(*perToken, kept, &bytes) || __builtin_mul_overflow(bytes, batch, &bytes) ||
            __builtin_add_overflow(total, bytes, &total))
            return tooLarge();
    }
    return total;
}

Result<std::int64_t> kvBytesPerToken(const KvShape& shape, DataType key, DataType value)
{
    return kvBytes(shape, key, value, 1, 1);
}

}  // namespace decodescope::engine
