// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <string>
#include <string_view>

namespace decodescope::profiler {

// The JSON columns of a session. Text that is not UTF-8 is kept as {"hex": "..."}. Reading throws
// nlohmann::json::exception or std::invalid_argument on what it cannot read; missing members keep their defaults, so
// that older files open.
std::string modelToJson(const ModelFacts& model);
ModelFacts modelFromJson(std::string_view text);
std::string deviceToJson(const engine::DeviceInfo& device, const std::optional<DeviceMemoryFacts>& memory);
engine::DeviceInfo deviceFromJson(std::string_view text);
std::optional<DeviceMemoryFacts> deviceMemoryFromJson(std::string_view text);
std::string settingsToJson(const RunSettings& settings);
RunSettings settingsFromJson(std::string_view text);
std::string ceilingsToJson(const Ceilings& ceilings);
Ceilings ceilingsFromJson(std::string_view text);
std::string stopsToJson(const std::vector<engine::StopReason>& stops);
std::vector<engine::StopReason> stopsFromJson(std::string_view text);
std::string topToJson(const std::vector<engine::TopLogit>& top);
std::vector<engine::TopLogit> topFromJson(std::string_view text);
std::string integersToJson(const std::vector<std::int64_t>& values);
std::vector<std::int64_t> integersFromJson(std::string_view text);

/// The enumerator whose name() is `text`; throws std::invalid_argument naming `what` otherwise.
engine::Strategy strategyNamed(std::string_view text);
engine::Phase phaseNamed(std::string_view text);
engine::OpKind opKindNamed(std::string_view text);
BytesSource bytesSourceNamed(std::string_view text);
Bound boundNamed(std::string_view text);
engine::OpClock opClockNamed(std::string_view text);
std::string_view name(BytesSource source);

}  // namespace decodescope::profiler
