// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/range_library.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

#include <dlfcn.h>
#include <initializer_list>
#include <string>

namespace decodescope::profiler::cupti {
namespace {

/// Finds functions in libraries that are loaded already, and remembers the first that is not there.
class Finder {
public:
    explicit Finder(std::initializer_list<const char*> files)
    {
        for (const char* file : files)
            if (m_library == nullptr)
                m_library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    }
    template <class Function>
    Finder& find(const char* name, Function& function)
    {
        function = m_library != nullptr ? reinterpret_cast<Function>(dlsym(m_library, name)) : nullptr;
        if (function == nullptr && m_missing == nullptr)
            m_missing = name;
        return *this;
    }
    const char* missing() const { return m_missing; }

private:
    void* m_library = nullptr;
    const char* m_missing = nullptr;
};

}  // namespace

Result<const RangeApi*> loadRangeApi()
{
    static RangeApi api;
    Finder driver{"libcuda.so.1"};
    driver.find("cuCtxGetCurrent", api.currentContext).find("cuCtxGetDevice", api.currentDevice);
    if (driver.missing() != nullptr)
        return decodescope::fail(ErrorCode::device,
                                 std::string("the NVIDIA driver that is loaded has no ") + driver.missing());
    Finder library{DECODESCOPE_CUPTI_NAME, DECODESCOPE_CUPTI_FILE};
    library.find("cuptiProfilerInitialize", api.initialize)
        .find("cuptiProfilerDeInitialize", api.deInitialize)
        .find("cuptiProfilerGetCounterAvailability", api.counterAvailability)
        .find("cuptiDeviceGetChipName", api.chipName)
        .find("cuptiProfilerHostInitialize", api.hostInitialize)
        .find("cuptiProfilerHostDeinitialize", api.hostDeinitialize)
        .find("cuptiProfilerHostConfigAddMetrics", api.addMetrics)
        .find("cuptiProfilerHostGetConfigImageSize", api.configImageSize)
        .find("cuptiProfilerHostGetConfigImage", api.configImage)
        .find("cuptiProfilerHostEvaluateToGpuValues", api.evaluate)
        .find("cuptiRangeProfilerEnable", api.enable)
        .find("cuptiRangeProfilerDisable", api.disable)
        .find("cuptiRangeProfilerGetCounterDataSize", api.counterDataSize)
        .find("cuptiRangeProfilerCounterDataImageInitialize", api.counterDataInitialize)
        .find("cuptiRangeProfilerSetConfig", api.setConfig)
        .find("cuptiRangeProfilerStart", api.start)
        .find("cuptiRangeProfilerStop", api.stop)
        .find("cuptiRangeProfilerPushRange", api.pushRange)
        .find("cuptiRangeProfilerPopRange", api.popRange)
        .find("cuptiRangeProfilerDecodeData", api.decodeData)
        .find("cuptiRangeProfilerGetCounterDataInfo", api.counterDataInfo);
    if (library.missing() != nullptr)
        return decodescope::fail(ErrorCode::device,
                                 std::string("this CUPTI has no range profiler: it lacks ") + library.missing(),
                                 "use the CUPTI of the CUDA toolkit this program was built with");
    return &api;
}

}  // namespace decodescope::profiler::cupti

#endif
