// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/range_counters.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

#include "profiler/cupti/cupti_error.h"

#include <exception>
#include <string>
#include <utility>

namespace decodescope::profiler::cupti {
namespace {

constexpr const char* kRangeName = "step";

/// Parameters with their size filled in, as every call wants them.
template <class Params>
Params sized(std::size_t size)
{
    Params params{};
    params.structSize = size;
    return params;
}

}  // namespace

void RangeCounters::fail(Error error) noexcept
{
    if (!m_failure)
        m_failure = std::move(error);
}

bool RangeCounters::ok(CUptiResult result, const char* doing)
{
    if (result == CUPTI_SUCCESS)
        return true;
    fail(cuptiError(result, doing));
    return false;
}

void RangeCounters::beginStep() noexcept
{
    m_counters.reset();
    try {
        if (!std::exchange(m_tried, true))
            static_cast<void>(begin());
        if (!m_failure)
            static_cast<void>(openRange());
    } catch (const std::exception&) {
        fail({ErrorCode::memory, "there is no memory for counters", "close other programs"});
    }
    if (m_failure)
        settle();
}

void RangeCounters::endStep() noexcept
{
    try {
        if (!m_failure && closeRange())
            static_cast<void>(evaluate());
    } catch (const std::exception&) {
        fail({ErrorCode::memory, "there is no memory for counters", "close other programs"});
    }
    if (m_failure)
        settle();
}

std::optional<DeviceCounters> RangeCounters::take()
{
    return std::exchange(m_counters, std::nullopt);
}

bool RangeCounters::begin()
{
    if (m_api.currentContext(&m_context) != CUDA_SUCCESS || m_context == nullptr) {
        fail({ErrorCode::device, "the device's context is not known, so nothing can be counted",
              "restart the program to try again"});
        return false;
    }
    auto params = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    if (!ok(m_api.initialize(&params), "preparing to count"))
        return false;
    m_initialized = true;
    return describe() && addMetrics() && makeImages();
}

/// Which counters the chip has, and which of them may be read here.
bool RangeCounters::describe()
{
    CUdevice device = 0;
    if (m_api.currentDevice(&device) != CUDA_SUCCESS)
        device = 0;
    auto chip = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    chip.deviceIndex = static_cast<std::size_t>(device);
    if (!ok(m_api.chipName(&chip), "asking for the chip's name"))
        return false;
    auto available =
        sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    available.ctx = m_context;
    if (!ok(m_api.counterAvailability(&available), "asking for the device's counters"))
        return false;
    m_availability.resize(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = m_availability.data();
    if (!ok(m_api.counterAvailability(&available), "asking for the device's counters"))
        return false;
    auto host = sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.pChipName;
    host.pCounterAvailabilityImage = m_availability.data();
    if (!ok(m_api.hostInitialize(&host), "reading the list of counters"))
        return false;
    m_host = host.pHostObject;
    return true;
}

/// One by one: what this chip does not have is left out.
bool RangeCounters::addMetrics()
{
    bool hasShare = false;
    for (const CounterMetric& metric : counterMetrics()) {
        if (metric.role == CounterRole::tensorShare && hasShare)
            continue;
        const char* name = metric.name;
        auto add =
            sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
        add.pHostObject = m_host;
        add.ppMetricNames = &name;
        add.numMetrics = 1;
        const CUptiResult added = m_api.addMetrics(&add);
        if (added == CUPTI_ERROR_INVALID_METRIC_NAME)
            continue;
        if (!ok(added, "choosing counters"))
            return false;
        m_metrics.push_back(metric);
        m_names.push_back(name);
        hasShare = hasShare || metric.role == CounterRole::tensorShare;
    }
    if (!m_metrics.empty())
        return true;
    fail({ErrorCode::device, "this device has none of the counters that are asked for", "leave out --counters"});
    return false;
}

bool RangeCounters::makeImages()
{
    auto size =
        sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = m_host;
    if (!ok(m_api.configImageSize(&size), "scheduling counters"))
        return false;
    m_config.resize(size.configImageSize);
    auto image =
        sized<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    image.pHostObject = m_host;
    image.configImageSize = m_config.size();
    image.pConfigImage = m_config.data();
    if (!ok(m_api.configImage(&image), "scheduling counters"))
        return false;
    auto enable = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enable.ctx = m_context;
    if (!ok(m_api.enable(&enable), "switching on the device's counters"))
        return false;
    m_profiler = enable.pRangeProfilerObject;
    auto data =
        sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    data.pRangeProfilerObject = m_profiler;
    data.pMetricNames = m_names.data();
    data.numMetrics = m_names.size();
    data.maxNumOfRanges = 1;
    data.maxNumRangeTreeNodes = 1;
    if (!ok(m_api.counterDataSize(&data), "making room for counters"))
        return false;
    m_data.resize(data.counterDataSize);
    return true;
}

/// An empty image for every step, so that each is read by itself.
bool RangeCounters::openRange()
{
    auto fresh = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    fresh.pRangeProfilerObject = m_profiler;
    fresh.counterDataSize = m_data.size();
    fresh.pCounterData = m_data.data();
    if (!ok(m_api.counterDataInitialize(&fresh), "making room for counters"))
        return false;
    auto config = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    config.pRangeProfilerObject = m_profiler;
    config.configSize = m_config.size();
    config.pConfig = m_config.data();
    config.counterDataImageSize = m_data.size();
    config.pCounterDataImage = m_data.data();
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_KernelReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    if (!ok(m_api.setConfig(&config), "setting up counters"))
        return false;
    auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = m_profiler;
    if (!ok(m_api.start(&start), "starting to count"))
        return false;
    m_started = true;
    auto push = sized<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    push.pRangeProfilerObject = m_profiler;
    push.pRangeName = kRangeName;
    m_pushed = ok(m_api.pushRange(&push), "starting to count");
    return m_pushed;
}

bool RangeCounters::closeRange()
{
    auto pop = sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
    pop.pRangeProfilerObject = m_profiler;
    m_pushed = false;
    if (!ok(m_api.popRange(&pop), "ending to count"))
        return false;
    auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = m_profiler;
    m_started = false;
    if (!ok(m_api.stop(&stop), "ending to count"))
        return false;
    if (stop.isAllPassSubmitted == 0) {
        fail({ErrorCode::device, "CUPTI did not run the kernels often enough to read all counters",
              "use a driver as new as the CUDA toolkit's CUPTI"});
        return false;
    }
    auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = m_profiler;
    return ok(m_api.decodeData(&decode), "reading counters");
}

/// A step that was stopped before it launched anything has no range.
bool RangeCounters::evaluate()
{
    auto info =
        sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = m_data.data();
    info.counterDataImageSize = m_data.size();
    if (!ok(m_api.counterDataInfo(&info), "reading counters"))
        return false;
    if (info.numTotalRanges == 0)
        return true;
    std::vector<double> values(m_names.size());
    auto evaluated = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    evaluated.pHostObject = m_host;
    evaluated.pCounterDataImage = m_data.data();
    evaluated.counterDataImageSize = m_data.size();
    evaluated.rangeIndex = 0;
    evaluated.ppMetricNames = m_names.data();
    evaluated.numMetrics = m_names.size();
    evaluated.pMetricValues = values.data();
    if (!ok(m_api.evaluate(&evaluated), "reading counters"))
        return false;
    m_counters = countersOf(m_metrics, values);
    return true;
}

/// Whatever each call says, all of it is done: there is nobody left to tell.
void RangeCounters::settle() noexcept
{
    if (std::exchange(m_pushed, false)) {
        auto pop = sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
        pop.pRangeProfilerObject = m_profiler;
        static_cast<void>(m_api.popRange(&pop));
    }
    if (std::exchange(m_started, false)) {
        auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
        stop.pRangeProfilerObject = m_profiler;
        static_cast<void>(m_api.stop(&stop));
    }
    if (m_profiler != nullptr) {
        auto disable = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
        disable.pRangeProfilerObject = std::exchange(m_profiler, nullptr);
        static_cast<void>(m_api.disable(&disable));
    }
    if (m_host != nullptr) {
        auto end = sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
        end.pHostObject = std::exchange(m_host, nullptr);
        static_cast<void>(m_api.hostDeinitialize(&end));
    }
    if (std::exchange(m_initialized, false)) {
        auto end = sized<CUpti_Profiler_DeInitialize_Params>(CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE);
        static_cast<void>(m_api.deInitialize(&end));
    }
}

}  // namespace decodescope::profiler::cupti

#endif
