// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/matmul_paths.h"

#include <array>

namespace decodescope::engine::cpu {

const MatmulKernels& pathKernels(Isa isa)
{
    static const std::array<MatmulKernels, 5> table = [] {
        const HighwayPaths paths = highwayPaths();
        return std::array<MatmulKernels, 5>{paths.baseline, paths.avx2, paths.avx512, paths.avx512, paths.avx512};
    }();
    return table[static_cast<std::size_t>(isa)];
}

}  // namespace decodescope::engine::cpu
