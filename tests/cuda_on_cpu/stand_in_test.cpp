// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-in finds what it is there to find: each mistake a kernel or its caller can make is made here once.
#include "engine/cuda/grid_barrier.h"
#include "tests/cuda_on_cpu/control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace decodescope::cuda_on_cpu {
namespace {

using engine::cuda::launch;
using engine::cuda::reduceOverWarp;
using engine::cuda::sharedMemory;
using engine::cuda::syncThreads;
using engine::cuda::threadX;

struct Args {
    float* out = nullptr;
    int count = 0;
};

class StandIn : public ::testing::Test {
protected:
    void begin(std::uint64_t seed = 1, const DeviceModel& model = {})
    {
        reset(seed, model);
        ASSERT_EQ(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), cudaSuccess);
    }
    void SetUp() override { begin(); }
    void TearDown() override { reset(); }
    float* floats(int count)
    {
        void* data = nullptr;
        EXPECT_EQ(cudaMalloc(&data, static_cast<std::size_t>(count) * sizeof(float)), cudaSuccess);
        return static_cast<float*>(data);
    }
    cudaError_t run(void (*kernel)(Args), const Args& args, unsigned blocks, unsigned threads, std::size_t shared = 0)
    {
        const cudaError_t error = launch("test", kernel, args, dim3(blocks), threads, shared, m_stream);
        return error != cudaSuccess ? error : cudaStreamSynchronize(m_stream);
    }

    cudaStream_t m_stream = nullptr;
};

void numberThreads(const Args a)
{
    a.out[engine::cuda::blockX() * engine::cuda::blockThreads() + threadX()] += 1.0F + static_cast<float>(threadX());
}

TEST_F(StandIn, EveryThreadOfEveryBlockRunsOnce)
{
    float* out = floats(5 * 70);
    ASSERT_EQ(cudaMemsetAsync(out, 0, 5 * 70 * sizeof(float), m_stream), cudaSuccess);
    ASSERT_EQ(run(numberThreads, {out, 0}, 5, 70), cudaSuccess);
    for (int i = 0; i < 5 * 70; ++i) EXPECT_EQ(out[i], 1.0F + static_cast<float>(i % 70));
}

void shift(const Args a)
{
    auto& shared = sharedMemory<float[1024]>();
    shared[threadX()] = static_cast<float>(threadX());
    if (a.count != 0)
        syncThreads();
    a.out[threadX()] = shared[(threadX() + 1) % engine::cuda::blockThreads()];
}

TEST_F(StandIn, ABarrierMakesWritesVisibleInEveryOrder)
{
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        begin(seed);
        float* out = floats(96);
        ASSERT_EQ(run(shift, {out, 1}, 1, 96, 96 * sizeof(float)), cudaSuccess) << report();
        for (int i = 0; i < 96; ++i) ASSERT_EQ(out[i], static_cast<float>((i + 1) % 96));
    }
}

TEST_F(StandIn, AMissingBarrierReadsPoison)
{
    float* out = floats(96);
    ASSERT_EQ(run(shift, {out, 0}, 1, 96, 96 * sizeof(float)), cudaSuccess);
    EXPECT_TRUE(std::any_of(out, out + 96, [](float v) { return std::isnan(v); }));
}

TEST_F(StandIn, ThreadOrdersDifferBetweenSeeds)
{
    std::set<std::vector<bool>> patterns;
    for (std::uint64_t seed = 1; seed < 9; ++seed) {
        begin(seed);
        float* out = floats(96);
        ASSERT_EQ(run(shift, {out, 0}, 1, 96, 96 * sizeof(float)), cudaSuccess);
        std::vector<bool> seen(96);
        for (std::size_t i = 0; i < 96; ++i) seen[i] = std::isnan(out[i]);
        patterns.insert(seen);
    }
    EXPECT_GT(patterns.size(), 5U);
}

void someLeaveEarly(const Args)
{
    if (threadX() >= 10)
        syncThreads();
}

void twoBarriers(const Args)
{
    if (threadX() < 10)
        syncThreads();
    else
        syncThreads();
}

TEST_F(StandIn, ABarrierThatNotAllReachNamesItsLine)
{
    EXPECT_EQ(run(someLeaveEarly, {}, 1, 64), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("stand_in_test.cpp:"), std::string::npos) << report();
    begin();
    EXPECT_EQ(run(twoBarriers, {}, 1, 64), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("two barriers: stand_in_test.cpp:"), std::string::npos) << report();
}

void halfExchanges(const Args)
{
    float v[1] = {0};
    if (threadX() < 16)
        reduceOverWarp(v, engine::cuda::Sum());
}

void exchangesAtTwoLines(const Args)
{
    float v[1] = {0};
    if (threadX() < 16)
        reduceOverWarp(v, engine::cuda::Sum());
    else
        reduceOverWarp(v, engine::cuda::Sum());
}

