// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <barrier>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace decodescope::profiler {

/// CPUs this process may use.
std::vector<int> affinityCpuList();

/// Threads that do a piece of work all at the same time, and how long it took from the first start to the last end.
class ProbeTeam {
public:
    /// `pinned`: thread i stays on the i-th CPU of the affinity mask.
    ProbeTeam(int threads, bool pinned);
    ~ProbeTeam();
    ProbeTeam(const ProbeTeam&) = delete;
    ProbeTeam& operator=(const ProbeTeam&) = delete;

    int threads() const { return static_cast<int>(m_spans.size()); }
    /// Runs `work(thread)` on every thread; returns seconds.
    double run(const std::function<void(int)>& work);

private:
    struct alignas(64) Span {
        std::int64_t startNs = 0;
        std::int64_t endNs = 0;
    };
    void serve(int thread, int cpu);

    std::vector<Span> m_spans;
    std::barrier<> m_start;
    std::barrier<> m_end;
    const std::function<void(int)>* m_work = nullptr;  ///< null: leave
    std::vector<std::jthread> m_threads;
};

}  // namespace decodescope::profiler
