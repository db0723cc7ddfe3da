// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/model_source.h"
#include "profiler/record/run_record.h"

#include <cstdint>
#include <vector>

namespace decodescope::app {

/// Formats `--kv` and `--weights` take; the window's choices are the same list.
const std::vector<DataType>& cacheFormats();
const std::vector<DataType>& weightFormats();

/// Ranges and combinations that need no model: usage errors naming the setting, its value and what is accepted.
Result<void> validateSettings(const profiler::RunSettings& settings);

/// Combinations that depend on the model: a block format of the cache that does not divide a head, int8 products on
/// weights that are not quantised, more best logits than there are tokens.
Result<void> validateForModel(const profiler::RunSettings& settings, const engine::ModelSource& source);

}  // namespace decodescope::app
