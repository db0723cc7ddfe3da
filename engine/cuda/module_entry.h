// SPDX-License-Identifier: GPL-3.0-or-later
// What the program and its CUDA module agree on. Both are made in one build; the check below catches a module left
// behind by another.
#pragma once

#include "engine/cuda/device_memory.h"
#include "engine/cuda/device_roofs.h"
#include "engine/forward/backend.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace decodescope::engine::cuda {

struct ModuleEntry {
    Result<DeviceInfo> (*probe)(int index);
    Result<std::unique_ptr<LoadedModel>> (*load)(std::shared_ptr<const ModelSource> source, const ModelOptions& options,
                                                 int index, std::stop_token stop);
    Result<DeviceRoofs> (*measureRoofs)(int index, const RoofOptions& options, std::stop_token stop);
    Result<DeviceMemory> (*memory)(int index);
};

/// To be raised with every change of an interface that crosses the border.
constexpr std::uint32_t kModuleVersion = 6;

/// Sizes of what crosses the border, mixed: differs, most likely, where a header differs.
constexpr std::uint64_t moduleShape()
{
    std::uint64_t shape = 0;
    for (const std::size_t size :
         {sizeof(DeviceInfo), sizeof(ModelOptions), sizeof(ContextOptions), sizeof(ModelConfig), sizeof(SequenceInput),
          sizeof(StepOutput), sizeof(SequenceOutput), sizeof(Op), sizeof(DeviceRoofs), sizeof(Error),
          sizeof(MemoryAccount), sizeof(DeviceMemory)})
        shape = shape * 1000003U + size;
    return shape;
}

using ModuleFunction = const ModuleEntry*(std::uint32_t version, std::uint64_t shape);
constexpr const char* kModuleFunctionName = "decodescopeCudaModule";

}  // namespace decodescope::engine::cuda
