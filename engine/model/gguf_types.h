// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope::engine {

/// A tensor type of GGUF files: how many bytes it takes, and our type for it when we can read it.
struct GgufTensorType {
    std::uint32_t id;
    std::string_view name;  ///< as other tools print it: "Q4_K", "IQ2_XXS"
    std::int64_t blockValues;
    std::int64_t blockBytes;
    std::optional<DataType> readable;
};

/// Null for a number no released format uses (removed types included).
const GgufTensorType* findGgufTensorType(std::uint32_t id);

}  // namespace decodescope::engine
