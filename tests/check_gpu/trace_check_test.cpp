// SPDX-License-Identifier: GPL-3.0-or-later
// What check-gpu asks of CUPTI, asked of the stand-in: it passes there, and fails where records are lost.
#include "tests/check_gpu/trace_check.h"
#include "tests/profiler/cupti/traced_device.h"

namespace decodescope::profiler::testing {
namespace {

class TraceCheck : public TracedDevice {
protected:
    Result<check_gpu::TraceReport> check()
    {
        const auto model = loadOnStandIn(m_source);
        return check_gpu::checkTracing(*model, [this] { return std::make_unique<cupti::TraceSession>(*m_tracing); });
    }
};

TEST_F(TraceCheck, PassesOnTheStandInInEveryLaunchMode)
{
    require(m_tracing->start());
    const auto report = require(check());
    int told = 0;
    for (const check_gpu::Check& each : report.checks) {
        told += each.verdict == check_gpu::Verdict::told ? 1 : 0;
        EXPECT_NE(each.verdict, check_gpu::Verdict::failed) << each.name << ": " << each.measured;
    }
    EXPECT_EQ(told, 3);
    EXPECT_EQ(report.checks.size(), 18U);
    ASSERT_EQ(report.records.size(), 3U);
    const auto& work = report.records["graph"]["work"];
    ASSERT_GT(work.size(), 10U);
    EXPECT_TRUE(work[0]["in_graph"].get<bool>());
    EXPECT_EQ(report.records["persistent"]["work"].size(), 5U) << "inputs, the kernel, stamps, results, logits";
}

TEST_F(TraceCheck, FindsLostRecords)
{
    require(m_tracing->start());
    cuda_on_cpu::dropRecords(40);  // of the prompt, and some of the first steps
    const auto report = require(check());
    std::map<std::string, check_gpu::Verdict> verdicts;
    for (const check_gpu::Check& each : report.checks) verdicts[each.name] = each.verdict;
    EXPECT_EQ(verdicts["tracing: records lost, kernels"], check_gpu::Verdict::failed);
    EXPECT_EQ(verdicts["tracing: same kernels in every step, kernels"], check_gpu::Verdict::failed);
    EXPECT_EQ(verdicts["tracing: records lost, graph"], check_gpu::Verdict::passed);
}

TEST_F(TraceCheck, SaysWhyThereIsNothingToCheck)
{
    cuda_on_cpu::failCupti("cuptiActivityFlushAll", 3, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    require(m_tracing->start());
    const auto report = check();
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("CUPTI error 35"), std::string::npos) << report.error().message;
}

}  // namespace
}  // namespace decodescope::profiler::testing
