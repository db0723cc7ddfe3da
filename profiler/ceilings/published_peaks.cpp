// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/published_peaks.h"

#include <nlohmann/json.hpp>

namespace decodescope::profiler {

extern const char* const kGpusJson;  // of gpus_data.cpp, made from resources/presets/gpus.json

namespace {

/// The text is part of the program: what is wrong with it, a test finds.
std::vector<PublishedPeaks> parse()
{
    std::vector<PublishedPeaks> all;
    const auto json = nlohmann::ordered_json::parse(kGpusJson);
    for (const auto& gpu : json.at("gpus")) {
        PublishedPeaks peaks;
        peaks.name = gpu.at("name");
        peaks.title = gpu.at("title");
        peaks.memoryGbPerS = gpu.at("memory_gb_per_s");
        for (const auto& [type, rate] : gpu.at("tflop_per_s").items())
            peaks.tflopPerS.emplace_back(type, rate.get<double>());
        peaks.source = gpu.at("source");
        peaks.note = gpu.at("note");
        all.push_back(std::move(peaks));
    }
    return all;
}

}  // namespace

std::optional<double> PublishedPeaks::ridge(std::string_view type) const
{
    for (const auto& [operands, rate] : tflopPerS)
        if (operands == type)
            return rate * 1e3 / memoryGbPerS;
    return std::nullopt;
}

const std::vector<PublishedPeaks>& publishedPeaks()
{
    static const std::vector<PublishedPeaks> all = parse();
    return all;
}

Result<PublishedPeaks> findPublishedPeaks(std::string_view name)
{
    std::string known;
    for (const PublishedPeaks& peaks : publishedPeaks()) {
        if (peaks.name == name)
            return peaks;
        known += (known.empty() ? "" : ", ") + peaks.name;
    }
    return fail(ErrorCode::usage, "no published peaks of \"" + std::string(name) + "\"", "known: " + known);
}

}  // namespace decodescope::profiler
