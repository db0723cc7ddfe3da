// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embedding, and keys and values into the cache. A thread makes one piece of eight values of one head; for q8_0
// it also makes the other pieces of the block of 32, to find the block's scale without a word to its neighbours.
#include "engine/cuda/cache_piece.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = 128;

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
DECODESCOPE_KERNEL appendKernel(const AppendArgs a)
{
    const int row = blockY();
    const int pieces = a.keys.pieces;
    int index = blockX() * kThreads + threadX();
    if (index >= (a.heads + 2 * a.kvHeads) * pieces)
        return;
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

template <DataType F>
DECODESCOPE_KERNEL readCacheKernel(const ReadCacheArgs a)
{
    const int position = blockX();
    const int kvHead = blockY();
    const std::uint8_t* head = headOf(a.cache, a.slot, kvHead);
    float* out = a.out + (static_cast<std::int64_t>(kvHead) * gridX() + position) * a.headDim;
    for (int piece = threadX(); piece < a.cache.pieces; piece += blockThreads()) {
        float v[kOct];
        loadPiece<F>(a.keys ? keyPlace(a.cache, head, position, piece) : valuePlace(a.cache, head, position, piece), v);
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j)
            if (piece * kOct + j < a.headDim)
                out[piece * kOct + j] = v[j];
    }
}

template <DataType F>
cudaError_t readCache(const ReadCacheArgs& args, cudaStream_t stream)
{
    return launch("read_cache", readCacheKernel<F>, args,
                  dim3(static_cast<unsigned>(args.positions), static_cast<unsigned>(args.kvHeads)), kWarp, 0, stream);
}

}  // namespace

cudaError_t launchReadCache(const ReadCacheArgs& args, cudaStream_t stream)
{
    switch (args.cache.type) {
        case DataType::f32:
            return readCache<DataType::f32>(args, stream);
        case DataType::f16:
            return readCache<DataType::f16>(args, stream);
        case DataType::bf16:
            return readCache<DataType::bf16>(args, stream);
        case DataType::q8_0:
            return readCache<DataType::q8_0>(args, stream);
        default:
            return cudaErrorInvalidValue;
    }
}

cudaError_t launchAppend(const AppendArgs& args, cudaStream_t stream)
{
    const int pieces = (args.heads + 2 * args.kvHeads) * args.keys.pieces;
    const dim3 grid(static_cast<unsigned>((pieces + kThreads - 1) / kThreads), static_cast<unsigned>(args.rows));
    return launch("rope_append", appendKernel, args, grid, kThreads, 0, stream);
}

}  // namespace decodescope::engine::cuda
