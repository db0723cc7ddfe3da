// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/thread_pool.h"

#include <gtest/gtest.h>

#include <ctime>
#include <numeric>
#include <thread>

namespace decodescope::engine::cpu {
namespace {

const std::atomic<bool> never{false};

TEST(ThreadPool, EveryThreadRunsOncePerRun)
{
    for (std::int32_t threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        std::vector<int> runs(static_cast<std::size_t>(threads), 0);
        for (int i = 0; i < 200; ++i) pool.run([&](std::int32_t thread) { ++runs[static_cast<std::size_t>(thread)]; });
        EXPECT_EQ(runs, std::vector<int>(static_cast<std::size_t>(threads), 200));
    }
}

TEST(ThreadPool, NobodyPassesABarrierBeforeAllHaveCome)
{
    constexpr std::int32_t kThreads = 4;
    constexpr int kRounds = 500;
    ThreadPool pool(kThreads);
    std::vector<int> at(kThreads, 0);  // plain ints: the barrier alone orders them
    std::atomic<int> wrong{0};
    pool.run([&](std::int32_t thread) {
        for (int round = 1; round <= kRounds; ++round) {
            at[static_cast<std::size_t>(thread)] = round;
            pool.barrier(never);
            for (int other : at) wrong += other != round;
            pool.barrier(never);
        }
    });
    EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, AllThreadsGetTheSameAnswerAtABarrier)
{
    constexpr std::int32_t kThreads = 3;
    ThreadPool pool(kThreads);
    for (int attempt = 0; attempt < 300; ++attempt) {
        std::atomic<bool> flag{false};
        std::vector<int> left(kThreads, 0);
        pool.run([&](std::int32_t thread) {
            for (int round = 0; round < 20; ++round) {
                if (thread == 1 && round == attempt % 20)
                    flag = true;
                if (pool.barrier(flag)) {
                    left[static_cast<std::size_t>(thread)] = round;
                    return;
                }
            }
        });
        EXPECT_EQ(left[0], left[1]);
        EXPECT_EQ(left[1], left[2]);
    }
}

TEST(ThreadPool, CounterHandsOutEveryNumberOnce)
{
    ThreadPool pool(3);
    WorkCounter counter;
    std::vector<std::atomic<int>> taken(10'000);
    pool.run([&](std::int32_t) {
        for (std::int64_t i; (i = counter.next()) < static_cast<std::int64_t>(taken.size());)
            ++taken[static_cast<std::size_t>(i)];
    });
    for (const auto& count : taken) ASSERT_EQ(count, 1);
}

TEST(ThreadPool, IdleWorkersUseNoProcessorTime)
{
    ThreadPool pool(4);
    pool.run([](std::int32_t) {});
    const std::clock_t before = std::clock();  // processor time of the whole process
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.05);
}

TEST(ThreadPool, WaitingForASlowPartnerDoesNotSpin)
{
    ThreadPool pool(3);
    const std::clock_t before = std::clock();
    pool.run([&](std::int32_t thread) {
        if (thread == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        pool.barrier(never);
    });
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.1);
}

}  // namespace
}  // namespace decodescope::engine::cpu
