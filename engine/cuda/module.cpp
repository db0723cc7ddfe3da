// SPDX-License-Identifier: GPL-3.0-or-later
// The module's one door.
#include "engine/cuda/cuda_model.h"
#include "engine/cuda/module_entry.h"

namespace {

constexpr decodescope::engine::cuda::ModuleEntry kEntry{
    decodescope::engine::cuda::probeDevice, decodescope::engine::cuda::loadOnDevice,
    decodescope::engine::cuda::measureRoofs, decodescope::engine::cuda::readDeviceMemory};

}  // namespace

/// Null for a program of another version.
extern "C" __attribute__((visibility("default"))) const decodescope::engine::cuda::ModuleEntry* decodescopeCudaModule(
    std::uint32_t version, std::uint64_t shape)
{
    using namespace decodescope::engine::cuda;
    return version == kModuleVersion && shape == moduleShape() ? &kEntry : nullptr;
}
