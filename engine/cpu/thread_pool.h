// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace decodescope::engine::cpu {

/// A number that threads wait on: they spin for a while, then sleep until it changes. The sleep is the system's own,
/// for the standard library's spins once more and yields, which on a loaded machine gives whole time slices away.
class Awaited {
public:
    std::int32_t load(std::memory_order order) const { return m_value.load(order); }
    /// Publishes what was written before, and wakes who sleeps.
    void set(std::int32_t value);
    void waitWhile(std::int32_t old, std::chrono::microseconds spin) const;

private:
    std::atomic<std::int32_t> m_value{0};
    mutable std::atomic<std::int32_t> m_sleepers{0};
};

/// Lets `threads` threads wait for each other. Waiters spin for some microseconds (the others are usually that close),
/// then sleep: a thread whose partner lost its CPU to another program does not burn its own.
class Barrier {
public:
    explicit Barrier(std::int32_t threads) : m_threads(threads) {}
    /// Returns what `flag` was when the last thread arrived: the same answer for all.
    bool wait(const std::atomic<bool>& flag);

private:
    const std::int32_t m_threads;
    bool m_answer = false;  ///< written by the last to arrive before it releases the others
    alignas(64) std::atomic<std::int32_t> m_arrived{0};
    alignas(64) Awaited m_generation;
};

/// Hands out the numbers 0..count-1 to whichever thread asks next. reset() belongs between two barriers.
class WorkCounter {
public:
    void reset() { m_next.store(0, std::memory_order_relaxed); }
    std::int64_t next() { return m_next.fetch_add(1, std::memory_order_relaxed); }

private:
    alignas(64) std::atomic<std::int64_t> m_next{0};
};

/// Persistent worker threads; the caller is thread 0. Workers sleep between runs.
class ThreadPool {
public:
    explicit ThreadPool(std::int32_t threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    std::int32_t threads() const { return m_threads; }
    /// Runs `body(thread)` on every thread and returns when all are done. Callers take turns; not reentrant. `body`
    /// must not throw.
    void run(const std::function<void(std::int32_t)>& body);
    /// For `body`: waits until every thread has called it. Returns what `flag` was when the last one did, the same for
    /// all, so that all can leave together.
    bool barrier(const std::atomic<bool>& flag) { return m_barrier.wait(flag); }

private:
    void work(std::int32_t thread);

    const std::int32_t m_threads;
    Barrier m_barrier;
    const std::atomic<bool> m_noFlag{false};
    std::mutex m_turn;
    const std::function<void(std::int32_t)>* m_body = nullptr;
    Awaited m_run;  ///< number of runs begun; -1 ends the workers
    std::vector<std::jthread> m_workers;
};

}  // namespace decodescope::engine::cpu
