// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/device_memory.h"

#include "engine/cuda/handles.h"

namespace decodescope::engine::cuda {

Result<DeviceMemory> readDeviceMemory(int index)
{
    if (auto set = check(cudaSetDevice(index), "choosing device " + std::to_string(index)); !set)
        return tl::unexpected(set.error());
    std::size_t free = 0;
    std::size_t total = 0;
    if (auto read = check(cudaMemGetInfo(&free, &total), "reading the device's free memory"); !read)
        return tl::unexpected(read.error());
    return DeviceMemory{static_cast<std::int64_t>(total), static_cast<std::int64_t>(total - free)};
}

}  // namespace decodescope::engine::cuda
