// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/record/recording_equal.h"

#include <gtest/gtest.h>
#include <bit>

namespace decodescope::test {
namespace {

using namespace profiler;

void expectEqual(const Cost& a, const Cost& b)
{
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.flops), std::bit_cast<std::uint64_t>(b.flops));
    EXPECT_EQ(a.bytesWeights, b.bytesWeights);
    EXPECT_EQ(a.bytesKvRead, b.bytesKvRead);
    EXPECT_EQ(a.bytesKvWritten, b.bytesKvWritten);
    EXPECT_EQ(a.bytesActivations, b.bytesActivations);
}

void expectEqual(const SequenceRecord& a, const SequenceRecord& b)
{
    EXPECT_EQ(a.sequence, b.sequence);
    EXPECT_EQ(a.tokenId, b.tokenId);
    EXPECT_EQ(a.tokenBytes, b.tokenBytes);
    EXPECT_EQ(a.contextLength, b.contextLength);
    EXPECT_EQ(a.positionsComputed, b.positionsComputed);
    EXPECT_EQ(a.positionsRecomputed, b.positionsRecomputed);
    EXPECT_EQ(a.positionsReused, b.positionsReused);
    EXPECT_EQ(a.logitsHash, b.logitsHash);
    EXPECT_EQ(a.finished, b.finished);
    ASSERT_EQ(a.top.size(), b.top.size());
    for (std::size_t i = 0; i < a.top.size(); ++i) {
        EXPECT_EQ(a.top[i].id, b.top[i].id);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(a.top[i].value), std::bit_cast<std::uint32_t>(b.top[i].value));
    }
}

void expectEqual(const KernelRates& a, const KernelRates& b)
{
    EXPECT_EQ(a.model, b.model);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.compute, b.compute);
    EXPECT_EQ(a.threads, b.threads);
    EXPECT_EQ(a.sequences, b.sequences);
    EXPECT_EQ(a.chunkRows, b.chunkRows);
    ASSERT_EQ(a.probes.size(), b.probes.size());
    for (std::size_t i = 0; i < a.probes.size(); ++i) {
        EXPECT_EQ(a.probes[i].rows, b.probes[i].rows);
        EXPECT_EQ(a.probes[i].pairs, b.probes[i].pairs);
        EXPECT_EQ(a.probes[i].attentionNs, b.probes[i].attentionNs);
        EXPECT_EQ(a.probes[i].otherNs, b.probes[i].otherNs);
        EXPECT_EQ(a.probes[i].samplingNs, b.probes[i].samplingNs);
    }
}

void expectEqual(const Ceilings& a, const Ceilings& b)
{
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.threads, b.threads);
    EXPECT_EQ(a.readGbPerS, b.readGbPerS);
    EXPECT_EQ(a.cacheReadGbPerS, b.cacheReadGbPerS);
    EXPECT_EQ(a.bufferBytes, b.bufferBytes);
    EXPECT_EQ(a.lastLevelCacheBytes, b.lastLevelCacheBytes);
    EXPECT_EQ(a.notes, b.notes);
    ASSERT_EQ(a.readBySize.size(), b.readBySize.size());
    for (std::size_t i = 0; i < a.readBySize.size(); ++i) {
        EXPECT_EQ(a.readBySize[i].bytes, b.readBySize[i].bytes);
        EXPECT_EQ(a.readBySize[i].gbPerS, b.readBySize[i].gbPerS);
    }
    ASSERT_EQ(a.compute.size(), b.compute.size());
    for (std::size_t i = 0; i < a.compute.size(); ++i) {
        EXPECT_EQ(a.compute[i].type, b.compute[i].type);
        EXPECT_EQ(a.compute[i].gflopPerS, b.compute[i].gflopPerS);
        EXPECT_EQ(a.compute[i].instruction, b.compute[i].instruction);
    }
    ASSERT_EQ(a.kernels.has_value(), b.kernels.has_value());
    if (a.kernels)
        expectEqual(*a.kernels, *b.kernels);
}

void expectEqual(const DeviceTrace& a, const DeviceTrace& b)
{
    EXPECT_EQ(a.spanNs, b.spanNs);
    EXPECT_EQ(a.busyNs, b.busyNs);
    EXPECT_EQ(a.kernels, b.kernels);
    EXPECT_EQ(a.copies, b.copies);
    EXPECT_EQ(a.allocations, b.allocations);
    EXPECT_EQ(a.untimed, b.untimed);
    EXPECT_EQ(a.dropped, b.dropped);
    EXPECT_EQ(a.launchNs, b.launchNs);
    EXPECT_EQ(a.profilerNs, b.profilerNs);
}

