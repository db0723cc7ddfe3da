// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/result_columns.h"

#include <array>

namespace decodescope::app {

namespace {

const std::array kSweepColumns{
    Column<SweepRow>{"mode", [](const SweepRow& row) -> Cell { return engine::name(row.strategy); }},
    Column<SweepRow>{"context", [](const SweepRow& row) -> Cell { return row.context; }},
    Column<SweepRow>{"prompt_tokens", [](const SweepRow& row) -> Cell { return row.promptTokens; }},
    Column<SweepRow>{"new_tokens", [](const SweepRow& row) -> Cell { return row.newTokens; }},
    Column<SweepRow>{"sequence_count", [](const SweepRow& row) -> Cell { return row.sequences; }},
    Column<SweepRow>{"kv_bytes_formula", [](const SweepRow& row) -> Cell { return row.kvBytesFormula; }},
    Column<SweepRow>{"kv_bytes_used", [](const SweepRow& row) -> Cell { return row.kvBytesUsed; }},
    Column<SweepRow>{"kv_bytes_allocated", [](const SweepRow& row) -> Cell { return row.kvBytesAllocated; }},
    Column<SweepRow>{"memory_peak_bytes", [](const SweepRow& row) -> Cell { return row.memoryPeakBytes; }},
    Column<SweepRow>{"resident_growth_bytes", [](const SweepRow& row) -> Cell { return row.residentGrowthBytes; }},
    Column<SweepRow>{"ttft_ms", [](const SweepRow& row) -> Cell { return row.ttftMs; }},
    Column<SweepRow>{"prefill_tok_per_s", [](const SweepRow& row) -> Cell { return row.prefillTokPerS; }},
    Column<SweepRow>{"tok_per_s", [](const SweepRow& row) -> Cell { return row.tokPerS; }},
    Column<SweepRow>{"tok_per_s_stddev", [](const SweepRow& row) -> Cell { return row.tokPerSStddev; }},
};

const std::array kCheckColumns{
    Column<CheckResult>{"name", [](const CheckResult& row) -> Cell { return row.name; }},
    Column<CheckResult>{"status", [](const CheckResult& row) -> Cell { return name(row.status); }},
    Column<CheckResult>{"measured", [](const CheckResult& row) -> Cell { return row.measured; }},
    Column<CheckResult>{"expected", [](const CheckResult& row) -> Cell { return row.expected; }},
    Column<CheckResult>{"reason", [](const CheckResult& row) -> Cell { return row.reason; }},
};

const std::array kBenchColumns{
    Column<BenchRow>{"kind", [](const BenchRow& row) -> Cell { return engine::name(row.kind); }},
    Column<BenchRow>{"prompt_tokens", [](const BenchRow& row) -> Cell { return row.promptTokens; }},
    Column<BenchRow>{"depth", [](const BenchRow& row) -> Cell { return row.depth; }},
    Column<BenchRow>{"threads", [](const BenchRow& row) -> Cell { return row.threads; }},
    Column<BenchRow>{"tok_per_s", [](const BenchRow& row) -> Cell { return row.tokPerS; }},
    Column<BenchRow>{"stddev", [](const BenchRow& row) -> Cell { return row.stddev; }},
    Column<BenchRow>{"gb_per_s", [](const BenchRow& row) -> Cell { return row.gbPerS; }},
    Column<BenchRow>{"share_of_read_roof", [](const BenchRow& row) -> Cell { return row.shareOfReadRoof; }},
    Column<BenchRow>{"read_roof_gb_per_s", [](const BenchRow& row) -> Cell { return row.readRoofGbPerS; }},
    Column<BenchRow>{"sequence_count", [](const BenchRow& row) -> Cell { return row.sequences; }},
    Column<BenchRow>{"new_tokens", [](const BenchRow& row) -> Cell { return row.newTokens; }},
    Column<BenchRow>{"repeats", [](const BenchRow& row) -> Cell { return row.repeats; }},
};

}  // namespace

std::span<const Column<SweepRow>> sweepColumns()
{
    return kSweepColumns;
}

std::span<const Column<CheckResult>> checkColumns()
{
    return kCheckColumns;
}

std::span<const Column<BenchRow>> benchColumns()
{
    return kBenchColumns;
}

}  // namespace decodescope::app
