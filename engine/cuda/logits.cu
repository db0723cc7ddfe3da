// SPDX-License-Identifier: GPL-3.0-or-later
// Hash and best logits. The hash is a sum, so its order does not matter; the best are found one after the other, each
// the largest key below the one before, first per chunk of columns, then over the chunks.
#include "engine/cpu/logits_hash.h"
#include "engine/cuda/device.h"
#include "engine/cuda/kernels.h"

namespace decodescope::engine::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarp;
constexpr int kPerThread = kLogitChunk / kThreads;

using Key = unsigned long long;

/// Over the block, for every thread. `shared` holds kWarps values and is free again afterwards.
template <class Combine>
DECODESCOPE_DEVICE Key overBlock(Key value, Key* shared, Combine combine)
{
    Key own[1] = {value};
    reduceOverWarp(own, combine);
    value = own[0];
    if (laneOf(threadX()) == 0)
        shared[threadX() / kWarp] = value;
    syncThreads();
    value = shared[0];
    DECODESCOPE_UNROLL
    for (int i = 1; i < kWarps; ++i) value = combine(value, shared[i]);
    syncThreads();
    return value;
}

DECODESCOPE_KERNEL scanLogits(const LogitsArgs a)
{
    Key* shared = sharedMemory<Key>();
    const int input = blockY();
    const int row = a.rowOfInput != nullptr ? a.rowOfInput[input] : input;
    const float* logits = a.logits + row * a.stride;
    const int first = blockX() * kLogitChunk + threadX();
    Key keys[kPerThread];
    Key hash = 0;
    DECODESCOPE_UNROLL
    for (int i = 0; i < kPerThread; ++i) {
        const int column = first + i * kThreads;
        keys[i] = 0;
        if (column < a.vocab) {
            const std::uint32_t bits = bitsOf(logits[column]);
            keys[i] = logitKey(bits, static_cast<std::uint32_t>(column));
            hash += cpu::hashTerm(static_cast<std::uint32_t>(column), bits);
        }
    }
    hash = overBlock(hash, shared, Sum());
    if (threadX() == 0)
        addAtomically(a.results + input * a.resultWords + kResultHash, hash);
    Key below = ~Key{0};
    Key* candidates = a.candidates + (static_cast<std::int64_t>(input) * gridX() + blockX()) * a.top;
    for (int k = 0; k < a.top; ++k) {
        Key best = 0;
        DECODESCOPE_UNROLL
        for (int i = 0; i < kPerThread; ++i)
            if (keys[i] < below && keys[i] > best)
                best = keys[i];
        below = overBlock(best, shared, Largest());
        if (threadX() == 0)
            candidates[k] = below;
        if (below == 0)
            below = 1;  // nothing is left: no key lies below
    }
}

struct MergeArgs {
    LogitsArgs logits;
    int chunks;
};

DECODESCOPE_KERNEL mergeLogits(const MergeArgs m)
{
    Key* shared = sharedMemory<Key>();
    const LogitsArgs& a = m.logits;
    const int count = m.chunks * a.top;
    const Key* candidates = a.candidates + static_cast<std::int64_t>(blockX()) * count;
    Key below = ~Key{0};
    for (int k = 0; k < a.top; ++k) {
        Key best = 0;
        for (int i = threadX(); i < count; i += kThreads)
            if (candidates[i] < below && candidates[i] > best)
                best = candidates[i];
        below = overBlock(best, shared, Largest());
        if (threadX() == 0)
            a.results[blockX() * a.resultWords + kResultTop + k] = below;
        if (below == 0)
            below = 1;
    }
}

}  // namespace

cudaError_t launchLogits(const LogitsArgs& args, cudaStream_t stream)
{
    const int chunks = (args.vocab + kLogitChunk - 1) / kLogitChunk;
    const dim3 grid(static_cast<unsigned>(chunks), static_cast<unsigned>(args.inputs));
    if (const cudaError_t error = launch("scan_logits", scanLogits, args, grid, kThreads, kWarps * sizeof(Key), stream);
        error != cudaSuccess)
        return error;
    return launch("merge_logits", mergeLogits, MergeArgs{args, chunks}, dim3(static_cast<unsigned>(args.inputs)),
                  kThreads, kWarps * sizeof(Key), stream);
}

}  // namespace decodescope::engine::cuda
