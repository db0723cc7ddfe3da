// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_service.h"

#include "app/run/device_choice.h"
#include "app/run/single_run.h"
#include "app/run/sweep.h"
#include "app/run/validate.h"
#include "profiler/ceilings/gpu_ceilings.h"
#include "profiler/record/summary.h"

#include <algorithm>

namespace decodescope::app {

namespace {

using engine::TokenId;

/// Words of a text, at least one: the length of the filler that stands in for a prompt without a tokenizer.
std::int64_t wordCount(const std::string& text)
{
    std::int64_t words = 0;
    bool inside = false;
    for (const char character : text) {
        const bool space = character == ' ' || character == '\n' || character == '\t' || character == '\r';
        words += !space && !inside ? 1 : 0;
        inside = !space;
    }
    return std::max<std::int64_t>(words, 1);
}

std::string sequenceName(std::size_t index, std::size_t count)
{
    return count == 1 ? "the prompt" : "prompt " + std::to_string(index + 1);
}

Result<std::vector<TokenId>> tokenise(const std::string& prompt, const std::string& what,
                                      const profiler::RunSettings& settings, const PreparedModel& model,
                                      std::vector<std::string>& warnings)
{
    std::string text = prompt;
    bool addBos = true;
    if (settings.chat) {
        const engine::ChatMessage message{"user", prompt};
        auto rendered = model.tokenizer->applyChatTemplate(std::span(&message, 1), true);
        if (!rendered) {
            return tl::unexpected(rendered.error());
        }
        text = std::move(*rendered);
        // Some templates write the BOS token themselves.
        const auto bos = model.source->tokenizer()->bos;
        addBos = !(bos && !model.tokenizer->bytes(*bos).empty() && text.starts_with(model.tokenizer->bytes(*bos)));
    }
    engine::Encoded encoded = model.tokenizer->encode(text, !settings.specialAsText, addBos);
    if (encoded.droppedBytes > 0) {
        warnings.push_back(what + ": " + std::to_string(encoded.droppedBytes) +
                           " bytes have no token in this model's vocabulary and were dropped");
    }
    if (encoded.invalidUtf8) {
        warnings.push_back(what + ": invalid UTF-8 was read as U+FFFD");
    }
    return std::move(encoded.ids);
}

Result<void> checkIds(const std::vector<TokenId>& ids, const std::string& what, const profiler::RunSettings& settings,
                      const engine::ModelConfig& config)
{
    if (ids.empty()) {
        return fail(ErrorCode::usage, what + " has no tokens", "a prompt needs at least one token");
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || ids[i] >= config.vocab) {
            return fail(ErrorCode::usage, what + ": id " + std::to_string(ids[i]) + " at place " +
                                              std::to_string(i + 1) + " is outside the vocabulary of " +
                                              std::to_string(config.vocab) + " (0 to " +
                                              std::to_string(config.vocab - 1) + ")");
        }
    }
    // The last new token is chosen but never fed, so P + N - 1 positions are used.
    const std::int64_t positions = static_cast<std::int64_t>(ids.size()) + settings.newTokens - 1;
    if (config.maxContext > 0 && positions > config.maxContext) {
        return fail(ErrorCode::usage,
                    what + " of " + std::to_string(ids.size()) + (ids.size() == 1 ? " token and " : " tokens and ") +
                        std::to_string(settings.newTokens) + " new ones need " + std::to_string(positions) +
                        " positions, but the model's limit is " + std::to_string(config.maxContext),
                    "use a shorter prompt or fewer new tokens");
    }
    return {};
}

}  // namespace

Result<PreparedModel> prepareModel(const profiler::RunSettings& settings, std::stop_token stop)
{
    if (auto valid = validateSettings(settings); !valid) {
        return tl::unexpected(valid.error());
    }
    auto device = chooseDevice(settings.device, settings.trace || settings.counters);
    if (!device) {
        return tl::unexpected(device.error());
    }
    auto source = engine::openModel(settings.model);
    if (!source) {
        return tl::unexpected(source.error());
    }
    PreparedModel model;
    model.source = *source;
    if (auto valid = validateForModel(settings, *model.source); !valid) {
        return tl::unexpected(valid.error());
    }
    auto tokenizer = engine::openTokenizer(*model.source);
    if (!tokenizer) {
        return tl::unexpected(tokenizer.error());
    }
    model.tokenizer = std::move(*tokenizer);
    // Before the weights: what is in use now is not ours, but for the context.
    const auto before = device->cuda ? device->cuda->memory(device->cudaIndex) : Result<engine::cuda::DeviceMemory>();
    const engine::ModelOptions options{settings.weights, settings.compute, settings.threads, settings.isa};
    auto loaded = device->cuda ? device->cuda->load(model.source, options, device->cudaIndex, stop)
                               : engine::loadOnCpu(model.source, options, stop);
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    model.loaded = std::move(*loaded);
    model.cupti = device->cupti;
    if (device->cuda) {
        model.gpuMemory = [cuda = *device->cuda, index = device->cudaIndex,
                           before]() -> std::optional<profiler::DeviceMemoryFacts> {
            const auto now = cuda.memory(index);
            if (!now || !before) {
                return std::nullopt;
            }
            return profiler::DeviceMemoryFacts{now->totalBytes, now->inUseBytes, before->inUseBytes};
        };
        model.measureGpu = [cuda = *device->cuda, cupti = device->cupti, index = device->cudaIndex,
                            info = model.loaded->device()](std::stop_token stopMeasuring) {
            if (cupti) {
                cupti->rest();
            }
            return cuda.measureRoofs(index, engine::cuda::RoofOptions::quick(), std::move(stopMeasuring))
                .map([&](const engine::cuda::DeviceRoofs& roofs) { return profiler::gpuCeilings(info, roofs); });
        };
    }
    model.warnings = device->warnings;
    model.warnings.insert(model.warnings.end(), model.source->warnings().begin(), model.source->warnings().end());
    return model;
}

