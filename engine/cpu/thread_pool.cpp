// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/thread_pool.h"

#include <chrono>
#include <climits>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace decodescope::engine::cpu {
namespace {

/// About the time a sleeping thread needs to wake: spinning longer than that is never cheaper than sleeping.
constexpr std::chrono::microseconds kSpin{40};
/// Between two steps of a decode lie sampling and recording; a worker that dozed off then would delay every token.
constexpr std::chrono::microseconds kSpinBetweenRuns{200};

void relax()
{
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

#if defined(__linux__)
void sleepWhile(const std::atomic<std::int32_t>& value, std::int32_t old)
{
    static_assert(sizeof value == sizeof(std::int32_t) && std::atomic<std::int32_t>::is_always_lock_free);
    syscall(SYS_futex, &value, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);  // returns at once when it has changed
}

void wakeAll(std::atomic<std::int32_t>& value)
{
    syscall(SYS_futex, &value, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
#else
void sleepWhile(const std::atomic<std::int32_t>& value, std::int32_t old)
{
    value.wait(old);
}

void wakeAll(std::atomic<std::int32_t>& value)
{
    value.notify_all();
}
#endif

}  // namespace

void Awaited::set(std::int32_t value)
{
    // In one order with the sleepers' own two steps: either they see the new value or we see them.
    m_value.store(value, std::memory_order_seq_cst);
    if (m_sleepers.load(std::memory_order_seq_cst) > 0)
        wakeAll(m_value);
}

void Awaited::waitWhile(std::int32_t old, std::chrono::microseconds spin) const
{
    const auto end = std::chrono::steady_clock::now() + spin;
    do {
        for (int i = 0; i < 32; ++i) {
            if (m_value.load(std::memory_order_acquire) != old)
                return;
            relax();
        }
    } while (std::chrono::steady_clock::now() < end);
    m_sleepers.fetch_add(1, std::memory_order_seq_cst);
    while (m_value.load(std::memory_order_seq_cst) == old) sleepWhile(m_value, old);
    m_sleepers.fetch_sub(1, std::memory_order_relaxed);
}

bool Barrier::wait(const std::atomic<bool>& flag)
{
    if (m_threads == 1)
        return flag.load(std::memory_order_relaxed);
    const std::int32_t generation = m_generation.load(std::memory_order_relaxed);
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == m_threads) {
        m_answer = flag.load(std::memory_order_relaxed);
        m_arrived.store(0, std::memory_order_relaxed);
        m_generation.set(generation + 1);
    } else {
        m_generation.waitWhile(generation, kSpin);
    }
    return m_answer;  // stable until every thread has come to the next barrier
}

ThreadPool::ThreadPool(std::int32_t threads) : m_threads(threads < 1 ? 1 : threads), m_barrier(m_threads)
{
    for (std::int32_t i = 1; i < m_threads; ++i) m_workers.emplace_back([this, i] { work(i); });
}

ThreadPool::~ThreadPool()
{
    m_run.set(-1);
}

void ThreadPool::run(const std::function<void(std::int32_t)>& body)
{
    const std::lock_guard turn(m_turn);
    if (m_threads == 1) {
        body(0);
        return;
    }
    m_body = &body;
    m_run.set((m_run.load(std::memory_order_relaxed) + 1) & 0x7FFFFFFF);
    body(0);
    m_barrier.wait(m_noFlag);
}

void ThreadPool::work(std::int32_t thread)
{
    std::int32_t seen = 0;
    for (;;) {
        m_run.waitWhile(seen, kSpinBetweenRuns);
        seen = m_run.load(std::memory_order_acquire);
        if (seen < 0)
            return;
        (*m_body)(thread);
        m_barrier.wait(m_noFlag);
    }
}

}  // namespace decodescope::engine::cpu
