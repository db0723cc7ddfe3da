// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/ceilings.h"

#include "engine/forward/backend.h"
#include "profiler/ceilings/cache_info.h"
#include "profiler/ceilings/probe_kernels.h"
#include "profiler/ceilings/probe_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>

namespace decodescope::profiler {
namespace {

TEST(Ceilings, QuickProbeFindsPlausibleRoofs)
{
    const auto result = measureCpuCeilings({0, true});
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_FALSE(result->device.empty());
    EXPECT_EQ(result->threads, engine::affinityCpus());
    EXPECT_GT(result->readGbPerS, 0.1);
    EXPECT_LT(result->readGbPerS, 20'000);
    EXPECT_GT(result->bufferBytes, 0);
    EXPECT_GT(result->lastLevelCacheBytes, 0);
    const auto f32 = result->computeGflopPerS(ComputeType::f32);
    ASSERT_TRUE(f32);
    EXPECT_GT(*f32, 0.1);
    for (const ComputeRoof& roof : result->compute) {
        EXPECT_GT(roof.gflopPerS, 0.1);
        EXPECT_FALSE(roof.instruction.empty());
        ASSERT_TRUE(result->ridge(roof.type));
        EXPECT_DOUBLE_EQ(*result->ridge(roof.type), roof.gflopPerS / result->readGbPerS);
    }
    std::string notes;
    for (const std::string& note : result->notes) notes += note + "\n";
    EXPECT_NE(notes.find("read roof: "), std::string::npos) << notes;
    // A buffer below four times the cache is said to be one.
    EXPECT_EQ(notes.find("instead of") != std::string::npos, result->bufferBytes < 4 * result->lastLevelCacheBytes)
        << notes;
}

TEST(Ceilings, ReadBySizeAscendsAndEndsAtTheMemoryRoof)
{
    const auto result = measureCpuCeilings({1, true});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_GE(result->readBySize.size(), 2u);
    for (std::size_t i = 1; i < result->readBySize.size(); ++i)
        EXPECT_GT(result->readBySize[i].bytes, result->readBySize[i - 1].bytes);
    EXPECT_EQ(result->readBySize.back().gbPerS, result->readGbPerS);
    EXPECT_GE(result->readBySize.back().bytes, 4 * result->lastLevelCacheBytes);
    EXPECT_EQ(result->readBySize.front().gbPerS, result->cacheReadGbPerS);
}

TEST(Ceilings, QuickProbeGivesEachOfManyThreadsItsPart)
{
    const auto result = measureCpuCeilings({9, true});
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->threads, 9);
    EXPECT_GE(result->bufferBytes, 9 * (std::int64_t{2} << 20));
    EXPECT_GT(result->readGbPerS, 0.1);
}

TEST(Ceilings, StoppedProbeSaysSo)
{
    std::stop_source source;
    source.request_stop();
    const auto result = measureCpuCeilings({1, true}, source.get_token());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::cancelled);
}

TEST(Ceilings, BandwidthAtASizeLiesBetweenItsNeighbours)
{
    Ceilings ceilings;
    ceilings.readGbPerS = 20;
    EXPECT_EQ(ceilings.readGbPerSAt(1), 20);
    ceilings.readBySize = {{1 << 20, 100}, {4 << 20, 60}, {16 << 20, 20}};
    EXPECT_EQ(ceilings.readGbPerSAt(1000), 100);
    EXPECT_EQ(ceilings.readGbPerSAt(4 << 20), 60);
    EXPECT_NEAR(ceilings.readGbPerSAt(2 << 20), 80, 1e-9);
    EXPECT_NEAR(ceilings.readGbPerSAt(8 << 20), 40, 1e-9);
    EXPECT_EQ(ceilings.readGbPerSAt(std::int64_t{1} << 40), 20);
}

TEST(Ceilings, DenseBf16OnH200HasItsKnownRidge)
{
    Ceilings ceilings;
    ceilings.readGbPerS = 4800;
    ceilings.compute = {{ComputeType::bf16, 989'500, "dense"}};
    EXPECT_NEAR(*ceilings.ridge(ComputeType::bf16), 206, 0.5);
    EXPECT_FALSE(ceilings.ridge(ComputeType::int8));
}

TEST(ProbeKernels, EveryPatternReadsEveryByte)
{
    alignas(64) static std::byte data[8 * kReadGrain];
    for (const int streams : {1, 2, 4, 8}) {
        for (const int prefetch : {0, 512}) {
            std::fill(std::begin(data), std::end(data), std::byte{0});
            const ReadPattern pattern{streams, prefetch};
            const std::uint64_t zero = readAll(data, sizeof(data), pattern);
            // Any one byte changes what comes back.
            for (std::size_t at = 0; at < sizeof(data); at += 61) {
                data[at] = std::byte{1};
                EXPECT_NE(readAll(data, sizeof(data), pattern), zero) << streams << " streams, byte " << at;
                data[at] = std::byte{0};
            }
        }
    }
}

TEST(ProbeKernels, FlushingKeepsTheData)
{
    if (!canFlushCaches())
        GTEST_SKIP() << "no flush instruction on this processor";
    alignas(64) static std::byte data[kReadGrain];
    for (std::size_t i = 0; i < sizeof(data); ++i) data[i] = static_cast<std::byte>(i * 7);
    flushFromCaches(data, sizeof(data));
    for (std::size_t i = 0; i < sizeof(data); ++i) ASSERT_EQ(data[i], static_cast<std::byte>(i * 7));
}

TEST(ProbeKernels, OneKernelPerTypeAndF32Always)
{
    std::set<ComputeType> types;
    for (const ComputeKernel& kernel : computeKernels()) {
        EXPECT_TRUE(types.insert(kernel.type).second);
        EXPECT_GT(kernel.flopsPerRound, 0);
        kernel.run(10);
    }
    EXPECT_TRUE(types.contains(ComputeType::f32));
}

TEST(ProbeTeam, EveryThreadWorksOncePerRun)
{
    for (const bool pinned : {false, true}) {
        ProbeTeam team(3, pinned);
        std::atomic<int> sum{0};
        for (int i = 0; i < 50; ++i) EXPECT_GT(team.run([&](int thread) { sum += 1 << (8 * thread); }), 0.0);
        EXPECT_EQ(sum.load(), 50 * 0x010101);
    }
}

TEST(CacheInfo, SharedCachesCountOnce)
{
    const auto root = std::filesystem::temp_directory_path() / "decodescope-cache-info";
    std::filesystem::remove_all(root);
    for (const int cpu : affinityCpuList()) {
        const auto put = [&](int index, const char* level, const char* type, const char* size, std::string shared) {
            const auto folder = root / ("cpu" + std::to_string(cpu)) / "cache" / ("index" + std::to_string(index));
            std::filesystem::create_directories(folder);
            std::ofstream(folder / "level") << level << "\n";
            std::ofstream(folder / "type") << type << "\n";
            std::ofstream(folder / "size") << size << "\n";
            std::ofstream(folder / "shared_cpu_list") << shared << "\n";
        };
        put(0, "1", "Data", "48K", std::to_string(cpu));
        put(1, "1", "Instruction", "32K", std::to_string(cpu));
        put(2, "2", "Unified", "2048K", std::to_string(cpu));
        put(3, "3", "Unified", "32M", "0-1023");
    }
    const CacheInfo info = readCacheInfo(root.string());
    EXPECT_EQ(info.lastLevelBytes, std::int64_t{32} << 20);
    EXPECT_EQ(info.secondLevelBytes, static_cast<std::int64_t>(affinityCpuList().size()) * (2 << 20));
    std::filesystem::remove_all(root);
    EXPECT_EQ(readCacheInfo(root.string()).lastLevelBytes, 0);
}

}  // namespace
}  // namespace decodescope::profiler
