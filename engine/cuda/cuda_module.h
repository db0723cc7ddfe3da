// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA backend as the rest of the program sees it: a module loaded at run time, so that the program itself needs no
// CUDA library. Compiled into every build, with or without a CUDA toolkit.
#pragma once

#include "engine/cuda/device_memory.h"
#include "engine/cuda/device_roofs.h"
#include "engine/forward/backend.h"

#include <memory>
#include <stop_token>
#include <string>

namespace decodescope::engine {

namespace cuda {
struct ModuleEntry;
}

class CudaModule {
public:
    /// Loads the module, once per process; it stays. An error says which part is missing: the module itself (not built,
    /// or of another version), or the NVIDIA driver. `folder` is looked into first; then the program's own folder and
    /// ../lib/decodescope beside it.
    static Result<CudaModule> open(const std::string& folder = {});

    /// What device `index` is, after trying a small product on it. An error says what is missing.
    Result<DeviceInfo> probe(int index) const;
    /// What device `index` can do, measured.
    Result<cuda::DeviceRoofs> measureRoofs(int index, const cuda::RoofOptions& options,
                                           std::stop_token stop = {}) const;
    /// How full device `index` is.
    Result<cuda::DeviceMemory> memory(int index) const;
    /// Loads onto device `index`.
    Result<std::unique_ptr<LoadedModel>> load(std::shared_ptr<const ModelSource> source, const ModelOptions& options,
                                              int index, std::stop_token stop = {}) const;

private:
    explicit CudaModule(const cuda::ModuleEntry* entry) : m_entry(entry) {}
    const cuda::ModuleEntry* m_entry;
};

}  // namespace decodescope::engine
