// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/exporter.h"

#include "app/plots/plots.h"
#include "app/report/export_folder.h"
#include "app/report/picture_file.h"
#include "app/report/recording_columns.h"
#include "app/report/run_json.h"
#include "profiler/record/summary.h"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace decodescope::app {

namespace {

struct PictureFile {
    Picture picture;
    const char* name;
};
constexpr std::array kPictures{
    PictureFile{Picture::triangle, "triangle.png"},     PictureFile{Picture::kvGrowth, "kv-growth.png"},
    PictureFile{Picture::throughput, "throughput.png"}, PictureFile{Picture::roofline, "roofline.png"},
    PictureFile{Picture::report, "report.png"},
};

/// What the pictures show: the median naive and cached runs; a broken strategy takes the cached side when it ran alone.
PlotScene sceneOf(const profiler::Recording& recording)
{
    PlotScene scene;
    scene.recording = &recording;
    scene.naive = medianRun(recording, engine::Strategy::naive);
    scene.cached = medianRun(recording, engine::Strategy::cached);
    for (const auto broken : {engine::Strategy::brokenForget, engine::Strategy::brokenRefill,
                              engine::Strategy::brokenPosition, engine::Strategy::brokenStale}) {
        if (!scene.cached) {
            scene.cached = medianRun(recording, broken);
        }
    }
    return scene;
}

Result<ExportFile> pictureFile(const PictureFile& file, const PlotScene& scene, ThemeKind kind)
{
    return pngFile(file.name, renderPicture(file.picture, scene, theme(kind)));
}

constexpr const char* kKernelsFile = "kernels.csv";

bool hasKernels(const profiler::Recording& recording)
{
    for (const auto& run : recording.runs) {
        const std::size_t steps = run->steps().size();
        for (std::size_t i = 0; i < steps; ++i) {
            if (!run->steps()[i].kernels.empty()) {
                return true;
            }
        }
    }
    return false;
}

template <class Row, class Visit>
std::string csvOf(const profiler::Recording& recording, std::span<const Column<Row>> columns, const Visit& visit)
{
    std::string out;
    appendCsvHeader(out, columns);
    for (const auto& run : recording.runs) {
        const std::size_t steps = run->steps().size();
        for (std::size_t i = 0; i < steps; ++i) {
            visit(*run, run->steps()[i], [&](const Row& row) { appendCsvRow(out, columns, row); });
        }
    }
    return out;
}

}  // namespace

std::vector<std::string> exportFileNames(const ExportOptions& options, bool kernels)
{
    std::vector<std::string> names;
    if (options.csv) {
        names.insert(names.end(), {"steps.csv", "tokens.csv", "ops.csv"});
        if (kernels) {
            names.emplace_back(kKernelsFile);
        }
    }
    if (options.json) {
        names.emplace_back("run.json");
    }
    if (options.png) {
        for (const PictureFile& file : kPictures) {
            names.emplace_back(file.name);
        }
    }
    return names;
}

Result<std::vector<std::string>> exportRecording(const profiler::Recording& recording, const std::string& folder,
                                                 const ExportOptions& options)
{
    if (options.png && qGuiApp == nullptr) {
        return fail(ErrorCode::runtime, "pictures cannot be drawn before a QGuiApplication exists");
    }
    std::vector<ExportFile> files;
    if (options.csv) {
        files.push_back({"steps.csv", stepsCsv(recording)});
        files.push_back({"tokens.csv", tokensCsv(recording)});
        files.push_back({"ops.csv", opsCsv(recording)});
        if (hasKernels(recording)) {
            files.push_back({kKernelsFile, kernelsCsv(recording)});
        }
    }
    if (options.json) {
        files.push_back({"run.json", runJson(recording)});
    }
    if (options.png) {
        const PlotScene scene = sceneOf(recording);
        for (const PictureFile& file : kPictures) {
            auto drawn = pictureFile(file, scene, options.pictures);
            if (!drawn) {
                return tl::unexpected(drawn.error());
            }
            files.push_back(std::move(*drawn));
        }
    }
    auto written = writeExportFolder(folder, files);
    if (written && options.csv && !hasKernels(recording)) {
        if (auto removed = removeOwnExport(folder, kKernelsFile); !removed) {
            return tl::unexpected(removed.error());
        }
    }
    return written;
}

std::string runJson(const profiler::Recording& recording)
{
    return documentText(runDocument(recording));
}

std::string stepsCsv(const profiler::Recording& recording)
{
    return csvOf<StepRow>(recording, stepColumns(), [](const auto& run, const auto& step, const auto& append) {
        append(StepRow{run, step});
    });
}

std::string tokensCsv(const profiler::Recording& recording)
{
    return csvOf<TokenRow>(recording, tokenColumns(), [](const auto& run, const auto& step, const auto& append) {
        for (const profiler::SequenceRecord& sequence : step.sequences) {
            append(TokenRow{run, step, sequence});
        }
    });
}

std::string opsCsv(const profiler::Recording& recording)
{
    return csvOf<OpRow>(recording, opColumns(), [](const auto& run, const auto& step, const auto& append) {
        for (const profiler::OpRecord& op : step.ops) {
            append(OpRow{run, step, op});
        }
    });
}

std::string kernelsCsv(const profiler::Recording& recording)
{
    return csvOf<KernelRow>(recording, kernelColumns(), [](const auto& run, const auto& step, const auto& append) {
        std::optional<std::int64_t> idleSince;
        for (const profiler::KernelRecord& kernel : step.kernels) {
            const bool onDevice = kernel.timed && !profiler::isAllocation(kernel.work);
            std::optional<std::int64_t> gap;
            if (onDevice && idleSince) {
                gap = std::max<std::int64_t>(0, kernel.startNs - *idleSince);
            }
            append(KernelRow{run, step, kernel, gap});
            if (onDevice) {
                idleSince = std::max(idleSince.value_or(0), kernel.startNs + kernel.durationNs);
            }
        }
    });
}

}  // namespace decodescope::app
