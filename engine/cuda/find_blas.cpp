// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/blas.h"
#include "engine/cuda/fp8_product.h"

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

/// The library of the toolkit this was built with: types and layouts are its own. Never unloaded.
Result<void*> open(const std::string& name)
{
    const std::string file = name + ".so." + std::to_string(CUBLAS_VER_MAJOR);
    if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))
        return library;
    const char* why = dlerror();
    return fail(ErrorCode::device, std::string("cuBLAS is missing: ") + (why != nullptr ? why : file.c_str()),
                "put the folder of " + file + " into LD_LIBRARY_PATH, or use --exact on");
}

Error incomplete(const char* name)
{
    return {ErrorCode::device, std::string(name) + " lacks functions of cuBLAS", "use --exact on"};
}

Result<const BlasFunctions*> loadBlas()
{
    const auto library = open("libcublas");
    if (!library)
        return tl::unexpected(library.error());
    static BlasFunctions f;
    if (!load(*library, "cublasCreate_v2", f.create) || !load(*library, "cublasDestroy_v2", f.destroy) ||
        !load(*library, "cublasSetStream_v2", f.setStream) ||
        !load(*library, "cublasSetWorkspace_v2", f.setWorkspace) ||
        !load(*library, "cublasGetStatusString", f.statusString) || !load(*library, "cublasGemmEx", f.gemmEx))
        return tl::unexpected(incomplete("libcublas"));
    return &f;
}

Result<const BlasLtFunctions*> loadBlasLt()
{
    const auto library = open("libcublasLt");
    if (!library)
        return tl::unexpected(library.error());
    static BlasLtFunctions f;
    if (!load(*library, "cublasLtCreate", f.create) || !load(*library, "cublasLtDestroy", f.destroy) ||
        !load(*library, "cublasLtMatmulDescCreate", f.descCreate) ||
        !load(*library, "cublasLtMatmulDescDestroy", f.descDestroy) ||
        !load(*library, "cublasLtMatmulDescSetAttribute", f.descSet) ||
        !load(*library, "cublasLtMatrixLayoutCreate", f.layoutCreate) ||
        !load(*library, "cublasLtMatrixLayoutDestroy", f.layoutDestroy) ||
        !load(*library, "cublasLtMatmulPreferenceCreate", f.preferenceCreate) ||
        !load(*library, "cublasLtMatmulPreferenceDestroy", f.preferenceDestroy) ||
        !load(*library, "cublasLtMatmulPreferenceSetAttribute", f.preferenceSet) ||
        !load(*library, "cublasLtMatmulAlgoGetHeuristic", f.heuristic) || !load(*library, "cublasLtMatmul", f.matmul) ||
        !load(*library, "cublasLtGetStatusString", f.statusString))
        return tl::unexpected(incomplete("libcublasLt"));
    return &f;
}

}  // namespace

Result<const BlasFunctions*> findBlas()
{
    static const Result<const BlasFunctions*> found = loadBlas();
    return found;
}

Result<const BlasLtFunctions*> findBlasLt()
{
    static const Result<const BlasLtFunctions*> found = loadBlasLt();
    return found;
}

}  // namespace decodescope::engine::cuda