void expectEqual(const KernelRecord& a, const KernelRecord& b)
{
    ASSERT_EQ(a.name != nullptr, b.name != nullptr);
    if (a.name) {
        EXPECT_EQ(*a.name, *b.name);
    }
    EXPECT_EQ(a.work, b.work);
    EXPECT_EQ(a.inGraph, b.inGraph);
    EXPECT_EQ(a.timed, b.timed);
    EXPECT_EQ(a.op, b.op);
    if (a.timed) {
        EXPECT_EQ(a.startNs, b.startNs);
        EXPECT_EQ(a.durationNs, b.durationNs);
    }
    EXPECT_EQ(a.grid, b.grid);
    EXPECT_EQ(a.block, b.block);
    EXPECT_EQ(a.registers, b.registers);
    EXPECT_EQ(a.sharedBytes, b.sharedBytes);
    EXPECT_EQ(a.bytes, b.bytes);
}

void expectEqual(const engine::ModelConfig& a, const engine::ModelConfig& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.architecture, b.architecture);
    EXPECT_EQ(a.layers, b.layers);
    EXPECT_EQ(a.hidden, b.hidden);
    EXPECT_EQ(a.heads, b.heads);
    EXPECT_EQ(a.kvHeads, b.kvHeads);
    EXPECT_EQ(a.headDim, b.headDim);
    EXPECT_EQ(a.ffn, b.ffn);
    EXPECT_EQ(a.vocab, b.vocab);
    EXPECT_EQ(a.maxContext, b.maxContext);
    EXPECT_EQ(a.rmsEps, b.rmsEps);
    EXPECT_EQ(a.tiedEmbeddings, b.tiedEmbeddings);
    EXPECT_EQ(a.rope.base, b.rope.base);
    EXPECT_EQ(a.rope.dimension, b.rope.dimension);
    EXPECT_EQ(a.rope.interleaved, b.rope.interleaved);
    EXPECT_EQ(a.rope.scaling, b.rope.scaling);
    EXPECT_EQ(a.rope.divisors, b.rope.divisors);
    EXPECT_EQ(a.synthetic, b.synthetic);
    EXPECT_EQ(a.weightsName, b.weightsName);
    EXPECT_EQ(a.parameters, b.parameters);
}

void expectEqual(const RunSettings& a, const RunSettings& b)
{
    EXPECT_EQ(a.model, b.model);
    EXPECT_EQ(a.prompts, b.prompts);
    EXPECT_EQ(a.promptIds, b.promptIds);
    EXPECT_EQ(a.chat, b.chat);
    EXPECT_EQ(a.specialAsText, b.specialAsText);
    EXPECT_EQ(a.newTokens, b.newTokens);
    EXPECT_EQ(a.strategies, b.strategies);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.compute, b.compute);
    EXPECT_EQ(a.keyFormat, b.keyFormat);
    EXPECT_EQ(a.valueFormat, b.valueFormat);
    EXPECT_EQ(a.threads, b.threads);
    EXPECT_EQ(a.isa, b.isa);
    EXPECT_EQ(a.launch, b.launch);
    EXPECT_EQ(a.trace, b.trace);
    EXPECT_EQ(a.counters, b.counters);
    EXPECT_EQ(a.batch, b.batch);
    EXPECT_EQ(a.repeat, b.repeat);
    EXPECT_EQ(a.warmup, b.warmup);
    EXPECT_EQ(a.topLogits, b.topLogits);
    EXPECT_EQ(a.ignoreEos, b.ignoreEos);
    EXPECT_EQ(a.sampling.temperature, b.sampling.temperature);
    EXPECT_EQ(a.sampling.topK, b.sampling.topK);
    EXPECT_EQ(a.sampling.topP, b.sampling.topP);
    EXPECT_EQ(a.sampling.seed, b.sampling.seed);
}

}  // namespace

