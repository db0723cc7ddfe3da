// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "profiler/cupti/activity_parser.h"
#include "profiler/cupti/buffer_pool.h"

#include <cupti.h>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace decodescope::profiler::cupti {

/// Which op each node of a graph was captured for. Of one thread.
using GraphNodes = std::unordered_map<std::uint64_t, std::int32_t>;

/// CUPTI's activity tracing, of which there is one in a process. Steps are one at a time on one thread; CUPTI calls
/// back on any. The first failure ends it for good: it is remembered, nothing is tried again, and what is left in CUPTI
/// is switched off.
class ActivityTracing {
public:
    ActivityTracing();
    ~ActivityTracing();
    ActivityTracing(const ActivityTracing&) = delete;
    ActivityTracing& operator=(const ActivityTracing&) = delete;

    /// Subscribes and switches all kinds of records on. The first answer is given again to later calls.
    Result<void> start();
    bool running() const noexcept { return m_running.load(std::memory_order_acquire); }
    std::optional<Error> failure() const;
    /// Takes note of a failure; CUPTI is left alone until settle(), because this may be one of its callbacks.
    void fail(CUptiResult result, const char* doing) noexcept;
    void fail(Error error) noexcept;
    /// Switches CUPTI off after a failure.
    void settle() noexcept;

    /// A session that sees steps is there from now on; its number. What CUPTI recorded up to now is of no interest.
    std::uint16_t beginSession() noexcept;
    void endSession() noexcept;
    /// Nothing is recorded from now on, until the next session; but where one is open. CUPTI records from start() on,
    /// because modules must be loaded while it does; what else is measured is measured without it.
    void rest() noexcept;
    /// Keeps records from now on; nodes captured by this thread are put into `nodes` with `op`.
    void beginStep(GraphNodes& nodes, const std::int32_t& op) noexcept;
    /// Ends it: all that was recorded, and how many records were lost. The device has been waited for. False when
    /// tracing has failed.
    bool endStep(ActivityBatch& batch, std::int64_t& dropped) noexcept;

    std::int64_t bufferBytes() const noexcept { return m_pool.bytes(); }

private:
    static void CUPTIAPI requestBuffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords) noexcept;
    static void CUPTIAPI completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size,
                                        std::size_t bytes) noexcept;
    static void CUPTIAPI resource(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                  const void* data) noexcept;
    void nodeMade(const CUpti_GraphData& graph, bool cloned);
    bool ok(CUptiResult result, const char* doing) noexcept;
    bool switchOn();
    bool enableKinds() noexcept;
    void switchOff() noexcept;
    void forget() noexcept;
    /// Records lost since the last call.
    std::int64_t readDropped() noexcept;

    BufferPool m_pool;
    ActivityParser m_parser;
    std::vector<FilledBuffer> m_filled;
    std::atomic<bool> m_running{false};
    std::atomic<int> m_steps{0};               ///< in progress
    std::atomic<std::uint16_t> m_sessions{0};  ///< begun so far
    int m_open = 0;                            ///< of them
    bool m_tried = false;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    std::vector<CUpti_ActivityKind> m_enabled;
    mutable std::mutex m_failureMutex;
    std::optional<Error> m_failure;
};

}  // namespace decodescope::profiler::cupti
