// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/device_trace.h"

#include <gtest/gtest.h>

namespace decodescope::profiler {
namespace {

KernelRecord work(std::int64_t start, std::int64_t duration, std::int32_t op = -1, DeviceWork kind = DeviceWork::kernel)
{
    KernelRecord record;
    record.work = kind;
    record.timed = true;
    record.op = op;
    record.startNs = start;
    record.durationNs = duration;
    return record;
}

TEST(DeviceTrace, BusyIsTheUnionAndGapsAreTheRestOfTheSpan)
{
    StepTrace trace;
    // 1000..1100, 1050..1200 beside it, 1300..1310, and one inside of the first.
    trace.kernels = {work(1300, 10), work(1000, 100), work(1050, 150), work(1020, 5)};
    sumUp(trace);
    EXPECT_EQ(trace.sums.spanNs, 310);
    EXPECT_EQ(trace.sums.busyNs, 210);
    EXPECT_EQ(trace.sums.gapNs(), 100);
    EXPECT_EQ(trace.sums.kernels, 4);
    EXPECT_EQ(trace.kernels.front().startNs, 0);
    EXPECT_EQ(trace.kernels.back().startNs, 300);
}

TEST(DeviceTrace, WorkWithoutTimesIsCountedAndInNoSumOfTimes)
{
    StepTrace trace;
    trace.kernels = {work(0, 0), work(500, 20, 1), work(520, 5, 1, DeviceWork::copyToHost),
                     work(0, 0, 2, DeviceWork::set)};
    trace.kernels[0].timed = trace.kernels[3].timed = false;
    trace.kernels[0].op = 1;
    sumUp(trace);
    EXPECT_EQ(trace.sums.untimed, 2);
    EXPECT_EQ(trace.sums.spanNs, 25);
    EXPECT_EQ(trace.sums.busyNs, 25);
    EXPECT_EQ(trace.sums.kernels, 2);
    EXPECT_EQ(trace.sums.copies, 2);
    EXPECT_FALSE(trace.kernels.back().timed);
    const auto ops = deviceTimesOfOps(trace.kernels, 4);
    EXPECT_FALSE(ops[0]) << "nothing ran for it";
    EXPECT_FALSE(ops[1]) << "part of its work has no times: a sum of the rest would be a lie";
    EXPECT_FALSE(ops[2]);
}

TEST(DeviceTrace, AllocationsTakeNoDeviceTime)
{
    StepTrace trace;
    trace.kernels = {work(100, 10, 0), work(40, 0, -1, DeviceWork::allocate), work(950, 0, -1, DeviceWork::release)};
    sumUp(trace);
    EXPECT_EQ(trace.sums.allocations, 2);
    EXPECT_EQ(trace.sums.spanNs, 10);
    EXPECT_EQ(trace.sums.gapNs(), 0);
}

TEST(DeviceTrace, OpsGetTheSumOfTheirKernels)
{
    const std::vector<KernelRecord> kernels = {work(0, 5, 0), work(5, 7, 2), work(12, 8, 2), work(20, 9, -1),
                                               work(30, 1, 9)};
    const auto ops = deviceTimesOfOps(kernels, 3);
    EXPECT_EQ(ops[0], 5);
    EXPECT_FALSE(ops[1]);
    EXPECT_EQ(ops[2], 15);
}

TEST(DeviceTrace, ATraceOfNothingIsEmpty)
{
    StepTrace trace;
    sumUp(trace);
    EXPECT_EQ(trace.sums.spanNs, 0);
    EXPECT_EQ(trace.sums.kernels, 0);
}

}  // namespace
}  // namespace decodescope::profiler
