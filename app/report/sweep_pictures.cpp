// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_pictures.h"

#include "app/report/picture_file.h"
#include "app/run/version.h"
#include "engine/model/tokenizer.h"

#include <algorithm>

namespace decodescope::app {

std::vector<std::string> sweepPictureNames(bool wanted)
{
    return wanted ? std::vector<std::string>{"sweep-memory.png", "sweep-throughput.png"} : std::vector<std::string>{};
}

SweepData sweepData(const SweepResult& result, const profiler::ModelFacts& model, const engine::DeviceInfo& device,
                    const profiler::RunSettings& settings)
{
    SweepData data;
    if (result.rows.empty()) {
        return data;
    }
    const auto keepsCache = [](const SweepRow& row) { return row.kvBytesUsed > 0; };
    const auto kept = std::find_if(result.rows.begin(), result.rows.end(), keepsCache);
    const engine::Strategy shown = kept != result.rows.end() ? kept->strategy : result.rows.front().strategy;
    std::vector<SweepRow> rows = result.rows;
    std::sort(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) { return a.context < b.context; });
    for (const SweepRow& row : rows) {
        if (row.strategy == shown) {
            data.contexts.push_back(row.context);
            data.kvBytesFormula.push_back(row.kvBytesFormula);
            data.kvBytesUsed.push_back(row.kvBytesUsed);
            data.memoryPeakBytes.push_back(row.memoryPeakBytes);
        }
    }
    for (const SweepRow& row : result.rows) {
        const auto same = [&](const SweepSpeed& speed) { return speed.strategy == row.strategy; };
        auto speed = std::find_if(data.speeds.begin(), data.speeds.end(), same);
        if (speed == data.speeds.end()) {
            speed = data.speeds.insert(speed, {row.strategy, {}});
            speed->tokPerS.resize(data.contexts.size());
        }
        const auto place = std::find(data.contexts.begin(), data.contexts.end(), row.context);
        if (place != data.contexts.end()) {
            speed->tokPerS[static_cast<std::size_t>(place - data.contexts.begin())] = row.tokPerS;
        }
    }
    profiler::RunInfo& info = data.info.emplace();
    info.strategy = shown;
    info.model = model;
    info.device = device;
    info.settings = settings;
    info.settings.newTokens = rows.front().newTokens;
    info.settings.batch = rows.front().sequences;
    info.startedAt = result.startedAt;
    info.programVersion = programVersion();
    return data;
}

Result<std::vector<ExportFile>> sweepPictures(const SweepData& data, ThemeKind kind)
{
    std::vector<ExportFile> files;
    const std::vector<std::string> names = sweepPictureNames(true);
    for (const auto picture : {SweepPicture::memory, SweepPicture::throughput}) {
        auto file = pngFile(names[files.size()], renderSweepPicture(picture, data, theme(kind)));
        if (!file) {
            return tl::unexpected(file.error());
        }
        files.push_back(std::move(*file));
    }
    return files;
}

}  // namespace decodescope::app
