// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/ceilings/ceilings.h"
#include "profiler/record/run_record.h"

#include <nlohmann/json.hpp>

namespace decodescope::app {

using Json = nlohmann::ordered_json;

/// The document of `run --json` and run.json (docs/cli.md): one entry in `runs` per mode with medians over its repeats
/// and the steps of the median repeat, warm-ups left out.
Json runDocument(const profiler::Recording& recording);

// Parts shared with the other commands' documents.
Json modelJson(const profiler::ModelFacts& model);
Json deviceJson(const engine::DeviceInfo& device);
Json ceilingsJson(const profiler::Ceilings& ceilings);
Json settingsJson(const profiler::RunSettings& settings);
/// {"schema":1,"program":"DecodeScope","version":...}: how every document begins.
Json documentHead();

/// Text of a document: UTF-8 with invalid bytes replaced, indented, ending in a line break.
std::string documentText(const Json& document);

}  // namespace decodescope::app
