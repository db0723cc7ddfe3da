// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/generate/sampler.h"

#include <algorithm>
#include <cmath>

namespace decodescope::engine {
namespace {

/// Finaliser of the SplitMix64 generator.
std::uint64_t mix(std::uint64_t x)
{
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

/// e^x for x <= 0 from sums and products alone: libraries differ in the last bit, and a draw must not.
double portableExp(double x)
{
    if (!(x > -700.0))
        return 0.0;
    constexpr double kInvLn2 = 1.4426950408889634;
    constexpr double kLn2Hi = 6.93147180369123816490e-01;
    constexpr double kLn2Lo = 1.90821492927058770002e-10;
    const double n = std::floor(x * kInvLn2 + 0.5);
    const double r = (x - n * kLn2Hi) - n * kLn2Lo;  // |r| <= ln2 / 2
    double sum = 1.0;
    for (int k = 14; k >= 1; --k) sum = 1.0 + sum * r / k;
    return std::ldexp(sum, static_cast<int>(n));
}

bool better(const std::pair<double, TokenId>& a, const std::pair<double, TokenId>& b)
{
    return a.first > b.first || (a.first == b.first && a.second < b.second);
}

}  // namespace

double uniformAt(std::uint64_t seed, std::int64_t sequence, std::int64_t step)
{
    const std::uint64_t bits =
        mix(mix(mix(seed) ^ static_cast<std::uint64_t>(sequence)) ^ static_cast<std::uint64_t>(step));
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

TokenId Sampler::draw(std::span<const float> logits, TokenId best, std::int64_t sequence, std::int64_t step)
{
    if (greedy())
        return best;
    m_candidates.clear();
    for (std::size_t i = 0; i < logits.size(); ++i)
        m_candidates.emplace_back(static_cast<double>(logits[i]), static_cast<TokenId>(i));
    const auto keep = static_cast<std::size_t>(m_options.topK);
    if (m_options.topK > 0 && keep < m_candidates.size()) {
        std::nth_element(m_candidates.begin(), m_candidates.begin() + static_cast<std::ptrdiff_t>(keep),
                         m_candidates.end(), better);
        m_candidates.resize(keep);
    }
    std::sort(m_candidates.begin(), m_candidates.end(), better);

    const double largest = m_candidates.front().first;
    double total = 0.0;
    for (auto& [weight, id] : m_candidates) {
        weight = portableExp((weight - largest) / m_options.temperature);
        total += weight;
    }
    if (m_options.topP < 1.0) {
        const double wanted = m_options.topP * total;
        double sum = 0.0;
        std::size_t count = 0;
        while (count < m_candidates.size() && (count == 0 || sum < wanted)) sum += m_candidates[count++].first;
        m_candidates.resize(count);
        total = sum;
    }
    const double target = uniformAt(m_options.seed, sequence, step) * total;
    double sum = 0.0;
    for (const auto& [weight, id] : m_candidates) {
        sum += weight;
        if (target < sum)
            return id;
    }
    return m_candidates.front().second;  // rounding left the target at the very end
}

}  // namespace decodescope::engine
