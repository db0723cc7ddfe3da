// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of cuBLAS that engine/cuda makes, in the one layout it uses. Stricter than the library: everything inside
// of blocks of device memory, rows at multiples of 16 bytes, a workspace of its own, never during capture.
#include "engine/cuda/blas.h"
#include "engine/model/half.h"
#include "tests/cuda_on_cpu/state.h"

#include <cstring>

namespace cpu = decodescope::cuda_on_cpu;
namespace engine = decodescope::engine;

namespace {

cublasStatus_t statusOf(cudaError_t error)
{
    if (error == cudaSuccess)
        return CUBLAS_STATUS_SUCCESS;
    return error == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t misuse(const char* what)
{
    cpu::state().fail(cudaErrorInvalidValue, std::string("cuBLAS: ") + what);
    return CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t create(cublasHandle_t* handle)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    ++s.counters.blasCalls;
    if (entry.error() != cudaSuccess)
        return statusOf(entry.error());
    *handle = new cublasContext;
    s.blasHandles.insert(*handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t destroy(cublasHandle_t handle)
{
    const cpu::Entry entry(true);
    cpu::State& s = cpu::state();
    if (s.blasHandles.erase(handle) == 0)
        return misuse("a handle that does not exist ends");
    if (handle->stream != nullptr && !s.streams.contains(handle->stream))
        return misuse("the stream of a handle ended before it");
    s.drainAll();
    delete handle;
    return statusOf(entry.error());
}

cublasStatus_t setStream(cublasHandle_t handle, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    ++s.counters.blasCalls;
    if (entry.error() != cudaSuccess)
        return statusOf(entry.error());
    if (!s.blasHandles.contains(handle) || !s.streams.contains(stream))
        return misuse("no handle or no stream");
    handle->stream = stream;
    handle->hasWorkspace = false;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t setWorkspace(cublasHandle_t handle, void* workspace, std::size_t bytes)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    ++s.counters.blasCalls;
    if (entry.error() != cudaSuccess)
        return statusOf(entry.error());
    const cpu::Allocation* block = s.find(workspace, bytes);
    if (!s.blasHandles.contains(handle) || block == nullptr || block->pinned)
        return misuse("no handle, or a workspace that is no device memory");
    handle->hasWorkspace = true;
    return CUBLAS_STATUS_SUCCESS;
}

const char* statusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_ALLOC_FAILED ? "CUBLAS_STATUS_ALLOC_FAILED" : "CUBLAS_STATUS_EXECUTION_FAILED";
}

float valueAt(const void* from, cudaDataType type, std::int64_t index)
{
    if (type == CUDA_R_32F)
        return static_cast<const float*>(from)[index];
    const std::uint16_t bits = static_cast<const std::uint16_t*>(from)[index];
    return type == CUDA_R_16F ? engine::halfToFloat(bits) : engine::bfloat16ToFloat(bits);
}

cublasStatus_t gemmEx(cublasHandle_t handle, cublasOperation_t first, cublasOperation_t second, int m, int n, int k,
                      const void* alpha, const void* a, cudaDataType aType, int lda, const void* b, cudaDataType bType,
                      int ldb, const void* beta, void* c, cudaDataType cType, int ldc, cublasComputeType_t compute,
                      cublasGemmAlgo_t)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    ++s.counters.blasCalls;
    if (entry.error() != cudaSuccess)
        return statusOf(entry.error());
    if (!s.blasHandles.contains(handle) || !s.streams.contains(handle->stream) || !handle->hasWorkspace)
        return misuse("a product without a handle, a stream or a workspace");
    if (s.capturing())
        return misuse("a product during capture");
    const bool known = aType == CUDA_R_32F || aType == CUDA_R_16F || (aType == CUDA_R_16BF && s.model.major >= 8);
    if (first != CUBLAS_OP_T || second != CUBLAS_OP_N || aType != bType || !known || cType != CUDA_R_32F ||
        (compute != CUBLAS_COMPUTE_32F &&
         (compute != CUBLAS_COMPUTE_32F_FAST_TF32 || aType != CUDA_R_32F || s.model.major < 8)))
        return misuse("a layout or type that was not listed");
    const auto bytes = static_cast<std::size_t>(aType == CUDA_R_32F ? 4 : 2);
    const auto extent = [](int columns, int stride, int height) {
        return static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(stride) +
               static_cast<std::size_t>(height);
    };
    if (m < 1 || n < 1 || k < 1 || lda < k || ldb < k || ldc < m || s.find(a, extent(m, lda, k) * bytes) == nullptr ||
        s.find(b, extent(n, ldb, k) * bytes) == nullptr || s.find(c, extent(n, ldc, m) * sizeof(float)) == nullptr)
        return misuse("a matrix outside of its block");
    for (const auto& [address, stride] : {std::pair{a, lda}, {b, ldb}})
        if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0 || static_cast<std::size_t>(stride) * bytes % 16 != 0)
            return misuse("rows that start at no multiple of 16 bytes");
    ++s.counters.blasProducts;
    const float factor = *static_cast<const float*>(alpha);
    const float keep = *static_cast<const float*>(beta);
    s.submit(*handle->stream, [=] {
        cpu::State& now = cpu::state();
        now.clockMs += 0.002;
        now.kernelsRun.emplace_back("gemm");
        auto* out = static_cast<float*>(c);
        for (std::int64_t column = 0; column < n; ++column)
            for (std::int64_t row = 0; row < m; ++row) {
                double sum = 0;
                for (std::int64_t i = 0; i < k; ++i)
                    sum += static_cast<double>(valueAt(a, aType, row * lda + i)) *
                           static_cast<double>(valueAt(b, bType, column * ldb + i));
                float& target = out[column * ldc + row];
                target = factor * static_cast<float>(sum) + (keep != 0.0F ? keep * target : 0.0F);
            }
    });
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

namespace decodescope::engine::cuda {

Result<const BlasFunctions*> findBlas()
{
    static constexpr BlasFunctions kFunctions{create, destroy, setStream, setWorkspace, statusString, gemmEx};
    if (!cpu::state().model.blas)
        return fail(ErrorCode::device, "cuBLAS is missing: libcublas.so cannot be opened", "use --exact on");
    return &kFunctions;
}

}  // namespace decodescope::engine::cuda
