// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/memory_account.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace decodescope::engine {
namespace {

std::int64_t live(const MemoryAccount& account, MemoryKind kind)
{
    return account.snapshot().live[static_cast<std::size_t>(kind)];
}

TEST(MemoryAccount, CountsLiveReservedAndPeak)
{
    const auto account = MemoryAccount::create();
    auto small = account->allocate(MemoryKind::weights, 1000, "small");
    ASSERT_TRUE(small);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small->data()) % 64, 0U);
    {
        auto large = account->allocate(MemoryKind::kvCache, (5 << 20) + 1, "large");
        ASSERT_TRUE(large);
        EXPECT_TRUE(
            std::all_of(large->data(), large->data() + large->bytes(), [](std::byte b) { return b == std::byte{}; }));
        EXPECT_EQ(live(*account, MemoryKind::kvCache), (5 << 20) + 1);
        EXPECT_LE(account->snapshot().liveTotal(), account->snapshot().reserved);
    }
    EXPECT_EQ(live(*account, MemoryKind::kvCache), 0);
    EXPECT_EQ(live(*account, MemoryKind::weights), 1000);
    EXPECT_EQ(account->peakLive(), 1000 + (5 << 20) + 1);
    account->resetPeak();
    EXPECT_EQ(account->peakLive(), 1000);
    *small = Buffer();
    EXPECT_EQ(account->snapshot().liveTotal(), 0);
    EXPECT_EQ(account->snapshot().reserved, 0);
}

TEST(MemoryAccount, SmallBlocksShareHugePagesAndStayZeroFilled)
{
    const auto account = MemoryAccount::create();
    std::vector<Buffer> blocks;
    for (int i = 0; i < 100; ++i) {
        auto block = account->allocate(MemoryKind::weights, 700'001, "block");
        ASSERT_TRUE(block);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block->data()) % 64, 0U);
        EXPECT_TRUE(
            std::all_of(block->data(), block->data() + block->bytes(), [](std::byte b) { return b == std::byte{}; }));
        std::fill(block->data(), block->data() + block->bytes(), std::byte{7});
        blocks.push_back(std::move(*block));
        if (i % 3 == 0)
            blocks.erase(blocks.begin());
        const MemorySnapshot now = account->snapshot();
        EXPECT_LE(now.liveTotal(), now.reserved);
    }
    for (const Buffer& block : blocks)
        EXPECT_EQ(block.data()[block.bytes() - 1], std::byte{7}) << "nobody else wrote here";
    blocks.clear();
    EXPECT_EQ(account->snapshot().reserved, 0);
}

TEST(MemoryAccount, MovingAndRecountingKeepTheBooks)
{
    const auto account = MemoryAccount::create();
    auto taken = account->allocate(MemoryKind::workspace, 4096, "block");
    ASSERT_TRUE(taken);
    Buffer moved = std::move(*taken);
    EXPECT_EQ(taken->data(), nullptr);
    moved.recount(MemoryKind::kvCache);
    EXPECT_EQ(live(*account, MemoryKind::workspace), 0);
    EXPECT_EQ(live(*account, MemoryKind::kvCache), 4096);
    Buffer other;
    other = std::move(moved);
    other = Buffer();
    EXPECT_EQ(account->snapshot().liveTotal(), 0);
    EXPECT_EQ(account->peakLive(), 4096) << "a recount is no allocation";
}

TEST(MemoryAccount, RefusesWhatDoesNotFitNamingBufferNeedAndFree)
{
    const auto account = MemoryAccount::create();
    for (std::int64_t bytes : {availableMemoryBytes() + (std::int64_t{1} << 40), std::int64_t{1} << 62}) {
        const auto refused = account->allocate(MemoryKind::kvCache, bytes, "KV cache, keys");
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::memory);
        for (const char* part : {"KV cache, keys", "MiB needed", "MiB free"})
            EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
        EXPECT_FALSE(refused.error().hint.empty());
    }
    EXPECT_EQ(account->snapshot().liveTotal(), 0);
    EXPECT_EQ(account->peakLive(), 0);
}

TEST(MemoryAccount, AnOverAllocationShows)
{
    // What the growth check relies on: the books are the blocks, so a cache that takes twice its formula is seen.
    const auto account = MemoryAccount::create();
    const auto honest = account->allocate(MemoryKind::kvCache, 1 << 20, "cache");
    const auto twice = account->allocate(MemoryKind::kvCache, 1 << 20, "cache again");
    ASSERT_TRUE(honest && twice);
    EXPECT_EQ(live(*account, MemoryKind::kvCache), 2 << 20);
}

TEST(MemoryAccount, ThreadsMayTakeAndGiveAtOnce)
{
    const auto account = MemoryAccount::create();
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 1; i < 200; ++i) {
                    auto buffer = account->allocate(MemoryKind::workspace, i * 100, "block");
                    ASSERT_TRUE(buffer);
                    const MemorySnapshot now = account->snapshot();
                    EXPECT_GE(now.liveTotal(), i * 100);
                }
            });
    }
    EXPECT_EQ(account->snapshot().liveTotal(), 0);
    EXPECT_EQ(account->snapshot().reserved, 0);
}

TEST(SystemMemory, FiguresArePlausible)
{
    EXPECT_GT(availableMemoryBytes(), std::int64_t{1} << 20);
    EXPECT_GT(residentBytes(), std::int64_t{1} << 20);
    EXPECT_GE(peakResidentBytes(), residentBytes() / 2);
    const std::int64_t before = residentBytes();
    const auto account = MemoryAccount::create();
    auto buffer = account->allocate(MemoryKind::workspace, 64 << 20, "touched");
    ASSERT_TRUE(buffer);
    std::fill(buffer->data(), buffer->data() + buffer->bytes(), std::byte{1});
    EXPECT_GT(residentBytes(), before + (60 << 20));
}

}  // namespace
}  // namespace decodescope::engine
