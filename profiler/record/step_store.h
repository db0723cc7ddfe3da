// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/step_record.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace decodescope::profiler {

/// Bytes a record owns outside itself (vectors, long strings), as the heap accounts them: rounded up, headers included.
std::int64_t heapBytes(const StepRecord& record);

/// Append-only list of StepRecords with a published count. One writer; readers on any thread see size() whole,
/// immutable records and never wait. Records never move.
class StepStore {
public:
    StepStore();
    ~StepStore();
    StepStore(const StepStore&) = delete;
    StepStore& operator=(const StepStore&) = delete;

    std::size_t size() const { return m_count.load(std::memory_order_acquire); }
    const StepRecord& operator[](std::size_t index) const;
    /// False when the store is full (kCapacity records): nothing is appended then.
    [[nodiscard]] bool append(StepRecord record);
    /// Bytes the store holds: its chunks of records, and what the records own (op rows, sequences, strings).
    std::int64_t bytes() const { return m_bytes.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t kChunk = 64;
    static constexpr std::size_t kMaxChunks = 1u << 16;

public:
    static constexpr std::size_t kCapacity = kChunk * kMaxChunks;  ///< 4,194,304 steps

private:
    using Chunk = std::array<StepRecord, kChunk>;
    std::unique_ptr<std::atomic<Chunk*>[]> m_chunks;
    std::atomic<std::size_t> m_count{0};
    std::atomic<std::int64_t> m_bytes{0};
};

}  // namespace decodescope::profiler
