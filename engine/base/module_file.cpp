// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/module_file.h"

#include <dlfcn.h>
#include <filesystem>
#include <system_error>
#include <vector>

namespace decodescope {
namespace {

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

}  // namespace

std::string lastLoaderError()
{
    const char* text = dlerror();
    return text != nullptr ? text : "it cannot be loaded";
}

void* ModuleFile::find(const char* symbol) const
{
    return dlsym(library, symbol);
}

void ModuleFile::close()
{
    if (library != nullptr)
        dlclose(library);
    library = nullptr;
}

Result<std::optional<ModuleFile>> loadModule(const std::string& folder, const std::string& file)
{
    for (const std::filesystem::path& place : folders(folder)) {
        const std::filesystem::path path = place / file;
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            continue;
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            return fail(ErrorCode::device, lastLoaderError());
        return std::optional(ModuleFile{library, path.string()});
    }
    return std::optional<ModuleFile>();
}

}  // namespace decodescope
