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
    std::vector<SweepRow> rows;
    for (const SweepRow& row : result.rows) {
        if (row.strategy == result.rows.front().strategy) {
            rows.push_back(row);
        }
    }
    std::sort(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) { return a.context < b.context; });
    for (const SweepRow& row : rows) {
        data.contexts.push_back(row.context);
        data.kvBytesFormula.push_back(row.kvBytesFormula);
        data.kvBytesUsed.push_back(row.kvBytesUsed);
        data.memoryPeakBytes.push_back(row.memoryPeakBytes);
        data.tokPerS.push_back(row.tokPerS.value_or(0));
    }
    profiler::RunInfo& info = data.info.emplace();
    info.strategy = rows.front().strategy;
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
