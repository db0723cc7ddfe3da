// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/workspace.h"

#include <algorithm>

namespace decodescope::engine::cpu {

WorkspaceShape::WorkspaceShape(const CpuModelState& model, const ContextOptions& options)
{
    const ModelConfig& config = model.config;
    const std::int64_t threads = model.pool->threads();
    const std::int64_t group = config.heads / config.kvHeads;
    const std::int64_t state = stateFloats(config.headDim);
    rows = std::min(options.prefillChunk, options.sequences * options.maxPositions);
    unitRows = std::max(kMostUnitRows, group);
    splits = (options.maxPositions + kSplit - 1) / kSplit;
    partialUnits = std::min(4 * threads, options.sequences * config.kvHeads);
    ropePositions = options.maxPositions + 1;  // a step may shift its rotary positions by one

    hiddenStride = activationStride(config.hidden);
    qkvStride = activationStride(config.queryDim() + 2 * config.kvDim());
    attendedStride = activationStride(config.queryDim());
    ffnStride = activationStride(config.ffn);

    Carver activation;
    residual = activation.floats(rows * hiddenStride);
    normed = activation.floats(rows * hiddenStride);
    qkv = activation.floats(rows * qkvStride);
    queries = activation.floats(rows * config.queryDim());
    attended = activation.floats(rows * attendedStride);
    gate = activation.floats(rows * ffnStride);
    up = activation.floats(rows * ffnStride);
    headInput = activation.floats(options.sequences * hiddenStride);
    logits = activation.floats(options.sequences * config.vocab);
    activationBytes = activation.total();

    Carver shared;
    // The output head's rows are prepared like any others: one per sequence at most, in chunks of `rows`.
    prepared = 0;
    Carver local;
    threadNormed = local.floats(kRedundantRows * std::max({hiddenStride, attendedStride, ffnStride}));
    for (std::size_t c = 0; c < model.widestInput.size(); ++c) {
        const std::int64_t widest = model.widestInput[c];
        const auto compute = static_cast<ComputeType>(c);  // f32 rows are multiplied where they lie
        const std::int64_t bytes = widest > 0 && compute != ComputeType::f32 ? preparedRowBytes(compute, widest) : 0;
        preparedOffset[c] = shared.bytes(rows * bytes);
        threadPreparedOffset[c] = local.bytes(kRedundantRows * bytes);
    }
    partials = shared.floats(partialUnits * splits * group * state);
    threadBegin = shared.total();
    threadStates = local.floats(unitRows * state);
    threadSplit = local.floats(unitRows * state);
    threadQueries = local.floats((group + 1) * config.headDim);
    threadAttention = local.bytes(attentionScratchBytes(config.headDim));
    threadMatmul = local.bytes(model.matmul->scratchBytes);
    threadStride = (local.total() + 4095) / 4096 * 4096;  // no page shared between threads
    workspaceBytes = threadBegin + threads * threadStride;
}

}  // namespace decodescope::engine::cpu
