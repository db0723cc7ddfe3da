// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI's range profiler and what it needs of the driver, as functions found at run time. Older toolkits have none.
#pragma once

#if __has_include(<cupti_range_profiler.h>)
#define DECODESCOPE_HAVE_RANGE_PROFILER 1

#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace decodescope::profiler::cupti {

struct RangeApi {
    decltype(&::cuCtxGetCurrent) currentContext = nullptr;
    decltype(&::cuCtxGetDevice) currentDevice = nullptr;
    decltype(&::cuptiProfilerInitialize) initialize = nullptr;
    decltype(&::cuptiProfilerDeInitialize) deInitialize = nullptr;
    decltype(&::cuptiProfilerGetCounterAvailability) counterAvailability = nullptr;
    decltype(&::cuptiDeviceGetChipName) chipName = nullptr;
    decltype(&::cuptiProfilerHostInitialize) hostInitialize = nullptr;
    decltype(&::cuptiProfilerHostDeinitialize) hostDeinitialize = nullptr;
    decltype(&::cuptiProfilerHostConfigAddMetrics) addMetrics = nullptr;
    decltype(&::cuptiProfilerHostGetConfigImageSize) configImageSize = nullptr;
    decltype(&::cuptiProfilerHostGetConfigImage) configImage = nullptr;
    decltype(&::cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
    decltype(&::cuptiRangeProfilerEnable) enable = nullptr;
    decltype(&::cuptiRangeProfilerDisable) disable = nullptr;
    decltype(&::cuptiRangeProfilerGetCounterDataSize) counterDataSize = nullptr;
    decltype(&::cuptiRangeProfilerCounterDataImageInitialize) counterDataInitialize = nullptr;
    decltype(&::cuptiRangeProfilerSetConfig) setConfig = nullptr;
    decltype(&::cuptiRangeProfilerStart) start = nullptr;
    decltype(&::cuptiRangeProfilerStop) stop = nullptr;
    decltype(&::cuptiRangeProfilerPushRange) pushRange = nullptr;
    decltype(&::cuptiRangeProfilerPopRange) popRange = nullptr;
    decltype(&::cuptiRangeProfilerDecodeData) decodeData = nullptr;
    decltype(&::cuptiRangeProfilerGetCounterDataInfo) counterDataInfo = nullptr;
};

}  // namespace decodescope::profiler::cupti

#endif
