// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "app/report/cell.h"
#include "engine/base/error.h"

#include <spdlog/logger.h>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace decodescope::app {

// Exit codes (DESIGN, section 5).
inline constexpr int kExitDone = 0;
inline constexpr int kExitCheckFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitBadInput = 3;
inline constexpr int kExitFailure = 4;
inline constexpr int kExitInterrupted = 130;
int exitCode(ErrorCode code);

/// Where a command speaks: results to stdout, everything else to stderr.
class Console {
public:
    explicit Console(std::shared_ptr<spdlog::logger> log) : m_log(std::move(log)) {}
    spdlog::logger& log() { return *m_log; }
    void warn(const std::vector<std::string>& warnings);
    /// Text for people, control characters made visible (terminalText). ErrorCode::runtime when stdout takes no more
    /// (a full disk).
    Result<void> print(std::string_view text);
    /// A JSON document, byte for byte; errors as of print().
    Result<void> printDocument(std::string_view document);

private:
    std::shared_ptr<spdlog::logger> m_log;
};

/// One subcommand. Its options are added to a CLI11 app, then it runs once.
class Command {
public:
    virtual ~Command() = default;
    virtual const char* name() const = 0;
    virtual const char* description() const = 0;
    virtual void addOptions(CLI::App& app) = 0;
    /// After parsing: set when the window is wanted instead of run().
    virtual std::optional<WindowRequest> window() const { return std::nullopt; }
    /// Whether a command waits for its user's input and keeps nothing: Ctrl-C then ends it at once.
    virtual bool endsAtOnce() const { return false; }
    /// An exit code, or an error that the caller prints and maps to one.
    virtual Result<int> run(Console& console, std::stop_token stop) = 0;
};

std::unique_ptr<Command> makeRunCommand();
std::unique_ptr<Command> makeSweepCommand();
std::unique_ptr<Command> makeChecksCommand();
std::unique_ptr<Command> makeBenchCommand();
std::unique_ptr<Command> makeSizeCommand();
std::unique_ptr<Command> makeCeilingsCommand();
std::unique_ptr<Command> makeTokenizeCommand();
std::unique_ptr<Command> makeInspectCommand();
std::unique_ptr<Command> makeOpenCommand();

/// What a terminal may be sent: names and texts of files can hold anything. Control characters but line breaks and tabs
/// become \\xNN or \\u00NN, invalid UTF-8 becomes U+FFFD.
std::string terminalText(std::string_view text);

/// Columns of text, the first left-aligned, the others right-aligned; widths in code points.
std::string textTable(const std::vector<std::vector<std::string>>& rows);
/// "1,234,567".
std::string groupedText(std::int64_t value);
/// "12.3 MiB", "1.5 GiB", "512 B".
std::string bytesText(std::int64_t bytes);

/// The candidate with the smallest edit distance, when it is near enough to be meant; empty otherwise.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace decodescope::app
