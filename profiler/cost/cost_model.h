// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/forward/forward_plan.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace decodescope::profiler {

/// What the ops read: format of each weight tensor as resident, formats of the cache.
struct CostFormats {
    std::function<DataType(engine::TensorId)> weights;  ///< resident type
    DataType key = DataType::f16;
    DataType value = DataType::f16;
};

/// FLOPs (multiply-add = 2) and the least bytes that must move, of one op or a whole step. Modelled, never measured.
struct Cost {
    double flops = 0;
    std::int64_t bytesWeights = 0;  ///< every weight byte once per step, whatever the rows
    std::int64_t bytesKvRead = 0;   ///< K and V of all positions an op must see, once per sequence and KV head
    std::int64_t bytesKvWritten = 0;
    std::int64_t bytesActivations = 0;  ///< op inputs and outputs in f32, once each
    std::int64_t bytes() const { return bytesWeights + bytesKvRead + bytesKvWritten + bytesActivations; }
    /// FLOP per byte; 0 when nothing moves.
    double arithmeticIntensity() const;
    Cost& operator+=(const Cost& other);
};

/// Prices the ops of a plan. Matrix products 2*rows*in*out; attention 4*pairs*heads*head_dim (causal half, window
/// respected); norms, rope and activation their elementwise FLOPs; an embedding look-up none. SmolLM2-135M: one
/// decoded token costs 268,959,744 matmul FLOPs plus 4*T*H*D*L. A tied matrix is counted once, at the output head.
Cost priceOp(const engine::ModelConfig& config, const engine::StepShape& shape, const engine::Op& op,
             const CostFormats& formats);
std::vector<Cost> priceOps(const engine::ModelConfig& config, const engine::ForwardPlan& plan,
                           const CostFormats& formats);
Cost total(const std::vector<Cost>& costs);
Cost priceStep(const engine::ModelConfig& config, const engine::ForwardPlan& plan, const CostFormats& formats);

/// Whether an op is a matrix product with weights.
bool isMatmul(engine::OpKind kind);

/// Matrix-product FLOPs alone of a plan (the 268,959,744 above).
double matmulFlops(const engine::ModelConfig& config, const engine::ForwardPlan& plan);

}  // namespace decodescope::profiler
