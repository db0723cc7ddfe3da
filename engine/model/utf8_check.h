// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace decodescope::engine {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool isValidUtf8(std::string_view text);

}  // namespace decodescope::engine
