// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/device_choice.h"

#include <algorithm>
#include <charconv>

namespace decodescope::app {

namespace {

/// N of "cuda:N", 0 for "cuda"; empty for anything else.
std::optional<int> cudaIndex(std::string_view device)
{
    constexpr std::string_view kCuda = "cuda";
    if (device == kCuda) {
        return 0;
    }
    if (!device.starts_with("cuda:") || device.size() > 8) {
        return std::nullopt;
    }
    const std::string_view digits = device.substr(kCuda.size() + 1);
    int index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool whole = error == std::errc() && end == digits.data() + digits.size() && digits.front() != '-';
    return whole ? std::optional(index) : std::nullopt;
}

}  // namespace

std::string untracedText(const Error& why)
{
    return "kernels are not timed one by one; ops are timed by CUDA events between them instead, which take a little "
           "time of their own: " +
           why.message + (why.hint.empty() ? "" : "; " + why.hint);
}

std::string uncountedText(const Error& why)
{
    return "the device's counters cannot be read, so bytes and FLOPs are modelled only: " + why.message +
           (why.hint.empty() ? "" : "; " + why.hint);
}

namespace {

Result<DeviceChoice> chooseCuda(int index, bool trace)
{
    auto module = engine::CudaModule::open();
    if (!module) {
        return tl::unexpected(module.error());
    }
    // Before the device is used for the first time.
    std::optional<Result<profiler::CuptiModule>> cupti;
    if (trace) {
        cupti = profiler::CuptiModule::open();
    }
    if (auto device = module->probe(index); !device) {
        return tl::unexpected(device.error());
    }
    DeviceChoice choice{{}, *module, index, std::nullopt};
    if (cupti && *cupti) {
        choice.cupti = **cupti;
    } else if (cupti) {
        choice.warnings.push_back(untracedText(cupti->error()));
    }
    return choice;
}

}  // namespace

Result<DeviceChoice> chooseDevice(std::string_view device, bool trace)
{
    if (device == "cpu") {
        return DeviceChoice{};
    }
    if (device == "auto" || device.empty()) {
        auto choice = chooseCuda(0, trace);
        return choice
                   ? std::move(*choice)
                   : DeviceChoice{
                         {"device auto: running on the CPU; " + choice.error().message}, std::nullopt, 0, std::nullopt};
    }
    if (const auto index = cudaIndex(device)) {
        auto choice = chooseCuda(*index, trace);
        if (choice) {
            return choice;
        }
        return fail(ErrorCode::device, "device " + std::string(device) + " cannot be used: " + choice.error().message,
                    choice.error().hint);
    }
    return fail(ErrorCode::usage, "unknown device \"" + std::string(device) + "\"",
                "devices are auto, cpu, cuda and cuda:N");
}

FoundDevices findDevices()
{
    FoundDevices found;
    // The devices are used here for the first time, so tracing begins here.
    const auto first = chooseDevice("auto", true);
    if (!first) {
        return found;
    }
    found.remarks = first->warnings;
    if (!first->cuda) {
        return found;
    }
    for (int index = 0;; ++index) {
        const auto device = first->cuda->probe(index);
        if (!device) {
            return found;
        }
        found.gpus.push_back({"cuda:" + std::to_string(index), device->name});
    }
}

}  // namespace decodescope::app
