// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace decodescope::engine {

/// The text of resources/presets/models.json, built in.
std::string_view presetsJson();

}  // namespace decodescope::engine
