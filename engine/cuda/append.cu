// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embedding and the cache (append_piece.h), and a cached layer read back.
#include "engine/cuda/append_piece.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = 128;

DECODESCOPE_KERNEL appendKernel(const AppendArgs a)
{
    const int index = blockX() * kThreads + threadX();
    if (index < piecesOfRow(a))
        appendOne(a, blockY(), index);
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
        case DataType::fp8E4m3:
            return readCache<DataType::fp8E4m3>(args, stream);
        case DataType::q8_0:
            return readCache<DataType::q8_0>(args, stream);
        default:
            return cudaErrorInvalidValue;
    }
}

cudaError_t launchAppend(const AppendArgs& args, cudaStream_t stream)
{
    const dim3 grid(static_cast<unsigned>((piecesOfRow(args) + kThreads - 1) / kThreads),
                    static_cast<unsigned>(args.rows));
    return launch("rope_append", appendKernel, args, grid, kThreads, 0, stream);
}

}  // namespace decodescope::engine::cuda
