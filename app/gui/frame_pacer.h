// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace decodescope::app {

/// When the window may show the next steps of a live run. Painting takes processor time from the engine where the
/// engine has all processors, and a stalled thread of a step stalls the others: the window then waits until what it
/// used is a small share of the time that passed. Pure: the caller reads the clocks.
class FramePacer {
public:
    /// `share` of one processor that the window may use; 1 or more: every frame.
    void setShare(double share) { m_share = share; }
    double share() const { return m_share; }

    /// Both clocks in nanoseconds: time that passed, and processor time of the window's thread.
    /// How long until the next frame may begin; 0: now.
    std::int64_t waitNs(std::int64_t nowNs, std::int64_t usedNs) const;
    /// A frame begins now.
    void begin(std::int64_t nowNs, std::int64_t usedNs);

private:
    double m_share = 1;
    std::int64_t m_beganNs = 0;
    std::int64_t m_usedNs = 0;
};

/// Of all processors a run may use, some are left for the window, or none.
double liveShare(int engineThreads, int processors);

/// Processor time of the calling thread.
std::int64_t threadNs();

}  // namespace decodescope::app
