// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_module.h"

#include "engine/cuda/module_entry.h"

#include <dlfcn.h>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace decodescope::engine {
namespace {

constexpr const char* kModuleFile = "libdecodescope_cuda.so";
constexpr const char* kDriverFile = "libcuda.so.1";

/// Folders where the module can be, best first.
std::vector<std::filesystem::path> folders(const std::string& first)
{
    std::vector<std::filesystem::path> result;
    if (!first.empty())
        result.emplace_back(first);
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
        result.push_back(program.parent_path());
        result.push_back(program.parent_path().parent_path() / "lib" / "decodescope");
    }
    return result;
}

std::string lastLoaderError()
{
    const char* text = dlerror();
    return text != nullptr ? text : "it cannot be loaded";
}

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
    for (const std::filesystem::path& place : folders(folder)) {
        const std::filesystem::path file = place / kModuleFile;
        std::error_code error;
        if (!std::filesystem::exists(file, error))
            continue;
        void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            return fail(ErrorCode::device, "the CUDA module cannot be loaded: " + lastLoaderError());
        const auto find = reinterpret_cast<cuda::ModuleFunction*>(dlsym(library, cuda::kModuleFunctionName));
        const cuda::ModuleEntry* entry = find != nullptr ? find(cuda::kModuleVersion, cuda::moduleShape()) : nullptr;
        if (entry == nullptr) {
            dlclose(library);
            return fail(ErrorCode::device, file.string() + " belongs to another version of this program",
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

Result<std::unique_ptr<LoadedModel>> CudaModule::load(std::shared_ptr<const ModelSource> source,
                                                      const ModelOptions& options, int index,
                                                      std::stop_token stop) const
{
    return m_entry->load(std::move(source), options, index, std::move(stop));
}

}  // namespace decodescope::engine