TEST_F(StandIn, AnExchangeThatNotAllLanesReachNamesItsLine)
{
    EXPECT_EQ(run(halfExchanges, {}, 1, 32), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("deadlock: 16 threads wait at stand_in_test.cpp:"), std::string::npos) << report();
    begin();
    EXPECT_EQ(run(exchangesAtTwoLines, {}, 1, 32), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("different exchanges: stand_in_test.cpp:"), std::string::npos) << report();
}

void sumLanes(const Args a)
{
    float v[2] = {static_cast<float>(threadX()), 1.0F};
    reduceOverWarp(v, engine::cuda::Sum());
    a.out[threadX()] = v[0] + v[1];
}

TEST_F(StandIn, WarpsExchangeAmongThemselves)
{
    float* out = floats(64);
    ASSERT_EQ(run(sumLanes, {out, 0}, 1, 64), cudaSuccess) << report();
    EXPECT_EQ(out[0], 496.0F + 32.0F);
    EXPECT_EQ(out[31], 496.0F + 32.0F);
    EXPECT_EQ(out[40], 496.0F + 1024.0F + 32.0F);
}

#if !defined(__SANITIZE_ADDRESS__)  // which stops the process at the write itself
void writePastTheEnd(const Args a)
{
    if (threadX() == 0)
        a.out[a.count] = 1.0F;
}
void writePastShared(const Args a)
{
    (&sharedMemory<float>())[a.count] = 1.0F;
}

TEST_F(StandIn, WritesPastTheEndAreFound)
{
    float* out = floats(10);
    EXPECT_EQ(run(writePastTheEnd, {out, 10}, 1, 32), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("past the end of a block of 40 bytes"), std::string::npos) << report();
    begin();
    EXPECT_EQ(run(writePastShared, {nullptr, 8}, 1, 1, 32), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("shared memory"), std::string::npos) << report();
}
#endif

void loadUnaligned(const Args a)
{
    a.out[0] = engine::cuda::floatOf(engine::cuda::loadWords4(a.out + 1).w[0]);
}

TEST_F(StandIn, WideLoadsMustBeAligned)
{
    EXPECT_EQ(run(loadUnaligned, {floats(8), 0}, 1, 1), cudaErrorLaunchFailure);
}

TEST_F(StandIn, LaunchesOutOfRangeAreRefused)
{
    EXPECT_EQ(run(numberThreads, {floats(1), 0}, 1, 1025), cudaErrorInvalidConfiguration);
    EXPECT_EQ(run(numberThreads, {floats(1), 0}, 0, 32), cudaErrorInvalidConfiguration);
    EXPECT_EQ(launch("test", numberThreads, Args{}, dim3(1, 65536), 1, 0, m_stream), cudaErrorInvalidConfiguration);
    EXPECT_EQ(run(shift, {floats(1), 0}, 1, 1, (48 << 10) + 4), cudaErrorInvalidValue);
    EXPECT_EQ(launch("test", numberThreads, Args{}, dim3(1), 1, 0, nullptr), cudaErrorInvalidResourceHandle);
}

void copyFirst(const Args a)
{
    a.out[1] = a.out[0];
}

TEST_F(StandIn, WorkStartsLateAndCopiesReadWhatIsThereThen)
{
    bool changedInTime = false;
    for (std::uint64_t seed = 1; seed < 10; ++seed) {
        begin(seed);
        void* pinned = nullptr;
        ASSERT_EQ(cudaHostAlloc(&pinned, sizeof(float), cudaHostAllocDefault), cudaSuccess);
        float* out = floats(2);
        *static_cast<float*>(pinned) = 1.0F;
        ASSERT_EQ(cudaMemcpyAsync(out, pinned, sizeof(float), cudaMemcpyHostToDevice, m_stream), cudaSuccess);
        *static_cast<float*>(pinned) = 2.0F;  // too early: nobody waited
        ASSERT_EQ(cudaStreamSynchronize(m_stream), cudaSuccess);
        changedInTime = changedInTime || out[0] == 2.0F;
    }
    EXPECT_TRUE(changedInTime);
    float pageable = 0;
    EXPECT_EQ(cudaMemcpyAsync(floats(1), &pageable, sizeof(float), cudaMemcpyHostToDevice, m_stream),
              cudaErrorInvalidValue);
}

