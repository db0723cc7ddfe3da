// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_config.h"
#include "engine/model/model_source.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace decodescope::engine {

/// One sequence's part of a step: `newTokens` positions computed, starting at position `depth` (tokens already cached).
struct SequenceShape {
    std::int64_t newTokens = 0;
    std::int64_t depth = 0;
    std::int64_t contextLength() const { return depth + newTokens; }
};

struct StepShape {
    std::vector<SequenceShape> sequences;
    bool allLogits = false;  ///< tests: the output head for every row; otherwise for the last row of each sequence
    std::int64_t rows() const;
    std::int64_t headRows() const;
};

enum class OpKind : std::uint8_t {
    embedding,
    attentionNorm,
    qkvProjection,
    rope,
    cacheAppend,
    attention,
    attentionOutput,  ///< with the residual add
    ffnNorm,
    gateUpProjection,
    activation,
    downProjection,  ///< with the residual add
    finalNorm,
    outputHead,
};
constexpr std::size_t kOpKinds = 13;

/// Stable snake_case name for files ("qkv_projection").
std::string_view name(OpKind kind);

/// One op of a forward step. Row counts are totals over the batch; the attention's per-sequence extents are in the
/// plan's StepShape.
struct Op {
    OpKind kind{};
    std::int32_t layer = -1;
    std::int64_t rows = 0;              ///< rows of the input
    std::int64_t inDim = 0;             ///< values per input row
    std::int64_t outDim = 0;            ///< values per output row
    std::array<TensorId, 3> weights{};  ///< the matrices or vectors it reads
    std::int32_t weightCount = 0;
    std::int64_t window = 0;  ///< attention: > 0 limits how far back it looks
};

/// The ops of one forward step, in execution order. The backends execute exactly this list, the cost model prices it,
/// the views show it. There is no second list of ops anywhere.
struct ForwardPlan {
    StepShape shape;
    std::vector<Op> ops;
};

/// Fills `plan` for one step (reusing its storage). Ops: embedding; per layer attentionNorm, qkvProjection, rope,
/// cacheAppend, attention, attentionOutput, ffnNorm, gateUpProjection, activation, downProjection; finalNorm and
/// outputHead on headRows() rows.
void makeForwardPlan(const ModelConfig& config, const StepShape& shape, ForwardPlan& plan);

/// Matrix-product FLOPs (2 per multiply-add) and others are the profiler's business; this is the count every
/// layer agrees on: pairs (query position, key position) of causal attention in the step, summed over sequences, for
/// one head and layer: sum over new positions p of min(p + 1, window).
std::int64_t attentionPairs(const StepShape& shape, std::int64_t window);

}  // namespace decodescope::engine
