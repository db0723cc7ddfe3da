// SPDX-License-Identifier: GPL-3.0-or-later
// A product of fp8 operands by cublasLt, which alone has them: for the roof. The library is looked for at run time.
#pragma once

#include "engine/base/error.h"

#include <cublasLt.h>
#include <cuda_runtime_api.h>

#include <string_view>

namespace decodescope::engine::cuda {

struct BlasLtFunctions {
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtMatmulDescCreate) descCreate = nullptr;
    decltype(&cublasLtMatmulDescDestroy) descDestroy = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) descSet = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) layoutCreate = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) layoutDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) preferenceCreate = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) preferenceDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) preferenceSet = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmul) matmul = nullptr;
    decltype(&cublasLtGetStatusString) statusString = nullptr;
};

/// Loads cublasLt, once; an error says that it is missing. The stand-in for tests has its own.
Result<const BlasLtFunctions*> findBlasLt();

/// First compute capability (major * 10 + minor) with fp8 products.
constexpr int kFp8Capability = 89;

/// out [n, n] f32 = in [n, n] times weights [n, n] transposed, both e4m3 without scales; n a multiple of 16.
class Fp8Product {
public:
    Fp8Product() = default;
    Fp8Product(const Fp8Product&) = delete;
    Fp8Product& operator=(const Fp8Product&) = delete;
    ~Fp8Product();

    /// Chooses how to multiply, with `workspace` on the device. Call once.
    Result<void> prepare(std::int64_t n, void* workspace, std::size_t workspaceBytes);
    Result<void> multiply(const void* weights, const void* in, float* out, cudaStream_t stream) const;

private:
    Result<void> check(cublasStatus_t status, std::string_view doing) const;

    const BlasLtFunctions* m_functions = nullptr;
    cublasLtHandle_t m_handle = nullptr;
    cublasLtMatmulDesc_t m_desc = nullptr;
    cublasLtMatrixLayout_t m_operand = nullptr;
    cublasLtMatrixLayout_t m_result = nullptr;
    cublasLtMatmulPreference_t m_preference = nullptr;
    cublasLtMatmulAlgo_t m_algorithm{};
    void* m_workspace = nullptr;
    std::size_t m_workspaceBytes = 0;
};

}  // namespace decodescope::engine::cuda
