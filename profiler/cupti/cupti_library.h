// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

namespace decodescope::profiler::cupti {

/// Finds libcupti and all its functions that are called; these are then called by their own names. Linking it would let
/// the system's loader decide what happens to a library that is missing, or is not what its name says: some of that
/// ends the process.
Result<void> loadCupti();

}  // namespace decodescope::profiler::cupti
