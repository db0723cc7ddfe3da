// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "engine/model/tokenizer.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace decodescope::app {

namespace {

std::size_t codePoints(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
        }
    }
    return row.back();
}

}  // namespace

int exitCode(ErrorCode code)
{
    switch (code) {
        case ErrorCode::usage:
            return kExitUsage;
        case ErrorCode::badInput:
            return kExitBadInput;
        case ErrorCode::cancelled:
            return kExitInterrupted;
        case ErrorCode::device:
        case ErrorCode::memory:
        case ErrorCode::runtime:
            break;
    }
    return kExitFailure;
}

void Console::warn(const std::vector<std::string>& warnings)
{
    for (const std::string& warning : warnings) {
        m_log->warn("{}", warning);
    }
}

std::string terminalText(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    const std::string valid = engine::toValidUtf8(text);
    std::string out;
    out.reserve(valid.size());
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const auto byte = static_cast<unsigned char>(valid[i]);
        const auto next = i + 1 < valid.size() ? static_cast<unsigned char>(valid[i + 1]) : 0U;
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) {
            out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15U]};
        } else if (byte == 0xc2 && next < 0xa0) {
            // U+0080 to U+009F: terminals take them as controls too.
            out += {'\\', 'u', '0', '0', kHex[next >> 4], kHex[next & 15U]};
            ++i;
        } else {
            out += valid[i];
        }
    }
    return out;
}

Result<void> Console::print(std::string_view text)
{
    return printDocument(terminalText(text));
}

Result<void> Console::printDocument(std::string_view document)
{
    errno = 0;
    if (std::fwrite(document.data(), 1, document.size(), stdout) != document.size() || std::fflush(stdout) != 0) {
        return fail(ErrorCode::runtime, std::string("cannot write to standard output: ") + std::strerror(errno));
    }
    return {};
}

std::string textTable(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], codePoints(row[i]));
        }
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - codePoints(row[i]), ' ');
            line += i == 0 ? row[i] + padding : "  " + padding + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string groupedText(std::int64_t value)
{
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > first + 3;) {
        i -= 3;
        digits.insert(i, 1, ',');
    }
    return digits;
}

std::string bytesText(std::int64_t bytes)
{
    const auto value = static_cast<double>(bytes);
    if (bytes >= std::int64_t{1} << 30) {
        return roundedText(value / 0x1p30, 4) + " GiB";
    }
    if (bytes >= std::int64_t{1} << 20) {
        return roundedText(value / 0x1p20, 4) + " MiB";
    }
    if (bytes >= std::int64_t{1} << 10) {
        return roundedText(value / 0x1p10, 4) + " KiB";
    }
    return std::to_string(bytes) + " B";
}

std::string nearest(std::string_view word, std::span<const std::string> candidates)
{
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 2) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

}  // namespace decodescope::app
