// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/device_choice.h"

#include <dlfcn.h>
#include <algorithm>

namespace decodescope::app {

namespace {

/// Which parts of CUDA are not there, as one sentence.
std::string missingCudaParts()
{
    std::string text = "this build has no CUDA module";
    if (void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) {
        dlclose(driver);
        return text + " (the NVIDIA driver's libcuda.so.1 is there)";
    }
    const char* reason = dlerror();
    return text + ", and the NVIDIA driver is missing too (" + (reason ? reason : "libcuda.so.1 cannot be loaded") +
           ")";
}

bool isCudaName(std::string_view device)
{
    if (device == "cuda") {
        return true;
    }
    return device.starts_with("cuda:") && device.size() > 5 && device.size() <= 8 &&
           std::all_of(device.begin() + 5, device.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

Result<DeviceChoice> chooseDevice(std::string_view device)
{
    if (device == "cpu") {
        return DeviceChoice{};
    }
    if (device == "auto" || device.empty()) {
        return DeviceChoice{{"device auto: running on the CPU; " + missingCudaParts()}};
    }
    if (isCudaName(device)) {
        return fail(ErrorCode::device, "device " + std::string(device) + " cannot be used: " + missingCudaParts(),
                    "use --device cpu");
    }
    return fail(ErrorCode::usage, "unknown device \"" + std::string(device) + "\"",
                "devices are auto, cpu, cuda and cuda:N");
}

}  // namespace decodescope::app
