// SPDX-License-Identifier: GPL-3.0-or-later
// The few calls of cuBLAS that fast mode makes. The library is looked for at run time: a machine without it decodes in
// exact mode.
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <string_view>

namespace decodescope::engine::cuda {

struct BlasFunctions {
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasDestroy_v2) destroy = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    decltype(&cublasSetWorkspace_v2) setWorkspace = nullptr;
    decltype(&cublasGetStatusString) statusString = nullptr;
    cublasStatus_t (*gemmEx)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                             const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                             cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t) = nullptr;
};

/// Loads cuBLAS, once; an error says that it is missing. The stand-in for tests has its own.
Result<const BlasFunctions*> findBlas();

/// How cuBLAS multiplies weights of one format on devices of at least a compute capability.
struct BlasProduct {
    DataType weights;
    int capability;     ///< major * 10 + minor
    cudaDataType type;  ///< of weights and inputs; sums are f32
    int bytes;          ///< of an input
};
/// All there are. Whatever is not in this table is multiplied by our own kernels, as in exact mode: quantised weights,
/// which no step dequantises as a whole, and bf16 on 7.x, which has no tensor product for it.
constexpr BlasProduct kBlasProducts[] = {
    {DataType::f32, 70, CUDA_R_32F, 4},
    {DataType::f16, 70, CUDA_R_16F, 2},
    {DataType::bf16, 80, CUDA_R_16BF, 2},
};
/// Null where our own kernels multiply.
constexpr const BlasProduct* blasProduct(DataType weights, int capability)
{
    for (const BlasProduct& product : kBlasProducts)
        if (product.weights == weights && capability >= product.capability)
            return &product;
    return nullptr;
}

/// A handle of the library.
class Blas {
public:
    Blas() = default;
    Blas(Blas&& other) noexcept;
    Blas& operator=(Blas&& other) noexcept;
    Blas(const Blas&) = delete;
    Blas& operator=(const Blas&) = delete;
    ~Blas();
    explicit operator bool() const { return m_handle != nullptr; }

    /// Works on `stream`, in `workspace` (device memory that outlives it).
    static Result<Blas> open(cudaStream_t stream, void* workspace, std::size_t workspaceBytes);
    /// out [rows, outputs] f32 = in [rows, columns] times weights [outputs, columns] transposed, added to out if asked.
    /// Strides count values.
    struct Product {
        const void* weights = nullptr;
        int weightStride = 0;
        int outputs = 0;
        const void* in = nullptr;
        int inStride = 0;
        int rows = 0;
        int columns = 0;
        cudaDataType type{};
        cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
        float* out = nullptr;
        int outStride = 0;
        bool accumulate = false;
    };
    Result<void> multiply(const Product& product) const;

private:
    Result<void> check(cublasStatus_t status, std::string_view doing) const;

    const BlasFunctions* m_functions = nullptr;
    cublasHandle_t m_handle = nullptr;
};

}  // namespace decodescope::engine::cuda
