// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/frame_pacer.h"

#include <algorithm>
#include <ctime>

namespace decodescope::app {

namespace {

/// With 2 % of one processor the engine keeps more than 95 % of its speed: see docs/performance.md, "The window".
constexpr double kShareOfABusyMachine = 0.02;
constexpr double kShareWithProcessorsToSpare = 0.5;
constexpr std::int64_t kLongestWaitNs = 1'000'000'000;

}  // namespace

std::int64_t FramePacer::waitNs(std::int64_t nowNs, std::int64_t usedNs) const
{
    if (m_share >= 1) {
        return 0;
    }
    const auto used = static_cast<double>(std::max<std::int64_t>(0, usedNs - m_usedNs));
    const auto due = m_beganNs + std::min(kLongestWaitNs, static_cast<std::int64_t>(used / m_share));
    return std::max<std::int64_t>(0, due - nowNs);
}

void FramePacer::begin(std::int64_t nowNs, std::int64_t usedNs)
{
    m_beganNs = nowNs;
    m_usedNs = usedNs;
}

double liveShare(int engineThreads, int processors)
{
    return engineThreads < processors ? kShareWithProcessorsToSpare : kShareOfABusyMachine;
}

std::int64_t threadNs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace decodescope::app
