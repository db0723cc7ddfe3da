// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/matmul_paths.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope::engine::cpu {
namespace {

#if defined(__x86_64__)
using Multiply = decltype(MatmulKernels::multiply);

/// int8 products through one kernel, bf16 through another, the rest through Highway's AVX2 or AVX-512 one.
template <Isa isa>
void multiplyOn(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd, float* y,
                std::int64_t yStride, bool accumulate, std::byte* scratch)
{
    static const HighwayPaths paths = highwayPaths();
    Multiply multiply = isa == Isa::avx2 ? paths.avx2.multiply : paths.avx512.multiply;
    if (x.compute == ComputeType::int8)
        multiply = isa >= Isa::avx512Vnni ? &multiplyVnni : &multiplyAvx2;
    else if (x.compute == ComputeType::bf16 && isa == Isa::avx512Bf16)
        multiply = &multiplyBf16;
    multiply(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
}
#endif

std::array<MatmulKernels, 6> makeTable()
{
    const HighwayPaths paths = highwayPaths();
    std::array<MatmulKernels, 6> table{paths.baseline, paths.sse4,   paths.avx2,
                                       paths.avx512,   paths.avx512, paths.avx512};
#if defined(__x86_64__)
    const std::pair<Isa, Multiply> own[] = {{Isa::avx2, &multiplyOn<Isa::avx2>},
                                            {Isa::avx512, &multiplyOn<Isa::avx512>},
                                            {Isa::avx512Vnni, &multiplyOn<Isa::avx512Vnni>},
                                            {Isa::avx512Bf16, &multiplyOn<Isa::avx512Bf16>}};
    for (const auto& [isa, multiply] : own) {
        MatmulKernels& kernels = table[static_cast<std::size_t>(isa)];
        kernels.multiply = multiply;
        kernels.scratchBytes =
            std::max({kernels.scratchBytes, avx2ScratchBytes(), vnniScratchBytes(), bf16ScratchBytes()});
    }
#endif
    return table;
}

}  // namespace

const MatmulKernels& pathKernels(Isa isa)
{
    static const std::array<MatmulKernels, 6> table = makeTable();
    return table[static_cast<std::size_t>(isa)];
}

}  // namespace decodescope::engine::cpu
