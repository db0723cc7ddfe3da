// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope::profiler {

/// What a GPU's maker states, dense; never measured here.
struct PublishedPeaks {
    std::string name;   ///< "h200-sxm"
    std::string title;  ///< "NVIDIA H200 SXM"
    double memoryGbPerS = 0;
    std::vector<std::pair<std::string, double>> tflopPerS;  ///< by operand type: "f32", "tf32", "f16", "bf16", "fp8"
    std::string source;
    std::string note;  ///< where the numbers were read
    /// FLOP/byte where the memory roof meets that of `type`; empty where it has none.
    std::optional<double> ridge(std::string_view type) const;
};

/// In the order of resources/presets/gpus.json (which is built in).
const std::vector<PublishedPeaks>& publishedPeaks();
/// A usage error names what there is.
Result<PublishedPeaks> findPublishedPeaks(std::string_view name);

}  // namespace decodescope::profiler
