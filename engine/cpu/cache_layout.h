// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"

#include <cstddef>
#include <cstdint>

namespace decodescope::engine::cpu {

/// Keys lie in groups of this many positions, one per lane.
constexpr std::int64_t kGroup = 16;
/// Softmax walks the cache in blocks of this many positions at fixed absolute places.
constexpr std::int64_t kBlock = 64;
/// Blocks fold into a split's state in order and splits into the row's in order, so threads may share a long sequence
/// by splits without changing a bit.
constexpr std::int64_t kSplit = 256;

/// Largest head_dim we run (refused above when a model is loaded).
constexpr std::int64_t kMaxHeadDim = 1024;

constexpr std::int64_t paddedDim(std::int64_t dim)
{
    return (dim + kGroup - 1) / kGroup * kGroup;
}

/// How one KV head's keys and values of one sequence lie in memory, positions ascending.
///
/// Keys: groups of kGroup positions, lanes are positions. f32, f16, bf16: `[dim][kGroup]`. q8_0: f16 scales
/// `[dim/32][kGroup]`, then bytes `[dim][kGroup]`. q4_0: f16 scales, then bytes `[dim/32][16][kGroup]` with value i of
/// the block in the low and i + 16 in the high nibble.
/// Values: one row per position as quantiseRow writes it, lanes are head_dim, padded to paddedDim.
struct CacheLayout {
    DataType keyType = DataType::f32;
    DataType valueType = DataType::f32;
    std::int64_t dim = 0;

    std::int64_t keyGroupBytes() const { return rowBytes(keyType, dim) * kGroup; }
    std::int64_t valueRowBytes() const { return rowBytes(valueType, paddedDim(dim)); }
};

}  // namespace decodescope::engine::cpu
