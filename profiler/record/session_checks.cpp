// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_checks.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace decodescope::profiler {
namespace {

constexpr std::int64_t kMaxLayers = 4096;
constexpr std::int64_t kMaxDimension = std::int64_t{1} << 26;  ///< of a hidden state, a vocabulary, a head
constexpr std::int64_t kMaxPositions = std::int64_t{1} << 30;  ///< of one sequence
constexpr std::int64_t kMaxTotal = std::int64_t{1} << 56;      ///< bytes, nanoseconds, positions of a batch
constexpr double kMaxFlops = 1e30;

void within(const char* what, std::int64_t value, std::int64_t low, std::int64_t high)
{
    if (value < low || value > high)
        throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " is out of range");
}

void within(const char* what, double value, double high)
{
    if (!(value >= 0 && value <= high))
        throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " is out of range");
}

void checkModel(const engine::ModelConfig& config)
{
    within("layers", config.layers, 1, kMaxLayers);
    within("heads", config.heads, 1, kMaxDimension);
    within("kv_heads", config.kvHeads, 1, config.heads);
    within("head_dim", config.headDim, 1, kMaxDimension);
    within("hidden", config.hidden, 1, kMaxDimension);
    within("ffn", config.ffn, 0, kMaxDimension);
    within("vocab", config.vocab, 1, kMaxDimension);
    within("max_context", config.maxContext, 0, kMaxTotal);
    within("parameters", config.parameters, 0, kMaxTotal);
    within("heads * head_dim", config.heads * config.headDim, 1, kMaxDimension);
}

void checkCeilings(const Ceilings& ceilings)
{
    constexpr double kMaxRate = 1e12;  ///< GB/s and GFLOP/s
    within("read_gb_per_s", ceilings.readGbPerS, kMaxRate);
    within("cache_read_gb_per_s", ceilings.cacheReadGbPerS, kMaxRate);
    within("buffer_bytes", ceilings.bufferBytes, 0, kMaxTotal);
    within("last_level_cache_bytes", ceilings.lastLevelCacheBytes, 0, kMaxTotal);
    for (const ReadPoint& point : ceilings.readBySize) {
        within("read_by_size", point.bytes, 1, kMaxTotal);
        within("read_by_size", point.gbPerS, kMaxRate);
    }
    for (const ComputeRoof& roof : ceilings.compute) within("compute roof", roof.gflopPerS, kMaxRate);
}

void checkCost(const Cost& cost)
{
    within("flops", cost.flops, kMaxFlops);
    within("bytes_weights", cost.bytesWeights, 0, kMaxTotal);
    within("bytes_kv_read", cost.bytesKvRead, 0, kMaxTotal);
    within("bytes_kv_written", cost.bytesKvWritten, 0, kMaxTotal);
    within("bytes_activations", cost.bytesActivations, 0, kMaxTotal);
}

void checkSequence(const SequenceRecord& sequence, std::int64_t sequences)
{
    within("sequence", sequence.sequence, 0, sequences - 1);
    within("context_length", sequence.contextLength, 1, kMaxPositions);
    within("positions_computed", sequence.positionsComputed, 0, sequence.contextLength);
    within("positions_recomputed", sequence.positionsRecomputed, 0, sequence.positionsComputed);
    within("positions_reused", sequence.positionsReused, 0, kMaxPositions);
}

void checkTrace(const DeviceTrace& trace)
{
    within("span_ns", trace.spanNs, 0, kMaxTotal);
    within("busy_ns", trace.busyNs, 0, trace.spanNs);
    within("dropped", trace.dropped, 0, kMaxTotal);
    within("launch_ns", trace.launchNs, 0, kMaxTotal);
    within("profiler_ns", trace.profilerNs, 0, kMaxTotal);
}

void checkCounters(const DeviceCounters& counters)
{
    within("bytes_read", counters.bytesRead.value_or(0), 0, kMaxTotal);
    within("bytes_written", counters.bytesWritten.value_or(0), 0, kMaxTotal);
    within("counted flops", counters.flops.value_or(0), kMaxFlops);
    within("tensor_share", counters.tensorShare.value_or(0), 1);
}

