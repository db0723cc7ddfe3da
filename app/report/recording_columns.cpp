// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/recording_columns.h"

#include "engine/model/tokenizer.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"

#include <algorithm>
#include <array>

namespace decodescope::app {

namespace {

using engine::MemoryKind;
using profiler::DeviceCounters;
using profiler::DeviceTrace;

Cell milliseconds(std::int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1e6;
}

template <class Row>
Cell runId(const Row& row)
{
    return row.run.info().id;
}
template <class Row>
Cell repeat(const Row& row)
{
    return row.run.info().repeat;
}
template <class Row>
Cell mode(const Row& row)
{
    return engine::name(row.run.info().strategy);
}
template <class Row>
Cell stepIndex(const Row& row)
{
    return row.step.step;
}
template <class Row>
Cell warmup(const Row& row)
{
    return row.run.info().warmup;
}
Cell bytesSource(const profiler::StepRecord& step)
{
    return step.bytesSource == profiler::BytesSource::measured ? "measured" : "modelled";
}

/// The one sequence of an unbatched step; null in batches, whose sequences are in tokens.csv.
const profiler::SequenceRecord* onlySequence(const StepRow& row)
{
    const bool single = row.run.info().promptIds.size() <= 1 && row.step.sequences.size() == 1;
    return single ? &row.step.sequences.front() : nullptr;
}

Cell live(const StepRow& row, MemoryKind kind)
{
    return row.step.memory.live[static_cast<std::size_t>(kind)];
}

/// Rates of something that took no measurable time are not measured, rather than infinite.
Cell perSecond(double amount, std::int64_t nanoseconds)
{
    return nanoseconds > 0 ? Cell(amount / static_cast<double>(nanoseconds)) : Cell();
}

Cell intensity(const profiler::Cost& cost)
{
    return cost.bytes() > 0 ? Cell(cost.arithmeticIntensity()) : Cell();
}

/// A figure of the device's trace; empty where there is none.
template <Cell (*Figure)(const DeviceTrace&)>
Cell ofTrace(const StepRow& row)
{
    return row.step.trace ? Figure(*row.step.trace) : Cell();
}

template <class Value>
Cell known(const std::optional<Value>& value)
{
    return value ? Cell(*value) : Cell();
}

/// A figure of the device's counters; empty where nothing was counted.
template <Cell (*Figure)(const DeviceCounters&)>
Cell ofCounters(const StepRow& row)
{
    return row.step.counters ? Figure(*row.step.counters) : Cell();
}

/// Who timed a step's ops one by one; empty when nobody did.
Cell timedBy(const OpRow& row)
{
    if (row.op.wallNs <= 0) {
        return {};
    }
    const auto index = static_cast<std::int32_t>(&row.op - row.step.ops.data());
    const auto& kernels = row.step.kernels;
    const bool seen =
        std::any_of(kernels.begin(), kernels.end(), [&](const auto& kernel) { return kernel.op == index; });
    return seen ? "kernels" : std::string(engine::name(row.step.opClock));
}

const profiler::OpRecord* opOf(const KernelRow& row)
{
    const auto index = static_cast<std::size_t>(row.kernel.op);
    return row.kernel.op >= 0 && index < row.step.ops.size() ? &row.step.ops[index] : nullptr;
}

Cell sizeText(const KernelRow& row, const std::array<std::int32_t, 3>& size)
{
    if (row.kernel.work != profiler::DeviceWork::kernel) {
        return {};
    }
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

Cell ofKernel(const KernelRow& row, std::int64_t value)
{
    return row.kernel.work == profiler::DeviceWork::kernel ? Cell(value) : Cell();
}

const std::array kStepColumns{
    Column<StepRow>{"run", runId<StepRow>},
    Column<StepRow>{"repeat", repeat<StepRow>},
    Column<StepRow>{"mode", mode<StepRow>},
    Column<StepRow>{"sequence_count", [](const StepRow& row) -> Cell { return row.step.sequences.size(); }},
    Column<StepRow>{"step", stepIndex<StepRow>},
    Column<StepRow>{"phase", [](const StepRow& row) -> Cell { return engine::name(row.step.phase); }},
    Column<StepRow>{"token_id",
                    [](const StepRow& row) -> Cell {
                        const auto* sequence = onlySequence(row);
                        return sequence ? Cell(sequence->tokenId) : Cell();
                    }},
    Column<StepRow>{"token_text",
                    [](const StepRow& row) -> Cell {
                        const auto* sequence = onlySequence(row);
                        return sequence ? Cell(engine::toValidUtf8(sequence->tokenBytes)) : Cell();
                    }},
    Column<StepRow>{"context_length", [](const StepRow& row) -> Cell { return row.step.contextLength; }},
    Column<StepRow>{"positions_computed", [](const StepRow& row) -> Cell { return row.step.positionsComputed; }},
    Column<StepRow>{"positions_recomputed", [](const StepRow& row) -> Cell { return row.step.positionsRecomputed; }},
    Column<StepRow>{"positions_reused", [](const StepRow& row) -> Cell { return row.step.positionsReused; }},
    Column<StepRow>{"wall_ms", [](const StepRow& row) -> Cell { return milliseconds(row.step.wallNs); }},
    Column<StepRow>{
        "device_ms",
        [](const StepRow& row) -> Cell { return row.step.deviceNs ? milliseconds(*row.step.deviceNs) : Cell(); }},
    Column<StepRow>{"sampling_ms", [](const StepRow& row) -> Cell { return milliseconds(row.step.samplingNs); }},
    Column<StepRow>{
        "tokens_per_s",
        [](const StepRow& row) -> Cell { return row.step.wallNs > 0 ? Cell(row.step.tokensPerSecond()) : Cell(); }},
    Column<StepRow>{"flops", [](const StepRow& row) -> Cell { return row.step.cost.flops; }},
    Column<StepRow>{"bytes_weights", [](const StepRow& row) -> Cell { return row.step.cost.bytesWeights; }},
    Column<StepRow>{"bytes_kv_read", [](const StepRow& row) -> Cell { return row.step.cost.bytesKvRead; }},
    Column<StepRow>{"bytes_kv_written", [](const StepRow& row) -> Cell { return row.step.cost.bytesKvWritten; }},
    Column<StepRow>{"bytes_activations", [](const StepRow& row) -> Cell { return row.step.cost.bytesActivations; }},
    Column<StepRow>{"arithmetic_intensity", [](const StepRow& row) -> Cell { return intensity(row.step.cost); }},
    Column<StepRow>{
        "achieved_gflop_per_s",
        [](const StepRow& row) -> Cell { return row.step.wallNs > 0 ? Cell(row.step.achievedGflopPerS()) : Cell(); }},
    Column<StepRow>{
        "achieved_gb_per_s",
        [](const StepRow& row) -> Cell { return row.step.wallNs > 0 ? Cell(row.step.achievedGbPerS()) : Cell(); }},
    Column<StepRow>{"bytes_source", [](const StepRow& row) -> Cell { return bytesSource(row.step); }},
    Column<StepRow>{"bound",
                    [](const StepRow& row) -> Cell {
                        return row.step.bound == profiler::Bound::unknown ? Cell()
                                                                          : Cell(profiler::name(row.step.bound));
                    }},
    Column<StepRow>{"kv_bytes_formula", [](const StepRow& row) -> Cell { return row.step.kvBytesFormula; }},
    Column<StepRow>{"kv_bytes_used", [](const StepRow& row) -> Cell { return row.step.kv.usedBytes; }},
    Column<StepRow>{"kv_bytes_allocated", [](const StepRow& row) -> Cell { return row.step.kv.allocatedBytes; }},
    Column<StepRow>{"memory_in_use_bytes", [](const StepRow& row) -> Cell { return row.step.memory.liveTotal(); }},
    Column<StepRow>{"memory_peak_bytes", [](const StepRow& row) -> Cell { return row.step.memoryPeakBytes; }},
    Column<StepRow>{"logits_hash",
                    [](const StepRow& row) -> Cell {
                        const auto* sequence = onlySequence(row);
                        return sequence ? Cell(hashText(sequence->logitsHash)) : Cell();
                    }},
    Column<StepRow>{"warmup", warmup<StepRow>},
    // More than the columns every reader can count on:
    Column<StepRow>{"start_ms", [](const StepRow& row) -> Cell { return milliseconds(row.step.startNs); }},
    Column<StepRow>{"predicted_ms",
                    [](const StepRow& row) -> Cell {
                        const auto seconds = profiler::predictStepSeconds(row.step, row.run.info());
                        return seconds ? Cell(*seconds * 1e3) : Cell();
                    }},
    Column<StepRow>{"roof_ms",
                    [](const StepRow& row) -> Cell {
                        const auto seconds = profiler::roofStepSeconds(row.step.cost, row.run.info());
                        return seconds ? Cell(*seconds * 1e3) : Cell();
                    }},
    Column<StepRow>{"useful_flops", [](const StepRow& row) -> Cell { return row.step.usefulFlops(); }},
    Column<StepRow>{"kv_bytes_requested", [](const StepRow& row) -> Cell { return row.step.kv.requestedBytes; }},
    Column<StepRow>{"memory_weights_bytes", [](const StepRow& row) -> Cell { return live(row, MemoryKind::weights); }},
    Column<StepRow>{"memory_kv_cache_bytes", [](const StepRow& row) -> Cell { return live(row, MemoryKind::kvCache); }},
    Column<StepRow>{"memory_activations_bytes",
                    [](const StepRow& row) -> Cell { return live(row, MemoryKind::activations); }},
    Column<StepRow>{"memory_workspace_bytes",
                    [](const StepRow& row) -> Cell { return live(row, MemoryKind::workspace); }},
    Column<StepRow>{"memory_reserved_bytes", [](const StepRow& row) -> Cell { return row.step.memory.reserved; }},
    Column<StepRow>{"paced", [](const StepRow& row) -> Cell { return row.run.info().paced; }},
    Column<StepRow>{"device_busy_ms", ofTrace<[](const DeviceTrace& t) { return milliseconds(t.busyNs); }>},
    Column<StepRow>{"device_gap_ms", ofTrace<[](const DeviceTrace& t) { return milliseconds(t.gapNs()); }>},
    Column<StepRow>{"launch_ms", ofTrace<[](const DeviceTrace& t) { return milliseconds(t.launchNs); }>},
    Column<StepRow>{"kernels", ofTrace<[](const DeviceTrace& t) { return Cell(t.kernels); }>},
    Column<StepRow>{"records_dropped", ofTrace<[](const DeviceTrace& t) { return Cell(t.dropped); }>},
    Column<StepRow>{"profiler_ms", ofTrace<[](const DeviceTrace& t) { return milliseconds(t.profilerNs); }>},
    Column<StepRow>{"dram_bytes_read", ofCounters<[](const DeviceCounters& c) { return known(c.bytesRead); }>},
    Column<StepRow>{"dram_bytes_written", ofCounters<[](const DeviceCounters& c) { return known(c.bytesWritten); }>},
    Column<StepRow>{"counted_flops", ofCounters<[](const DeviceCounters& c) { return known(c.flops); }>},
    Column<StepRow>{"tensor_share", ofCounters<[](const DeviceCounters& c) { return known(c.tensorShare); }>},
};

const std::array kTokenColumns{
    Column<TokenRow>{"run", runId<TokenRow>},
    Column<TokenRow>{"repeat", repeat<TokenRow>},
    Column<TokenRow>{"step", stepIndex<TokenRow>},
    Column<TokenRow>{"sequence", [](const TokenRow& row) -> Cell { return row.sequence.sequence; }},
    // The chosen token follows the positions its step saw.
    Column<TokenRow>{"position", [](const TokenRow& row) -> Cell { return row.sequence.contextLength; }},
    Column<TokenRow>{"token_id", [](const TokenRow& row) -> Cell { return row.sequence.tokenId; }},
    Column<TokenRow>{"token_hex", [](const TokenRow& row) -> Cell { return hexText(row.sequence.tokenBytes); }},
    Column<TokenRow>{"token_text",
                     [](const TokenRow& row) -> Cell { return engine::toValidUtf8(row.sequence.tokenBytes); }},
    Column<TokenRow>{"logits_hash", [](const TokenRow& row) -> Cell { return hashText(row.sequence.logitsHash); }},
    Column<TokenRow>{"mode", mode<TokenRow>},
    Column<TokenRow>{"positions_computed", [](const TokenRow& row) -> Cell { return row.sequence.positionsComputed; }},
    Column<TokenRow>{"positions_recomputed",
                     [](const TokenRow& row) -> Cell { return row.sequence.positionsRecomputed; }},
    Column<TokenRow>{"positions_reused", [](const TokenRow& row) -> Cell { return row.sequence.positionsReused; }},
    Column<TokenRow>{"margin",
                     [](const TokenRow& row) -> Cell {
                         const auto& top = row.sequence.top;
                         return top.size() < 2 ? Cell() : Cell(double{top[0].value} - double{top[1].value});
                     }},
    Column<TokenRow>{"finished", [](const TokenRow& row) -> Cell { return row.sequence.finished; }},
    Column<TokenRow>{"warmup", warmup<TokenRow>},
};

const std::array kOpColumns{
    Column<OpRow>{"run", runId<OpRow>},
    Column<OpRow>{"repeat", repeat<OpRow>},
    Column<OpRow>{"mode", mode<OpRow>},
    Column<OpRow>{"step", stepIndex<OpRow>},
    Column<OpRow>{"op", [](const OpRow& row) -> Cell { return engine::name(row.op.kind); }},
    Column<OpRow>{"layer", [](const OpRow& row) -> Cell { return row.op.layer < 0 ? Cell() : Cell(row.op.layer); }},
    Column<OpRow>{"wall_ms",
                  [](const OpRow& row) -> Cell { return row.op.wallNs > 0 ? milliseconds(row.op.wallNs) : Cell(); }},
    Column<OpRow>{"flops", [](const OpRow& row) -> Cell { return row.op.cost.flops; }},
    Column<OpRow>{"bytes_weights", [](const OpRow& row) -> Cell { return row.op.cost.bytesWeights; }},
    Column<OpRow>{"bytes_kv_read", [](const OpRow& row) -> Cell { return row.op.cost.bytesKvRead; }},
    Column<OpRow>{"bytes_kv_written", [](const OpRow& row) -> Cell { return row.op.cost.bytesKvWritten; }},
    Column<OpRow>{"bytes_activations", [](const OpRow& row) -> Cell { return row.op.cost.bytesActivations; }},
    Column<OpRow>{"arithmetic_intensity", [](const OpRow& row) -> Cell { return intensity(row.op.cost); }},
    Column<OpRow>{"achieved_gflop_per_s",
                  [](const OpRow& row) -> Cell { return perSecond(row.op.cost.flops, row.op.wallNs); }},
    Column<OpRow>{
        "achieved_gb_per_s",
        [](const OpRow& row) -> Cell { return perSecond(static_cast<double>(row.op.cost.bytes()), row.op.wallNs); }},
    Column<OpRow>{"bytes_source", [](const OpRow& row) -> Cell { return bytesSource(row.step); }},
    Column<OpRow>{"warmup", warmup<OpRow>},
    Column<OpRow>{"timed_by", timedBy},
};

const std::array kKernelColumns{
    Column<KernelRow>{"run", runId<KernelRow>},
    Column<KernelRow>{"repeat", repeat<KernelRow>},
    Column<KernelRow>{"mode", mode<KernelRow>},
    Column<KernelRow>{"step", stepIndex<KernelRow>},
    Column<KernelRow>{"work", [](const KernelRow& row) -> Cell { return profiler::name(row.kernel.work); }},
    Column<KernelRow>{"kernel",
                      [](const KernelRow& row) -> Cell {
                          return row.kernel.name ? Cell(engine::toValidUtf8(*row.kernel.name)) : Cell();
                      }},
    Column<KernelRow>{"op",
                      [](const KernelRow& row) -> Cell {
                          const auto* op = opOf(row);
                          return op ? Cell(engine::name(op->kind)) : Cell();
                      }},
    Column<KernelRow>{"layer",
                      [](const KernelRow& row) -> Cell {
                          const auto* op = opOf(row);
                          return op && op->layer >= 0 ? Cell(op->layer) : Cell();
                      }},
    Column<KernelRow>{"graph", [](const KernelRow& row) -> Cell { return row.kernel.inGraph; }},
    Column<KernelRow>{
        "start_ms",
        [](const KernelRow& row) -> Cell { return row.kernel.timed ? milliseconds(row.kernel.startNs) : Cell(); }},
    Column<KernelRow>{
        "device_ms",
        [](const KernelRow& row) -> Cell { return row.kernel.timed ? milliseconds(row.kernel.durationNs) : Cell(); }},
    Column<KernelRow>{"gap_ms",
                      [](const KernelRow& row) -> Cell { return row.gapNs ? milliseconds(*row.gapNs) : Cell(); }},
    Column<KernelRow>{"grid", [](const KernelRow& row) -> Cell { return sizeText(row, row.kernel.grid); }},
    Column<KernelRow>{"block", [](const KernelRow& row) -> Cell { return sizeText(row, row.kernel.block); }},
    Column<KernelRow>{"registers", [](const KernelRow& row) -> Cell { return ofKernel(row, row.kernel.registers); }},
    Column<KernelRow>{"shared_bytes",
                      [](const KernelRow& row) -> Cell { return ofKernel(row, row.kernel.sharedBytes); }},
    Column<KernelRow>{"bytes",
                      [](const KernelRow& row) -> Cell {
                          const bool kernel = row.kernel.work == profiler::DeviceWork::kernel;
                          return kernel ? Cell() : Cell(row.kernel.bytes);
                      }},
    Column<KernelRow>{"warmup", warmup<KernelRow>},
};

}  // namespace

std::span<const Column<StepRow>> stepColumns()
{
    return kStepColumns;
}

std::span<const Column<TokenRow>> tokenColumns()
{
    return kTokenColumns;
}

std::span<const Column<OpRow>> opColumns()
{
    return kOpColumns;
}

std::span<const Column<KernelRow>> kernelColumns()
{
    return kKernelColumns;
}

}  // namespace decodescope::app
