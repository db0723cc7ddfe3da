// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"

#include <cstdint>
#include <span>

namespace decodescope::engine {

/// Refuses context options out of range, with the range. Formats are each backend's own business.
Result<void> checkRanges(const ContextOptions& options, std::int64_t mostTopLogits);

/// Refuses a step that cannot be: unknown or repeated slots (`depths` has one entry per slot), no tokens, tokens
/// outside the vocabulary, more than `maxPositions`, rotary positions outside [0, rotaryPositions).
Result<void> checkInputs(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths,
                         std::int64_t maxPositions, std::int64_t rotaryPositions, std::int64_t vocab);

}  // namespace decodescope::engine
