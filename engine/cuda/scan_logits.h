// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: hash and best logits. The hash is a sum, so its order does not matter; the best are found one after the
// other, each the largest key below the one before, first per chunk of columns, then over the chunks.
#pragma once

#include "engine/cpu/logits_hash.h"
#include "engine/cuda/device.h"
#include "engine/cuda/kernels.h"

namespace decodescope::engine::cuda {

constexpr int kLogitThreads = 128;
constexpr int kLogitWarps = kLogitThreads / kWarp;
constexpr int kLogitsPerThread = kLogitChunk / kLogitThreads;

using Key = unsigned long long;

/// Over the block, for every thread. `shared` holds kLogitWarps values and is free again afterwards.
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
    for (int i = 1; i < kLogitWarps; ++i) value = combine(value, shared[i]);
    syncThreads();
    return value;
}

constexpr int chunksOf(const LogitsArgs& a)
{
    return (a.vocab + kLogitChunk - 1) / kLogitChunk;
}

/// All of a block of kLogitThreads threads: one chunk of an input's row. `shared` holds kLogitWarps keys.
DECODESCOPE_DEVICE void scanChunk(const LogitsArgs& a, int chunk, int input, Key* shared)
{
    const int row = a.rowOfInput != nullptr ? a.rowOfInput[input] : input;
    const float* logits = a.logits + row * a.stride;
    const int first = chunk * kLogitChunk + threadX();
    Key keys[kLogitsPerThread];
    Key hash = 0;
    DECODESCOPE_UNROLL
    for (int i = 0; i < kLogitsPerThread; ++i) {
        const int column = first + i * kLogitThreads;
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
    Key* candidates = a.candidates + (static_cast<std::int64_t>(input) * chunksOf(a) + chunk) * a.top;
    for (int k = 0; k < a.top; ++k) {
        Key best = 0;
        DECODESCOPE_UNROLL
        for (int i = 0; i < kLogitsPerThread; ++i)
            if (keys[i] < below && keys[i] > best)
                best = keys[i];
        below = overBlock(best, shared, Largest());
        if (threadX() == 0)
            candidates[k] = below;
        if (below == 0)
            below = 1;  // nothing is left: no key lies below
    }
}

/// All of a block: the best of an input's chunks.
DECODESCOPE_DEVICE void mergeChunks(const LogitsArgs& a, int input, Key* shared)
{
    const int count = chunksOf(a) * a.top;
    const Key* candidates = a.candidates + static_cast<std::int64_t>(input) * count;
    Key below = ~Key{0};
    for (int k = 0; k < a.top; ++k) {
        Key best = 0;
        for (int i = threadX(); i < count; i += kLogitThreads)
            if (candidates[i] < below && candidates[i] > best)
                best = candidates[i];
        below = overBlock(best, shared, Largest());
        if (threadX() == 0)
            a.results[input * a.resultWords + kResultTop + k] = below;
        if (below == 0)
            below = 1;
    }
}

}  // namespace decodescope::engine::cuda
