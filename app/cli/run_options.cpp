// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include "app/cli/prompt_file.h"
#include "app/run/validate.h"
#include "engine/forward/limits.h"

#include <CLI/CLI.hpp>

#include <limits>

namespace decodescope::app {

namespace {

constexpr std::int64_t kMaxPromptFileBytes = 64 << 20;
constexpr std::int64_t kMaxCount = std::numeric_limits<std::int32_t>::max();

std::string acceptedList(const std::vector<DataType>& types)
{
    std::string text;
    for (const DataType type : types) {
        text += (text.empty() ? "" : ", ") + std::string(name(type));
    }
    return text;
}

Result<DataType> parseCacheFormat(std::string_view option, const std::string& text)
{
    const auto type = parseDataType(text);
    if (!type) {
        return fail(ErrorCode::usage, std::string(option) + ": unknown format \"" + text + "\"",
                    "accepted: " + acceptedList(cacheFormats()) + ", and on GPUs fp8");
    }
    return *type;
}

std::optional<ComputeType> parseCompute(std::string_view text)
{
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8}) {
        if (text == name(type)) {
            return type;
        }
    }
    return std::nullopt;
}

}  // namespace

RunOptions::RunOptions(const Use& use)
    : m_use(use),
      m_newTokens(use.newTokens),
      m_mode(use.mode),
      m_repeat(use.repeat),
      m_formats(use.pictures ? "csv,json,png" : "csv,json")
{
}

void RunOptions::add(CLI::App& app)
{
    const auto text = [&](const char* option, std::string& target, const char* type, const std::string& help) {
        const std::string shown = target.empty() ? help : help + " [" + target + "]";
        return app.add_option(option, target, shown)->type_name(type)->group("Run")->take_last();
    };
    const auto list = [&](const char* option, std::vector<std::string>& target, const char* type, const char* help) {
        app.add_option(option, target, help)->type_name(type)->allow_extra_args(false)->group("Prompt");
    };
    text("--model", m_model, "M",
         "GGUF file, synthetic:PRESET[,layers=N], or a name in the usual caches (the default model)");
    if (m_use.prompts) {
        list("--prompt", m_prompts, "TEXT", "Prompt text; repeated: a batch of different sequences");
        text("--prompt-file", m_promptFile, "FILE",
             "A text file, or JSON lines {\"text\"} or {\"ids\"}, one sequence each; - for standard input")
            ->group("Prompt");
        list("--prompt-ids", m_promptIds, "IDS", "Token ids as 1,2,3, used as given; repeated: a batch");
        app.add_flag("--chat", m_chat, "Wrap the prompt in the model's chat template")->group("Prompt");
        text("--special", m_special, "parse|text", "Special tokens in the prompt: recognised, or kept as text")
            ->group("Prompt");
    }
    text("--new-tokens", m_newTokens, "N", "New tokens per sequence");
    if (m_use.modes) {
        text("--mode", m_mode, "MODE",
             "cached, naive, both, broken:forget|refill|position|stale, or a comma-separated list");
    }
    text("--device", m_device, "D", "auto, cpu or cuda[:N]");
    text("--weights", m_weights, "F", "file, f32, f16, bf16, q8_0 or q4_0");
    text("--compute", m_compute, "F", "auto, f32, bf16 or int8");
    text("--kv", m_kv, "F", "Cache format: f32, f16, bf16, q8_0 or q4_0; on GPUs fp8 too, but no q4_0");
    text("--kv-k", m_kvK, "F", "Format of the keys, when it differs");
    text("--kv-v", m_kvV, "F", "Format of the values, when it differs");
    text("--threads", m_threads, "N", "Threads (auto: CPUs in the affinity mask, within a container's quota)");
    text("--isa", m_isa, "ISA", "Instruction path: auto, baseline, sse4, avx2, avx512, avx512-vnni, avx512-bf16");
    text("--launch", m_launch, "L", "How a GPU's decode steps are launched: auto, kernels, graph or persistent");
    text("--exact", m_exact, "on|off",
         "On a GPU: prompts by the kernels of decoding, bit for bit, and never by cuBLAS");
    if (m_use.trace) {
        text("--trace", m_trace, "on|off", "Time a GPU's kernels one by one, where CUPTI can");
        app.add_flag("--counters", m_counters, "Count a GPU's memory traffic and FLOPs in a pass of its own")
            ->group("Run");
    }
    text("--batch", m_batch, "B", m_use.prompts ? "Sequences; one prompt is repeated" : "Sequences");
    text("--repeat", m_repeat, "R", "Measured repeats; medians are reported");
    text("--warmup", m_warmup, "W", "Short warm-up runs before, left out of medians");
    text("--top-logits", m_topLogits, "K", "Best logits kept per step");
    if (m_use.eos) {
        app.add_flag("--ignore-eos", m_ignoreEos, "Go on after an end-of-text token")->group("Run");
        text("--temperature", m_temperature, "T", "0: the best token");
        text("--top-k", m_topK, "K", "Sample among the K best; 0: all");
        text("--top-p", m_topP, "P", "Sample among the best that make up this probability");
        text("--seed", m_seed, "S", "Seed of the sampling");
    }
    CLI::Option* folder = text("--export", m_export, "DIR", "Write files into this folder (docs/files.md)");
    folder->group("Output");
    text("--formats", m_formats, "LIST", m_use.pictures ? "Among csv, json, png, png-dark" : "Among csv, json")
        ->needs(folder)
        ->group("Output");
    app.add_flag("--json", m_json, "One JSON document on stdout and nothing else")->group("Output");
}

