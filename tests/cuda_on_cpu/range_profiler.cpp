// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cuda_on_cpu/range_profiler.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

#include "tests/cuda_on_cpu/cupti_state.h"

#include <algorithm>
#include <cstring>

namespace decodescope::cuda_on_cpu {
namespace {

constexpr std::size_t kAvailabilityBytes = 48;
constexpr std::size_t kConfigBytes = 40;
constexpr std::size_t kDataBytes = 56;
constexpr std::uint8_t kAvailability = 0xa1;
constexpr std::uint8_t kConfig = 0xc2;
constexpr std::uint8_t kEmpty = 0xd3;
constexpr std::uint8_t kFull = 0xd4;
const char* const kChip = "STANDIN";

struct Ranges {
    bool initialized = false;
    bool host = false;
    bool enabled = false;
    bool configured = false;
    bool started = false;
    bool pushed = false;
    bool popped = false;
    bool stopped = false;
    bool allPasses = true;
    std::set<std::string> lacking;
    std::vector<std::string> metrics;
    std::uint8_t* data = nullptr;
    Counters before;
    Counters counted;  ///< of the range
};
Ranges ranges;

CUcontext context()
{
    static int it = 0;
    return reinterpret_cast<CUcontext>(&it);
}
CUpti_Profiler_Host_Object* hostObject()
{
    static int it = 0;
    return reinterpret_cast<CUpti_Profiler_Host_Object*>(&it);
}
CUpti_RangeProfiler_Object* profilerObject()
{
    static int it = 0;
    return reinterpret_cast<CUpti_RangeProfiler_Object*>(&it);
}

/// One call: counted, failed where asked for, refused where it does not belong.
template <class Params>
CUptiResult call(const char* function, const Params& params, std::size_t size, bool allowed)
{
    const std::lock_guard lock(state().mutex);
    if (const CUptiResult result = cuptiInstance().enter(function); result != CUPTI_SUCCESS)
        return result;
    if (params.structSize != size || params.pPriv != nullptr || !allowed) {
        state().report = std::string(function) + " was called out of order, or with what it does not know";
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    return CUPTI_SUCCESS;
}

CUresult currentContext(CUcontext* out)
{
    *out = context();
    return CUDA_SUCCESS;
}

CUresult currentDevice(CUdevice* out)
{
    *out = 0;
    return CUDA_SUCCESS;
}

CUptiResult initialize(CUpti_Profiler_Initialize_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerInitialize", *p, CUpti_Profiler_Initialize_Params_STRUCT_SIZE, !ranges.initialized);
    ranges.initialized = ranges.initialized || result == CUPTI_SUCCESS;
    return result;
}

CUptiResult deInitialize(CUpti_Profiler_DeInitialize_Params* p)
{
    const CUptiResult result = call("cuptiProfilerDeInitialize", *p, CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE,
                                    ranges.initialized && !ranges.host && !ranges.enabled);
    ranges.initialized = false;
    return result;
}

CUptiResult counterAvailability(CUpti_Profiler_GetCounterAvailability_Params* p)
{
    const bool fill = p->pCounterAvailabilityImage != nullptr;
    const CUptiResult result = call(
        "cuptiProfilerGetCounterAvailability", *p, CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE,
        ranges.initialized && p->ctx == context() && (!fill || p->counterAvailabilityImageSize == kAvailabilityBytes));
    if (result != CUPTI_SUCCESS)
        return result;
    if (fill)
        std::memset(p->pCounterAvailabilityImage, kAvailability, kAvailabilityBytes);
    p->counterAvailabilityImageSize = kAvailabilityBytes;
    return result;
}

CUptiResult chipName(CUpti_Device_GetChipName_Params* p)
{
    const CUptiResult result = call("cuptiDeviceGetChipName", *p, CUpti_Device_GetChipName_Params_STRUCT_SIZE,
                                    ranges.initialized && p->deviceIndex == 0);
    p->pChipName = kChip;
    return result;
}

CUptiResult hostInitialize(CUpti_Profiler_Host_Initialize_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerHostInitialize", *p, CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE,
             ranges.initialized && !ranges.host && p->profilerType == CUPTI_PROFILER_TYPE_RANGE_PROFILER &&
                 std::string(p->pChipName) == kChip && p->pCounterAvailabilityImage[0] == kAvailability);
    if (result != CUPTI_SUCCESS)
        return result;
    ranges.host = true;
    ranges.metrics.clear();
    p->pHostObject = hostObject();
    return result;
}

CUptiResult hostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerHostDeinitialize", *p, CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE,
             ranges.host && p->pHostObject == hostObject());
    ranges.host = false;
    return result;
}

