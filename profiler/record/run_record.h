// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/generate/generate.h"
#include "profiler/ceilings/ceilings.h"
#include "profiler/record/step_record.h"
#include "profiler/record/step_store.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::profiler {

/// Everything that was asked for, as the command line and the window fill it in. Recorded with every run.
struct RunSettings {
    std::string model;  ///< as given; empty: the default model
    std::vector<std::string> prompts;
    std::vector<std::vector<engine::TokenId>> promptIds;  ///< when given, used as they are
    bool chat = false;
    bool specialAsText = false;
    std::int64_t newTokens = 32;
    std::vector<engine::Strategy> strategies{engine::Strategy::naive, engine::Strategy::cached};
    std::string device = "auto";
    std::optional<DataType> weights;
    std::optional<ComputeType> compute;
    DataType keyFormat = DataType::f16;
    DataType valueFormat = DataType::f16;
    std::int32_t threads = 0;
    std::string isa;  ///< empty: the best the machine has
    engine::LaunchMode launch = engine::LaunchMode::automatic;
    bool exact = false;     ///< on a GPU: prompts by our own kernels; the CPU knows no other way
    bool trace = false;     ///< a GPU's kernels are timed one by one, where CUPTI can
    bool counters = false;  ///< a GPU counts bytes and FLOPs in a pass of its own, after the runs
    std::int64_t batch = 1;
    std::int32_t repeat = 1;
    std::int32_t warmup = 1;
    std::int32_t topLogits = 5;
    bool ignoreEos = false;
    engine::SamplingOptions sampling;
};

/// A model's description as a record carries it (no weights needed to show a recording).
struct ModelFacts {
    engine::ModelConfig config;
    std::string origin;
    std::string weightsFormat;  ///< resident: "q4_1"
    std::string compute;        ///< "int8"
    std::int64_t weightBytes = 0;
};

/// A device's memory while a run was on it, by its driver's figures.
struct DeviceMemoryFacts {
    std::int64_t totalBytes = 0;
    std::int64_t inUseBytes = 0;   ///< by everybody, with all of the run allocated
    std::int64_t beforeBytes = 0;  ///< of it, before this program allocated anything: its context, other programs
};

/// The conditions of one run: one strategy, one repeat.
struct RunInfo {
    std::string id;  ///< unique within a recording: "naive-1"
    engine::Strategy strategy{};
    std::int32_t repeat = 0;
    bool warmup = false;
    bool paced = false;
    ModelFacts model;
    engine::DeviceInfo device;
    std::optional<DeviceMemoryFacts> deviceMemory;  ///< of devices with memory of their own
    RunSettings settings;
    std::vector<std::vector<engine::TokenId>> promptIds;  ///< per sequence
    std::vector<std::vector<std::string>> promptPieces;   ///< bytes of each prompt token
    std::optional<Ceilings> ceilings;                     ///< probed beside this run
    std::string startedAt;                                ///< ISO 8601, UTC
    std::string programVersion;
    std::int64_t opRowsEvery = 64;  ///< see keepsOpRows
};

/// Op rows are kept for the first 4096 steps (17 KB a step on a 30-layer model) and for every `opRowsEvery`-th step
/// after them.
constexpr std::int64_t kOpRowsWholeSteps = 4096;
inline bool keepsOpRows(const RunInfo& info, std::int64_t step)
{
    return step < kOpRowsWholeSteps || info.opRowsEvery <= 1 || step % info.opRowsEvery == 0;
}

/// How a run ended; set once, after the last step.
struct RunEnd {
    std::vector<engine::StopReason> stops;
    std::int64_t totalNs = 0;
};

/// One run: conditions, an append-only list of steps, an end. Writer: one thread. Readers: any, at any time.
class RunRecord {
public:
    explicit RunRecord(RunInfo info) : m_info(std::move(info)) {}
    const RunInfo& info() const { return m_info; }
    StepStore& steps() { return m_steps; }
    const StepStore& steps() const { return m_steps; }
    void finish(RunEnd end);
    /// Null until finished.
    const RunEnd* end() const;

private:
    RunInfo m_info;
    StepStore m_steps;
    RunEnd m_end;
    std::atomic<bool> m_finished{false};
};

/// Runs made together or opened from one file, in the order they ran (warm-ups included, marked).
struct Recording {
    std::vector<std::shared_ptr<RunRecord>> runs;
    std::vector<std::string> warnings;
};

}  // namespace decodescope::profiler
