// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/step_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace decodescope::profiler {
namespace {

StepRecord numbered(std::int64_t step)
{
    StepRecord record;
    record.step = step;
    record.wallNs = 3 * step;
    record.sequences.push_back({});
    record.sequences.back().tokenBytes = std::string(40, static_cast<char>('a' + step % 26));
    record.ops.resize(static_cast<std::size_t>(step % 5));
    return record;
}

TEST(StepStore, KeepsRecordsInOrderAndInPlace)
{
    StepStore store;
    std::vector<const StepRecord*> places;
    for (std::int64_t i = 0; i < 3000; ++i) {
        ASSERT_TRUE(store.append(numbered(i)));
        ASSERT_EQ(store.size(), static_cast<std::size_t>(i) + 1);
        places.push_back(&store[static_cast<std::size_t>(i)]);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_EQ(&store[i], places[i]);
        EXPECT_EQ(store[i].step, static_cast<std::int64_t>(i));
    }
}

TEST(StepStore, ReaderSeesWholeRecordsWhileTheWriterAppends)
{
    StepStore store;
    constexpr std::int64_t kSteps = 20'000;
    std::atomic<bool> wrong{false};
    std::vector<std::jthread> readers;
    for (int reader = 0; reader < 2; ++reader) {
        readers.emplace_back([&] {
            std::size_t seen = 0;
            while (seen < static_cast<std::size_t>(kSteps)) {
                const std::size_t count = store.size();
                for (; seen < count; ++seen) {
                    const StepRecord& record = store[seen];
                    const auto step = static_cast<std::int64_t>(seen);
                    if (record.step != step || record.wallNs != 3 * step || record.sequences.size() != 1 ||
                        record.sequences[0].tokenBytes != std::string(40, static_cast<char>('a' + step % 26)) ||
                        record.ops.size() != static_cast<std::size_t>(step % 5))
                        wrong = true;
                }
                std::this_thread::yield();
            }
        });
    }
    for (std::int64_t i = 0; i < kSteps; ++i) ASSERT_TRUE(store.append(numbered(i)));
    readers.clear();
    EXPECT_FALSE(wrong.load());
}

TEST(StepStore, StatesTheBytesItHolds)
{
    StepStore store;
    const std::int64_t empty = store.bytes();
    ASSERT_TRUE(store.append(numbered(4)));
    const std::int64_t first = store.bytes();
    EXPECT_GE(first - empty,
              static_cast<std::int64_t>(sizeof(StepRecord)) + 41 + 4 * static_cast<std::int64_t>(sizeof(OpRecord)));
    // The second shares the first one's chunk: only what it owns is added.
    ASSERT_TRUE(store.append(numbered(4)));
    EXPECT_EQ(store.bytes() - first, heapBytes(store[1]));
    // Three blocks, each with a header, rounded to 16 bytes.
    EXPECT_LE(heapBytes(store[1]),
              41 + static_cast<std::int64_t>(4 * sizeof(OpRecord) + sizeof(SequenceRecord) + 3 * (sizeof(void*) + 24)));
    EXPECT_GE(heapBytes(store[1]), 41 + static_cast<std::int64_t>(4 * sizeof(OpRecord) + sizeof(SequenceRecord)));
}

}  // namespace
}  // namespace decodescope::profiler
