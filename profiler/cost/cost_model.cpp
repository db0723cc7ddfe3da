// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cost/cost_model.h"

#include "engine/model/tensor_roles.h"

#include <algorithm>

namespace decodescope::profiler {
namespace {

using engine::ModelConfig;
using engine::Op;
using engine::OpKind;
using engine::TensorRole;

constexpr std::int64_t kF32 = 4;

std::int64_t weightBytes(const ModelConfig& config, const Op& op, const CostFormats& formats)
{
    std::int64_t bytes = 0;
    for (std::int32_t i = 0; i < op.weightCount; ++i) {
        const engine::TensorId id = op.weights[static_cast<std::size_t>(i)];
        const engine::TensorShape shape = engine::tensorShape(config, id.role);
        bytes += shape.rows * rowBytes(formats.weights(id), shape.columns);
    }
    return bytes;
}

/// K and V of one position of one layer.
std::int64_t kvPositionBytes(const ModelConfig& config, const CostFormats& formats)
{
    return config.kvHeads * (rowBytes(formats.key, config.headDim) + rowBytes(formats.value, config.headDim));
}

/// Positions an attention op sees, each counted once per sequence: queries share what they read.
std::int64_t visiblePositions(const engine::StepShape& shape, std::int64_t window)
{
    std::int64_t positions = 0;
    for (const engine::SequenceShape& sequence : shape.sequences) {
        const std::int64_t context = sequence.contextLength();
        positions += window > 0 ? std::min(context, window + sequence.newTokens - 1) : context;
    }
    return positions;
}

double productFlops(const Op& op)
{
    return 2.0 * static_cast<double>(op.rows) * static_cast<double>(op.inDim) * static_cast<double>(op.outDim);
}

}  // namespace

bool isMatmul(OpKind kind)
{
    switch (kind) {
        case OpKind::qkvProjection:
        case OpKind::attentionOutput:
        case OpKind::gateUpProjection:
        case OpKind::downProjection:
        case OpKind::outputHead:
            return true;
        default:
            return false;
    }
}

double Cost::arithmeticIntensity() const
{
    const std::int64_t moved = bytes();
    return moved > 0 ? flops / static_cast<double>(moved) : 0.0;
}

Cost& Cost::operator+=(const Cost& other)
{
    flops += other.flops;
    bytesWeights += other.bytesWeights;
    bytesKvRead += other.bytesKvRead;
    bytesKvWritten += other.bytesKvWritten;
    bytesActivations += other.bytesActivations;
    return *this;
}

Cost priceOp(const ModelConfig& config, const engine::StepShape& shape, const Op& op, const CostFormats& formats)
{
    const auto values = [&](std::int64_t perRow) { return static_cast<double>(op.rows) * static_cast<double>(perRow); };
    Cost cost;
    switch (op.kind) {
        case OpKind::embedding:
            // A tied matrix is read whole by the output head of the same step: its bytes are counted there, once.
            if (!config.tiedEmbeddings)
                cost.bytesWeights = std::min(op.rows, config.vocab) *
                                    rowBytes(formats.weights({TensorRole::tokenEmbedding, -1}), config.hidden);
            cost.bytesActivations = op.rows * config.hidden * kF32;
            break;
        case OpKind::attentionNorm:
        case OpKind::ffnNorm:
        case OpKind::finalNorm:
            // Square and sum, scale by 1/rms, scale by the weight.
            cost.flops = values(4 * op.inDim);
            cost.bytesWeights = weightBytes(config, op, formats);
            cost.bytesActivations = 2 * op.rows * op.inDim * kF32;
            break;
        case OpKind::rope: {
            // Four products and two sums per rotated pair of Q and K; rotated in place.
            const std::int64_t heads = config.heads + config.kvHeads;
            cost.flops = values(3 * heads * config.rope.dimension);
            cost.bytesActivations = 2 * op.rows * heads * config.headDim * kF32;
            break;
        }
        case OpKind::cacheAppend:
            cost.bytesKvWritten = op.rows * kvPositionBytes(config, formats);
            cost.bytesActivations = 2 * op.rows * config.kvDim() * kF32;
            break;
        case OpKind::attention:
            cost.flops = 4.0 * static_cast<double>(engine::attentionPairs(shape, op.window)) *
                         static_cast<double>(config.queryDim());
            cost.bytesKvRead = visiblePositions(shape, op.window) * kvPositionBytes(config, formats);
            cost.bytesActivations = 2 * op.rows * config.queryDim() * kF32;
            break;
        case OpKind::activation:
            // silu(gate) * up: negate, exp, add, divide, multiply.
            cost.flops = values(5 * config.ffn);
            cost.bytesActivations = 3 * op.rows * config.ffn * kF32;
            break;
        case OpKind::attentionOutput:
        case OpKind::downProjection:
            // The product and the residual it is added to, which is read and written.
            cost.flops = productFlops(op) + values(op.outDim);
            cost.bytesWeights = weightBytes(config, op, formats);
            cost.bytesActivations = op.rows * (op.inDim + 2 * op.outDim) * kF32;
            break;
        case OpKind::qkvProjection:
        case OpKind::gateUpProjection:
        case OpKind::outputHead:
            cost.flops = productFlops(op);
            cost.bytesWeights = weightBytes(config, op, formats);
            cost.bytesActivations = op.rows * (op.inDim + op.outDim) * kF32;
            break;
    }
    return cost;
}

std::vector<Cost> priceOps(const ModelConfig& config, const engine::ForwardPlan& plan, const CostFormats& formats)
{
    std::vector<Cost> costs;
    costs.reserve(plan.ops.size());
    for (const Op& op : plan.ops) costs.push_back(priceOp(config, plan.shape, op, formats));
    return costs;
}

Cost total(const std::vector<Cost>& costs)
{
    Cost sum;
    for (const Cost& cost : costs) sum += cost;
    return sum;
}

Cost priceStep(const ModelConfig& config, const engine::ForwardPlan& plan, const CostFormats& formats)
{
    Cost sum;
    for (const Op& op : plan.ops) sum += priceOp(config, plan.shape, op, formats);
    return sum;
}

double matmulFlops(const ModelConfig& config, const engine::ForwardPlan& plan)
{
    static_cast<void>(config);
    double flops = 0;
    for (const Op& op : plan.ops)
        if (isMatmul(op.kind))
            flops += productFlops(op);
    return flops;
}

}  // namespace decodescope::profiler
