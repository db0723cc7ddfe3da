// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the CUPTI profiler on the stand-in share.
#pragma once

#include "profiler/cupti/activity_tracing.h"
#include "profiler/cupti/trace_session.h"
#include "tests/cuda_on_cpu/cupti_control.h"
#include "tests/engine/cuda/device_fixture.h"

#include <map>
#include <memory>
#include <string>

namespace decodescope::profiler::testing {

using namespace engine;
using namespace engine::testing;

/// A fresh device and a fresh CUPTI, traced from the start; nothing is left alive or switched on afterwards.
class TracedDevice : public ::testing::Test {
protected:
    void SetUp() override
    {
        cuda_on_cpu::reset(7);
        cuda_on_cpu::resetCupti();
        m_tracing = std::make_unique<cupti::ActivityTracing>();
    }
    void TearDown() override
    {
        m_tracing.reset();
        EXPECT_FALSE(cuda_on_cpu::cuptiState().subscribed);
        EXPECT_EQ(cuda_on_cpu::cuptiState().kinds, 0);
        EXPECT_EQ(cuda_on_cpu::report(), "");
        EXPECT_EQ(cuda_on_cpu::alive().sum(), 0);
        cuda_on_cpu::resetCupti();
        cuda_on_cpu::reset();
    }

    std::unique_ptr<cupti::ActivityTracing> m_tracing;
    std::shared_ptr<const ModelSource> m_source = openTiny("llama_gqa");
};

inline ContextOptions traced(std::int64_t positions, LaunchMode launch, LaunchTracer& tracer)
{
    ContextOptions options = contextOptions(positions, DataType::f16);
    options.launch = launch;
    options.tracer = &tracer;
    return options;
}

/// Pieces of work by op kind and name; work of no op has the kind "".
inline std::map<std::string, int> countByOp(const StepTrace& trace, const ForwardPlan& plan)
{
    std::map<std::string, int> counts;
    for (const KernelRecord& record : trace.kernels) {
        std::string key;
        if (record.op >= 0) {
            const Op& op = plan.ops.at(static_cast<std::size_t>(record.op));
            key = std::string(engine::name(op.kind)) + "." + std::to_string(op.layer);
        }
        ++counts[key + " " + (record.name ? *record.name : std::string(profiler::name(record.work)))];
    }
    return counts;
}

}  // namespace decodescope::profiler::testing
