// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/base/memory_account.h"
#include "engine/model/model_config.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope::engine::cpu {

/// Cosines and sines per position, computed in double and stored in f32; rows are filled as positions are first used.
class RopeTable {
public:
    static std::int64_t bytes(const RopeConfig& rope, std::int64_t positions)
    {
        return positions * rope.dimension * static_cast<std::int64_t>(sizeof(float));
    }
    static Result<RopeTable> allocate(MemoryAccount& account, const RopeConfig& rope, std::int64_t positions);

    std::int64_t positions() const { return m_positions; }
    /// Makes rows [0, positions) ready; false when it was stopped before. Not thread-safe; call before the threads
    /// start.
    bool ensure(std::int64_t positions, const std::stop_token& stop);
    /// [dimension/2] cosines, then [dimension/2] sines.
    const float* row(std::int64_t position) const { return m_rows.as<float>() + position * m_dimension; }

private:
    Buffer m_rows;
    std::vector<double> m_frequencies;
    std::int64_t m_dimension = 0;
    std::int64_t m_positions = 0;
    std::int64_t m_ready = 0;
};

}  // namespace decodescope::engine::cpu
