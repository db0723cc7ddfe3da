// SPDX-License-Identifier: GPL-3.0-or-later
// What the program and its CUPTI module agree on. Both are made in one build; the check below catches a module left
// behind by another.
#pragma once

#include "profiler/cupti/kernel_tracer.h"
#include "profiler/cupti/step_counter.h"

#include <cstdint>
#include <memory>

namespace decodescope::profiler::cupti {

struct ModuleEntry {
    Result<void> (*start)();
    std::unique_ptr<KernelTracer> (*trace)();
    void (*rest)();
    Result<std::unique_ptr<StepCounter>> (*count)();
};

/// To be raised with every change of an interface that crosses the border.
constexpr std::uint32_t kModuleVersion = 3;

/// Sizes of what crosses the border, mixed: differs, most likely, where a header differs.
constexpr std::uint64_t moduleShape()
{
    std::uint64_t shape = 0;
    for (const std::size_t size : {sizeof(KernelRecord), sizeof(DeviceTrace), sizeof(StepTrace), sizeof(Error),
                                   sizeof(KernelTracer), sizeof(DeviceCounters), sizeof(StepCounter)})
        shape = shape * 1000003U + size;
    return shape;
}

using ModuleFunction = const ModuleEntry*(std::uint32_t version, std::uint64_t shape);
constexpr const char* kModuleFunctionName = "decodescopeCuptiModule";

}  // namespace decodescope::profiler::cupti
