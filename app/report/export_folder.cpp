// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/export_folder.h"

#include "app/report/recording_columns.h"
#include "app/report/result_columns.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QSaveFile>
#include <QTemporaryFile>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>

namespace decodescope::app {

namespace {

QString joined(const std::string& folder, const std::string& name)
{
    return QDir(QString::fromStdString(folder)).filePath(QString::fromStdString(name));
}

std::string reason(const QFileDevice& file)
{
    return file.errorString().toStdString();
}

/// The header line an export of this CSV file begins with; empty for other names.
std::string ownHeader(std::string_view name)
{
    std::string header;
    if (name == "steps.csv") {
        appendCsvHeader(header, stepColumns());
    } else if (name == "tokens.csv") {
        appendCsvHeader(header, tokenColumns());
    } else if (name == "ops.csv") {
        appendCsvHeader(header, opColumns());
    } else if (name == "kernels.csv") {
        appendCsvHeader(header, kernelColumns());
    } else if (name == "sweep.csv") {
        appendCsvHeader(header, sweepColumns());
    } else if (name == "checks.csv") {
        appendCsvHeader(header, checkColumns());
    } else if (name == "bench.csv") {
        appendCsvHeader(header, benchColumns());
    }
    return header;
}

}  // namespace

bool isOwnExport(std::string_view name, std::string_view bytes)
{
    if (name.ends_with(".csv")) {
        // Later versions append columns, so the first four decide.
        const std::string header = ownHeader(name);
        std::size_t end = 0;
        for (int comma = 0; comma < 4 && end != std::string::npos; ++comma) {
            end = header.find_first_of(",\r", end + 1);
        }
        return !header.empty() && bytes.starts_with(std::string_view(header).substr(0, end));
    }
    if (name.ends_with(".json")) {
        const auto document = nlohmann::json::parse(bytes, nullptr, false);
        return document.is_object() && document.contains("program") && document["program"].is_string() &&
               document["program"] == std::string(kProgramName);
    }
    if (name.ends_with(".png") && bytes.starts_with("\x89PNG")) {
        QByteArray data = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
        QBuffer buffer(&data);
        buffer.open(QIODevice::ReadOnly);
        QImageReader reader(&buffer, "png");
        return reader.text(QStringLiteral("Software")).toStdString() == kProgramName;
    }
    return false;
}

Result<void> writeFileWhole(const std::string& path, std::string_view bytes)
{
    QSaveFile file(QString::fromStdString(path));
    // Without a buffer of its own: what QSaveFile cannot write out of one when it commits, it loses without a word.
    bool good = file.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    // A disk that fills up takes a part first; only the next write tells why it was a part.
    for (std::size_t written = 0; good && written < bytes.size();) {
        const qint64 taken = file.write(bytes.data() + written, static_cast<qint64>(bytes.size() - written));
        good = taken > 0;
        written += good ? static_cast<std::size_t>(taken) : 0;
    }
    if (!good || !file.commit()) {
        const std::string why = reason(file);
        file.cancelWriting();
        return fail(ErrorCode::runtime, "cannot write " + path + ": " + why,
                    "free some space or choose another folder; an older file of that name is as it was");
    }
    return {};
}

Result<void> checkExportFolder(const std::string& folder, const std::vector<std::string>& names)
{
    if (folder.empty()) {
        return fail(ErrorCode::usage, "the export folder has an empty name");
    }
    const QString path = QString::fromStdString(folder);
    const QFileInfo info(path);
    if (info.exists() && !info.isDir()) {
        return fail(ErrorCode::runtime, "cannot export to " + folder + ": it is a file, not a folder");
    }
    std::error_code failure;
    if (!info.exists() && !std::filesystem::create_directories(QFile::encodeName(path).toStdString(), failure) &&
        failure) {
        return fail(ErrorCode::runtime, "cannot make the export folder " + folder + ": " + failure.message(),
                    "choose a folder you may write to");
    }
    for (const std::string& name : names) {
        QFile existing(joined(folder, name));
        if (!existing.exists()) {
            continue;
        }
        if (!existing.open(QIODevice::ReadOnly)) {
            return fail(ErrorCode::runtime,
                        "cannot read " + existing.fileName().toStdString() + ": " + reason(existing));
        }
        const QByteArray bytes = existing.readAll();
        if (!isOwnExport(name, {bytes.data(), static_cast<std::size_t>(bytes.size())})) {
            return fail(ErrorCode::usage,
                        existing.fileName().toStdString() + " is there and was not made by DecodeScope",
                        "choose another folder, or move that file away");
        }
    }
    // Only trying tells whether a file system takes new files (permissions, read-only mounts, full disks).
    QTemporaryFile probe(QDir(path).filePath(QStringLiteral(".decodescope-XXXXXX")));
    if (!probe.open()) {
        return fail(ErrorCode::runtime, "cannot write to the folder " + folder + ": " + reason(probe),
                    "choose a folder you may write to");
    }
    return {};
}

Result<void> removeOwnExport(const std::string& folder, const std::string& name)
{
    QFile file(joined(folder, name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray bytes = file.readAll();
    file.close();
    if (isOwnExport(name, {bytes.data(), static_cast<std::size_t>(bytes.size())}) && !file.remove()) {
        return fail(
            ErrorCode::runtime,
            "cannot remove " + file.fileName().toStdString() + ", which is of an earlier export: " + reason(file),
            "remove it, or choose another folder");
    }
    return {};
}

Result<std::vector<std::string>> writeExportFolder(const std::string& folder, const std::vector<ExportFile>& files)
{
    std::vector<std::string> names;
    names.reserve(files.size());
    for (const ExportFile& file : files) {
        names.push_back(file.name);
    }
    if (auto checked = checkExportFolder(folder, names); !checked) {
        return tl::unexpected(checked.error());
    }
    std::vector<std::string> paths;
    for (const ExportFile& file : files) {
        const std::string path = joined(folder, file.name).toStdString();
        if (auto written = writeFileWhole(path, file.bytes); !written) {
            return tl::unexpected(written.error());
        }
        paths.push_back(path);
    }
    return paths;
}

}  // namespace decodescope::app
