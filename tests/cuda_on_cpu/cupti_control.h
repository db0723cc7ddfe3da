// SPDX-License-Identifier: GPL-3.0-or-later
// The handle tests have on the stand-in for CUPTI: its activity records are those of what the stand-in's runtime runs.
// It is strict about what CUPTI only advises, and says so in report() of control.h: tracing begins before a device is
// used, the clock is set once and first, callbacks call nothing but what they may. It shows that records are asked for,
// read and attributed as CUPTI's headers say; not that a real CUPTI does as they say.
#pragma once

#include <cupti.h>

#include <cstdint>
#include <map>
#include <string>

namespace decodescope::cuda_on_cpu {

/// As before the first call.
void resetCupti();
/// The `nth` call of `function` from now (1: the next) fails; what ends something still ends it.
void failCupti(const std::string& function, std::int64_t nth, CUptiResult result);
/// Whether the failure asked for has happened.
bool cuptiFailed();
/// Calls since the last reset, by function.
std::map<std::string, std::int64_t> cuptiCalls();

/// Another tool has the process: nobody else may subscribe.
void setOtherSubscriber(bool there);
/// All calls succeed, and nothing is recorded.
void makeStub();
/// The next `count` records of work are lost, and counted as dropped.
void dropRecords(std::int64_t count);
/// The next `count` records of work have no times.
void loseTimes(std::int64_t count);
/// The next `count` records of work are complete only after the next flush.
void delayRecords(std::int64_t count);
/// The next flush returns nothing: not all of its buffer is complete.
void holdFlush();

struct CuptiState {
    bool subscribed = false;
    std::int64_t kinds = 0;    ///< switched on
    std::int64_t buffers = 0;  ///< held
};
CuptiState cuptiState();

}  // namespace decodescope::cuda_on_cpu
