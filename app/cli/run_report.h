// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <string>

namespace decodescope::app {

/// What `run` prints for people: conditions, one column of figures per mode, the verdict and the text.
std::string runReport(const profiler::Recording& recording);

/// "SmolLM2-135M-Instruct (llama, 134,515,008 parameters), q4_1 weights, int8 products" and the device, two lines.
std::string conditionsText(const profiler::ModelFacts& model, const engine::DeviceInfo& device);

}  // namespace decodescope::app
