// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/base/memory_account.h"
#include "engine/cpu/cache_layout.h"
#include "engine/cpu/kernel_tables.h"

#include <cstdint>
#include <vector>

namespace decodescope::engine::cpu {

struct KvCacheShape {
    CacheLayout layout;
    std::int64_t layers = 0;
    std::int64_t slots = 0;
    std::int64_t kvHeads = 0;
    std::int64_t positions = 0;  ///< asked for, per slot

    /// Positions that are allocated per slot: whole blocks.
    std::int64_t roundedPositions() const { return (positions + kBlock - 1) / kBlock * kBlock; }
    std::int64_t keyHeadBytes() const { return roundedPositions() / kGroup * layout.keyGroupBytes(); }
    std::int64_t valueHeadBytes() const { return roundedPositions() * layout.valueRowBytes(); }
    std::int64_t keyBytes() const { return layers * slots * kvHeads * keyHeadBytes(); }
    std::int64_t valueBytes() const { return layers * slots * kvHeads * valueHeadBytes(); }
};

/// Keys and values of all layers and slots. Everything at or beyond a slot's depth is zero, so that blocks can be read
/// whole: appending fills, erase() zeroes again.
class KvCache {
public:
    static Result<KvCache> allocate(MemoryAccount& account, MemoryKind kind, const KvCacheShape& shape);

    const KvCacheShape& shape() const { return m_shape; }
    std::int64_t allocatedBytes() const { return m_keys.bytes() + m_values.bytes(); }
    const std::byte* keys(std::int64_t layer, std::int64_t slot, std::int64_t head) const
    {
        return keyHead(layer, slot, head);
    }
    const std::byte* values(std::int64_t layer, std::int64_t slot, std::int64_t head) const
    {
        return valueHead(layer, slot, head);
    }

    /// Writes one position of one head. Threads may write different positions or heads at once. `key` and `value` are
    /// [dim] f32, the key rotated.
    void append(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position, const float* key,
                const float* value, const ElementwiseKernels& kernels);
    /// Zeroes positions [from, to) of a slot in all layers.
    void erase(std::int64_t slot, std::int64_t from, std::int64_t to);
    /// Exact f32 of what is stored at one position: [dim].
    void readKey(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position, float* out) const;
    void readValue(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position, float* out) const;

private:
    std::byte* keyHead(std::int64_t layer, std::int64_t slot, std::int64_t head) const;
    std::byte* valueHead(std::int64_t layer, std::int64_t slot, std::int64_t head) const;

    KvCacheShape m_shape;
    Buffer m_keys;
    Buffer m_values;
};

}  // namespace decodescope::engine::cpu
