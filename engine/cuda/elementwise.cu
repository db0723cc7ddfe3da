// SPDX-License-Identifier: GPL-3.0-or-later
// Embedding, activation of projections that could not be fused, rows for the output head, and the probe at start.
#include "engine/cuda/row_ops.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = 128;
using WarpSums = float[kThreads / kWarp];

unsigned blocksFor(std::int64_t count)
{
    return static_cast<unsigned>((count + kThreads - 1) / kThreads);
}

template <DataType F>
DECODESCOPE_KERNEL embedKernel(const EmbedArgs a)
{
    embedRow<F>(a, blockX());
}

DECODESCOPE_KERNEL gateKernel(const GateArgs a)
{
    const int column = blockX() * kThreads + threadX();
    if (column < a.columns)
        gateOne(a, blockY(), column);
}

/// A block per row. The sum of squares is added up by one fixed tree.
DECODESCOPE_KERNEL narrowKernel(const NarrowArgs a)
{
    const int row = blockX();
    const float* in = a.in + static_cast<std::int64_t>(row) * a.inStride;
    float scale = 1.0F;
    if (a.norm != nullptr) {
        auto& shared = sharedMemory<WarpSums>();
        float squares[1] = {0.0F};
        for (int i = threadX(); i < a.columns; i += kThreads) squares[0] = fma(in[i], in[i], squares[0]);
        reduceOverWarp(squares, Sum());
        if (laneOf(threadX()) == 0)
            shared[threadX() / kWarp] = squares[0];
        syncThreads();
        float sum = shared[0];
        for (int i = 1; i < kThreads / kWarp; ++i) sum = add(sum, shared[i]);
        scale = div(1.0F, root(add(div(sum, static_cast<float>(a.columns)), a.epsilon)));
    }
    for (int i = threadX(); i < a.columns; i += kThreads) {
        const float value = a.norm != nullptr ? mul(mul(in[i], scale), a.norm[i]) : in[i];
        const std::int64_t at = static_cast<std::int64_t>(row) * a.outStride + i;
        if (a.type == DataType::f32)
            static_cast<float*>(a.out)[at] = value;
        else
            static_cast<std::uint16_t*>(a.out)[at] = a.type == DataType::f16 ? halfBits(value) : bfloatBits(value);
    }
    if (a.counts && threadX() == 0)
        addAtomically(a.results + static_cast<std::int64_t>(a.places[row].input) * a.resultWords + kResultRows, 1ULL);
}

DECODESCOPE_KERNEL addBiasKernel(const AddBiasArgs a)
{
    const int column = blockX() * kThreads + threadX();
    if (column < a.columns) {
        float& out = a.out[static_cast<std::int64_t>(blockY()) * a.stride + column];
        out = add(out, a.bias[column]);
    }
}

DECODESCOPE_KERNEL takeRowsKernel(const TakeRowsArgs a)
{
    const int from = a.from[blockX()];
    if (from < 0)
        return;
    for (int i = threadX(); i < a.stride; i += blockThreads())
        a.out[static_cast<std::int64_t>(blockX()) * a.stride + i] =
            a.in[static_cast<std::int64_t>(from) * a.stride + i];
}

DECODESCOPE_KERNEL probeKernel(const ProbeArgs a)
{
    if (threadX() == 0)
        *a.out = mul(2.0F, *a.in);
}

template <DataType F>
cudaError_t embed(const EmbedArgs& args, cudaStream_t stream)
{
    return launch("embed", embedKernel<F>, args, dim3(static_cast<unsigned>(args.rows)), kThreads, 0, stream);
}

}  // namespace

cudaError_t launchEmbed(const EmbedArgs& args, cudaStream_t stream)
{
    switch (args.table.type) {
        case DataType::f32:
            return embed<DataType::f32>(args, stream);
        case DataType::f16:
            return embed<DataType::f16>(args, stream);
        case DataType::bf16:
            return embed<DataType::bf16>(args, stream);
        case DataType::q8_0:
            return embed<DataType::q8_0>(args, stream);
        case DataType::q4_0:
            return embed<DataType::q4_0>(args, stream);
        case DataType::q4_1:
            return embed<DataType::q4_1>(args, stream);
        case DataType::q5_0:
            return embed<DataType::q5_0>(args, stream);
        case DataType::q5_1:
            return embed<DataType::q5_1>(args, stream);
        case DataType::q2_K:
            return embed<DataType::q2_K>(args, stream);
        case DataType::q3_K:
            return embed<DataType::q3_K>(args, stream);
        case DataType::q4_K:
            return embed<DataType::q4_K>(args, stream);
        case DataType::q5_K:
            return embed<DataType::q5_K>(args, stream);
        case DataType::q6_K:
            return embed<DataType::q6_K>(args, stream);
        case DataType::iq4_nl:
            return embed<DataType::iq4_nl>(args, stream);
        case DataType::fp8E4m3:
        case DataType::int8:
            break;
    }
    return cudaErrorInvalidValue;
}

cudaError_t launchGate(const GateArgs& args, cudaStream_t stream)
{
    return launch("gate", gateKernel, args, dim3(blocksFor(args.columns), static_cast<unsigned>(args.rows)), kThreads,
                  0, stream);
}

cudaError_t launchNarrow(const NarrowArgs& args, cudaStream_t stream)
{
    return launch("narrow_inputs", narrowKernel, args, dim3(static_cast<unsigned>(args.rows)), kThreads,
                  sizeof(WarpSums), stream);
}

cudaError_t launchAddBias(const AddBiasArgs& args, cudaStream_t stream)
{
    return launch("add_bias", addBiasKernel, args, dim3(blocksFor(args.columns), static_cast<unsigned>(args.rows)),
                  kThreads, 0, stream);
}

cudaError_t launchTakeRows(const TakeRowsArgs& args, cudaStream_t stream)
{
    return launch("take_rows", takeRowsKernel, args, dim3(static_cast<unsigned>(args.rows)), kThreads, 0, stream);
}

cudaError_t launchProbe(const ProbeArgs& args, cudaStream_t stream)
{
    return launch("probe", probeKernel, args, dim3(1), kWarp, 0, stream);
}

}  // namespace decodescope::engine::cuda
