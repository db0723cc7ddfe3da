// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/probe_team.h"

#include <pthread.h>
#include <sched.h>
#include <algorithm>
#include <chrono>

namespace decodescope::profiler {
namespace {

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

std::vector<int> affinityCpuList()
{
    std::vector<int> cpus;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &set))
                cpus.push_back(cpu);
    if (cpus.empty())
        cpus.push_back(0);
    return cpus;
}

ProbeTeam::ProbeTeam(int threads, bool pinned)
    : m_spans(static_cast<std::size_t>(threads)), m_start(threads + 1), m_end(threads + 1)
{
    const std::vector<int> cpus = affinityCpuList();
    for (int thread = 0; thread < threads; ++thread) {
        const int cpu = pinned ? cpus[static_cast<std::size_t>(thread) % cpus.size()] : -1;
        try {
            m_threads.emplace_back([this, thread, cpu] { serve(thread, cpu); });
        } catch (...) {
            // The threads already waiting must be let go before they can be joined.
            for (int missing = thread; missing < threads; ++missing) static_cast<void>(m_start.arrive());
            m_start.arrive_and_wait();
            throw;
        }
    }
}

ProbeTeam::~ProbeTeam()
{
    m_work = nullptr;
    m_start.arrive_and_wait();
}

void ProbeTeam::serve(int thread, int cpu)
{
    if (cpu >= 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(cpu, &set);
        // A refusal leaves the thread where the system puts it, which is what unpinned threads do.
        pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
    }
    for (;;) {
        m_start.arrive_and_wait();
        if (m_work == nullptr)
            return;
        Span& span = m_spans[static_cast<std::size_t>(thread)];
        span.startNs = nowNs();
        (*m_work)(thread);
        span.endNs = nowNs();
        m_end.arrive_and_wait();
    }
}

double ProbeTeam::run(const std::function<void(int)>& work)
{
    m_work = &work;
    m_start.arrive_and_wait();
    m_end.arrive_and_wait();
    const auto first =
        std::min_element(m_spans.begin(), m_spans.end(), [](auto& a, auto& b) { return a.startNs < b.startNs; });
    const auto last =
        std::max_element(m_spans.begin(), m_spans.end(), [](auto& a, auto& b) { return a.endNs < b.endNs; });
    return std::max(1e-9, 1e-9 * static_cast<double>(last->endNs - first->startNs));
}

}  // namespace decodescope::profiler
