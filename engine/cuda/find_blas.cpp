// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/blas.h"

#include <dlfcn.h>
#include <string>

namespace decodescope::engine::cuda {
namespace {

template <class Function>
bool load(void* library, const char* name, Function& target)
{
    target = reinterpret_cast<Function>(dlsym(library, name));
    return target != nullptr;
}

Result<const BlasFunctions*> loadBlas()
{
    // The one of the toolkit this was built with: types and layouts are its own.
    const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* why = dlerror();
        return fail(ErrorCode::device, std::string("cuBLAS is missing: ") + (why != nullptr ? why : file.c_str()),
                    "put the folder of " + file + " into LD_LIBRARY_PATH, or use --exact on");
    }
    static BlasFunctions functions;
    if (!load(library, "cublasCreate_v2", functions.create) || !load(library, "cublasDestroy_v2", functions.destroy) ||
        !load(library, "cublasSetStream_v2", functions.setStream) ||
        !load(library, "cublasSetWorkspace_v2", functions.setWorkspace) ||
        !load(library, "cublasGetStatusString", functions.statusString) ||
        !load(library, "cublasGemmEx", functions.gemmEx))
        return fail(ErrorCode::device, file + " lacks functions of cuBLAS", "use --exact on");
    return &functions;  // never unloaded
}

}  // namespace

Result<const BlasFunctions*> findBlas()
{
    static const Result<const BlasFunctions*> found = loadBlas();
    return found;
}

}  // namespace decodescope::engine::cuda
