// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/cupti/range_api.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

#include "profiler/cupti/counter_metrics.h"
#include "profiler/cupti/step_counter.h"

#include <cstdint>
#include <vector>

namespace decodescope::profiler::cupti {

/// Counts with CUPTI's range profiler: a range for each step, its kernels replayed by CUPTI until all counters are
/// read. It begins with the first step, when the device's context is there. The first failure ends it for good. One at
/// a time in a process.
class RangeCounters final : public StepCounter {
public:
    explicit RangeCounters(const RangeApi& api) : m_api(api) {}
    ~RangeCounters() override { settle(); }
    RangeCounters(const RangeCounters&) = delete;
    RangeCounters& operator=(const RangeCounters&) = delete;

    void beginStep() noexcept override;
    void endStep() noexcept override;
    std::optional<DeviceCounters> take() override;
    std::optional<Error> failure() const override { return m_failure; }

private:
    bool begin();
    bool describe();
    bool addMetrics();
    bool makeImages();
    bool openRange();
    bool closeRange();
    bool evaluate();
    void settle() noexcept;
    bool ok(CUptiResult result, const char* doing);
    void fail(Error error) noexcept;

    const RangeApi& m_api;
    bool m_tried = false;
    bool m_initialized = false;
    bool m_started = false;  ///< the profiler of a range
    bool m_pushed = false;   ///< the range
    CUcontext m_context = nullptr;
    CUpti_Profiler_Host_Object* m_host = nullptr;
    CUpti_RangeProfiler_Object* m_profiler = nullptr;
    std::vector<std::uint8_t> m_availability;
    std::vector<std::uint8_t> m_config;
    std::vector<std::uint8_t> m_data;
    std::vector<CounterMetric> m_metrics;  ///< that the device has
    std::vector<const char*> m_names;      ///< of them
    std::optional<DeviceCounters> m_counters;
    std::optional<Error> m_failure;
};

}  // namespace decodescope::profiler::cupti

#endif
