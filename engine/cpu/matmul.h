// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"
#include "engine/base/memory_account.h"
#include "engine/cpu/isa.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace decodescope::engine::cpu {

/// Columns (outputs) per panel: lanes are outputs, on every instruction set.
constexpr std::int64_t kPanelOutputs = 16;

/// A weight matrix of `outputs` rows and `inputs` columns in the file's sense, packed so that lanes are outputs and
/// every output sums over its inputs in the same order whatever the number of rows multiplied. Panels of
/// kPanelOutputs outputs lie one after the other; the last is padded with zeros. Resident bytes stay within 5 % of
/// the file's (quantised formats stay quantised).
class PackedMatrix {
public:
    PackedMatrix() = default;
    std::int64_t outputs() const { return m_outputs; }
    std::int64_t inputs() const { return m_inputs; }
    std::int64_t panels() const { return (m_outputs + kPanelOutputs - 1) / kPanelOutputs; }
    DataType type() const { return m_type; }
    ComputeType compute() const { return m_compute; }
    std::int64_t bytes() const { return m_buffer.bytes(); }
    const std::byte* panel(std::int64_t index) const { return m_buffer.data() + index * m_panelBytes; }
    std::byte* panel(std::int64_t index) { return m_buffer.data() + index * m_panelBytes; }
    std::int64_t panelBytes() const { return m_panelBytes; }

    /// Exact f32 values of one output's weights ([inputs]): embedding look-up from a tied matrix.
    void gatherRow(std::int64_t output, float* out) const;

    /// Takes the buffer; contents are packed with packPanels (from several threads, disjoint panels).
    static Result<PackedMatrix> allocate(MemoryAccount& account, DataType type, ComputeType compute,
                                         std::int64_t outputs, std::int64_t inputs, std::string_view what);
    /// Packs panels [first, first+count) from `rows`: the matching file rows in `type`, contiguous (fewer than
    /// count*kPanelOutputs at the end).
    void packPanels(std::int64_t first, std::int64_t count, std::span<const std::byte> rows);

private:
    Buffer m_buffer;
    DataType m_type = DataType::f32;
    ComputeType m_compute = ComputeType::f32;
    std::int64_t m_outputs = 0;
    std::int64_t m_inputs = 0;
    std::int64_t m_panelBytes = 0;
};

/// The fixed table: arithmetic used for weights of a format on a path when the user says auto.
ComputeType defaultCompute(DataType weights, Isa isa);
/// Whether a combination exists (int8 needs quantised weights), independent of the path.
bool computeSupported(DataType weights, ComputeType compute);

/// Activation rows prepared once for products of one compute type: f32 as they are; bf16 rounded to nearest even;
/// int8 with one scale per row and block of 32 inputs, and the block's sum. A row's preparation never depends on
/// other rows. Storage is the caller's, of preparedBytes().
struct PreparedRows {
    ComputeType compute = ComputeType::f32;
    std::int64_t rows = 0;
    std::int64_t inputs = 0;
    const std::byte* data = nullptr;
    std::int64_t rowStride = 0;  ///< bytes
};
std::int64_t preparedRowBytes(ComputeType compute, std::int64_t inputs);

/// The kernels of one path. All functions are pure, thread-safe, and give each output the same bits for any row count,
/// row position and panel range.
struct MatmulKernels {
    /// x: [rows, inputs] f32 with `stride` floats per row. Writes rows*preparedRowBytes at out.
    void (*prepare)(ComputeType compute, const float* x, std::int64_t stride, std::int64_t rows, std::int64_t inputs,
                    std::byte* out);
    /// y[r, o] = sum_k x[r, k] * w[o, k] for outputs of panels [panelBegin, panelEnd), all rows of x; `accumulate` adds
    /// the finished sum to what y holds. y has `yStride` floats per row; only real outputs are written. `scratch` is
    /// scratchBytes() of the calling thread's own.
    void (*multiply)(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                     float* y, std::int64_t yStride, bool accumulate, std::byte* scratch);
    std::int64_t scratchBytes;
};
const MatmulKernels& matmulKernels(Isa isa);

}  // namespace decodescope::engine::cpu
