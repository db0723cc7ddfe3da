// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fp8_product.h"

#include <string>

namespace decodescope::engine::cuda {

Fp8Product::~Fp8Product()
{
    if (m_preference != nullptr)
        m_functions->preferenceDestroy(m_preference);
    for (cublasLtMatrixLayout_t layout : {m_operand, m_result})
        if (layout != nullptr)
            m_functions->layoutDestroy(layout);
    if (m_desc != nullptr)
        m_functions->descDestroy(m_desc);
    if (m_handle != nullptr)
        m_functions->destroy(m_handle);
}

Result<void> Fp8Product::check(cublasStatus_t status, std::string_view doing) const
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return {};
    cudaGetLastError();  // an error that is not sticky is forgotten: it has been told
    return fail(ErrorCode::device, "cublasLt: " + std::string(doing) + " failed: " + m_functions->statusString(status));
}

Result<void> Fp8Product::prepare(std::int64_t n, void* workspace, std::size_t workspaceBytes)
{
    auto functions = findBlasLt();
    if (!functions)
        return tl::unexpected(functions.error());
    m_functions = *functions;
    m_workspace = workspace;
    m_workspaceBytes = workspaceBytes;
    const auto size = static_cast<std::uint64_t>(n);
    if (auto done = check(m_functions->create(&m_handle), "starting"); !done)
        return done;
    if (auto done = check(m_functions->descCreate(&m_desc, CUBLAS_COMPUTE_32F, CUDA_R_32F), "describing a product");
        !done)
        return done;
    const cublasOperation_t transposed = CUBLAS_OP_T;  // the one layout there is for fp8
    if (auto done = check(m_functions->descSet(m_desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed),
                          "transposing");
        !done)
        return done;
    if (auto done = check(m_functions->layoutCreate(&m_operand, CUDA_R_8F_E4M3, size, size, n), "describing operands");
        !done)
        return done;
    if (auto done = check(m_functions->layoutCreate(&m_result, CUDA_R_32F, size, size, n), "describing the result");
        !done)
        return done;
    if (auto done = check(m_functions->preferenceCreate(&m_preference), "describing what is wanted"); !done)
        return done;
    const std::uint64_t bytes = workspaceBytes;
    if (auto done = check(
            m_functions->preferenceSet(m_preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes),
            "handing over its workspace");
        !done)
        return done;
    cublasLtMatmulHeuristicResult_t best{};
    int found = 0;
    if (auto done = check(m_functions->heuristic(m_handle, m_desc, m_operand, m_operand, m_result, m_result,
                                                 m_preference, 1, &best, &found),
                          "choosing a kernel");
        !done)
        return done;
    if (found == 0)
        return fail(ErrorCode::device, "cublasLt has no kernel for fp8 products here");
    m_algorithm = best.algo;
    return {};
}

Result<void> Fp8Product::multiply(const void* weights, const void* in, float* out, cudaStream_t stream) const
{
    const float one = 1.0F;
    const float none = 0.0F;
    return check(m_functions->matmul(m_handle, m_desc, &one, weights, m_operand, in, m_operand, &none, out, m_result,
                                     out, m_result, &m_algorithm, m_workspace, m_workspaceBytes, stream),
                 "a product of fp8");
}

}  // namespace decodescope::engine::cuda
