// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/gpu_ceilings.h"
#include "profiler/ceilings/published_peaks.h"

#include <gtest/gtest.h>

#include <set>

namespace decodescope::profiler {
namespace {

TEST(GpuCeilings, AreWhatEveryOtherPartTakesAndTellTheRest)
{
    engine::DeviceInfo device;
    device.name = "Some GPU";
    engine::cuda::DeviceRoofs roofs;
    roofs.readBytesPerS = 4e12;
    roofs.copyBytesPerS = 3.5e12;
    roofs.cacheBytesPerS = 9e12;
    roofs.bufferBytes = 1 << 30;
    roofs.cacheBufferBytes = 1 << 24;
    roofs.cacheBytes = 1 << 25;
    roofs.tensor = {{"f32", 50e12}, {"tf32", 300e12}, {"bf16", 800e12}};
    roofs.launchNs = 1300;
    roofs.barrierNs = 1250;
    roofs.barrierBlocks = 396;
    roofs.notes = {"something is missing"};
    const Ceilings ceilings = gpuCeilings(device, roofs);
    EXPECT_EQ(ceilings.device, "Some GPU");
    EXPECT_EQ(ceilings.readGbPerS, 4000);
    EXPECT_EQ(ceilings.cacheReadGbPerS, 9000);
    EXPECT_EQ(ceilings.readGbPerSAt(1 << 30), 4000);
    EXPECT_EQ(ceilings.readGbPerSAt(1 << 24), 9000);
    EXPECT_EQ(ceilings.computeGflopPerS(ComputeType::f32), 50e3);
    EXPECT_EQ(ceilings.ridge(ComputeType::bf16), 200);
    EXPECT_FALSE(ceilings.computeGflopPerS(ComputeType::int8));
    std::string notes;
    for (const std::string& note : ceilings.notes) notes += note + "\n";
    for (const char* told :
         {"3500.0 GB/s", "tf32: 300000.0 GFLOP/s", "1.30 us", "1.25 us with 396 blocks", "something is missing"})
        EXPECT_NE(notes.find(told), std::string::npos) << told << " in\n" << notes;
}

TEST(PublishedPeaks, AreDenseNamedOnceAndHaveTheirSource)
{
    std::set<std::string> names;
    for (const PublishedPeaks& gpu : publishedPeaks()) {
        EXPECT_TRUE(names.insert(gpu.name).second) << gpu.name;
        EXPECT_FALSE(gpu.source.empty() || gpu.note.empty() || gpu.title.empty()) << gpu.name;
        EXPECT_GT(gpu.memoryGbPerS, 100) << gpu.name;
        double before = 0;
        for (const auto& [type, rate] : gpu.tflopPerS) {
            EXPECT_GE(rate, before) << gpu.name << " " << type << ": narrower operands are no slower";
            before = rate;
        }
    }
    EXPECT_GE(names.size(), 8U);
    const auto h200 = findPublishedPeaks("h200-sxm");
    ASSERT_TRUE(h200);
    EXPECT_NEAR(*h200->ridge("bf16"), 206, 0.5);
    EXPECT_FALSE(findPublishedPeaks("t4")->ridge("bf16")) << "it has no tensor product for it";
    const auto unknown = findPublishedPeaks("h2000");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::usage);
    EXPECT_NE(unknown.error().hint.find("h200-sxm"), std::string::npos);
}

}  // namespace
}  // namespace decodescope::profiler
