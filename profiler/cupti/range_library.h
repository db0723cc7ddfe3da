// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "profiler/cupti/range_api.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

namespace decodescope::profiler::cupti {

/// The range profiler of the libcupti that loadCupti() has loaded, and of the driver in use.
Result<const RangeApi*> loadRangeApi();

}  // namespace decodescope::profiler::cupti

#endif
