// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/validate.h"

#include "app/report/cell.h"
#include "engine/cpu/isa.h"
#include "engine/forward/limits.h"

#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr std::int32_t kMaxRepeats = 100000;
constexpr std::int64_t kMostTopLogits = 1000;

std::string list(const std::vector<DataType>& types)
{
    std::string text;
    for (const DataType type : types) {
        text += text.empty() ? "" : ", ";
        text += name(type);
    }
    return text;
}

Result<void> inRange(const char* option, std::int64_t value, std::int64_t least, std::int64_t most)
{
    if (value < least || value > most) {
        return fail(ErrorCode::usage, std::string(option) + " is " + std::to_string(value) + ", but must be between " +
                                          std::to_string(least) + " and " + std::to_string(most));
    }
    return {};
}

Result<void> validateCacheFormat(const char* option, DataType type, const std::string& device)
{
    if (std::find(cacheFormats().begin(), cacheFormats().end(), type) != cacheFormats().end()) {
        return {};
    }
    if (type == DataType::fp8E4m3) {
        return device != "cpu" ? Result<void>{}
                               : fail(ErrorCode::usage, std::string(option) + " fp8 is a format of caches on GPUs only",
                                      "use q8_0, which takes about as much, or --device cuda");
    }
    return fail(ErrorCode::usage, std::string(option) + " " + std::string(name(type)) + " is not a format of the cache",
                "accepted: " + list(cacheFormats()) + ", and on GPUs fp8");
}

Result<void> validateSampling(const engine::SamplingOptions& sampling)
{
    if (!std::isfinite(sampling.temperature) || sampling.temperature < 0 || sampling.temperature > 1e6) {
        return fail(ErrorCode::usage, "--temperature is " + numberText(sampling.temperature) +
                                          ", but must be a number from 0 to 1000000");
    }
    if (auto checked = inRange("--top-k", sampling.topK, 0, INT32_MAX); !checked) {
        return checked;
    }
    if (!(sampling.topP > 0 && sampling.topP <= 1)) {
        return fail(ErrorCode::usage,
                    "--top-p is " + numberText(sampling.topP) + ", but must be above 0 and at most 1");
    }
    return {};
}

Result<void> validatePrompts(const profiler::RunSettings& settings)
{
    if (!settings.prompts.empty() && !settings.promptIds.empty()) {
        return fail(ErrorCode::usage, "prompt text and prompt ids were both given", "give one of the two");
    }
    if (settings.chat && !settings.promptIds.empty()) {
        return fail(ErrorCode::usage, "--chat wraps prompt text, but prompt ids were given");
    }
    if (settings.chat && settings.specialAsText) {
        return fail(ErrorCode::usage, "--chat writes special tokens, so --special text cannot be combined with it");
    }
    const std::size_t given = std::max(settings.prompts.size(), settings.promptIds.size());
    if (given > 1 && settings.batch != 1 && static_cast<std::size_t>(settings.batch) != given) {
        return fail(ErrorCode::usage,
                    "--batch is " + std::to_string(settings.batch) + ", but " + std::to_string(given) +
                        " different prompts were given",
                    "leave --batch out: every prompt is one sequence of the batch");
    }
    return {};
}

}  // namespace

const std::vector<DataType>& cacheFormats()
{
    static const std::vector<DataType> formats{DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0,
                                               DataType::q4_0};
    return formats;
}

const std::vector<DataType>& weightFormats()
{
    return cacheFormats();
}

Result<void> validateSettings(const profiler::RunSettings& settings)
{
    for (const auto& checked :
         {inRange("--new-tokens", settings.newTokens, 1, INT32_MAX),
          inRange("--threads", settings.threads, 0, engine::kMostThreads),
          inRange("--batch", settings.batch, 1, engine::kMostSequences),
          inRange("--repeat", settings.repeat, 1, kMaxRepeats), inRange("--warmup", settings.warmup, 0, kMaxRepeats),
          inRange("--top-logits", settings.topLogits, 1, kMostTopLogits),
          validateCacheFormat("--kv-k", settings.keyFormat, settings.device),
          validateCacheFormat("--kv-v", settings.valueFormat, settings.device), validateSampling(settings.sampling),
          validatePrompts(settings)}) {
        if (!checked) {
            return checked;
        }
    }
    if (settings.counters && settings.device == "cpu") {
        return fail(ErrorCode::usage, "--counters reads the counters of an NVIDIA GPU, but --device is cpu",
                    "use --device cuda or auto, or leave --counters out");
    }
    if (settings.strategies.empty()) {
        return fail(ErrorCode::usage, "no mode to run", "modes are cached, naive, both and broken:KIND");
    }
    if (settings.weights &&
        std::find(weightFormats().begin(), weightFormats().end(), *settings.weights) == weightFormats().end()) {
        return fail(ErrorCode::usage,
                    "weights cannot be converted to " + std::string(name(*settings.weights)) + " at load",
                    "accepted: file, " + list(weightFormats()));
    }
    if (settings.weights && settings.compute == ComputeType::int8 && !traits(*settings.weights).quantised) {
        return fail(ErrorCode::usage,
                    "--compute int8 needs quantised weights, but --weights is " + std::string(name(*settings.weights)),
                    "use --weights q8_0, q4_0 or file with a quantised model, or another --compute");
    }
    if (settings.launch != engine::LaunchMode::automatic && settings.device == "cpu") {
        return fail(ErrorCode::usage,
                    "--launch " + std::string(engine::name(settings.launch)) + " says nothing about the CPU",
                    "leave it out, or use --device cuda");
    }
    if (!settings.isa.empty()) {
        const auto isa = engine::cpu::parseIsa(settings.isa);
        std::string available;
        bool found = false;
        for (const engine::cpu::Isa candidate : engine::cpu::availableIsas()) {
            available += (available.empty() ? "" : ", ") + std::string(engine::cpu::name(candidate));
            found = found || candidate == isa;
        }
        if (!isa) {
            return fail(ErrorCode::usage, "unknown instruction path \"" + settings.isa + "\"",
                        "this machine has " + available);
        }
        if (!found) {
            return fail(ErrorCode::device, "this machine cannot run the instruction path " + settings.isa,
                        "it has " + available);
        }
    }
    return {};
}

Result<void> validateForModel(const profiler::RunSettings& settings, const engine::ModelSource& source)
{
    const engine::ModelConfig& config = source.config();
    for (const auto& [option, type] : {std::pair{"--kv-k", settings.keyFormat}, {"--kv-v", settings.valueFormat}}) {
        const std::int64_t block = traits(type).blockValues;
        if (config.headDim % block != 0) {
            return fail(ErrorCode::usage,
                        std::string(option) + " " + std::string(name(type)) + " stores blocks of " +
                            std::to_string(block) + " values, which do not divide this model's head_dim of " +
                            std::to_string(config.headDim),
                        "use f32, f16 or bf16 for this model's cache");
        }
    }
    if (auto checked =
            inRange("--top-logits", settings.topLogits, 1, std::min<std::int64_t>(kMostTopLogits, config.vocab));
        !checked) {
        return checked;
    }
    if (settings.compute == ComputeType::int8 && !settings.weights) {
        const engine::TensorInfo* query = source.find({engine::TensorRole::query, 0});
        if (query != nullptr && !traits(query->type).quantised) {
            return fail(ErrorCode::usage,
                        "--compute int8 needs quantised weights, but the model's are " + std::string(name(query->type)),
                        "add --weights q8_0 or q4_0, or use another --compute");
        }
    }
    return {};
}

}  // namespace decodescope::app
