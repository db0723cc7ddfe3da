// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/rope_table.h"

#include <cmath>

namespace decodescope::engine::cpu {

Result<RopeTable> RopeTable::allocate(MemoryAccount& account, const RopeConfig& rope, std::int64_t positions)
{
    RopeTable table;
    auto rows = account.allocate(MemoryKind::workspace, bytes(rope, positions), "rotary position table");
    if (!rows)
        return tl::unexpected(rows.error());
    table.m_rows = std::move(*rows);
    table.m_dimension = rope.dimension;
    table.m_positions = positions;
    for (std::int64_t i = 0; i < rope.dimension / 2; ++i) {
        const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(rope.dimension);
        table.m_frequencies.push_back(std::pow(rope.base, exponent) /
                                      static_cast<double>(rope.divisors[static_cast<std::size_t>(i)]));
    }
    return table;
}

bool RopeTable::ensure(std::int64_t positions, const std::stop_token& stop)
{
    const std::int64_t half = m_dimension / 2;
    for (; m_ready < positions; ++m_ready) {
        if (stop.stop_requested())
            return false;
        float* cosines = m_rows.as<float>() + m_ready * m_dimension;
        for (std::int64_t i = 0; i < half; ++i) {
            const double angle = static_cast<double>(m_ready) * m_frequencies[static_cast<std::size_t>(i)];
            cosines[i] = static_cast<float>(std::cos(angle));
            cosines[half + i] = static_cast<float>(std::sin(angle));
        }
    }
    return true;
}

}  // namespace decodescope::engine::cpu
