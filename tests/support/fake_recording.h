// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace decodescope::test {

/// A made-up run for tests of what shows runs: everything derived (positions, costs, formula bytes) is what a real run
/// of SmolLM2-135M would have; times follow from the costs at made-up roofs, so they are the same on every machine.
struct FakeOptions {
    std::int64_t promptTokens = 9;
    std::int64_t newTokens = 32;
    std::int64_t batch = 1;  ///< sequence s has promptTokens + s tokens
    std::vector<engine::Strategy> strategies{engine::Strategy::naive, engine::Strategy::cached};
    std::int32_t repeat = 1;
    std::int32_t warmup = 0;  ///< warm-up runs of two steps per strategy, before all repeats
    bool ops = true;          ///< op rows
    bool ceilings = true;
    bool traced = false;                          ///< on a GPU whose kernels were seen: one per op, between copies
    bool counted = false;                         ///< with a pass in which the device counted, at the end
    bool finished = true;                         ///< false: as if still running
    std::optional<std::int64_t> cachedEosAt;      ///< the cached run ends with EOS at this step
    std::optional<std::int64_t> cachedDiffersAt;  ///< tokens and hashes of the cached run part from this step on
    std::optional<std::int64_t> cancelledAt;      ///< every run is stopped after this many steps
};

/// SmolLM2-135M: 30 layers, 9 heads, 3 KV heads, head_dim 64.
engine::ModelConfig smolLm2Config();

/// Matrices q4_1, embedding q8_0, norms f32; f16 cache.
profiler::CostFormats smolLm2Formats();

/// 24 GB/s read, 90 GB/s in cache, 230 / 450 / 900 GFLOP/s.
profiler::Ceilings fakeCeilings();

profiler::RunInfo fakeRunInfo(const FakeOptions& options, engine::Strategy strategy, std::int32_t repeat = 0,
                              bool warmup = false);

/// The steps of one run appear one after the other, for tests of live views: append to run.steps() what next() gives.
class FakeRunner {
public:
    FakeRunner(const FakeOptions& options, engine::Strategy strategy);
    profiler::StepRecord next();

private:
    FakeOptions m_options;
    engine::Strategy m_strategy;
    profiler::CostFormats m_formats;
    std::int64_t m_step = 0;
    std::int64_t m_clockNs = 0;
    std::int64_t m_peakBytes = 0;
};

std::shared_ptr<profiler::RunRecord> makeFakeRun(const FakeOptions& options, engine::Strategy strategy,
                                                 std::int32_t repeat = 0, bool warmup = false);

/// Runs in the order executeRuns makes them: warm-ups, then for each repeat every strategy.
profiler::Recording makeFakeRecording(const FakeOptions& options = {});

}  // namespace decodescope::test