Result<void> RunOptions::readPrompts(profiler::RunSettings& settings) const
{
    const int given = (m_prompts.empty() ? 0 : 1) + (m_promptFile.empty() ? 0 : 1) + (m_promptIds.empty() ? 0 : 1);
    if (given > 1) {
        return fail(ErrorCode::usage, "--prompt, --prompt-file and --prompt-ids exclude each other");
    }
    if (m_special != "parse" && m_special != "text") {
        return fail(ErrorCode::usage, "--special is \"" + m_special + "\", but must be parse or text");
    }
    settings.specialAsText = m_special == "text";
    settings.chat = m_chat;
    settings.prompts = m_prompts;
    for (const std::string& list : m_promptIds) {
        auto ids = parseIntegers("--prompt-ids", list, 0, kMaxCount);
        if (!ids) {
            return tl::unexpected(ids.error());
        }
        settings.promptIds.emplace_back(ids->begin(), ids->end());
    }
    if (!m_promptFile.empty()) {
        auto bytes = readWholeFile(m_promptFile, kMaxPromptFileBytes);
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        auto file = parsePromptFile(m_promptFile == "-" ? "standard input" : m_promptFile, *bytes);
        if (!file) {
            return tl::unexpected(file.error());
        }
        settings.prompts = std::move(file->texts);
        settings.promptIds = std::move(file->ids);
    }
    return {};
}

Result<void> RunOptions::readFormats(profiler::RunSettings& settings) const
{
    if (m_weights != "file") {
        settings.weights = parseDataType(m_weights);
        if (!settings.weights) {
            return fail(ErrorCode::usage, "--weights: unknown format \"" + m_weights + "\"",
                        "accepted: file, " + acceptedList(weightFormats()));
        }
    }
    if (m_compute != "auto") {
        settings.compute = parseCompute(m_compute);
        if (!settings.compute) {
            return fail(ErrorCode::usage, "--compute: unknown format \"" + m_compute + "\"",
                        "accepted: auto, f32, bf16, int8");
        }
    }
    const auto key = parseCacheFormat(m_kvK.empty() ? "--kv" : "--kv-k", m_kvK.empty() ? m_kv : m_kvK);
    const auto value = parseCacheFormat(m_kvV.empty() ? "--kv" : "--kv-v", m_kvV.empty() ? m_kv : m_kvV);
    if (!key || !value) {
        return tl::unexpected(key ? value.error() : key.error());
    }
    settings.keyFormat = *key;
    settings.valueFormat = *value;
    return {};
}

