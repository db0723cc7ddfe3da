// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_module.h"

#include "engine/base/module_file.h"
#include "engine/cuda/module_entry.h"

#include <dlfcn.h>
#include <utility>

namespace decodescope::engine {
namespace {

constexpr const char* kModuleFile = "libdecodescope_cuda.so";
constexpr const char* kDriverFile = "libcuda.so.1";

/// Empty when the driver's library is there.
std::string missingDriver()
{
    if (void* driver = dlopen(kDriverFile, RTLD_LAZY | RTLD_LOCAL)) {
        dlclose(driver);
        return {};
    }
    return "the NVIDIA driver is missing (" + lastLoaderError() + ")";
}

}  // namespace

Result<CudaModule> CudaModule::open(const std::string& folder)
{
    const std::string driver = missingDriver();
    auto found = loadModule(folder, kModuleFile);
    if (!found)
        return fail(ErrorCode::device, "the CUDA module cannot be loaded: " + found.error().message);
    if (ModuleFile* module = *found ? &**found : nullptr) {
        const auto find = reinterpret_cast<cuda::ModuleFunction*>(module->find(cuda::kModuleFunctionName));
        const cuda::ModuleEntry* entry = find != nullptr ? find(cuda::kModuleVersion, cuda::moduleShape()) : nullptr;
        if (entry == nullptr) {
            module->close();
            return fail(ErrorCode::device, module->path + " belongs to another version of this program",
                        "build and install both together");
        }
        if (!driver.empty())
            return fail(ErrorCode::device, "the CUDA module is there, but " + driver,
                        "install the NVIDIA driver, or use --device cpu");
        return CudaModule(entry);  // never unloaded: models and contexts live in its code
    }
    return fail(ErrorCode::device,
                "this build has no CUDA module (" + std::string(kModuleFile) + " is not beside the program)" +
                    (driver.empty() ? ", though the NVIDIA driver is there" : "; " + driver),
                driver.empty() ? "build with a CUDA toolkit installed, or use --device cpu" : "use --device cpu");
}

Result<DeviceInfo> CudaModule::probe(int index) const
{
    return m_entry->probe(index);
}

Result<cuda::DeviceRoofs> CudaModule::measureRoofs(int index, const cuda::RoofOptions& options,
                                                   std::stop_token stop) const
{
    return m_entry->measureRoofs(index, options, std::move(stop));
}

Result<cuda::DeviceMemory> CudaModule::memory(int index) const
{
    return m_entry->memory(index);
}

Result<std::unique_ptr<LoadedModel>> CudaModule::load(std::shared_ptr<const ModelSource> source,
                                                      const ModelOptions& options, int index,
                                                      std::stop_token stop) const
{
    return m_entry->load(std::move(source), options, index, std::move(stop));
}

}  // namespace decodescope::engine