void expectEqual(const StepRecord& a, const StepRecord& b)
{
    SCOPED_TRACE("step " + std::to_string(a.step));
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.phase, b.phase);
    ASSERT_EQ(a.sequences.size(), b.sequences.size());
    for (std::size_t i = 0; i < a.sequences.size(); ++i) expectEqual(a.sequences[i], b.sequences[i]);
    EXPECT_EQ(a.contextLength, b.contextLength);
    EXPECT_EQ(a.positionsComputed, b.positionsComputed);
    EXPECT_EQ(a.positionsRecomputed, b.positionsRecomputed);
    EXPECT_EQ(a.positionsReused, b.positionsReused);
    EXPECT_EQ(a.startNs, b.startNs);
    EXPECT_EQ(a.wallNs, b.wallNs);
    EXPECT_EQ(a.deviceNs, b.deviceNs);
    EXPECT_EQ(a.samplingNs, b.samplingNs);
    expectEqual(a.cost, b.cost);
    EXPECT_EQ(a.bytesSource, b.bytesSource);
    EXPECT_EQ(a.bound, b.bound);
    EXPECT_EQ(a.kvBytesFormula, b.kvBytesFormula);
    EXPECT_EQ(a.kv.requestedBytes, b.kv.requestedBytes);
    EXPECT_EQ(a.kv.allocatedBytes, b.kv.allocatedBytes);
    EXPECT_EQ(a.kv.usedBytes, b.kv.usedBytes);
    EXPECT_EQ(a.kv.usedPositions, b.kv.usedPositions);
    EXPECT_EQ(a.memory.live, b.memory.live);
    EXPECT_EQ(a.memory.reserved, b.memory.reserved);
    EXPECT_EQ(a.memoryPeakBytes, b.memoryPeakBytes);
    EXPECT_EQ(a.opClock, b.opClock);
    ASSERT_EQ(a.ops.size(), b.ops.size());
    for (std::size_t i = 0; i < a.ops.size(); ++i) {
        EXPECT_EQ(a.ops[i].kind, b.ops[i].kind);
        EXPECT_EQ(a.ops[i].layer, b.ops[i].layer);
        EXPECT_EQ(a.ops[i].wallNs, b.ops[i].wallNs);
        expectEqual(a.ops[i].cost, b.ops[i].cost);
    }
    EXPECT_EQ(a.counters, b.counters);
    ASSERT_EQ(a.trace.has_value(), b.trace.has_value());
    if (a.trace)
        expectEqual(*a.trace, *b.trace);
    ASSERT_EQ(a.kernels.size(), b.kernels.size());
    for (std::size_t i = 0; i < a.kernels.size(); ++i) expectEqual(a.kernels[i], b.kernels[i]);
}

void expectEqual(const RunInfo& a, const RunInfo& b)
{
    SCOPED_TRACE("run " + a.id);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.strategy, b.strategy);
    EXPECT_EQ(a.repeat, b.repeat);
    EXPECT_EQ(a.warmup, b.warmup);
    EXPECT_EQ(a.paced, b.paced);
    expectEqual(a.model.config, b.model.config);
    EXPECT_EQ(a.model.origin, b.model.origin);
    EXPECT_EQ(a.model.weightsFormat, b.model.weightsFormat);
    EXPECT_EQ(a.model.compute, b.model.compute);
    EXPECT_EQ(a.model.weightBytes, b.model.weightBytes);
    EXPECT_EQ(a.device.kind, b.device.kind);
    EXPECT_EQ(a.device.name, b.device.name);
    EXPECT_EQ(a.device.threads, b.device.threads);
    EXPECT_EQ(a.device.isa, b.device.isa);
    EXPECT_EQ(a.device.lastLevelCacheBytes, b.device.lastLevelCacheBytes);
    ASSERT_EQ(a.deviceMemory.has_value(), b.deviceMemory.has_value());
    if (a.deviceMemory) {
        EXPECT_EQ(a.deviceMemory->totalBytes, b.deviceMemory->totalBytes);
        EXPECT_EQ(a.deviceMemory->inUseBytes, b.deviceMemory->inUseBytes);
        EXPECT_EQ(a.deviceMemory->beforeBytes, b.deviceMemory->beforeBytes);
    }
    expectEqual(a.settings, b.settings);
    EXPECT_EQ(a.promptIds, b.promptIds);
    EXPECT_EQ(a.promptPieces, b.promptPieces);
    ASSERT_EQ(a.ceilings.has_value(), b.ceilings.has_value());
    if (a.ceilings)
        expectEqual(*a.ceilings, *b.ceilings);
    EXPECT_EQ(a.startedAt, b.startedAt);
    EXPECT_EQ(a.programVersion, b.programVersion);
    EXPECT_EQ(a.opRowsEvery, b.opRowsEvery);
}

void expectEqual(const Recording& a, const Recording& b)
{
    EXPECT_EQ(a.warnings, b.warnings);
    ASSERT_EQ(a.runs.size(), b.runs.size());
    for (std::size_t run = 0; run < a.runs.size(); ++run) {
        expectEqual(a.runs[run]->info(), b.runs[run]->info());
        const auto& left = a.runs[run]->steps();
        const auto& right = b.runs[run]->steps();
        ASSERT_EQ(left.size(), right.size());
        for (std::size_t i = 0; i < left.size(); ++i) expectEqual(left[i], right[i]);
        ASSERT_EQ(a.runs[run]->end() != nullptr, b.runs[run]->end() != nullptr);
        if (a.runs[run]->end() != nullptr) {
            EXPECT_EQ(a.runs[run]->end()->stops, b.runs[run]->end()->stops);
            EXPECT_EQ(a.runs[run]->end()->totalNs, b.runs[run]->end()->totalNs);
        }
    }
}

}  // namespace decodescope::test
