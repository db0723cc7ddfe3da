// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace decodescope::engine {

/// What every backend takes at most. Frontends refuse what is larger by the name of its setting, before a model is
/// opened.
constexpr std::int32_t kMostThreads = 512;
constexpr std::int64_t kMostSequences = 4096;

}  // namespace decodescope::engine
