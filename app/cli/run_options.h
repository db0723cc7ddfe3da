// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/exporter.h"
#include "engine/base/error.h"
#include "profiler/record/run_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace decodescope::app {

/// The options that `run` and the commands "as run" share, as texts from the command line, and what they mean.
class RunOptions {
public:
    struct Use {
        bool prompts = true;           ///< --prompt, --prompt-file, --prompt-ids, --chat, --special
        bool eos = true;               ///< --ignore-eos (the other commands always ignore it) and sampling
        bool pictures = true;          ///< --formats has png
        const char* newTokens = "32";  ///< defaults
        const char* mode = "both";
        const char* repeat = "1";
        bool modes = true;  ///< --mode
        bool trace = true;  ///< --trace and --counters; commands that measure speed have neither
    };

    explicit RunOptions(const Use& use);
    void add(CLI::App& app);

    /// Settings, ranges checked. usage errors name the option; badInput errors the prompt file and line.
    Result<profiler::RunSettings> settings() const;
    Result<ExportOptions> formats() const;
    const std::string& exportFolder() const { return m_export; }
    bool json() const { return m_json; }
    /// Whether the prompts came from a file (then wrong ids are bad input rather than wrong usage).
    bool promptsFromFile() const { return !m_promptFile.empty(); }

private:
    Result<void> readPrompts(profiler::RunSettings& settings) const;
    Result<void> readFormats(profiler::RunSettings& settings) const;
    Result<void> readNumbers(profiler::RunSettings& settings) const;
    Result<void> readModes(profiler::RunSettings& settings) const;

    Use m_use;
    std::string m_model;
    std::vector<std::string> m_prompts;
    std::string m_promptFile;
    std::vector<std::string> m_promptIds;
    bool m_chat = false;
    std::string m_special = "parse";
    std::string m_newTokens, m_mode, m_repeat;
    std::string m_device = "auto", m_weights = "file", m_compute = "auto", m_kv = "f16", m_kvK, m_kvV;
    std::string m_threads = "auto", m_isa = "auto", m_batch = "1", m_warmup = "1", m_topLogits = "5", m_launch = "auto",
                m_exact = "off", m_trace = "on";
    bool m_ignoreEos = false;
    bool m_counters = false;
    std::string m_temperature = "0", m_topK = "0", m_topP = "1", m_seed = "0";
    std::string m_export, m_formats;
    bool m_json = false;
};

/// A whole number from the command line; usage error naming the option.
Result<std::int64_t> parseInteger(std::string_view option, std::string_view text, std::int64_t least,
                                  std::int64_t most);
Result<double> parseNumber(std::string_view option, std::string_view text);
/// "128,256,512", at least one, each in range.
Result<std::vector<std::int64_t>> parseIntegers(std::string_view option, std::string_view text, std::int64_t least,
                                                std::int64_t most);
/// "csv,json" and, where there are pictures, "png".
Result<ExportOptions> parseExportFormats(std::string_view text, bool pictures);
std::vector<std::string> splitCommas(std::string_view text);
/// A file's bytes, or standard input's for "-"; badInput with path and reason.
Result<std::string> readWholeFile(const std::string& path, std::int64_t maxBytes);

}  // namespace decodescope::app
