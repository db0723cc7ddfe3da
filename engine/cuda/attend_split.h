// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: attention over splits of the cache. A block takes one row, one KV head with the query heads that share
// it, and the positions of one split; splits lie at fixed absolute positions and are combined in order, so that the
// work on a row depends on the row and its position alone. Positions a row does not see are left out, never multiplied
// by zero.
#pragma once

#include "engine/cuda/cache_piece.h"

namespace decodescope::engine::cuda {

constexpr int kAttendThreads = 128;
/// Query heads that share each load of keys and values; one warp does the softmax of each.
constexpr int kHeadsAtOnce = kAttendThreads / kWarp;
/// Threads that share a position's dot product, each one half of its pieces.
constexpr int kHalves = kAttendThreads / kSplit;
constexpr float kLowest = -3.402823466e38F;

struct SharedTile {
    float scores[kHalves][kHeadsAtOnce][kSplit];
    float weights[kHeadsAtOnce][kSplit];
    float sums[kHeadsAtOnce][kAttendThreads * kOct];  ///< weighted values: [groups][pieces * 8] of each head
};

/// scores[half][h][position] of up to kHeadsAtOnce heads; `valid` positions from `first` on.
template <DataType K>
DECODESCOPE_DEVICE void scoreHeads(const CacheView& keys, const std::uint8_t* head, int first, int valid,
                                   const float* query, int heads, SharedTile& tile)
{
    const int inSplit = threadX() % kSplit;
    const int half = threadX() / kSplit;
    if (inSplit >= valid)
        return;
    float sums[kHeadsAtOnce] = {};
    const int middle = (keys.pieces + 1) / 2;
    const int end = half == 0 ? middle : keys.pieces;
    for (int piece = half == 0 ? 0 : middle; piece < end; ++piece) {
        float k[kOct];
        loadPiece<K>(keyPlace(keys, head, first + inSplit, piece), k);
        DECODESCOPE_UNROLL
        for (int h = 0; h < kHeadsAtOnce; ++h) {
            if (h >= heads)
                break;
            float q[kOct];
            loadFloats(query + (static_cast<std::int64_t>(h) * keys.pieces + piece) * kOct, 0, kOct, q);
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) sums[h] = fma(q[j], k[j], sums[h]);
        }
    }
    DECODESCOPE_UNROLL
    for (int h = 0; h < kHeadsAtOnce; ++h)
        if (h < heads)
            tile.scores[half][h][inSplit] = sums[h];
}

/// Weights of one head by one warp: e^(score - largest). Returns the largest score and the sum of weights.
DECODESCOPE_DEVICE void softmaxHead(SharedTile& tile, int h, int valid, float& largest, float& total)
{
    const int lane = laneOf(threadX());
    float score[2];
    largest = kLowest;
    DECODESCOPE_UNROLL
    for (int i = 0; i < 2; ++i) {
        const int p = lane + i * kWarp;
        score[i] = p < valid ? add(tile.scores[0][h][p], tile.scores[1][h][p]) : kLowest;
        largest = larger(largest, score[i]);
    }
    float top[1] = {largest};
    reduceOverWarp(top, Largest());
    largest = top[0];
    float sum[1] = {0.0F};
    DECODESCOPE_UNROLL
    for (int i = 0; i < 2; ++i) {
        const int p = lane + i * kWarp;
        const float weight = p < valid ? exponential(sub(score[i], largest)) : 0.0F;
        tile.weights[h][p] = weight;
        sum[0] = add(sum[0], weight);
    }
    reduceOverWarp(sum, Sum());
    total = sum[0];
}

/// sums[h][group][piece * 8 + j]: thread (group, piece) adds positions group, group + groups, ...
template <DataType V>
DECODESCOPE_DEVICE void sumValues(const CacheView& values, const std::uint8_t* head, int first, int valid, int heads,
                                  int groups, SharedTile& tile)
{
    const int group = threadX() / values.pieces;
    const int piece = threadX() % values.pieces;
    if (group >= groups)
        return;
    float sums[kHeadsAtOnce][kOct] = {};
    for (int p = group; p < valid; p += groups) {
        float v[kOct];
        loadPiece<V>(valuePlace(values, head, first + p, piece), v);
        DECODESCOPE_UNROLL
        for (int h = 0; h < kHeadsAtOnce; ++h) {
            if (h >= heads)
                break;
            const float weight = tile.weights[h][p];
            DECODESCOPE_UNROLL
            for (int j = 0; j < kOct; ++j) sums[h][j] = fma(weight, v[j], sums[h][j]);
        }
    }
    DECODESCOPE_UNROLL
    for (int h = 0; h < kHeadsAtOnce; ++h) {
        if (h >= heads)
            break;
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) tile.sums[h][threadX() * kOct + j] = sums[h][j];
    }
}