Result<void> RunOptions::readNumbers(profiler::RunSettings& settings) const
{
    std::optional<Error> first;
    const auto integer = [&](const char* option, const std::string& text, std::int64_t least, std::int64_t most,
                             auto& target) {
        const auto value = parseInteger(option, text, least, most);
        if (value) {
            target = static_cast<std::remove_reference_t<decltype(target)>>(*value);
        } else if (!first) {
            first = value.error();
        }
    };
    const auto real = [&](const char* option, const std::string& text, double& target) {
        const auto value = parseNumber(option, text);
        if (value) {
            target = *value;
        } else if (!first) {
            first = value.error();
        }
    };
    integer("--new-tokens", m_newTokens, 1, kMaxCount, settings.newTokens);
    if (m_threads != "auto") {
        integer("--threads", m_threads, 1, engine::kMostThreads, settings.threads);
    }
    integer("--batch", m_batch, 1, kMaxCount, settings.batch);
    integer("--repeat", m_repeat, 1, kMaxCount, settings.repeat);
    integer("--warmup", m_warmup, 0, kMaxCount, settings.warmup);
    integer("--top-logits", m_topLogits, 1, kMaxCount, settings.topLogits);
    real("--temperature", m_temperature, settings.sampling.temperature);
    integer("--top-k", m_topK, 0, kMaxCount, settings.sampling.topK);
    real("--top-p", m_topP, settings.sampling.topP);
    integer("--seed", m_seed, 0, std::numeric_limits<std::int64_t>::max(), settings.sampling.seed);
    if (first) {
        return tl::unexpected(*first);
    }
    return {};
}

Result<void> RunOptions::readModes(profiler::RunSettings& settings) const
{
    settings.strategies.clear();
    for (const std::string& mode : splitCommas(m_mode)) {
        std::vector<engine::Strategy> strategies;
        if (mode == "both") {
            strategies = {engine::Strategy::naive, engine::Strategy::cached};
        } else if (const auto strategy = engine::parseStrategy(mode)) {
            strategies = {*strategy};
        } else {
            return fail(ErrorCode::usage, "--mode: unknown mode \"" + mode + "\"",
                        "accepted: cached, naive, both, broken:forget, broken:refill, broken:position, broken:stale");
        }
        for (const engine::Strategy strategy : strategies) {
            if (std::find(settings.strategies.begin(), settings.strategies.end(), strategy) ==
                settings.strategies.end()) {
                settings.strategies.push_back(strategy);
            }
        }
    }
    return {};
}

Result<profiler::RunSettings> RunOptions::settings() const
{
    profiler::RunSettings settings;
    settings.model = m_model;
    settings.device = m_device;
    settings.isa = m_isa == "auto" ? std::string() : m_isa;
    const auto launch = engine::parseLaunchMode(m_launch);
    if (!launch) {
        return fail(ErrorCode::usage, "--launch is \"" + m_launch + "\"", "accepted: auto, kernels, graph, persistent");
    }
    settings.launch = *launch;
    if (m_exact != "on" && m_exact != "off") {
        return fail(ErrorCode::usage, "--exact is \"" + m_exact + "\", but must be on or off");
    }
    settings.exact = m_exact == "on";
    if (m_trace != "on" && m_trace != "off") {
        return fail(ErrorCode::usage, "--trace is \"" + m_trace + "\", but must be on or off");
    }
    settings.trace = m_use.trace && m_trace == "on";
    settings.counters = m_use.trace && m_counters;
    settings.ignoreEos = m_ignoreEos || !m_use.eos;
    for (const auto& read :
         {readNumbers(settings), readFormats(settings), readModes(settings), readPrompts(settings)}) {
        if (!read) {
            return tl::unexpected(read.error());
        }
    }
    if (auto valid = validateSettings(settings); !valid) {
        return tl::unexpected(valid.error());
    }
    return settings;
}

Result<ExportOptions> RunOptions::formats() const
{
    return parseExportFormats(m_formats, m_use.pictures);
}

}  // namespace decodescope::app