void checkKernel(const KernelRecord& kernel, std::int64_t ops)
{
    within("op of a kernel", kernel.op, -1, ops - 1);
    within("start_ns of a kernel", kernel.startNs, -kMaxTotal, kMaxTotal);
    within("device_ns of a kernel", kernel.durationNs, 0, kMaxTotal);
    within("bytes of a kernel", kernel.bytes, 0, kMaxTotal);
}

}  // namespace

void checkInfo(const RunInfo& info)
{
    checkModel(info.model.config);
    within("weight_bytes", info.model.weightBytes, 0, kMaxTotal);
    within("threads", info.device.threads, 0, 1 << 20);
    if (info.deviceMemory) {
        within("total_bytes", info.deviceMemory->totalBytes, 0, kMaxTotal);
        within("in_use_bytes", info.deviceMemory->inUseBytes, 0, info.deviceMemory->totalBytes);
        within("before_bytes", info.deviceMemory->beforeBytes, 0, kMaxTotal);
    }
    within("repeat", info.repeat, 0, 1 << 20);
    within("new_tokens", info.settings.newTokens, 0, static_cast<std::int64_t>(StepStore::kCapacity));
    within("op_rows_every", info.opRowsEvery, 0, static_cast<std::int64_t>(StepStore::kCapacity));
    if (info.promptIds.empty())
        throw std::invalid_argument("a run without a prompt");
    if (!info.promptPieces.empty() && info.promptPieces.size() != info.promptIds.size())
        throw std::invalid_argument("the text of a prompt is missing");
    for (std::size_t i = 0; i < info.promptPieces.size(); ++i)
        if (info.promptPieces[i].size() != info.promptIds[i].size())
            throw std::invalid_argument("the text of a prompt token is missing");
    if (info.ceilings)
        checkCeilings(*info.ceilings);
}

void checkStep(const RunInfo& info, const StepRecord& step, const StepRecord* previous)
{
    const std::int64_t next = previous ? previous->step + 1 : 0;
    within("number", step.step, next, previous ? next : static_cast<std::int64_t>(StepStore::kCapacity));
    within("context_length", step.contextLength, 1, kMaxPositions);
    within("positions_computed", step.positionsComputed, 0, kMaxTotal);
    within("positions_recomputed", step.positionsRecomputed, 0, step.positionsComputed);
    within("positions_reused", step.positionsReused, 0, kMaxTotal);
    within("wall_ns", step.wallNs, 0, kMaxTotal);
    within("device_ns", step.deviceNs.value_or(0), 0, kMaxTotal);
    within("sampling_ns", step.samplingNs, 0, kMaxTotal);
    within("start_ns", step.startNs, previous ? previous->startNs : 0, kMaxTotal);
    checkCost(step.cost);
    within("kv_bytes_formula", step.kvBytesFormula, 0, kMaxTotal);
    within("kv_bytes_requested", step.kv.requestedBytes, 0, kMaxTotal);
    within("kv_bytes_allocated", step.kv.allocatedBytes, 0, kMaxTotal);
    within("kv_bytes_used", step.kv.usedBytes, 0, kMaxTotal);
    within("kv_positions_used", step.kv.usedPositions, 0, kMaxTotal);
    for (const std::int64_t live : step.memory.live) within("memory", live, 0, kMaxTotal);
    within("memory_reserved", step.memory.reserved, 0, kMaxTotal);
    within("memory_peak", step.memoryPeakBytes, 0, kMaxTotal);
    const auto sequences = static_cast<std::int64_t>(info.promptIds.size());
    within("sequence_count", static_cast<std::int64_t>(step.sequences.size()), 1, sequences);
    for (const SequenceRecord& sequence : step.sequences) checkSequence(sequence, sequences);
    for (const OpRecord& op : step.ops) {
        within("layer", op.layer, -1, info.model.config.layers - 1);
        within("op wall_ns", op.wallNs, 0, kMaxTotal);
        checkCost(op.cost);
    }
    if (step.trace)
        checkTrace(*step.trace);
    if (step.counters)
        checkCounters(*step.counters);
    for (const KernelRecord& kernel : step.kernels) checkKernel(kernel, static_cast<std::int64_t>(step.ops.size()));
}

}  // namespace decodescope::profiler
