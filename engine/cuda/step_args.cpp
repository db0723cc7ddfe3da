// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/step_args.h"

#include <algorithm>
#include <cmath>

namespace decodescope::engine::cuda {
namespace {

int toInt(std::int64_t value)
{
    return static_cast<int>(value);
}

ProjectTarget target(const DeviceProjection& projection, float* out, std::int64_t stride)
{
    ProjectTarget result;
    result.matrix = projection.view;
    result.bias = projection.bias;
    result.out = out;
    result.stride = toInt(stride);
    return result;
}

}  // namespace

EmbedArgs StepArgs::embed(int rows) const
{
    const DeviceWeights& weights = m_model.weights;
    return {(weights.tied ? weights.head : weights.embedding).view, m_buffers.uploads.as<RowPlace>(),
            m_buffers.residual.as<float>(), toInt(m_sizes.hiddenStride), rows};
}

ProjectArgs StepArgs::project(const float* in, std::int64_t stride, std::int64_t columns, int rows) const
{
    ProjectArgs args;
    args.in = in;
    args.inStride = toInt(stride);
    args.columns = toInt(columns);
    args.rows = rows;
    args.places = m_buffers.uploads.as<RowPlace>();
    args.results = m_buffers.results.as<unsigned long long>();
    args.resultWords = toInt(m_sizes.resultWords);
    args.epsilon = static_cast<float>(m_model.config.rmsEps);
    return args;
}

ProjectArgs StepArgs::qkv(std::int32_t index, int rows) const
{
    const ModelConfig& config = m_model.config;
    const DeviceLayer& w = layer(index);
    ProjectArgs args = project(m_buffers.residual.as<float>(), m_sizes.hiddenStride, config.hidden, rows);
    args.norm = w.attentionNorm;
    auto* q = m_buffers.qkv.as<float>();
    args.targets[0] = target(w.query, q, m_sizes.qkvStride);
    args.targets[1] = target(w.key, q + config.queryDim(), m_sizes.qkvStride);
    args.targets[1].counts = true;
    args.targets[2] = target(w.value, q + config.queryDim() + config.kvDim(), m_sizes.qkvStride);
    args.targetCount = 3;
    return args;
}

bool StepArgs::launches(const Op& op) const
{
    switch (op.kind) {
        case OpKind::attentionNorm:
        case OpKind::ffnNorm:
        case OpKind::rope:
        case OpKind::finalNorm:
            return false;
        case OpKind::activation:
            return !gatesInProjection(op.layer);
        default:
            return true;
    }
}

AppendArgs StepArgs::append(std::int32_t index, int rows) const
{
    const ModelConfig& config = m_model.config;
    const StepBuffers& b = m_buffers;
    AppendArgs args;
    args.qkv = b.qkv.as<float>();
    args.qkvStride = toInt(m_sizes.qkvStride);
    args.query = b.query.as<float>();
    args.table = b.rope.as<float>();
    args.places = b.uploads.as<RowPlace>();
    args.keys = m_sizes.keys.layer(b.keys.data(), index);
    args.values = m_sizes.values.layer(b.values.data(), index);
    args.heads = toInt(config.heads);
    args.kvHeads = toInt(config.kvHeads);
    args.headDim = toInt(config.headDim);
    args.rotated = toInt(config.rope.dimension);
    args.interleaved = config.rope.interleaved;
    args.scale = 1.0F / std::sqrt(static_cast<float>(config.headDim));
    args.rows = rows;
    return args;
}

AttendArgs StepArgs::attend(std::int32_t index, int splits) const
{
    const ModelConfig& config = m_model.config;
    const StepBuffers& b = m_buffers;
    AttendArgs args;
    args.query = b.query.as<float>();
    args.places = b.uploads.as<RowPlace>();
    args.keys = m_sizes.keys.layer(b.keys.data(), index);
    args.values = m_sizes.values.layer(b.values.data(), index);
    args.partials = b.partials.as<float>();
    args.out = b.attended.as<float>();
    args.outStride = toInt(m_sizes.attendedStride);
    args.heads = toInt(config.heads);
    args.kvHeads = toInt(config.kvHeads);
    args.headDim = toInt(config.headDim);
    args.splits = splits;
    return args;
}

int StepArgs::rowsAttendingAtOnce(int splits) const
{
    const std::int64_t paddedDim = m_sizes.keys.pieces * kOct;
    const std::int64_t perRow =
        m_model.config.heads * (paddedDim + 2) * splits * static_cast<std::int64_t>(sizeof(float));
    return toInt(std::clamp<std::int64_t>(m_sizes.partials / perRow, 1, 65535));
}

ProjectArgs StepArgs::attentionOutput(std::int32_t index, int rows) const
{
    ProjectArgs args = project(m_buffers.attended.as<float>(), m_sizes.attendedStride, m_model.config.queryDim(), rows);
    args.targets[0] = target(layer(index).attentionOutput, m_buffers.residual.as<float>(), m_sizes.hiddenStride);
    args.targetCount = 1;
    args.accumulate = true;
    return args;
}

bool StepArgs::gatesInProjection(std::int32_t index) const
{
    return layer(index).gate.view.type == layer(index).up.view.type;
}

ProjectArgs StepArgs::gateUp(std::int32_t index, int rows) const
{
    const DeviceLayer& w = layer(index);
    ProjectArgs args = project(m_buffers.residual.as<float>(), m_sizes.hiddenStride, m_model.config.hidden, rows);
    args.norm = w.ffnNorm;
    args.gated = gatesInProjection(index);
    args.targets[0] = target(w.gate, m_buffers.gate.as<float>(), m_sizes.ffnStride);
    args.targets[1] = target(w.up, m_buffers.up.as<float>(), m_sizes.ffnStride);
    args.targetCount = 2;
    return args;
}

GateArgs StepArgs::gate(int rows) const
{
    return {m_buffers.gate.as<float>(), m_buffers.up.as<float>(), toInt(m_sizes.ffnStride), toInt(m_model.config.ffn),
            rows};
}

ProjectArgs StepArgs::down(std::int32_t index, int rows) const
{
    ProjectArgs args = project(m_buffers.gate.as<float>(), m_sizes.ffnStride, m_model.config.ffn, rows);
    args.targets[0] = target(layer(index).down, m_buffers.residual.as<float>(), m_sizes.hiddenStride);
    args.targetCount = 1;
    args.accumulate = true;
    return args;
}

ProjectArgs StepArgs::head(const float* in, float* logits, int rows) const
{
    ProjectArgs args = project(in, m_sizes.hiddenStride, m_model.config.hidden, rows);
    args.norm = m_model.weights.outputNorm;
    args.targets[0] = target(m_model.weights.head, logits, m_model.config.vocab);
    args.targetCount = 1;
    return args;
}

LogitsArgs StepArgs::logits(const float* logits, const std::int32_t* rowOfInput, int inputs) const
{
    LogitsArgs args;
    args.logits = logits;
    args.stride = m_model.config.vocab;
    args.rowOfInput = rowOfInput;
    args.vocab = toInt(m_model.config.vocab);
    args.top = m_options.topLogits;
    args.inputs = inputs;
    args.candidates = m_buffers.candidates.as<unsigned long long>();
    args.results = m_buffers.results.as<unsigned long long>();
    args.resultWords = toInt(m_sizes.resultWords);
    return args;
}

}  // namespace decodescope::engine::cuda
