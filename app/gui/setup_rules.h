// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_config.h"
#include "profiler/record/run_record.h"

#include <QString>

#include <optional>

namespace decodescope::app {

/// What the set-up knows about the model that is chosen; empty before it has been opened.
struct ModelTraits {
    std::optional<engine::ModelConfig> config;
    bool hasTokenizer = true;
    bool hasChatTemplate = false;
    bool onGpu = false;  ///< where it is to run
};

// Why a choice cannot be made with these settings, as a sentence for a tool tip; empty when it can. Every combination
// the panel lets through is one the engine accepts.

/// Cache formats in blocks must divide a head; fp8 is for GPUs, q4_0 for the CPU.
QString whyNotCacheFormat(DataType format, const ModelTraits& model);
/// Whole-number products need weights that are quantised: see DESIGN, compute formats.
QString whyNotCompute(std::optional<ComputeType> compute, std::optional<DataType> weights, const ModelTraits& model);
QString whyNotWeights(std::optional<DataType> weights, const ModelTraits& model);
QString whyNotChat(const ModelTraits& model);
QString whyNotPrompt(const ModelTraits& model);
QString whyNotSamplingLimits(double temperature);

}  // namespace decodescope::app
