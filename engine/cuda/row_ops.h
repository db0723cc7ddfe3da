// SPDX-License-Identifier: GPL-3.0-or-later
// Device code: embedding, and the activation of projections that could not be fused.
#pragma once

#include "engine/cuda/load_oct.h"

namespace decodescope::engine::cuda {

/// Any number of threads of a block: one row.
template <DataType F>
DECODESCOPE_DEVICE void embedRow(const EmbedArgs& a, int row)
{
    const int columns = a.table.columns;
    const RowView from = rowOf(a.table, a.places[row].token);
    float* out = a.out + static_cast<std::int64_t>(row) * a.stride;
    for (int oct = threadX(); oct * kOct < columns; oct += blockThreads()) {
        float v[kOct];
        loadOct<F>(from, oct, v);
        DECODESCOPE_UNROLL
        for (int j = 0; j < kOct; ++j)
            if (oct * kOct + j < columns)
                out[oct * kOct + j] = v[j];
    }
}

DECODESCOPE_DEVICE void gateOne(const GateArgs& a, int row, int column)
{
    const std::int64_t at = static_cast<std::int64_t>(row) * a.stride + column;
    const float gate = a.gate[at];
    a.gate[at] = mul(div(gate, add(1.0F, exponential(-gate))), a.up[at]);
}

}  // namespace decodescope::engine::cuda
