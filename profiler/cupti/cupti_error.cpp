// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/cupti_error.h"

#include <string>

namespace decodescope::profiler::cupti {
namespace {

struct Known {
    CUptiResult result;
    const char* cause;
    const char* hint;
};
const Known kKnown[] = {
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "the driver keeps profiling to administrators",
     "as administrator put \"options nvidia NVreg_RestrictProfilingToAdminUsers=0\" into /etc/modprobe.d and start the "
     "machine anew; a container needs CAP_SYS_ADMIN"},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "this virtual machine's host does not allow profiling",
     "have profiling allowed for this virtual GPU"},
    {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "another profiler has this process, and CUPTI serves one",
     "run without nsys, ncu, compute-sanitizer or CUDA_INJECTION64_PATH to have kernels timed here"},
    {CUPTI_ERROR_NOT_INITIALIZED, "CUPTI cannot reach the driver", "use a driver as new as the CUDA toolkit's CUPTI"},
    {CUPTI_ERROR_NOT_COMPATIBLE, "this CUPTI does not fit the driver",
     "use a driver as new as the CUDA toolkit's CUPTI"},
    {CUPTI_ERROR_OUT_OF_MEMORY, "there is no memory for its buffers", "close other programs"},
};

std::string nameOf(CUptiResult result)
{
    const char* text = nullptr;
    if (cuptiGetResultString(result, &text) != CUPTI_SUCCESS || text == nullptr)
        return "its library does not say why";
    return text;
}

}  // namespace

Error cuptiError(CUptiResult result, std::string_view doing)
{
    Error error{ErrorCode::device, {}, {}};
    std::string cause;
    for (const Known& known : kKnown)
        if (known.result == result) {
            cause = known.cause;
            error.hint = known.hint;
        }
    if (cause.empty()) {
        cause = nameOf(result);
        error.hint = "restart the program to try again";
    }
    error.message =
        std::string(doing) + " failed: " + cause + " (CUPTI error " + std::to_string(static_cast<int>(result)) + ")";
    return error;
}

}  // namespace decodescope::profiler::cupti
