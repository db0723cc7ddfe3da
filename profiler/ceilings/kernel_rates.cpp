// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/kernel_rates.h"

#include <algorithm>
#include <utility>

namespace decodescope::profiler {
namespace {

using Point = std::pair<double, double>;  ///< rows or pairs, nanoseconds

/// The value at `x` of the line through `points` (ascending, no two at one place), drawn on past its ends; never less
/// than nothing.
double onLine(const std::vector<Point>& points, double x)
{
    if (points.empty())
        return 0;
    if (points.size() == 1)
        return points.front().second;
    auto right = std::lower_bound(points.begin(), points.end(), x,
                                  [](const Point& point, double at) { return point.first < at; });
    right = std::clamp(right, points.begin() + 1, points.end() - 1);
    const Point& a = *(right - 1);
    const Point& b = *right;
    return std::max(0.0, a.second + (b.second - a.second) * (x - a.first) / (b.first - a.first));
}

/// Ascending; points at one place become their mean.
std::vector<Point> merged(std::vector<Point> points)
{
    std::sort(points.begin(), points.end());
    std::vector<Point> out;
    for (std::size_t i = 0; i < points.size();) {
        double sum = 0;
        std::size_t end = i;
        for (; end < points.size() && points[end].first == points[i].first; ++end) sum += points[end].second;
        out.emplace_back(points[i].first, sum / static_cast<double>(end - i));
        i = end;
    }
    return out;
}

}  // namespace

std::optional<double> KernelRates::stepSeconds(std::int64_t rows, std::int64_t pairs) const
{
    if (probes.empty() || rows <= 0)
        return std::nullopt;
    std::vector<Point> other;
    std::vector<Point> decode;   // one row a sequence: attention reads, bound by bytes
    std::vector<Point> several;  // many rows: attention computes
    for (const KernelProbe& probe : probes) {
        other.emplace_back(probe.rows, probe.otherNs);
        (probe.rows <= sequences ? decode : several).emplace_back(probe.pairs, probe.attentionNs);
    }
    other = merged(std::move(other));
    decode = merged(std::move(decode));
    several = merged(std::move(several));

    double ns = 0;
    const auto most = static_cast<std::int64_t>(other.back().first);
    std::int64_t rest = rows;
    if (chunkRows > 0 && most >= chunkRows) {
        const std::int64_t chunks = rest / chunkRows;
        ns += static_cast<double>(chunks) * onLine(other, static_cast<double>(chunkRows));
        rest -= chunks * chunkRows;
    }
    if (rest > 0)
        ns += onLine(other, static_cast<double>(rest));

    const bool isDecode = rows <= sequences;
    const std::vector<Point>& line = (isDecode ? !decode.empty() : several.empty()) ? decode : several;
    const auto x = static_cast<double>(pairs);
    // Outside the probes of many rows the time per pair stays: a line through two noisy ends would not.
    if (const Point& end = x > line.back().first ? line.back() : line.front();
        !isDecode && (x > line.back().first || x < line.front().first))
        ns += end.second * x / end.first;
    else
        ns += onLine(line, x);
    return 1e-9 * ns;
}

double KernelRates::samplingSeconds() const
{
    std::vector<std::int64_t> times;
    for (const KernelProbe& probe : probes) times.push_back(probe.samplingNs);
    if (times.empty())
        return 0;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return 1e-9 * static_cast<double>(times[times.size() / 2]);
}

std::int64_t attentionPairsOf(const engine::ForwardPlan& plan)
{
    std::int64_t pairs = 0;
    for (const engine::Op& op : plan.ops)
        if (op.kind == engine::OpKind::attention)
            pairs += engine::attentionPairs(plan.shape, op.window);
    return pairs;
}

}  // namespace decodescope::profiler
