// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/gpu_ceilings.h"

#include "engine/base/number_text.h"

namespace decodescope::profiler {

Ceilings gpuCeilings(const engine::DeviceInfo& device, const engine::cuda::DeviceRoofs& roofs)
{
    constexpr double kGiga = 1e9;
    Ceilings result;
    result.device = device.name;
    result.readGbPerS = roofs.readBytesPerS / kGiga;
    result.cacheReadGbPerS = roofs.cacheBytesPerS / kGiga;
    result.bufferBytes = roofs.bufferBytes;
    result.lastLevelCacheBytes = roofs.cacheBytes;
    result.readBySize = {{roofs.cacheBufferBytes, result.cacheReadGbPerS}, {roofs.bufferBytes, result.readGbPerS}};
    for (const engine::cuda::TensorRoof& roof : roofs.tensor)
        for (const ComputeType type : {ComputeType::f32, ComputeType::bf16})
            if (roof.type == name(type))
                result.compute.push_back({type, roof.flopPerS / kGiga, "cuBLAS"});
    using engine::fixedText;
    result.notes.push_back("copies (read and written): " + fixedText(roofs.copyBytesPerS / kGiga, 1) + " GB/s");
    for (const engine::cuda::TensorRoof& roof : roofs.tensor)
        if (roof.type != name(ComputeType::f32) && roof.type != name(ComputeType::bf16))
            result.notes.push_back("products in " + roof.type + ": " + fixedText(roof.flopPerS / kGiga, 1) +
                                   " GFLOP/s by cuBLAS");
    result.notes.push_back("an empty kernel takes " + fixedText(roofs.launchNs / 1e3, 2) + " us among others, and " +
                           fixedText(roofs.launchAndWaitNs / 1e3, 2) + " us waited for");
    if (roofs.barrierNs)
        result.notes.push_back("a barrier of the grid takes " + fixedText(*roofs.barrierNs / 1e3, 2) + " us with " +
                               std::to_string(roofs.barrierBlocks) + " blocks");
    result.notes.insert(result.notes.end(), roofs.notes.begin(), roofs.notes.end());
    return result;
}

}  // namespace decodescope::profiler
