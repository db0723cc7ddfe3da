// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/matmul_paths.h"

#include <algorithm>
#include <array>

namespace decodescope::engine::cpu {
namespace {

#if defined(__x86_64__)
void multiplyWithVnni(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                      float* y, std::int64_t yStride, bool accumulate, std::byte* scratch)
{
    if (x.compute == ComputeType::int8)
        multiplyVnni(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
    else
        highwayPaths().avx512.multiply(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
}
#endif

#if defined(__x86_64__)
void multiplyWithBf16(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                      float* y, std::int64_t yStride, bool accumulate, std::byte* scratch)
{
    if (x.compute == ComputeType::bf16)
        multiplyBf16(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
    else
        multiplyWithVnni(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
}
#endif

std::array<MatmulKernels, 5> makeTable()
{
    const HighwayPaths paths = highwayPaths();
    std::array<MatmulKernels, 5> table{paths.baseline, paths.avx2, paths.avx512, paths.avx512, paths.avx512};
#if defined(__x86_64__)
    for (const Isa isa : {Isa::avx512Vnni, Isa::avx512Bf16}) {
        MatmulKernels& kernels = table[static_cast<std::size_t>(isa)];
        kernels.multiply = isa == Isa::avx512Bf16 ? &multiplyWithBf16 : &multiplyWithVnni;
        kernels.scratchBytes = std::max({kernels.scratchBytes, vnniScratchBytes(), bf16ScratchBytes()});
    }
#endif
    return table;
}

}  // namespace

const MatmulKernels& pathKernels(Isa isa)
{
    static const std::array<MatmulKernels, 5> table = makeTable();
    return table[static_cast<std::size_t>(isa)];
}

}  // namespace decodescope::engine::cpu
