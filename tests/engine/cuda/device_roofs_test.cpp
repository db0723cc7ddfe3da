// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring a device's roofs: that it runs to its end, gives everything back, and turns failures into notes or errors.
// The stand-in's clock counts launches; what it shows is no rate of anything.
#include "engine/cuda/device_roofs.h"
#include "tests/engine/cuda/device_fixture.h"

#include <set>

namespace decodescope::engine::testing {
namespace {

constexpr cuda::RoofOptions kTiny{2, 1 << 16, 32};

cuda_on_cpu::DeviceModel tinyDevice()
{
    cuda_on_cpu::DeviceModel device;
    device.cacheBytes = 1 << 16;
    return device;
}

class DeviceRoofsTest : public OnDevice {
protected:
    void SetUp() override { cuda_on_cpu::reset(1, tinyDevice()); }
};

std::set<std::string> typesOf(const cuda::DeviceRoofs& roofs)
{
    std::set<std::string> types;
    for (const cuda::TensorRoof& roof : roofs.tensor) {
        EXPECT_GT(roof.flopPerS, 0) << roof.type;
        types.insert(roof.type);
    }
    return types;
}

TEST_F(DeviceRoofsTest, EveryRoofIsMeasuredAndAllMemoryGivenBack)
{
    const auto roofs = require(cuda::measureRoofs(0, kTiny));
    EXPECT_EQ(roofs.bufferBytes, 1 << 20) << "whole MiB, at least four times the cache";
    EXPECT_EQ(roofs.cacheBufferBytes, 1 << 15);
    // Of the stand-in's clock: 2.5 us for a kernel and the event that ends it.
    EXPECT_NEAR(roofs.readBytesPerS, (1 << 20) / 2.5e-6, 1e7);
    EXPECT_NEAR(roofs.copyBytesPerS, 2 * (1 << 20) / 2.5e-6, 1e7);
    EXPECT_NEAR(roofs.cacheBytesPerS, 20 * (1 << 15) / 2.5e-6, 1e7);
    EXPECT_EQ(typesOf(roofs), (std::set<std::string>{"bf16", "f16", "f32", "fp8", "tf32"}));
    EXPECT_GT(roofs.launchNs, 0);
    EXPECT_GT(roofs.launchAndWaitNs, 0);
    EXPECT_EQ(roofs.barrierBlocks, 6);
    ASSERT_TRUE(roofs.barrierNs);
    EXPECT_TRUE(roofs.notes.empty());
}

TEST_F(DeviceRoofsTest, WhatADeviceLacksIsANote)
{
    auto device = tinyDevice();
    device.major = 7;
    device.minor = 5;
    device.cooperative = false;
    cuda_on_cpu::reset(1, device);
    const auto old = require(cuda::measureRoofs(0, kTiny));
    EXPECT_EQ(typesOf(old), (std::set<std::string>{"f16", "f32"}));
    EXPECT_FALSE(old.barrierNs);
    ASSERT_EQ(old.notes.size(), 4U);
    EXPECT_NE(old.notes[2].find("bf16 on compute capability 7.5"), std::string::npos);
    EXPECT_NE(old.notes[3].find("fp8 before compute capability 8.9"), std::string::npos);
    device.blas = false;
    cuda_on_cpu::reset(1, device);
    const auto without = require(cuda::measureRoofs(0, kTiny));
    EXPECT_TRUE(without.tensor.empty());
    EXPECT_NE(without.notes.back().find("cuBLAS is missing"), std::string::npos);
}

TEST_F(DeviceRoofsTest, EveryCallMayFail)
{
    require(cuda::measureRoofs(0, kTiny));
    const std::int64_t calls = cuda_on_cpu::counters().calls;
    for (std::int64_t call = 1; call <= calls; call += call < 40 || call + 15 > calls ? 1 : 173) {
        cuda_on_cpu::reset(1, tinyDevice());
        cuda_on_cpu::failCall(call, cudaErrorIllegalAddress);
        const auto roofs = cuda::measureRoofs(0, kTiny);
        ASSERT_TRUE(cuda_on_cpu::failed()) << call;
        if (!roofs) {
            EXPECT_TRUE(roofs.error().code == ErrorCode::device || roofs.error().code == ErrorCode::memory) << call;
        }
        ASSERT_EQ(cuda_on_cpu::alive().sum(), 0) << "call " << call;
    }
    cuda_on_cpu::reset();
}

TEST_F(DeviceRoofsTest, AStopEndsIt)
{
    std::stop_source stop;
    stop.request_stop();
    const auto roofs = cuda::measureRoofs(0, kTiny, stop.get_token());
    ASSERT_FALSE(roofs);
    EXPECT_EQ(roofs.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace decodescope::engine::testing