TEST_F(StandIn, GraphsReplayWithParametersOfTheCapture)
{
    float* out = floats(2);
    Args args{out, 0};
    ASSERT_EQ(cudaStreamBeginCapture(m_stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    ASSERT_EQ(launch("test", copyFirst, args, dim3(1), 1, 0, m_stream), cudaSuccess);
    args.out = nullptr;
    void* data = nullptr;
    EXPECT_EQ(cudaMalloc(&data, 4), cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamEndCapture(m_stream, &graph), cudaSuccess);
    EXPECT_EQ(counters().kernelsRun, 0);
    cudaGraphExec_t ready = nullptr;
    ASSERT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
    for (float value : {3.0F, 4.0F}) {
        ASSERT_EQ(cudaMemcpy(out, &value, sizeof value, cudaMemcpyHostToDevice), cudaSuccess);
        ASSERT_EQ(cudaGraphLaunch(ready, m_stream), cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(m_stream), cudaSuccess);
        EXPECT_EQ(out[1], value);
    }
    EXPECT_EQ(counters().graphLaunches, 2);
    EXPECT_EQ(counters().launches, 0);
}

TEST_F(StandIn, AWaitDuringCaptureBreaksIt)
{
    ASSERT_EQ(cudaStreamBeginCapture(m_stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(m_stream), cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(m_stream, &graph), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(graph, nullptr);
}

TEST_F(StandIn, FailuresComeWhereAskedFor)
{
    failCall(2, cudaErrorECCUncorrectable);
    void* data = nullptr;
    EXPECT_EQ(cudaMalloc(&data, 4), cudaSuccess);
    EXPECT_FALSE(failed());
    EXPECT_EQ(cudaFree(data), cudaErrorECCUncorrectable);
    EXPECT_TRUE(failed());
    EXPECT_EQ(alive().deviceBlocks, 0) << "what ends something ends it in any case";
    EXPECT_EQ(cudaGetLastError(), cudaErrorECCUncorrectable);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(StandIn, MemoryIsBoundedAndFreedOnce)
{
    DeviceModel small;
    small.totalBytes = 1 << 20;
    small.contextBytes = 1 << 19;
    begin(1, small);
    std::size_t free = 0;
    std::size_t total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    EXPECT_EQ(free, std::size_t{1} << 19);
    void* data = nullptr;
    EXPECT_EQ(cudaMalloc(&data, (1 << 19) + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMalloc(&data, 1 << 19), cudaSuccess);
    EXPECT_EQ(cudaFree(data), cudaSuccess);
    EXPECT_EQ(cudaFree(data), cudaErrorInvalidValue);
}

struct GridArgs {
    float* out = nullptr;
    int barrier = 1;  ///< 0: none; 2: one that the first block does not come to
};

void shiftBlocks(const GridArgs a)
{
    const int block = engine::cuda::blockX();
    if (threadX() == 0)
        a.out[block] = static_cast<float>(block);
    if (a.barrier == 1 || (a.barrier == 2 && block > 0))
        engine::cuda::gridBarrier();
    if (threadX() == 1)
        a.out[engine::cuda::gridX() + block] = a.out[(block + 1) % engine::cuda::gridX()];
}

TEST_F(StandIn, ABarrierOfTheGridMakesWritesVisibleAndIsMissedWithoutIt)
{
    const auto run = [&](int barrier, std::uint64_t seed) {
        begin(seed);
        float* out = floats(12);
        const cudaError_t error =
            engine::cuda::launchTogether("grid", shiftBlocks, GridArgs{out, barrier}, 6, 64, 0, m_stream);
        EXPECT_EQ(error != cudaSuccess ? error : cudaStreamSynchronize(m_stream), cudaSuccess) << report();
        return std::vector<float>(out + 6, out + 12);
    };
    bool missed = false;
    for (std::uint64_t seed = 1; seed < 10; ++seed) {
        EXPECT_EQ(run(1, seed), (std::vector<float>{1, 2, 3, 4, 5, 0}));
        const auto without = run(0, seed);
        missed = missed || std::any_of(without.begin(), without.end(), [](float v) { return std::isnan(v); });
    }
    EXPECT_TRUE(missed);
}

TEST_F(StandIn, BarriersOfTheGridNeedAllBlocksAndACooperativeLaunch)
{
    const auto launchGrid = [&](int barrier, unsigned blocks) {
        return engine::cuda::launchTogether("grid", shiftBlocks, GridArgs{floats(16), barrier}, blocks, 32, 0,
                                            m_stream);
    };
    EXPECT_EQ(launchGrid(1, 7), cudaErrorCooperativeLaunchTooLarge);
    ASSERT_EQ(launchGrid(2, 6), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(m_stream), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("stand_in_test.cpp:"), std::string::npos) << report();
    begin();
    ASSERT_EQ(launch("grid", shiftBlocks, GridArgs{floats(16), 1}, dim3(6), 32, 0, m_stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(m_stream), cudaErrorLaunchFailure);
    EXPECT_NE(report().find("was not launched cooperatively"), std::string::npos) << report();
    DeviceModel old;
    old.cooperative = false;
    begin(1, old);
    EXPECT_EQ(launchGrid(1, 2), cudaErrorNotSupported);
}

TEST_F(StandIn, AFailedKernelEndsEverything)
{
    EXPECT_EQ(run(halfExchanges, {}, 1, 32), cudaErrorLaunchFailure);
    void* data = nullptr;
    EXPECT_EQ(cudaMalloc(&data, 4), cudaErrorLaunchFailure);
    EXPECT_EQ(cudaStreamSynchronize(m_stream), cudaErrorLaunchFailure);
}

}  // namespace
}  // namespace decodescope::cuda_on_cpu
