// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace decodescope::app {

/// The version CMake's project() states: "0.1.0".
std::string_view programVersion();

}  // namespace decodescope::app
