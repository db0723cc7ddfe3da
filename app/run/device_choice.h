// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// What `--device` came to. This build runs on the CPU; `warnings` says why when something else could have been meant.
struct DeviceChoice {
    std::vector<std::string> warnings;
};

/// "cpu", "auto" (the CPU, with a warning that says which part of CUDA is missing), "cuda" or "cuda:N"
/// (ErrorCode::device naming what is missing); usage error for anything else.
Result<DeviceChoice> chooseDevice(std::string_view device);

}  // namespace decodescope::app
