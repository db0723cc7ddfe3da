// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on a GPU that counts, on the stand-in for one: a pass of its own after the runs, in every report; and what is
// said where nothing can be counted.
#include "app/cli/run_report.h"
#include "app/report/run_json.h"
#include "app/run/single_run.h"
#include "app/run/validate.h"
#include "engine/cuda/device_memory.h"
#include "profiler/cupti/module_entry.h"
#include "profiler/cupti/range_counters.h"
#include "profiler/record/summary.h"
#include "tests/cuda_on_cpu/range_profiler.h"
#include "tests/profiler/cupti/traced_device.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

namespace decodescope::app {
namespace {

using engine::Strategy;

/// The module's door, with the stand-in behind it.
profiler::cupti::ActivityTracing* tracing = nullptr;
const profiler::cupti::ModuleEntry kEntry{
    [] { return tracing->start(); },
    []() -> std::unique_ptr<profiler::KernelTracer> {
        return std::make_unique<profiler::cupti::TraceSession>(*tracing);
    },
    [] { tracing->rest(); },
    []() -> Result<std::unique_ptr<profiler::StepCounter>> {
        return std::make_unique<profiler::cupti::RangeCounters>(cuda_on_cpu::rangeApi());
    }};

class CountedRuns : public profiler::testing::TracedDevice {
protected:
    void SetUp() override
    {
        TracedDevice::SetUp();
        cuda_on_cpu::resetRanges();
        tracing = m_tracing.get();
        ASSERT_TRUE(m_tracing->start());
        m_settings.promptIds = {{1, 17, 5, 9, 33, 2, 71}};
        m_settings.newTokens = 5;
        m_settings.device = "cuda";
        m_settings.exact = true;
        m_settings.ignoreEos = true;
        m_settings.warmup = 0;
        m_settings.trace = true;
        m_settings.counters = true;
        m_model.source = m_source;
        m_model.loaded = engine::testing::loadOnStandIn(m_source);
        m_model.cupti = profiler::CuptiModule(&kEntry);
        m_model.measureGpu = [](std::stop_token) -> Result<profiler::Ceilings> {
            return fail(ErrorCode::device, "not here");
        };
        m_model.gpuMemory = [] {
            const auto memory = engine::cuda::readDeviceMemory(0);
            EXPECT_TRUE(memory);
            return std::optional(profiler::DeviceMemoryFacts{memory->totalBytes, memory->inUseBytes,
                                                             cuda_on_cpu::DeviceModel().contextBytes});
        };
    }
    void TearDown() override
    {
        m_model = {};
        EXPECT_EQ(cuda_on_cpu::rangesAlive(), 0);
        TracedDevice::TearDown();
    }

    profiler::Recording execute() const
    {
        auto recording = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
        EXPECT_TRUE(recording) << recording.error().message;
        return recording ? *recording : profiler::Recording{};
    }

    profiler::RunSettings m_settings;
    PreparedModel m_model;
};

TEST_F(CountedRuns, CountInAPassOfTheirOwnAfterTheRunsThatAreTimed)
{
    const auto recording = execute();
    std::vector<std::string> ids;
    for (const auto& run : recording.runs) {
        ids.push_back(run->info().id);
        const bool counted = ids.back().starts_with("counters-");
        EXPECT_EQ(run->info().warmup, counted) << "left out of medians";
        EXPECT_EQ(run->steps().size(), counted ? 3U : 5U);
        for (std::size_t i = 0; i < run->steps().size(); ++i) {
            EXPECT_EQ(run->steps()[i].counters.has_value(), counted);
            EXPECT_EQ(run->steps()[i].trace.has_value(), !counted) << "one or the other";
        }
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"naive-1", "cached-1", "counters-naive-1", "counters-cached-1"}));
    EXPECT_TRUE(recording.warnings.empty()) << recording.warnings.front();
    // Naive decoding moves the weights for all positions of every step again.
    EXPECT_GT(*recording.runs[2]->steps()[2].counters->bytesRead, *recording.runs[3]->steps()[2].counters->bytesRead);

