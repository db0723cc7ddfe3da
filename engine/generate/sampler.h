// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/generate/generate.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace decodescope::engine {

/// Draws tokens from logits. The random number of a draw depends on (seed, sequence, step) alone, so cached and naive
/// decoding draw alike; arithmetic is in double with an exponential of its own, so every machine draws alike.
class Sampler {
public:
    explicit Sampler(const SamplingOptions& options) : m_options(options) {}

    bool greedy() const { return m_options.temperature <= 0.0; }

    /// `logits` [vocab]; `best` is the lowest id of the largest logit, returned when greedy.
    TokenId draw(std::span<const float> logits, TokenId best, std::int64_t sequence, std::int64_t step);

private:
    SamplingOptions m_options;
    std::vector<std::pair<double, TokenId>> m_candidates;  ///< weight (unnormalised probability), id
};

/// Uniform in [0, 1) with 53 bits, a pure function of its arguments.
double uniformAt(std::uint64_t seed, std::int64_t sequence, std::int64_t step);

}  // namespace decodescope::engine