CUptiResult addMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerHostConfigAddMetrics", *p, CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE,
             ranges.host && !ranges.enabled && p->pHostObject == hostObject());
    if (result != CUPTI_SUCCESS)
        return result;
    for (std::size_t i = 0; i < p->numMetrics; ++i) {
        if (ranges.lacking.contains(p->ppMetricNames[i]))
            return CUPTI_ERROR_INVALID_METRIC_NAME;
        ranges.metrics.emplace_back(p->ppMetricNames[i]);
    }
    return result;
}

CUptiResult configImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* p)
{
    p->configImageSize = kConfigBytes;
    return call("cuptiProfilerHostGetConfigImageSize", *p, CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE,
                ranges.host && !ranges.metrics.empty() && p->pHostObject == hostObject());
}

CUptiResult configImage(CUpti_Profiler_Host_GetConfigImage_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerHostGetConfigImage", *p, CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE,
             ranges.host && p->pHostObject == hostObject() && p->configImageSize == kConfigBytes);
    if (result == CUPTI_SUCCESS)
        std::memset(p->pConfigImage, kConfig, kConfigBytes);
    return result;
}

double valueOf(const std::string& name)
{
    const auto kernels = static_cast<double>(ranges.counted.kernelsRun - ranges.before.kernelsRun);
    const auto products = static_cast<double>(ranges.counted.blasProducts - ranges.before.blasProducts);
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    if (has("dram__bytes_read"))
        return static_cast<double>(ranges.counted.weightBytesLoaded - ranges.before.weightBytesLoaded);
    if (has("dram__bytes_write"))
        return kernels * static_cast<double>(kWrittenPerKernel);
    if (has("_op_fadd_"))
        return kernels;
    if (has("_op_fmul_"))
        return 2 * kernels;
    if (has("_op_ffma_"))
        return 3 * kernels;
    if (has("_src_bf16_"))
        return kFlopsPerProduct * products;
    if (has("pct_of_peak"))
        return products > 0 ? 100 * kTensorShare : 0;
    return 0;
}

CUptiResult evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p)
{
    const CUptiResult result =
        call("cuptiProfilerHostEvaluateToGpuValues", *p, CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
             ranges.host && p->pHostObject == hostObject() && p->rangeIndex == 0 &&
                 p->counterDataImageSize == kDataBytes && p->pCounterDataImage[0] == kFull);
    if (result != CUPTI_SUCCESS)
        return result;
    for (std::size_t i = 0; i < p->numMetrics; ++i) {
        if (std::find(ranges.metrics.begin(), ranges.metrics.end(), p->ppMetricNames[i]) == ranges.metrics.end())
            return CUPTI_ERROR_INVALID_METRIC_NAME;
        p->pMetricValues[i] = valueOf(p->ppMetricNames[i]);
    }
    return result;
}

CUptiResult enable(CUpti_RangeProfiler_Enable_Params* p)
{
    const CUptiResult result =
        call("cuptiRangeProfilerEnable", *p, CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE,
             ranges.initialized && !ranges.enabled && p->ctx == context() && cuptiInstance().kinds.empty());
    if (result != CUPTI_SUCCESS)
        return result;
    ranges.enabled = true;
    p->pRangeProfilerObject = profilerObject();
    return result;
}

CUptiResult disable(CUpti_RangeProfiler_Disable_Params* p)
{
    const CUptiResult result =
        call("cuptiRangeProfilerDisable", *p, CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE,
             ranges.enabled && !ranges.pushed && !ranges.started && p->pRangeProfilerObject == profilerObject());
    ranges.enabled = ranges.configured = false;
    return result;
}

CUptiResult counterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* p)
{
    p->counterDataSize = kDataBytes;
    return call("cuptiRangeProfilerGetCounterDataSize", *p, CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE,
                ranges.enabled && p->pRangeProfilerObject == profilerObject() &&
                    p->numMetrics == ranges.metrics.size() && p->maxNumOfRanges == 1 && p->maxNumRangeTreeNodes >= 1);
}

CUptiResult counterDataInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* p)
{
    const CUptiResult result = call("cuptiRangeProfilerCounterDataImageInitialize", *p,
                                    CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE,
                                    ranges.enabled && !ranges.started && p->pRangeProfilerObject == profilerObject() &&
                                        p->counterDataSize == kDataBytes);
    if (result == CUPTI_SUCCESS)
        std::memset(p->pCounterData, kEmpty, kDataBytes);
    return result;
}

