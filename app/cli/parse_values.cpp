// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include <QFile>
#include <QFileInfo>

#include <charconv>
#include <cmath>

namespace decodescope::app {

Result<std::int64_t> parseInteger(std::string_view option, std::string_view text, std::int64_t least, std::int64_t most)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range ||
        (error == std::errc() && end == text.data() + text.size() && (value < least || value > most))) {
        return fail(ErrorCode::usage, std::string(option) + " is " + std::string(text) + ", but must be between " +
                                          std::to_string(least) + " and " + std::to_string(most));
    }
    if (error != std::errc() || end != text.data() + text.size()) {
        return fail(ErrorCode::usage, std::string(option) + " needs a whole number, not \"" + std::string(text) + "\"");
    }
    return value;
}

Result<double> parseNumber(std::string_view option, std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        return fail(ErrorCode::usage, std::string(option) + " needs a number, not \"" + std::string(text) + "\"");
    }
    return value;
}

Result<ExportOptions> parseExportFormats(std::string_view text, bool pictures)
{
    ExportOptions options{false, false, false};
    bool light = false;
    for (const std::string& format : splitCommas(text)) {
        if (format == "csv") {
            options.csv = true;
        } else if (format == "json") {
            options.json = true;
        } else if (format == "png" && pictures) {
            options.png = light = true;
        } else if (format == "png-dark" && pictures) {
            options.png = true;
            options.pictures = ThemeKind::dark;
        } else {
            return fail(ErrorCode::usage, "--formats: unknown format \"" + format + "\"",
                        pictures ? "accepted: csv, json, png, png-dark" : "accepted: csv, json");
        }
    }
    if (light && options.pictures == ThemeKind::dark) {
        return fail(ErrorCode::usage, "--formats: png and png-dark are the same files", "choose one of the two");
    }
    return options;
}

std::vector<std::string> splitCommas(std::string_view text)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find(',', begin);
        parts.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    }
    return parts;
}

Result<std::vector<std::int64_t>> parseIntegers(std::string_view option, std::string_view text, std::int64_t least,
                                                std::int64_t most)
{
    std::vector<std::int64_t> values;
    for (const std::string& part : splitCommas(text)) {
        auto value = parseInteger(option, part, least, most);
        if (!value) {
            return tl::unexpected(value.error());
        }
        values.push_back(*value);
    }
    return values;
}

Result<std::string> readWholeFile(const std::string& path, std::int64_t maxBytes)
{
    const QString name = QString::fromStdString(path);
    QFile file(name);
    const bool standardInput = path == "-";
    if (!standardInput && QFileInfo(name).isDir()) {
        return fail(ErrorCode::badInput, path + " is a folder, not a file");
    }
    if (standardInput ? !file.open(stdin, QIODevice::ReadOnly) : !file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::badInput, "cannot read " + path + ": " + file.errorString().toStdString());
    }
    const QByteArray bytes = file.read(maxBytes + 1);
    if (file.error() != QFileDevice::NoError) {
        return fail(ErrorCode::badInput, "cannot read " + path + ": " + file.errorString().toStdString());
    }
    if (bytes.size() > maxBytes) {
        return fail(ErrorCode::badInput, path + " is larger than " + std::to_string(maxBytes) + " bytes");
    }
    return bytes.toStdString();
}

}  // namespace decodescope::app