    const auto document = runDocument(recording);
    ASSERT_EQ(document["runs"].size(), 2U);
    const auto& counters = document["runs"][1]["counters"];
    EXPECT_EQ(counters["run"], "counters-cached-1");
    ASSERT_EQ(counters["steps"].size(), 3U);
    const profiler::StepRecord& step = recording.runs[3]->steps()[1];
    EXPECT_EQ(counters["steps"][1]["dram_bytes_read"], *step.counters->bytesRead);
    EXPECT_EQ(counters["steps"][1]["flops"], *step.counters->flops);
    EXPECT_EQ(counters["steps"][1]["modelled_bytes"], step.cost.bytes());
    const std::string report = runReport(recording);
    EXPECT_NE(report.find("decode step: memory traffic counted"), std::string::npos) << report;
    EXPECT_NE(report.find("(modelled "), std::string::npos) << report;
}

TEST_F(CountedRuns, LiveReservedDeviceAndContextStandApart)
{
    m_settings.counters = false;
    m_settings.strategies = {Strategy::cached};
    const auto recording = execute();
    const profiler::RunRecord& run = *recording.runs.front();
    ASSERT_TRUE(run.info().deviceMemory);
    const profiler::DeviceMemoryFacts& memory = *run.info().deviceMemory;
    const profiler::StepRecord& step = run.steps()[4];
    EXPECT_LE(step.kv.usedBytes, step.kv.allocatedBytes);
    EXPECT_LE(step.memory.liveTotal(), step.memory.reserved);
    EXPECT_EQ(memory.beforeBytes, cuda_on_cpu::DeviceModel().contextBytes);
    EXPECT_EQ(memory.inUseBytes, memory.beforeBytes + step.memory.reserved) << "of this program's alone here";
    EXPECT_LT(memory.inUseBytes, memory.totalBytes);
    const auto document = runDocument(recording);
    const auto& json = document["runs"][0]["device_memory"];
    EXPECT_EQ(json["in_use_bytes"], memory.inUseBytes);
    EXPECT_EQ(json["context_and_others_bytes"], memory.beforeBytes);
    EXPECT_EQ(json["reserved_bytes"], step.memory.reserved);
    EXPECT_NE(runReport(recording).find("of it context and others"), std::string::npos);
}

TEST_F(CountedRuns, ARefusalIsToldOnceAndTheRunsStand)
{
    cuda_on_cpu::failCupti("cuptiRangeProfilerEnable", 1, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    m_settings.strategies = {Strategy::cached};
    const auto recording = execute();
    ASSERT_EQ(recording.warnings.size(), 1U);
    EXPECT_NE(recording.warnings[0].find("modelled only"), std::string::npos) << recording.warnings[0];
    EXPECT_NE(recording.warnings[0].find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
    ASSERT_GE(recording.runs.size(), 1U);
    EXPECT_TRUE(recording.runs[0]->steps()[1].trace);
    EXPECT_EQ(runDocument(recording)["runs"][0]["counters"], nullptr);
    EXPECT_EQ(runReport(recording).find("counted"), std::string::npos);
}

TEST_F(CountedRuns, WithoutCuptiOrAGpuThatIsSaid)
{
    m_settings.strategies = {Strategy::cached};
    m_model.cupti.reset();
    auto recording = execute();
    ASSERT_EQ(recording.warnings.size(), 1U);
    EXPECT_NE(recording.warnings[0].find("CUPTI cannot be used"), std::string::npos) << recording.warnings[0];
    m_model.measureGpu = nullptr;
    recording = execute();
    ASSERT_EQ(recording.warnings.size(), 1U);
    EXPECT_NE(recording.warnings[0].find("on the CPU"), std::string::npos) << recording.warnings[0];
    m_settings.device = "cpu";
    const auto refused = validateSettings(m_settings);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    m_settings.counters = false;
    EXPECT_TRUE(validateSettings(m_settings));
}

}  // namespace
}  // namespace decodescope::app

#endif
