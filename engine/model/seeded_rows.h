// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up weights as a function of seed, tensor, row and column: a device that follows this makes the same ones itself,
// instead of being sent them.
#pragma once

#include <cstdint>

namespace decodescope::engine {

/// A bijection of 64 bits whose output bits all depend on all input bits (the finaliser of splitmix64).
constexpr std::uint64_t mixBits(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/// The rows of one matrix. Values are multiples of `step`, from -32768 to 32767, all equally likely.
struct SeededRows {
    static constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15U;

    std::uint64_t state = 0;  ///< of the tensor
    float step = 0;

    /// The multiples of values [4 * group, 4 * group + 4) of a row, 16 bits each, the first one lowest.
    constexpr std::uint64_t four(std::int64_t row, std::int64_t group) const
    {
        return mixBits(mixBits(state + static_cast<std::uint64_t>(row)) +
                       static_cast<std::uint64_t>(group + 1) * kStride);
    }
    /// Value `place` of the four.
    constexpr float value(std::uint64_t four, int place) const
    {
        return step * static_cast<float>(static_cast<std::int16_t>(four >> (16 * place)));
    }
};

}  // namespace decodescope::engine
