// SPDX-License-Identifier: GPL-3.0-or-later
// How full a device is, by its driver's figures. No CUDA type: the rest of the program sees it through CudaModule.
#pragma once

#include "engine/base/error.h"

#include <cstdint>

namespace decodescope::engine::cuda {

struct DeviceMemory {
    std::int64_t totalBytes = 0;
    std::int64_t inUseBytes = 0;  ///< by everybody: other programs, this one's CUDA context, and what it has allocated
};

/// Makes the device's context where there is none yet.
Result<DeviceMemory> readDeviceMemory(int index);

}  // namespace decodescope::engine::cuda