/// All of a block of kAttendThreads threads.
DECODESCOPE_DEVICE void attendSplit(const AttendArgs& a, int split, int kvHead, int row, SharedTile& tile)
{
    const RowPlace place = a.places[row];
    const int first = split * kSplit;
    if (first > place.position)
        return;
    const int valid = place.position + 1 - first < kSplit ? place.position + 1 - first : kSplit;
    const std::uint8_t* keys = headOf(a.keys, place.slot, kvHead);
    const std::uint8_t* values = headOf(a.values, place.slot, kvHead);
    const int pieces = a.keys.pieces;
    const int groups = kAttendThreads / pieces;
    const int perKvHead = a.heads / a.kvHeads;
    for (int done = 0; done < perKvHead; done += kHeadsAtOnce) {
        const int heads = perKvHead - done < kHeadsAtOnce ? perKvHead - done : kHeadsAtOnce;
        const int firstHead = kvHead * perKvHead + done;
        const std::int64_t queryRow = static_cast<std::int64_t>(row) * a.heads + firstHead;
        withCacheType(a.keys.type, [&]<DataType K>() {
            scoreHeads<K>(a.keys, keys, first, valid, a.query + queryRow * pieces * kOct, heads, tile);
        });
        syncThreads();
        const std::int64_t partialFloats = pieces * kOct + 2;
        const int own = threadX() / kWarp;
        if (own < heads) {
            float largest;
            float total;
            softmaxHead(tile, own, valid, largest, total);
            if (laneOf(threadX()) == 0) {
                float* partial = a.partials + ((queryRow + own) * a.splits + split) * partialFloats + pieces * kOct;
                partial[0] = largest;
                partial[1] = total;
            }
        }
        syncThreads();
        withCacheType(a.values.type,
                      [&]<DataType V>() { sumValues<V>(a.values, values, first, valid, heads, groups, tile); });
        syncThreads();
        for (int h = 0; h < heads; ++h) {
            float* partial = a.partials + ((queryRow + h) * a.splits + split) * partialFloats;
            for (int d = threadX(); d < pieces * kOct; d += kAttendThreads) {
                float sum = tile.sums[h][d];
                for (int g = 1; g < groups; ++g) sum = add(sum, tile.sums[h][g * pieces * kOct + d]);
                partial[d] = sum;
            }
        }
        // The next heads' scores and weights overwrite nothing that is still read here; their sums come two barriers
        // on.
    }
}

/// out[row, head] = the splits' sums, in order, over the sum of their weights. Any number of threads.
DECODESCOPE_DEVICE void combineSplits(const AttendArgs& a, int head, int row)
{
    const int padded = a.keys.pieces * kOct;
    const std::int64_t partialFloats = padded + 2;
    const float* partials = a.partials + (static_cast<std::int64_t>(row) * a.heads + head) * a.splits * partialFloats;
    const int splits = a.places[row].position / kSplit + 1;
    float largest = kLowest;
    for (int s = 0; s < splits; ++s) largest = larger(largest, partials[s * partialFloats + padded]);
    for (int d = threadX(); d < a.headDim; d += blockThreads()) {
        float sum = 0.0F;
        float total = 0.0F;
        for (int s = 0; s < splits; ++s) {
            const float* partial = partials + s * partialFloats;
            const float scale = exponential(sub(partial[padded], largest));
            total = fma(partial[padded + 1], scale, total);
            sum = fma(partial[d], scale, sum);
        }
        a.out[static_cast<std::int64_t>(row) * a.outStride + head * a.headDim + d] = div(sum, total);
    }
}

}  // namespace decodescope::engine::cuda
