// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_pictures.h"

#include "app/plots/sweep_plots.h"
#include "app/report/picture_file.h"
#include "app/run/version.h"
#include "engine/model/tokenizer.h"

#include <algorithm>

namespace decodescope::app {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QStringList conditions(const profiler::ModelFacts& model, const engine::DeviceInfo& device,
                       const profiler::RunSettings& settings, const SweepRow& row)
{
    QString cache = text(name(settings.keyFormat));
    if (settings.keyFormat != settings.valueFormat) {
        cache += QLatin1Char('/') + text(name(settings.valueFormat));
    }
    return {text(engine::toValidUtf8(model.config.name)) + QStringLiteral(", ") + text(model.weightsFormat) +
                QStringLiteral(" weights, ") + text(model.compute) + QStringLiteral(" products, cache ") + cache,
            text(device.name) + QStringLiteral(", %1 threads, ").arg(device.threads) + text(device.isa),
            text(engine::name(row.strategy)) +
                QStringLiteral(", %1 new tokens, %2 sequences").arg(row.newTokens).arg(row.sequences),
            QStringLiteral("DecodeScope ") + text(programVersion())};
}

}  // namespace

std::vector<std::string> sweepPictureNames(bool wanted)
{
    return wanted ? std::vector<std::string>{"sweep-memory.png", "sweep-throughput.png"} : std::vector<std::string>{};
}

Result<std::vector<ExportFile>> sweepPictures(const SweepResult& result, const profiler::ModelFacts& model,
                                              const engine::DeviceInfo& device, const profiler::RunSettings& settings)
{
    std::vector<SweepRow> rows;
    for (const SweepRow& row : result.rows) {
        if (row.strategy == result.rows.front().strategy) {
            rows.push_back(row);
        }
    }
    std::sort(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) { return a.context < b.context; });
    SweepData data;
    for (const SweepRow& row : rows) {
        data.contexts.push_back(row.context);
        data.kvBytesFormula.push_back(row.kvBytesFormula);
        data.kvBytesUsed.push_back(row.kvBytesUsed);
        data.memoryPeakBytes.push_back(row.memoryPeakBytes);
        data.tokPerS.push_back(row.tokPerS.value_or(0));
    }
    data.conditions = conditions(model, device, settings, rows.front());
    data.synthetic = model.config.synthetic;
    std::vector<ExportFile> files;
    const std::vector<std::string> names = sweepPictureNames(true);
    for (const auto picture : {SweepPicture::memory, SweepPicture::throughput}) {
        auto file = pngFile(names[files.size()], renderSweepPicture(picture, data, theme(ThemeKind::light)));
        if (!file) {
            return tl::unexpected(file.error());
        }
        files.push_back(std::move(*file));
    }
    return files;
}

}  // namespace decodescope::app