Result<PromptBatch> buildPrompts(const profiler::RunSettings& settings, const PreparedModel& model)
{
    if (auto valid = validateSettings(settings); !valid) {
        return tl::unexpected(valid.error());
    }
    const engine::ModelConfig& config = model.source->config();
    PromptBatch batch;
    if (settings.prompts.empty() && settings.promptIds.empty()) {
        return fail(ErrorCode::usage, "there is no prompt",
                    "give --prompt TEXT, --prompt-file FILE or --prompt-ids 1,2,3");
    }
    batch.ids = settings.promptIds;
    for (std::size_t i = 0; i < settings.prompts.size(); ++i) {
        const std::string what = sequenceName(i, settings.prompts.size());
        if (!model.tokenizer) {
            if (settings.chat) {
                return fail(ErrorCode::usage, "--chat needs a chat template, but this model has no tokenizer");
            }
            batch.ids.push_back(fillerIds(model, wordCount(settings.prompts[i])));
            batch.warnings.push_back("this model has no tokenizer: " + what + " is " +
                                     std::to_string(batch.ids.back().size()) +
                                     " filler ids, one for each word of the text");
            continue;
        }
        auto ids = tokenise(settings.prompts[i], what, settings, model, batch.warnings);
        if (!ids) {
            return tl::unexpected(ids.error());
        }
        batch.ids.push_back(std::move(*ids));
    }
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
        if (auto valid = checkIds(batch.ids[i], sequenceName(i, batch.ids.size()), settings, config); !valid) {
            return tl::unexpected(valid.error());
        }
    }
    if (batch.ids.size() == 1) {
        batch.ids.resize(static_cast<std::size_t>(settings.batch), batch.ids.front());
    }
    return batch;
}

namespace {

/// Kernels run again and again must still make what the run made: else what was counted may be of other work.
void tellOfCounters(const profiler::Recording& recording, engine::Strategy strategy,
                    const std::function<void(const std::string&)>& warn)
{
    const auto run = medianRun(recording, strategy);
    const auto counted = run ? countedPass(recording, *run) : nullptr;
    if (!counted) {
        return;
    }
    if (const auto step = compareRuns(*run, *counted).firstDifference) {
        warn(counted->info().id + ": replayed kernels made other logits than " + run->info().id + " from step " +
             std::to_string(*step + 1) + " on, so what was counted from there on may be of other work");
    }
}

Result<profiler::Recording> execute(const profiler::RunSettings& settings, const PreparedModel& model,
                                    const RunCallbacks& callbacks, bool probeRoofs, std::stop_token stop)
{
    auto prompts = buildPrompts(settings, model);
    if (!prompts) {
        return tl::unexpected(prompts.error());
    }
    profiler::Recording recording;
    recording.warnings = model.warnings;
    recording.warnings.insert(recording.warnings.end(), prompts->warnings.begin(), prompts->warnings.end());
    const auto warn = [&](const std::string& warning) {
        if (std::find(recording.warnings.begin(), recording.warnings.end(), warning) == recording.warnings.end()) {
            recording.warnings.push_back(warning);
        }
    };
    const auto runOne = [&](engine::Strategy strategy, std::int32_t repeat, bool warmup, bool counted) -> Result<void> {
        SingleRunRequest request;
        request.settings = settings;
        request.prompts = prompts->ids;
        request.strategy = strategy;
        request.repeat = repeat;
        request.warmup = warmup;
        request.counted = counted;
        // A warm-up is the prompt and two steps: pages touched, clocks up.
        request.newTokens = warmup ? std::min<std::int64_t>(settings.newTokens, 3) : settings.newTokens;
        request.probeRoofs = probeRoofs && !warmup;
        auto run = runOnce(request, model, callbacks, stop);
        if (!run) {
            return tl::unexpected(run.error());
        }
        if (run->record) {
            recording.runs.push_back(run->record);
        }
        std::for_each(run->warnings.begin(), run->warnings.end(), warn);
        return {};
    };
    for (std::int32_t i = -settings.warmup; i < settings.repeat; ++i) {
        for (const engine::Strategy strategy : settings.strategies) {
            if (stop.stop_requested()) {
                return recording;
            }
            const bool warmup = i < 0;
            if (auto done = runOne(strategy, warmup ? i + settings.warmup : i, warmup, false); !done) {
                return tl::unexpected(done.error());
            }
        }
    }
    if (!settings.counters) {
        return recording;
    }
    if (!model.cupti) {
        warn(uncountedText({ErrorCode::device, model.measureGpu ? "CUPTI cannot be used" : "these runs were on the CPU",
                            model.measureGpu ? "" : "--counters reads those of NVIDIA GPUs"}));
        return recording;
    }
    for (const engine::Strategy strategy : settings.strategies) {
        if (stop.stop_requested()) {
            return recording;
        }
        if (auto done = runOne(strategy, 0, true, true); !done) {
            return tl::unexpected(done.error());
        }
        tellOfCounters(recording, strategy, warn);
    }
    return recording;
}

}  // namespace

Result<profiler::Recording> executeRuns(const profiler::RunSettings& settings, const PreparedModel& model,
                                        const RunCallbacks& callbacks, std::stop_token stop)
{
    return execute(settings, model, callbacks, true, std::move(stop));
}

Result<profiler::Recording> executeRunsWithoutRoofs(const profiler::RunSettings& settings, const PreparedModel& model,
                                                    const RunCallbacks& callbacks, std::stop_token stop)
{
    return execute(settings, model, callbacks, false, std::move(stop));
}

}  // namespace decodescope::app
