// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU can do, measured on it. No CUDA type: the rest of the program sees it through CudaModule.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope::engine::cuda {

/// Dense matrix products, by cuBLAS.
struct TensorRoof {
    std::string type;  ///< operands, with sums in f32: "f32", "tf32", "f16", "bf16", "fp8"
    double flopPerS = 0;
};

struct DeviceRoofs {
    double readBytesPerS = 0;   ///< DRAM: a buffer of several times the L2 cache, read once
    double copyBytesPerS = 0;   ///< DRAM: bytes read plus bytes written
    double cacheBytesPerS = 0;  ///< half of the L2 cache, read again and again
    std::int64_t bufferBytes = 0;
    std::int64_t cacheBufferBytes = 0;
    std::int64_t cacheBytes = 0;  ///< L2
    std::vector<TensorRoof> tensor;
    double launchNs = 0;              ///< of one of many empty kernels launched after another
    double launchAndWaitNs = 0;       ///< of one empty kernel and the wait for it, by the host's clock
    std::optional<double> barrierNs;  ///< of the grid, with as many blocks as the persistent kernel has
    int barrierBlocks = 0;
    std::vector<std::string> notes;  ///< what could not be measured and why
};

struct RoofOptions {
    int repeats = 10;                                         ///< the best counts
    std::int64_t leastBufferBytes = std::int64_t{512} << 20;  ///< at least four times the L2 cache is taken
    std::int64_t productSize = 8192;                          ///< rows, columns and outputs of the products
    static RoofOptions quick() { return {3, std::int64_t{256} << 20, 4096}; }
};

/// Takes its buffers and gives them back. Errors: memory, device, cancelled. A roof that cannot be measured is a note.
Result<DeviceRoofs> measureRoofs(int index, const RoofOptions& options, std::stop_token stop = {});

}  // namespace decodescope::engine::cuda
