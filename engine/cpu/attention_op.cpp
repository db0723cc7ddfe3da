// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embedding, cache append and attention of a chunk. A step of one token per sequence does all three for a KV
// head in one go; longer ones rotate and append all rows first.
#include "engine/cpu/prefetch.h"
#include "engine/cpu/step_runner.h"

#include <algorithm>
#include <cstring>

namespace decodescope::engine::cpu {
namespace {

/// Attention units per thread that even out their different lengths: these at least, and where a unit would be of
/// more than kUnitRows rows, kManyUnits.
constexpr std::int64_t kFewUnits = 4;
constexpr std::int64_t kManyUnits = 12;

std::int64_t splitsOf(const Segment& segment)
{
    return (segment.position + segment.count + kSplit - 1) / kSplit;
}

/// Asks for the keys of the block at `begin`: what comes before attention takes about as long as they do to arrive.
void prefetchKeys(const AttentionTile& tile, std::int64_t begin)
{
    const std::int64_t groups = (std::min(kBlock, tile.firstPosition + 1 - begin) + kGroup - 1) / kGroup;
    prefetchShare(tile.keys + begin / kGroup * tile.layout.keyGroupBytes(), groups * tile.layout.keyGroupBytes());
}

}  // namespace

void StepRunner::planAttention(Chunk& chunk)
{
    const std::int64_t kvHeads = m_model.config.kvHeads;
    const std::int64_t threads = m_model.pool->threads();
    chunk.single = std::all_of(chunk.segments.begin(), chunk.segments.end(),
                               [](const Segment& segment) { return segment.count == 1; });
    const auto pairs = static_cast<std::int64_t>(chunk.segments.size()) * kvHeads;
    const bool isLong = std::any_of(chunk.segments.begin(), chunk.segments.end(),
                                    [](const Segment& segment) { return splitsOf(segment) > 1; });
    chunk.shared = chunk.single && isLong && threads > 1 && pairs <= m_work.shape.partialUnits;
    chunk.units.clear();
    chunk.splitEnds.clear();
    if (chunk.shared) {
        std::int64_t splits = 0;
        for (const Segment& segment : chunk.segments)
            for (std::int64_t head = 0; head < kvHeads; ++head) chunk.splitEnds.push_back(splits += splitsOf(segment));
        return;
    }
    if (chunk.single)
        return;
    const auto fair = [&](std::int64_t units) {
        return (chunk.rows * kvHeads + threads * units - 1) / (threads * units);
    };
    const std::int64_t tokens = std::clamp<std::int64_t>(
        std::max(fair(kManyUnits), std::min(fair(kFewUnits), kUnitRows / group())), 1, m_work.shape.unitRows / group());
    for (std::size_t s = 0; s < chunk.segments.size(); ++s)
        for (std::int64_t first = 0; first < chunk.segments[s].count; first += tokens)
            for (std::int64_t head = 0; head < kvHeads; ++head)
                chunk.units.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(head), first,
                                       std::min(tokens, chunk.segments[s].count - first)});
    const auto cost = [&](const AttentionUnit& unit) {
        const Segment& segment = chunk.segments[static_cast<std::size_t>(unit.segment)];
        return unit.tokens * (segment.position + unit.firstToken + unit.tokens);
    };
    std::stable_sort(chunk.units.begin(), chunk.units.end(),
                     [&](const AttentionUnit& a, const AttentionUnit& b) { return cost(a) > cost(b); });
}

AttentionTile StepRunner::tileOf(std::int32_t layer, const Segment& segment, std::int64_t kvHead) const
{
    AttentionTile tile;
    tile.keys = m_cache.keys(layer, segment.slot, kvHead);
    tile.values = m_cache.values(layer, segment.slot, kvHead);
    tile.layout = m_cache.shape().layout;
    tile.rowsPerToken = group();
    return tile;
}

void StepRunner::rotateRows(Thread& t, const Chunk& chunk)
{
    const ModelConfig& config = m_model.config;
    const std::int64_t dim = config.headDim;
    const float scale = queryScale(dim);
    float* qkv = m_work.floats(m_work.shape.qkv);
    float* queries = m_work.floats(m_work.shape.queries);
    const Range own = share(chunk.rows, t.index);
    for (const Segment& segment : chunk.segments) {
        const std::int64_t end = std::min(own.end, segment.row + segment.count);
        for (std::int64_t row = std::max(own.begin, segment.row); row < end && !stopped(); ++row) {
            const float* angles = m_rope.row(segment.position + row - segment.row + segment.ropeShift);
            float* in = qkv + row * qkvStride();
            for (std::int64_t head = 0; head < config.heads; ++head) {
                const std::int64_t at = (head / group() * m_work.shape.rows + row) * group() + head % group();
                m_model.elementwise->rope(in + head * dim, angles, dim, config.rope.dimension, config.rope.interleaved,
                                          scale, queries + at * dim);
            }
            float* keys = in + config.queryDim();
            for (std::int64_t head = 0; head < config.kvHeads; ++head)
                m_model.elementwise->rope(keys + head * dim, angles, dim, config.rope.dimension,
                                          config.rope.interleaved, 1.0f, keys + head * dim);
        }
    }
}

