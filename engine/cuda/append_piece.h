// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: rotary embedding, and keys and values into the cache. A thread makes one piece of eight values of one
// head; for q8_0 it also makes the other pieces of the block of 32, to find the block's scale without a word to its
// neighbours.
#pragma once

#include "engine/cuda/cache_piece.h"

namespace decodescope::engine::cuda {

/// Value d of a head of queries or keys after rotation.
DECODESCOPE_DEVICE float rotated(const AppendArgs& a, const float* head, const float* cosSin, int d)
{
    const float x = head[d];
    if (d >= a.rotated)
        return x;
    const int half = a.rotated / 2;
    const int pair = a.interleaved ? d / 2 : d % half;
    const bool isFirst = a.interleaved ? d % 2 == 0 : d < half;
    const float other = head[a.interleaved ? d ^ 1 : isFirst ? d + half : d - half];
    const float c = cosSin[pair];
    const float s = cosSin[half + pair];
    return isFirst ? fma(-other, s, mul(x, c)) : fma(other, s, mul(x, c));
}

template <bool Rotates>
DECODESCOPE_DEVICE void makePiece(const AppendArgs& a, const float* head, const float* cosSin, int piece,
                                  float (&v)[kOct])
{
    DECODESCOPE_UNROLL
    for (int j = 0; j < kOct; ++j) {
        const int d = piece * kOct + j;
        v[j] = d >= a.headDim ? 0.0F : Rotates ? rotated(a, head, cosSin, d) : head[d];
    }
}

template <bool Rotates>
DECODESCOPE_DEVICE void appendPiece(const AppendArgs& a, const CacheView& cache, const PiecePlace& at,
                                    const float* head, const float* cosSin, int piece, bool writes)
{
    float v[kOct];
    float scale = 0.0F;
    if (writes) {
        if (cache.type == DataType::q8_0) {
            std::uint32_t largest = 0;
            for (int p = piece / 4 * 4; p < piece / 4 * 4 + 4; ++p) {
                makePiece<Rotates>(a, head, cosSin, p, v);
                DECODESCOPE_UNROLL
                for (int j = 0; j < kOct; ++j) {
                    const std::uint32_t bits = bitsOf(v[j]) & 0x7fffffffU;
                    largest = bits > largest ? bits : largest;
                }
            }
            scale = blockScale(largest);
        }
        makePiece<Rotates>(a, head, cosSin, piece, v);
    } else {
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) v[j] = 0.0F;
    }
    storePiece(cache.type, at, v, scale);
}

/// Pieces of a row: those of the query heads, then keys, then values.
constexpr int piecesOfRow(const AppendArgs& a)
{
    return (a.heads + 2 * a.kvHeads) * a.keys.pieces;
}

/// One thread: piece `index` of a row.
DECODESCOPE_DEVICE void appendOne(const AppendArgs& a, int row, int index)
{
    const int pieces = a.keys.pieces;
    const RowPlace place = a.places[row];
    const int piece = index % pieces;
    const int head = index / pieces;
    const float* in =
        a.qkv + static_cast<std::int64_t>(row) * a.qkvStride + static_cast<std::int64_t>(head) * a.headDim;
    const float* cosSin = a.table + static_cast<std::int64_t>(place.rotary) * a.rotated;
    if (head < a.heads) {
        float v[kOct];
        makePiece<true>(a, in, cosSin, piece, v);
        float* out = a.query + ((static_cast<std::int64_t>(row) * a.heads + head) * pieces + piece) * kOct;
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j) out[j] = mul(v[j], a.scale);
        return;
    }
    const bool isKey = head < a.heads + a.kvHeads;
    const int kvHead = head - a.heads - (isKey ? 0 : a.kvHeads);
    if (isKey) {
        const PiecePlace at = keyPlace(a.keys, headOf(a.keys, place.slot, kvHead), place.position, piece);
        appendPiece<true>(a, a.keys, at, in, cosSin, piece, place.writes != 0);
    } else {
        const PiecePlace at = valuePlace(a.values, headOf(a.values, place.slot, kvHead), place.position, piece);
        appendPiece<false>(a, a.values, at, in, cosSin, piece, place.writes != 0);
    }
}

}  // namespace decodescope::engine::cuda
