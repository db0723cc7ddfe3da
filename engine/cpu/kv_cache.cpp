// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/kv_cache.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace decodescope::engine::cpu {
namespace {

/// Bytes of one element of a group's `[rows][kGroup]` array, and where the rows of scales end. A group is a stack of
/// such rows in every format: rows of f16 scales first in block formats, then rows of values (or packed nibbles).
struct GroupShape {
    std::int64_t scaleRows = 0;
    std::int64_t valueRows = 0;
    std::int64_t valueBytes = 0;
};

GroupShape groupShape(DataType type, std::int64_t dim)
{
    switch (type) {
        case DataType::q8_0:
            return {dim / 32, dim, 1};
        case DataType::q4_0:
            return {dim / 32, dim / 2, 1};
        case DataType::f32:
            return {0, dim, 4};
        default:
            return {0, dim, 2};
    }
}

template <class T>
void scatter(const std::byte* from, std::int64_t n, std::int64_t lane, std::byte* group)
{
    for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(group + (i * kGroup + lane) * static_cast<std::int64_t>(sizeof(T)),
                    from + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
}

template <class T>
void gather(const std::byte* group, std::int64_t n, std::int64_t lane, std::byte* to)
{
    for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(to + i * static_cast<std::int64_t>(sizeof(T)),
                    group + (i * kGroup + lane) * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
}

constexpr std::int64_t kBlockValues = 32;
constexpr std::int64_t kScaleBytes = 2;

/// Moves one position between a group and a row as quantiseRow writes it.
void rowToGroup(DataType type, std::int64_t dim, const std::byte* row, std::int64_t lane, std::byte* group)
{
    switch (type) {
        case DataType::f32:
            return scatter<std::uint32_t>(row, dim, lane, group);
        case DataType::q8_0:
        case DataType::q4_0: {
            const std::int64_t blocks = dim / kBlockValues;
            const std::int64_t blockBytes = traits(type).blockBytes;
            const std::int64_t perBlock = blockBytes - kScaleBytes;
            std::byte* bytes = group + blocks * kGroup * kScaleBytes;
            for (std::int64_t b = 0; b < blocks; ++b) {
                scatter<std::uint16_t>(row + b * blockBytes, 1, lane, group + b * kGroup * kScaleBytes);
                scatter<std::uint8_t>(row + b * blockBytes + kScaleBytes, perBlock, lane,
                                      bytes + b * perBlock * kGroup);
            }
            return;
        }
        default:
            return scatter<std::uint16_t>(row, dim, lane, group);
    }
}

void groupToRow(DataType type, std::int64_t dim, const std::byte* group, std::int64_t lane, std::byte* row)
{
    switch (type) {
        case DataType::f32:
            return gather<std::uint32_t>(group, dim, lane, row);
        case DataType::q8_0:
        case DataType::q4_0: {
            const std::int64_t blocks = dim / kBlockValues;
            const std::int64_t blockBytes = traits(type).blockBytes;
            const std::int64_t perBlock = blockBytes - kScaleBytes;
            const std::byte* bytes = group + blocks * kGroup * kScaleBytes;
            for (std::int64_t b = 0; b < blocks; ++b) {
                gather<std::uint16_t>(group + b * kGroup * kScaleBytes, 1, lane, row + b * blockBytes);
                gather<std::uint8_t>(bytes + b * perBlock * kGroup, perBlock, lane, row + b * blockBytes + kScaleBytes);
            }
            return;
        }
        default:
            return gather<std::uint16_t>(group, dim, lane, row);
    }
}

void quantise(DataType type, const float* in, std::int64_t n, std::byte* out, const ElementwiseKernels& kernels)
{
    if (type == DataType::f32)
        std::memcpy(out, in, static_cast<std::size_t>(n) * sizeof(float));
    else if (type == DataType::f16 || type == DataType::bf16)
        kernels.narrowRow(type, in, n, reinterpret_cast<std::uint16_t*>(out));
    else
        quantiseRow(type, in, n, out);
}

}  // namespace

Result<KvCache> KvCache::allocate(MemoryAccount& account, MemoryKind kind, const KvCacheShape& shape)
{
    KvCache cache;
    cache.m_shape = shape;
    auto keys = account.allocate(kind, shape.keyBytes(), "KV cache, keys");
    if (!keys)
        return tl::unexpected(keys.error());
    auto values = account.allocate(kind, shape.valueBytes(), "KV cache, values");
    if (!values)
        return tl::unexpected(values.error());
    cache.m_keys = std::move(*keys);
    cache.m_values = std::move(*values);
    return cache;
}

std::byte* KvCache::keyHead(std::int64_t layer, std::int64_t slot, std::int64_t head) const
{
    return m_keys.data() + ((layer * m_shape.slots + slot) * m_shape.kvHeads + head) * m_shape.keyHeadBytes();
}

std::byte* KvCache::valueHead(std::int64_t layer, std::int64_t slot, std::int64_t head) const
{
    return m_values.data() + ((layer * m_shape.slots + slot) * m_shape.kvHeads + head) * m_shape.valueHeadBytes();
}

void KvCache::append(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position, const float* key,
                     const float* value, const ElementwiseKernels& kernels)
{
    const CacheLayout& layout = m_shape.layout;
    const std::int64_t dim = layout.dim;
    // A key goes through a row of its own format first: sixteen positions share a group, whose lanes are scattered.
    alignas(64) std::array<std::byte, kMaxHeadDim * sizeof(float)> row;
    quantise(layout.keyType, key, dim, row.data(), kernels);
    rowToGroup(layout.keyType, dim, row.data(), position % kGroup,
               keyHead(layer, slot, head) + position / kGroup * layout.keyGroupBytes());
    quantise(layout.valueType, value, dim, valueHead(layer, slot, head) + position * layout.valueRowBytes(), kernels);
}

void KvCache::erase(std::int64_t slot, std::int64_t from, std::int64_t to)
{
    const CacheLayout& layout = m_shape.layout;
    const GroupShape group = groupShape(layout.keyType, layout.dim);
    const auto zeroLanes = [](std::byte* rows, std::int64_t count, std::int64_t bytes, std::int64_t first,
                              std::int64_t end) {
        for (std::int64_t r = 0; r < count; ++r)
            std::memset(rows + (r * kGroup + first) * bytes, 0, static_cast<std::size_t>((end - first) * bytes));
    };
    for (std::int64_t layer = 0; layer < m_shape.layers; ++layer)
        for (std::int64_t head = 0; head < m_shape.kvHeads; ++head) {
            std::byte* headKeys = keyHead(layer, slot, head);
            for (std::int64_t p = from; p < to;) {
                const std::int64_t end = std::min(to, (p / kGroup + 1) * kGroup);
                std::byte* first = headKeys + p / kGroup * layout.keyGroupBytes();
                zeroLanes(first, group.scaleRows, kScaleBytes, p % kGroup, p % kGroup + end - p);
                zeroLanes(first + group.scaleRows * kGroup * kScaleBytes, group.valueRows, group.valueBytes, p % kGroup,
                          p % kGroup + end - p);
                p = end;
            }
            if (to > from)
                std::memset(valueHead(layer, slot, head) + from * layout.valueRowBytes(), 0,
                            static_cast<std::size_t>((to - from) * layout.valueRowBytes()));
        }
}

void KvCache::readKey(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position, float* out) const
{
    const CacheLayout& layout = m_shape.layout;
    alignas(64) std::array<std::byte, kMaxHeadDim * sizeof(float)> row;
    groupToRow(layout.keyType, layout.dim, keyHead(layer, slot, head) + position / kGroup * layout.keyGroupBytes(),
               position % kGroup, row.data());
    dequantiseRow(layout.keyType, row.data(), layout.dim, out);
}

void KvCache::readValue(std::int64_t layer, std::int64_t slot, std::int64_t head, std::int64_t position,
                        float* out) const
{
    const CacheLayout& layout = m_shape.layout;
    dequantiseRow(layout.valueType, valueHead(layer, slot, head) + position * layout.valueRowBytes(), layout.dim, out);
}

}  // namespace decodescope::engine::cpu
