// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace decodescope::app {

/// Middle value (mean of the two middle ones); empty for no values.
std::optional<double> medianOf(std::vector<double> values);
/// Sample standard deviation (n - 1); empty below two values.
std::optional<double> stddevOf(const std::vector<double>& values);

}  // namespace decodescope::app