void StepRunner::appendRows(Thread& t, std::int32_t layer, const Chunk& chunk)
{
    const ModelConfig& config = m_model.config;
    const float* keys = m_work.floats(m_work.shape.qkv) + config.queryDim();
    const Range own = share(chunk.rows, t.index);
    for (const Segment& segment : chunk.segments) {
        const std::int64_t end = std::min(own.end, segment.row + segment.count);
        if (!segment.writes)
            continue;
        for (std::int64_t row = std::max(own.begin, segment.row); row < end && !stopped(); ++row)
            for (std::int64_t head = 0; head < config.kvHeads; ++head) {
                const float* key = keys + row * qkvStride() + head * config.headDim;
                m_cache.append(layer, segment.slot, head, segment.position + row - segment.row, key,
                               key + config.kvDim(), *m_model.elementwise);
            }
    }
}

void StepRunner::attend(Thread& t, std::size_t op, const Chunk& chunk)
{
    const std::int32_t layer = m_plan->ops[op].layer;
    if (chunk.shared)
        return attendShared(t, op, layer, chunk);
    if (chunk.single) {
        const auto pairs = static_cast<std::int64_t>(chunk.segments.size()) * m_model.config.kvHeads;
        const Range own = share(pairs, t.index);
        for (std::int64_t pair = own.begin; pair < own.end && !stopped(); ++pair)
            attendSingle(t, op, layer, chunk, pair);
        return;
    }
    WorkCounter& units = counter(t.phase, 0);
    const auto count = static_cast<std::int64_t>(chunk.units.size());
    for (std::int64_t u; (u = units.next()) < count && !stopped();)
        attendUnit(t, layer, chunk, chunk.units[static_cast<std::size_t>(u)]);
}

void StepRunner::attendUnit(Thread& t, std::int32_t layer, const Chunk& chunk, const AttentionUnit& unit)
{
    const std::int64_t dim = m_model.config.headDim;
    const Segment& segment = chunk.segments[static_cast<std::size_t>(unit.segment)];
    const std::int64_t row = segment.row + unit.firstToken;
    AttentionTile tile = tileOf(layer, segment, unit.kvHead);
    tile.queries = m_work.floats(m_work.shape.queries) + (unit.kvHead * m_work.shape.rows + row) * group() * dim;
    tile.rows = unit.tokens * group();
    tile.firstPosition = segment.position + unit.firstToken;
    float* states = foldSplits(t, tile);
    float* attended = m_work.floats(m_work.shape.attended);
    for (std::int64_t r = 0; r < tile.rows; ++r)
        m_model.attention->finish(
            states + r * stateFloats(dim), dim,
            attended + (row + r / group()) * m_work.shape.attendedStride + (unit.kvHead * group() + r % group()) * dim);
}

float* StepRunner::foldSplits(Thread& t, AttentionTile tile)
{
    const std::int64_t dim = m_model.config.headDim;
    float* states = m_work.threadFloats(t.index, m_work.shape.threadStates);
    float* split = m_work.threadFloats(t.index, m_work.shape.threadSplit);
    std::byte* scratch = m_work.thread(t.index, m_work.shape.threadAttention);
    const std::int64_t end = tile.firstPosition + (tile.rows - 1) / tile.rowsPerToken + 1;
    for (tile.begin = 0; tile.begin < end && !stopped(); tile.begin += kSplit) {
        tile.end = std::min(end, tile.begin + kSplit);
        m_model.attention->attendSplit(tile, tile.begin == 0 ? states : split, scratch);
        if (tile.begin > 0)
            m_model.attention->fold(states, split, tile.rows, dim);
    }
    return states;
}

void StepRunner::rotateSingle(Thread& t, std::size_t op, std::int32_t layer, const Segment& segment,
                              std::int64_t kvHead, bool appends)
{
    const ModelConfig& config = m_model.config;
    const std::int64_t dim = config.headDim;
    const float scale = queryScale(dim);
    const float* in = m_work.floats(m_work.shape.qkv) + segment.row * qkvStride();
    const float* angles = m_rope.row(segment.position + segment.ropeShift);
    float* queries = m_work.threadFloats(t.index, m_work.shape.threadQueries);
    float* key = queries + group() * dim;
    const auto rotate = [&](const float* from, float factor, float* to) {
        m_model.elementwise->rope(from, angles, dim, config.rope.dimension, config.rope.interleaved, factor, to);
    };
    for (std::int64_t g = 0; g < group(); ++g) rotate(in + (kvHead * group() + g) * dim, scale, queries + g * dim);
    if (!appends || !segment.writes)
        return mark(t, op - 2);
    const float* keyIn = in + config.queryDim() + kvHead * dim;
    rotate(keyIn, 1.0f, key);
    mark(t, op - 2);
    m_cache.append(layer, segment.slot, kvHead, segment.position, key, keyIn + config.kvDim(), *m_model.elementwise);
    mark(t, op - 1);
}

