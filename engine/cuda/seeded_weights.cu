// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up weights where they are used: billions of them in the time it takes to write them.
#include "engine/cuda/device.h"
#include "engine/cuda/kernels.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = 128;
constexpr std::int64_t kOctsPerThread = 64;

/// Value j of the oct, 0 past the last column.
DECODESCOPE_DEVICE float valueOf(const SeededArgs& a, const std::uint64_t (&fours)[2], std::int64_t column)
{
    const int j = static_cast<int>(column % kOct);
    return column < a.columns ? a.values.value(fours[j / 4], j % 4) : 0.0F;
}

template <DataType F>
DECODESCOPE_KERNEL seededKernel(const SeededArgs a)
{
    constexpr int kWords = F == DataType::f32 ? kOct : kOct / 2;
    const std::int64_t octs = (a.columns + kOct - 1) / kOct;
    for (std::int64_t i = static_cast<std::int64_t>(blockX()) * kThreads + threadX(); i < a.rows * octs;
         i += static_cast<std::int64_t>(gridX()) * kThreads) {
        const std::int64_t row = i / octs;
        const std::int64_t first = i % octs * kOct;
        const std::uint64_t fours[2] = {a.values.four(row, first / 4), a.values.four(row, first / 4 + 1)};
        std::uint32_t words[kWords];
        DECODESCOPE_UNROLL
        for (int w = 0; w < kWords; ++w) {
            if (F == DataType::f32) {
                words[w] = bitsOf(valueOf(a, fours, first + w));
                continue;
            }
            const float low = valueOf(a, fours, first + 2 * w);
            const float high = valueOf(a, fours, first + 2 * w + 1);
            words[w] = F == DataType::f16 ? halfBits(low) | static_cast<std::uint32_t>(halfBits(high)) << 16
                                          : bfloatBits(low) | static_cast<std::uint32_t>(bfloatBits(high)) << 16;
        }
        std::uint8_t* out = a.out + i * kWords * 4;  // rows of octs, without gaps
        DECODESCOPE_UNROLL
        for (int w = 0; w < kWords; w += 4)
            writeWords4(out + w * 4, {{words[w], words[w + 1], words[w + 2], words[w + 3]}});
    }
}

template <DataType F>
cudaError_t make(const SeededArgs& args, cudaStream_t stream)
{
    const std::int64_t octs = args.rows * ((args.columns + kOct - 1) / kOct);
    const std::int64_t perBlock = kThreads * kOctsPerThread;
    return launch("seeded_weights", seededKernel<F>, args,
                  dim3(static_cast<unsigned>((octs + perBlock - 1) / perBlock)), kThreads, 0, stream);
}

}  // namespace

cudaError_t launchSeeded(const SeededArgs& args, cudaStream_t stream)
{
    switch (args.type) {
        case DataType::f32:
            return make<DataType::f32>(args, stream);
        case DataType::f16:
            return make<DataType::f16>(args, stream);
        case DataType::bf16:
            return make<DataType::bf16>(args, stream);
        default:
            return cudaErrorInvalidValue;
    }
}

}  // namespace decodescope::engine::cuda
