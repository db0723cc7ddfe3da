// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/forward_plan.h"

#include <algorithm>
#include <initializer_list>

namespace decodescope::engine {

std::int64_t StepShape::rows() const
{
    std::int64_t sum = 0;
    for (const SequenceShape& sequence : sequences) sum += sequence.newTokens;
    return sum;
}

std::int64_t StepShape::headRows() const
{
    return allLogits ? rows() : static_cast<std::int64_t>(sequences.size());
}

std::string_view name(OpKind kind)
{
    switch (kind) {
        case OpKind::embedding:
            return "embedding";
        case OpKind::attentionNorm:
            return "attention_norm";
        case OpKind::qkvProjection:
            return "qkv_projection";
        case OpKind::rope:
            return "rope";
        case OpKind::cacheAppend:
            return "cache_append";
        case OpKind::attention:
            return "attention";
        case OpKind::attentionOutput:
            return "attention_output";
        case OpKind::ffnNorm:
            return "ffn_norm";
        case OpKind::gateUpProjection:
            return "gate_up_projection";
        case OpKind::activation:
            return "activation";
        case OpKind::downProjection:
            return "down_projection";
        case OpKind::finalNorm:
            return "final_norm";
        case OpKind::outputHead:
            return "output_head";
    }
    return {};
}

void makeForwardPlan(const ModelConfig& config, const StepShape& shape, ForwardPlan& plan)
{
    plan.shape = shape;
    plan.ops.clear();
    plan.ops.reserve(static_cast<std::size_t>(3 + 10 * config.layers));
    const std::int64_t rows = shape.rows();
    const auto add = [&](OpKind kind, std::int32_t layer, std::int64_t opRows, std::int64_t inDim, std::int64_t outDim,
                         std::initializer_list<TensorRole> roles) {
        Op op;
        op.kind = kind;
        op.layer = layer;
        op.rows = opRows;
        op.inDim = inDim;
        op.outDim = outDim;
        for (TensorRole role : roles) op.weights[static_cast<std::size_t>(op.weightCount++)] = TensorId{role, layer};
        plan.ops.push_back(op);
    };
    const std::int64_t hidden = config.hidden;
    const std::int64_t query = config.queryDim();
    const std::int64_t kv = config.kvDim();
    add(OpKind::embedding, -1, rows, 1, hidden, {TensorRole::tokenEmbedding});
    for (std::int32_t layer = 0; layer < config.layers; ++layer) {
        add(OpKind::attentionNorm, layer, rows, hidden, hidden, {TensorRole::attentionNorm});
        add(OpKind::qkvProjection, layer, rows, hidden, query + 2 * kv,
            {TensorRole::query, TensorRole::key, TensorRole::value});
        add(OpKind::rope, layer, rows, query + kv, query + kv, {});
        add(OpKind::cacheAppend, layer, rows, 2 * kv, 2 * kv, {});
        add(OpKind::attention, layer, rows, query, query, {});
        add(OpKind::attentionOutput, layer, rows, query, hidden, {TensorRole::attentionOutput});
        add(OpKind::ffnNorm, layer, rows, hidden, hidden, {TensorRole::ffnNorm});
        add(OpKind::gateUpProjection, layer, rows, hidden, 2 * config.ffn, {TensorRole::ffnGate, TensorRole::ffnUp});
        add(OpKind::activation, layer, rows, 2 * config.ffn, config.ffn, {});
        add(OpKind::downProjection, layer, rows, config.ffn, hidden, {TensorRole::ffnDown});
    }
    add(OpKind::finalNorm, -1, shape.headRows(), hidden, hidden, {TensorRole::outputNorm});
    add(OpKind::outputHead, -1, shape.headRows(), hidden, config.vocab,
        {config.tiedEmbeddings ? TensorRole::tokenEmbedding : TensorRole::outputHead});
}

std::int64_t attentionPairs(const StepShape& shape, std::int64_t window)
{
    std::int64_t pairs = 0;
    for (const SequenceShape& sequence : shape.sequences) {
        const std::int64_t first = sequence.depth;           // positions first .. last-1 are computed
        const std::int64_t last = sequence.contextLength();  // position p sees min(p + 1, window) keys
        const std::int64_t limit = window > 0 ? window : last;
        const std::int64_t growing = std::clamp(limit, first, last);  // below it p + 1 <= limit
        pairs += (growing - first) * (first + growing + 1) / 2 + (last - growing) * limit;
    }
    return pairs;
}

}  // namespace decodescope::engine
