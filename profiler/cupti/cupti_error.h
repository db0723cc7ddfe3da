// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cupti.h>
#include <string_view>

namespace decodescope::profiler::cupti {

/// What failed while doing what, with CUPTI's number for it, and what helps.
Error cuptiError(CUptiResult result, std::string_view doing);

}  // namespace decodescope::profiler::cupti
