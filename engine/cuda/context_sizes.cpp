// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/context_sizes.h"

#include "engine/cuda/fast_products.h"
#include "engine/cuda/persistent.h"
#include "engine/forward/check_inputs.h"

#include <algorithm>

namespace decodescope::engine::cuda {
namespace {

constexpr std::int64_t kFloat = sizeof(float);
constexpr std::int64_t kWord = sizeof(std::uint64_t);
/// Partial sums of attention have room for this many splits of every row; beyond, fewer rows attend at once.
constexpr std::int64_t kPartialSplits = 8;

bool cacheFormat(DataType type)
{
    return type == DataType::f32 || type == DataType::f16 || type == DataType::bf16 || type == DataType::fp8E4m3 ||
           type == DataType::q8_0;
}

Result<void> checkFormat(const ModelConfig& config, DataType type, const char* what)
{
    const std::string label = std::string(what) + " format " + std::string(name(type));
    if (!cacheFormat(type))
        return fail(ErrorCode::usage, label + " does not exist on CUDA", "choose f32, f16, bf16, fp8 or q8_0");
    if (config.headDim % traits(type).blockValues != 0)
        return fail(ErrorCode::usage,
                    label + " needs a head_dim that is a multiple of " + std::to_string(traits(type).blockValues) +
                        "; this model's is " + std::to_string(config.headDim),
                    "choose f32, f16, bf16 or fp8 for the cache");
    return {};
}

bool separate(const DeviceLayer& w)
{
    return w.gate.view.type != w.up.view.type;
}

/// Of a decode step: embedding, six or seven in a layer, the head, and two for hash and best logits.
std::int64_t phaseCount(const DeviceWeights& weights)
{
    std::int64_t count = 4;
    for (const DeviceLayer& w : weights.layers) count += separate(w) ? 7 : 6;
    return count;
}

}  // namespace

CacheShape::CacheShape(const ModelConfig& config, const ContextOptions& options, DataType format)
    : type(format),
      pieces((config.headDim + kOct - 1) / kOct),
      positions((options.maxPositions + kSplit - 1) / kSplit * kSplit)
{
    const bool scaled = type == DataType::q8_0;
    const std::int64_t valueBytes = scaled ? 1 : traits(type).blockBytes;
    scaleStart = positions * pieces * kOct * valueBytes;
    headBytes = scaleStart + (scaled ? positions * (pieces / 4) * 2 : 0);
    slotBytes = headBytes * config.kvHeads;
    layerBytes = slotBytes * options.sequences;
    bytes = layerBytes * config.layers;
}

CacheView CacheShape::layer(std::byte* data, std::int64_t index) const
{
    return {reinterpret_cast<std::uint8_t*>(data) + index * layerBytes,
            slotBytes,
            headBytes,
            scaleStart,
            static_cast<int>(pieces),
            type};
}

ContextSizes::ContextSizes(const CudaModelState& model, const ContextOptions& options)
    : keys(model.config, options, options.keyFormat), values(model.config, options, options.valueFormat)
{
    const ModelConfig& config = model.config;
    const std::int64_t sequences = options.sequences;
    // A decode step of all sequences is one pass.
    rows = std::max(std::min(options.prefillChunk, sequences * options.maxPositions), sequences);
    hiddenStride = paddedFloats(config.hidden);
    qkvStride = paddedFloats(config.queryDim() + 2 * config.kvDim());
    attendedStride = paddedFloats(config.queryDim());
    ffnStride = paddedFloats(config.ffn);
    ropePositions = options.maxPositions + 1;  // a step may shift its rotary positions by one
    separateUp = std::any_of(model.weights.layers.begin(), model.weights.layers.end(), separate);
    const std::int64_t paddedDim = keys.pieces * kOct;
    const std::int64_t partialFloats = config.heads * (paddedDim + 2);
    const std::int64_t splits = keys.positions / kSplit;

    residual = rows * hiddenStride * kFloat;
    qkv = rows * qkvStride * kFloat;
    query = rows * config.heads * paddedDim * kFloat;
    attended = rows * attendedStride * kFloat;
    gate = rows * ffnStride * kFloat;
    const bool fast = !options.exact && rows >= FastProducts::kLeastRows && fastProductsPossible(model);
    up = separateUp || fast ? gate : 0;
    headInput = sequences * hiddenStride * kFloat;
    logits = sequences * config.vocab * kFloat;
    rope = ropePositions * config.rope.dimension * kFloat;
    partials = std::max(rows * kPartialSplits, splits) * partialFloats * kFloat;
    uploads = rows * static_cast<std::int64_t>(sizeof(RowPlace)) +
              sequences * static_cast<std::int64_t>(sizeof(std::int32_t));
    resultWords = kResultTop + options.topLogits;
    results = sequences * resultWords * kWord;
    candidates = sequences * ((config.vocab + kLogitChunk - 1) / kLogitChunk) * options.topLogits * kWord;
    if (options.launch == LaunchMode::persistent && model.persistentBlocks > 0) {
        const std::int64_t count = phaseCount(model.weights);
        phases = count * static_cast<std::int64_t>(sizeof(Phase));
        stamps = (count + 1) * kWord;
    }
    if (fast) {
        narrow = rows * std::max({hiddenStride, attendedStride, ffnStride}) * kFloat;
        // What NVIDIA's documentation recommends.
        blasWorkspace = std::int64_t{model.capability >= 90 ? 32 : 4} << 20;
    }
}

MemorySnapshot ContextSizes::snapshot(bool cacheIsWorkspace) const
{
    MemorySnapshot result;
    const MemoryKind kind = cacheIsWorkspace ? MemoryKind::workspace : MemoryKind::kvCache;
    result.live[static_cast<std::size_t>(MemoryKind::activations)] =
        residual + qkv + query + attended + gate + up + headInput + logits + narrow;
    result.live[static_cast<std::size_t>(MemoryKind::workspace)] =
        rope + partials + uploads + results + candidates + phases + stamps + blasWorkspace;
    result.live[static_cast<std::size_t>(kind)] += keys.bytes + values.bytes;
    result.reserved = result.liveTotal();
    return result;
}

Result<void> validateContext(const ModelConfig& config, const ContextOptions& options)
{
    for (const auto& checked :
         {checkFormat(config, options.keyFormat, "key"), checkFormat(config, options.valueFormat, "value"),
          checkRanges(options, std::min<std::int64_t>(config.vocab, kMostTopLogits))})
        if (!checked)
            return checked;
    return {};
}

}  // namespace decodescope::engine::cuda