void StepRunner::attendSingle(Thread& t, std::size_t op, std::int32_t layer, const Chunk& chunk, std::int64_t pair)
{
    const std::int64_t dim = m_model.config.headDim;
    const std::int64_t kvHead = pair % m_model.config.kvHeads;
    const Segment& segment = chunk.segments[static_cast<std::size_t>(pair / m_model.config.kvHeads)];
    AttentionTile tile = tileOf(layer, segment, kvHead);
    tile.queries = m_work.threadFloats(t.index, m_work.shape.threadQueries);
    tile.rows = group();
    tile.firstPosition = segment.position;
    prefetchKeys(tile, 0);
    rotateSingle(t, op, layer, segment, kvHead, true);
    const float* states = foldSplits(t, tile);
    float* out =
        m_work.floats(m_work.shape.attended) + segment.row * m_work.shape.attendedStride + kvHead * group() * dim;
    for (std::int64_t g = 0; g < group(); ++g)
        m_model.attention->finish(states + g * stateFloats(dim), dim, out + g * dim);
    mark(t, op);
}

void StepRunner::attendShared(Thread& t, std::size_t op, std::int32_t layer, const Chunk& chunk)
{
    const std::int64_t kvHeads = m_model.config.kvHeads;
    const std::int64_t unitFloats = group() * stateFloats(m_model.config.headDim);
    auto* partials = reinterpret_cast<float*>(m_work.scratch.data() + m_work.shape.partials);
    const Range own = share(chunk.splitEnds.back(), t.index);
    std::int64_t unit = own.begin;
    while (unit < own.end && !stopped()) {
        const auto pair =
            std::upper_bound(chunk.splitEnds.begin(), chunk.splitEnds.end(), unit) - chunk.splitEnds.begin();
        const Segment& segment = chunk.segments[static_cast<std::size_t>(pair / kvHeads)];
        const std::int64_t pairEnd = chunk.splitEnds[static_cast<std::size_t>(pair)];
        const std::int64_t pairBegin = pairEnd - splitsOf(segment);
        AttentionTile tile = tileOf(layer, segment, pair % kvHeads);
        tile.queries = m_work.threadFloats(t.index, m_work.shape.threadQueries);
        tile.rows = group();
        tile.firstPosition = segment.position;
        prefetchKeys(tile, (unit - pairBegin) * kSplit);
        // Whoever has the last split appends: the new position is in no other.
        rotateSingle(t, op, layer, segment, pair % kvHeads, own.end >= pairEnd);
        for (const std::int64_t end = std::min(own.end, pairEnd); unit < end && !stopped(); ++unit) {
            tile.begin = (unit - pairBegin) * kSplit;
            tile.end = std::min(tile.begin + kSplit, segment.position + 1);
            m_model.attention->attendSplit(tile, partials + unit * unitFloats,
                                           m_work.thread(t.index, m_work.shape.threadAttention));
        }
        mark(t, op);
    }
}

void StepRunner::combineSplits(Thread& t, const Chunk& chunk, std::int64_t row, float* out) const
{
    const std::int64_t dim = m_model.config.headDim;
    const std::int64_t kvHeads = m_model.config.kvHeads;
    const std::int64_t state = stateFloats(dim);
    const auto* partials = reinterpret_cast<const float*>(m_work.scratch.data() + m_work.shape.partials);
    float* sum = m_work.threadFloats(t.index, m_work.shape.threadStates);
    const std::int64_t splits = splitsOf(chunk.segments[static_cast<std::size_t>(row)]);  // one row per segment
    for (std::int64_t head = 0; head < kvHeads; ++head) {
        const std::int64_t begin = chunk.splitEnds[static_cast<std::size_t>(row * kvHeads + head)] - splits;
        for (std::int64_t g = 0; g < group(); ++g) {
            const float* first = partials + (begin * group() + g) * state;
            std::memcpy(sum, first, static_cast<std::size_t>(state) * sizeof(float));
            for (std::int64_t s = 1; s < splits; ++s) m_model.attention->fold(sum, first + s * group() * state, 1, dim);
            m_model.attention->finish(sum, dim, out + (head * group() + g) * dim);
        }
    }
}

}  // namespace decodescope::engine::cpu
