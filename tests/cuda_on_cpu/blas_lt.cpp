// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of cublasLt that engine/cuda makes, for the one product it asks for: e4m3 operands, the first transposed.
#include "engine/cuda/fp8_product.h"
#include "engine/model/fp8.h"
#include "tests/cuda_on_cpu/state.h"

#include <bit>
#include <cstring>

namespace cpu = decodescope::cuda_on_cpu;
namespace engine = decodescope::engine;

namespace {

/// Layouts and descriptions keep what they were made with in their opaque words.
struct Layout {
    std::uint64_t type = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::int64_t stride = 0;
};

cublasStatus_t misuse(const char* what)
{
    cpu::state().fail(cudaErrorInvalidValue, std::string("cublasLt: ") + what);
    return CUBLAS_STATUS_INVALID_VALUE;
}

/// Begins a call; CUBLAS_STATUS_SUCCESS unless it is to fail.
cublasStatus_t begun(const cpu::Entry& entry)
{
    ++cpu::state().counters.blasCalls;
    return entry.error() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

template <class Object>
cublasStatus_t make(Object*& target)
{
    const cpu::Entry entry;
    if (const cublasStatus_t status = begun(entry); status != CUBLAS_STATUS_SUCCESS)
        return status;
    target = new Object{};
    cpu::state().blasLtObjects.insert(target);
    return CUBLAS_STATUS_SUCCESS;
}

template <class Object>
cublasStatus_t end(Object* object)
{
    const cpu::Entry entry(true);
    if (cpu::state().blasLtObjects.erase(object) == 0)
        return misuse("what does not exist ends");
    cpu::state().drainAll();
    delete object;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t create(cublasLtHandle_t* handle)
{
    return make(*handle);
}
cublasStatus_t destroy(cublasLtHandle_t handle)
{
    return end(handle);
}
cublasStatus_t descCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType_t scale)
{
    if (compute != CUBLAS_COMPUTE_32F || scale != CUDA_R_32F)
        return misuse("sums that are not f32");
    return make(*desc);
}
cublasStatus_t descDestroy(cublasLtMatmulDesc_t desc)
{
    return end(desc);
}
cublasStatus_t descSet(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void* value,
                       std::size_t bytes)
{
    const cpu::Entry entry;
    cublasOperation_t operation{};
    if (attribute != CUBLASLT_MATMUL_DESC_TRANSA || bytes != sizeof operation)
        return misuse("an attribute that was not listed");
    std::memcpy(&operation, value, bytes);
    desc->data[0] = static_cast<std::uint64_t>(operation);
    return begun(entry);
}
cublasStatus_t layoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, std::uint64_t rows,
                            std::uint64_t columns, std::int64_t stride)
{
    const cublasStatus_t status = make(*layout);
    if (status == CUBLAS_STATUS_SUCCESS) {
        const Layout made{static_cast<std::uint64_t>(type), rows, columns, stride};
        std::memcpy((*layout)->data, &made, sizeof made);
    }
    return status;
}
cublasStatus_t layoutDestroy(cublasLtMatrixLayout_t layout)
{
    return end(layout);
}
cublasStatus_t preferenceCreate(cublasLtMatmulPreference_t* preference)
{
    return make(*preference);
}
cublasStatus_t preferenceDestroy(cublasLtMatmulPreference_t preference)
{
    return end(preference);
}
cublasStatus_t preferenceSet(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void*, std::size_t)
{
    const cpu::Entry entry;
    return begun(entry);
}

Layout layoutOf(cublasLtMatrixLayout_t layout)
{
    Layout result;
    std::memcpy(&result, layout->data, sizeof result);
    return result;
}

bool allowed(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
             cublasLtMatrixLayout_t d)
{
    const Layout operand = layoutOf(a);
    const auto& model = cpu::state().model;
    return desc->data[0] == static_cast<std::uint64_t>(CUBLAS_OP_T) && a == b && c == d &&
           operand.type == CUDA_R_8F_E4M3 && layoutOf(c).type == CUDA_R_32F && operand.rows == operand.columns &&
           operand.rows % 16 == 0 && layoutOf(c).rows == operand.rows && model.major * 10 + model.minor >= 89;
}

cublasStatus_t heuristic(cublasLtHandle_t, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
                         cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                         cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t*, int* found)
{
    const cpu::Entry entry;
    *found = allowed(desc, a, b, c, d) ? 1 : 0;
    return begun(entry);
}

cublasStatus_t matmul(cublasLtHandle_t, cublasLtMatmulDesc_t desc, const void*, const void* a,
                      cublasLtMatrixLayout_t aLayout, const void* b, cublasLtMatrixLayout_t bLayout, const void*,
                      const void*, cublasLtMatrixLayout_t cLayout, void* d, cublasLtMatrixLayout_t dLayout,
                      const cublasLtMatmulAlgo_t*, void* workspace, std::size_t workspaceBytes, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (const cublasStatus_t status = begun(entry); status != CUBLAS_STATUS_SUCCESS)
        return status;
    const auto n = static_cast<std::size_t>(layoutOf(aLayout).rows);
    if (!allowed(desc, aLayout, bLayout, cLayout, dLayout) || !s.streams.contains(stream))
        return misuse("a product that was not listed, or on no stream");
    if (s.find(a, n * n) == nullptr || s.find(b, n * n) == nullptr || s.find(d, n * n * sizeof(float)) == nullptr ||
        s.find(workspace, workspaceBytes) == nullptr)
        return misuse("a matrix outside of its block");
    ++s.counters.blasProducts;
    s.submit(*stream, [=] {
        cpu::state().clockMs += 0.002;
        const auto value = [](const void* from, std::size_t at) {
            return std::bit_cast<float>(engine::e4m3ToFloatBits(static_cast<const std::uint8_t*>(from)[at]));
        };
        for (std::size_t column = 0; column < n; ++column)
            for (std::size_t row = 0; row < n; ++row) {
                float sum = 0;
                for (std::size_t i = 0; i < n; ++i) sum += value(a, row * n + i) * value(b, column * n + i);
                static_cast<float*>(d)[column * n + row] = sum;
            }
    });
    return CUBLAS_STATUS_SUCCESS;
}

const char* statusString(cublasStatus_t)
{
    return "CUBLAS_STATUS_INTERNAL_ERROR";
}

}  // namespace

namespace decodescope::engine::cuda {

Result<const BlasLtFunctions*> findBlasLt()
{
    static constexpr BlasLtFunctions kFunctions{
        create,           destroy,           descCreate,    descDestroy, descSet, layoutCreate, layoutDestroy,
        preferenceCreate, preferenceDestroy, preferenceSet, heuristic,   matmul,  statusString};
    if (!cpu::state().model.blas)
        return fail(ErrorCode::device, "cuBLAS is missing: libcublasLt.so cannot be opened");
    return &kFunctions;
}

}  // namespace decodescope::engine::cuda
