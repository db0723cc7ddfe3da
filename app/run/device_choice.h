// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/cuda/cuda_module.h"
#include "profiler/cupti/cupti_module.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// What `--device` came to. `warnings` says why it is the CPU when something else could have been meant.
struct DeviceChoice {
    std::vector<std::string> warnings;
    std::optional<engine::CudaModule> cuda;  ///< empty: the CPU
    int cudaIndex = 0;
    std::optional<profiler::CuptiModule> cupti;  ///< empty: kernels are not traced; `warnings` says why
};

/// `trace`: with tracing of kernels, which must begin before the device is used. "cpu"; "cuda" or "cuda:N"
/// (ErrorCode::device naming what is missing); "auto": CUDA device 0 if it can be used, and else the CPU with a warning
/// that says which part of CUDA is missing; usage error for anything else.
Result<DeviceChoice> chooseDevice(std::string_view device, bool trace = false);

/// The GPUs that can be used besides the CPU, each tried with a small product.
struct FoundDevices {
    struct Gpu {
        std::string spec;  ///< "cuda:0", as `--device` takes it
        std::string name;  ///< "NVIDIA H200"
    };
    std::vector<Gpu> gpus;
    std::vector<std::string> remarks;  ///< why there is none, or why kernels are not traced
};
/// Takes long the first time: it loads the driver.
FoundDevices findDevices();

/// What a run says when kernels are not traced, or not any more: why, and what helps.
std::string untracedText(const Error& why);
/// The same of counters.
std::string uncountedText(const Error& why);

}  // namespace decodescope::app
