// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/device_roofs.h"
#include "engine/forward/backend.h"
#include "profiler/ceilings/ceilings.h"

namespace decodescope::profiler {

/// A GPU's roofs as every other part of the program takes them: reads, and products of the operands that are compute
/// types here (f32, bf16). The rest (copies, launches, barriers, other operands) stays in the notes.
Ceilings gpuCeilings(const engine::DeviceInfo& device, const engine::cuda::DeviceRoofs& roofs);

}  // namespace decodescope::profiler
