// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel for a whole decode step: it walks a list of phases, all blocks of the grid together, with a barrier of the
// grid after each. A phase is what would be a kernel of its own elsewhere, made by the same device code. Internal to
// engine/cuda.
#pragma once

#include "engine/cuda/kernels.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace decodescope::engine::cuda {

enum class PhaseKind : std::int32_t { embed, project, append, attend, gate, scanLogits, mergeLogits };

/// A phase and what its device code takes. Rows and splits in it mean nothing: the launch says them.
struct alignas(16) Phase {
    static constexpr std::size_t kArgsBytes = 368;

    unsigned char args[kArgsBytes] = {};
    PhaseKind kind = PhaseKind::embed;
    std::int32_t op = -1;  ///< index in the plan of a decode step; -1: hash and best logits, which are no op

    template <class Args>
    static Phase of(PhaseKind kind, std::int32_t op, const Args& args)
    {
        static_assert(sizeof(Args) <= kArgsBytes && std::is_trivially_copyable_v<Args> && alignof(Args) <= 16);
        Phase phase;
        std::memcpy(phase.args, &args, sizeof(Args));
        phase.kind = kind;
        phase.op = op;
        return phase;
    }
};

struct PersistentArgs {
    const Phase* phases = nullptr;  ///< [count]
    int count = 0;
    int rows = 0;                           ///< one for each sequence of the step
    int splits = 0;                         ///< cover all positions
    int attendAtOnce = 0;                   ///< rows whose partial sums have room
    unsigned long long* results = nullptr;  ///< [resultWords]: cleared first
    int resultWords = 0;                    ///< of all sequences
    unsigned long long* stamps = nullptr;   ///< [count + 1]: the device's clock before the first and after each phase
};
cudaError_t launchPersistent(const PersistentArgs& args, int blocks, cudaStream_t stream);

/// Blocks that fill the device; 0 where it cannot hold them all at once.
cudaError_t findPersistentBlocks(int device, int& blocks);

}  // namespace decodescope::engine::cuda
