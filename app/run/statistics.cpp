// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace decodescope::app {

std::optional<double> medianOf(std::vector<double> values)
{
    if (values.empty()) {
        return std::nullopt;
    }
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<double> stddevOf(const std::vector<double>& values)
{
    if (values.size() < 2) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
    }
    return std::sqrt(squares / (count - 1));
}

}  // namespace decodescope::app
