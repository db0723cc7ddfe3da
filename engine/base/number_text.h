// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace decodescope::engine {

/// A number as messages give it: '.' decimals whatever the process's locale is, rounded to `decimals` places.
std::string fixedText(double value, int decimals);
/// The same, with as few digits as tell the value from its neighbours: "0.1", "1e-07", "nan".
std::string shortestText(double value);

}  // namespace decodescope::engine