CUptiResult setConfig(CUpti_RangeProfiler_SetConfig_Params* p)
{
    const CUptiResult result =
        call("cuptiRangeProfilerSetConfig", *p, CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE,
             ranges.enabled && !ranges.started && p->pRangeProfilerObject == profilerObject() &&
                 p->configSize == kConfigBytes && p->pConfig[0] == kConfig && p->counterDataImageSize == kDataBytes &&
                 p->pCounterDataImage[0] == kEmpty && p->range == CUPTI_UserRange &&
                 p->replayMode == CUPTI_KernelReplay && p->numNestingLevels == 1 && p->maxRangesPerPass == 1);
    if (result != CUPTI_SUCCESS)
        return result;
    ranges.configured = true;
    ranges.data = p->pCounterDataImage;
    return result;
}

CUptiResult start(CUpti_RangeProfiler_Start_Params* p)
{
    const CUptiResult result =
        call("cuptiRangeProfilerStart", *p, CUpti_RangeProfiler_Start_Params_STRUCT_SIZE,
             ranges.configured && !ranges.started && p->pRangeProfilerObject == profilerObject());
    ranges.started = ranges.started || result == CUPTI_SUCCESS;
    ranges.popped = ranges.stopped = false;
    return result;
}

/// Ends even where it fails.
CUptiResult stop(CUpti_RangeProfiler_Stop_Params* p)
{
    const CUptiResult result = call("cuptiRangeProfilerStop", *p, CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE,
                                    ranges.started && !ranges.pushed && p->pRangeProfilerObject == profilerObject());
    ranges.started = false;
    ranges.stopped = result == CUPTI_SUCCESS;
    p->isAllPassSubmitted = std::exchange(ranges.allPasses, true) ? 1 : 0;
    return result;
}

CUptiResult pushRange(CUpti_RangeProfiler_PushRange_Params* p)
{
    const CUptiResult result = call("cuptiRangeProfilerPushRange", *p, CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE,
                                    ranges.started && !ranges.pushed && p->pRangeName != nullptr);
    if (result != CUPTI_SUCCESS)
        return result;
    ranges.pushed = true;
    ranges.before = counters();
    return result;
}

/// Replayed kernels have ended when their launches return; ours may still wait.
CUptiResult popRange(CUpti_RangeProfiler_PopRange_Params* p)
{
    const CUptiResult result = call("cuptiRangeProfilerPopRange", *p, CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE,
                                    ranges.pushed && p->pRangeProfilerObject == profilerObject());
    ranges.pushed = false;
    ranges.popped = result == CUPTI_SUCCESS;
    ranges.counted = counters();
    return result;
}

CUptiResult decodeData(CUpti_RangeProfiler_DecodeData_Params* p)
{
    const CUptiResult result =
        call("cuptiRangeProfilerDecodeData", *p, CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE,
             ranges.popped && ranges.stopped && p->pRangeProfilerObject == profilerObject());
    if (result == CUPTI_SUCCESS && ranges.counted.kernelsRun > ranges.before.kernelsRun)
        std::memset(ranges.data, kFull, kDataBytes);
    return result;
}

CUptiResult counterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* p)
{
    p->numTotalRanges = p->pCounterDataImage[0] == kFull ? 1 : 0;
    return call("cuptiRangeProfilerGetCounterDataInfo", *p, CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE,
                p->pCounterDataImage == ranges.data && p->counterDataImageSize == kDataBytes);
}

}  // namespace

const profiler::cupti::RangeApi& rangeApi()
{
    static const profiler::cupti::RangeApi api{currentContext,
                                               currentDevice,
                                               initialize,
                                               deInitialize,
                                               counterAvailability,
                                               chipName,
                                               hostInitialize,
                                               hostDeinitialize,
                                               addMetrics,
                                               configImageSize,
                                               configImage,
                                               evaluate,
                                               enable,
                                               disable,
                                               counterDataSize,
                                               counterDataInitialize,
                                               setConfig,
                                               start,
                                               stop,
                                               pushRange,
                                               popRange,
                                               decodeData,
                                               counterDataInfo};
    return api;
}

void resetRanges()
{
    ranges = {};
}

void lackMetric(const std::string& name)
{
    ranges.lacking.insert(name);
}

void leavePassesOut()
{
    ranges.allPasses = false;
}

std::int64_t rangesAlive()
{
    return (ranges.initialized ? 1 : 0) + (ranges.host ? 1 : 0) + (ranges.enabled ? 1 : 0) + (ranges.started ? 1 : 0) +
           (ranges.pushed ? 1 : 0);
}

}  // namespace decodescope::cuda_on_cpu

#endif
