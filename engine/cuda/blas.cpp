// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/blas.h"

#include <string>
#include <utility>

namespace decodescope::engine::cuda {

Blas::Blas(Blas&& other) noexcept : m_functions(other.m_functions), m_handle(std::exchange(other.m_handle, nullptr)) {}

Blas& Blas::operator=(Blas&& other) noexcept
{
    std::swap(m_functions, other.m_functions);
    std::swap(m_handle, other.m_handle);
    return *this;
}

Blas::~Blas()
{
    if (m_handle != nullptr)
        m_functions->destroy(m_handle);
}

Result<void> Blas::check(cublasStatus_t status, std::string_view doing) const
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return {};
    cudaGetLastError();  // an error that is not sticky is forgotten: it has been told
    const bool memory = status == CUBLAS_STATUS_ALLOC_FAILED;
    return fail(
        memory ? ErrorCode::memory : ErrorCode::device,
        "cuBLAS: " + std::string(doing) + " failed: " + m_functions->statusString(status),
        memory ? "close other programs that use the GPU, or use --exact on" : "use --exact on, or --device cpu");
}

Result<Blas> Blas::open(cudaStream_t stream, void* workspace, std::size_t workspaceBytes)
{
    auto functions = findBlas();
    if (!functions)
        return tl::unexpected(functions.error());
    Blas blas;
    blas.m_functions = *functions;
    if (auto made = blas.check(blas.m_functions->create(&blas.m_handle), "starting"); !made)
        return tl::unexpected(made.error());
    if (auto set = blas.check(blas.m_functions->setStream(blas.m_handle, stream), "choosing the stream"); !set)
        return tl::unexpected(set.error());
    // After the stream: choosing one takes the workspace back.
    if (auto set = blas.check(blas.m_functions->setWorkspace(blas.m_handle, workspace, workspaceBytes),
                              "handing over its workspace");
        !set)
        return tl::unexpected(set.error());
    return blas;
}

Result<void> Blas::multiply(const Product& p) const
{
    const float one = 1.0F;
    const float before = p.accumulate ? 1.0F : 0.0F;
    // Row after row here is column after column there.
    return check(m_functions->gemmEx(m_handle, CUBLAS_OP_T, CUBLAS_OP_N, p.outputs, p.rows, p.columns, &one, p.weights,
                                     p.type, p.weightStride, p.in, p.type, p.inStride, &before, p.out, CUDA_R_32F,
                                     p.outStride, p.compute, CUBLAS_GEMM_DEFAULT),
                 "a matrix product");
}

}  // namespace decodescope::engine::cuda
