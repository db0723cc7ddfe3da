// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tensor_roles.h"

#include <cassert>
#include <string_view>

namespace decodescope::engine {
namespace {

std::string_view suffix(TensorRole role)
{
    switch (role) {
        case TensorRole::tokenEmbedding:
            return "token_embd.weight";
        case TensorRole::outputNorm:
            return "output_norm.weight";
        case TensorRole::outputHead:
            return "output.weight";
        case TensorRole::attentionNorm:
            return "attn_norm.weight";
        case TensorRole::query:
            return "attn_q.weight";
        case TensorRole::key:
            return "attn_k.weight";
        case TensorRole::value:
            return "attn_v.weight";
        case TensorRole::queryBias:
            return "attn_q.bias";
        case TensorRole::keyBias:
            return "attn_k.bias";
        case TensorRole::valueBias:
            return "attn_v.bias";
        case TensorRole::attentionOutput:
            return "attn_output.weight";
        case TensorRole::ffnNorm:
            return "ffn_norm.weight";
        case TensorRole::ffnGate:
            return "ffn_gate.weight";
        case TensorRole::ffnUp:
            return "ffn_up.weight";
        case TensorRole::ffnDown:
            return "ffn_down.weight";
    }
    return {};
}

}  // namespace

std::string ggufTensorName(TensorId id)
{
    std::string prefix = id.layer >= 0 ? "blk." + std::to_string(id.layer) + "." : std::string();
    return prefix += suffix(id.role);
}

TensorShape tensorShape(const ModelConfig& config, TensorRole role)
{
    switch (role) {
        case TensorRole::tokenEmbedding:
        case TensorRole::outputHead:
            return {config.vocab, config.hidden};
        case TensorRole::outputNorm:
        case TensorRole::attentionNorm:
        case TensorRole::ffnNorm:
            return {1, config.hidden};
        case TensorRole::query:
            return {config.queryDim(), config.hidden};
        case TensorRole::key:
        case TensorRole::value:
            return {config.kvDim(), config.hidden};
        case TensorRole::queryBias:
            return {1, config.queryDim()};
        case TensorRole::keyBias:
        case TensorRole::valueBias:
            return {1, config.kvDim()};
        case TensorRole::attentionOutput:
            return {config.hidden, config.queryDim()};
        case TensorRole::ffnGate:
        case TensorRole::ffnUp:
            return {config.ffn, config.hidden};
        case TensorRole::ffnDown:
            return {config.hidden, config.ffn};
    }
    return {};
}

bool isOptional(TensorRole role)
{
    return role == TensorRole::outputHead || role == TensorRole::queryBias || role == TensorRole::keyBias ||
           role == TensorRole::valueBias;
}

TensorTable::TensorTable(std::int64_t layers)
    : m_layers(layers), m_slots(static_cast<std::size_t>(layers + 1) * kRoles, -1)
{
}

void TensorTable::set(TensorId id, std::size_t index)
{
    assert(id.layer >= -1 && id.layer < m_layers);
    m_slots[static_cast<std::size_t>(id.layer + 1) * kRoles + static_cast<std::size_t>(id.role)] =
        static_cast<std::int32_t>(index);
}

std::int32_t TensorTable::find(TensorId id) const
{
    if (id.layer < -1 || id.layer >= m_layers)
        return -1;
    return m_slots[static_cast<std::size_t>(id.layer + 1) * kRoles + static_cast<std::size_t>(id.role)];
}

}  // namespace decodescope::engine
