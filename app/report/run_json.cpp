// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_json.h"

#include "app/report/export_folder.h"
#include "app/report/recording_columns.h"
#include "app/report/table_json.h"
#include "app/run/statistics.h"
#include "app/run/version.h"
#include "engine/kv_cache/kv_size.h"
#include "engine/model/tokenizer.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"
#include "profiler/record/trace_summary.h"

#include <algorithm>

namespace decodescope::app {

namespace {

using profiler::RunRecord;
using profiler::RunSummary;

Json number(const Cell& cell)
{
    return cell.json();
}

/// Strategies in the order they first ran, warm-ups left out.
std::vector<engine::Strategy> strategiesOf(const profiler::Recording& recording)
{
    std::vector<engine::Strategy> strategies;
    for (const auto& run : recording.runs) {
        const engine::Strategy strategy = run->info().strategy;
        if (!run->info().warmup && std::find(strategies.begin(), strategies.end(), strategy) == strategies.end()) {
            strategies.push_back(strategy);
        }
    }
    return strategies;
}

Json topJson(const std::vector<engine::TopLogit>& top)
{
    Json array = Json::array();
    for (const engine::TopLogit& logit : top) {
        array.push_back(Json::array({logit.id, logit.value}));
    }
    return array;
}

Json stepJson(const RunRecord& run, const profiler::StepRecord& step)
{
    Json object = rowJson(stepColumns(), StepRow{run, step});
    const bool batch = run.info().promptIds.size() > 1;
    if (!batch) {
        object["top_logits"] = step.sequences.empty() ? Json::array() : topJson(step.sequences.front().top);
        return object;
    }
    Json sequences = Json::array();
    for (const profiler::SequenceRecord& sequence : step.sequences) {
        Json entry = rowJson(tokenColumns(), TokenRow{run, step, sequence});
        entry["top_logits"] = topJson(sequence.top);
        sequences.push_back(std::move(entry));
    }
    object["sequences"] = std::move(sequences);
    return object;
}

/// New ids, text and reason to stop of every sequence, from what was recorded.
Json sequencesJson(const RunRecord& run)
{
    const std::size_t count = std::max<std::size_t>(run.info().promptIds.size(), 1);
    std::vector<Json> ids(count, Json::array());
    std::vector<std::string> bytes(count);
    for (std::size_t i = 0; i < run.steps().size(); ++i) {
        for (const profiler::SequenceRecord& sequence : run.steps()[i].sequences) {
            const auto index = static_cast<std::size_t>(sequence.sequence);
            if (index < count) {
                ids[index].push_back(sequence.tokenId);
                bytes[index] += sequence.tokenBytes;
            }
        }
    }
    Json sequences = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
        Json entry;
        entry["ids"] = std::move(ids[i]);
        entry["text"] = engine::toValidUtf8(bytes[i]);
        const profiler::RunEnd* end = run.end();
        entry["stop"] = end && i < end->stops.size() ? Json(std::string(engine::name(end->stops[i]))) : Json();
        sequences.push_back(std::move(entry));
    }
    return sequences;
}

Json kvJson(const RunRecord& run, const RunSummary& summary)
{
    const profiler::RunSettings& settings = run.info().settings;
    Json kv;
    const std::string key(name(settings.keyFormat));
    const std::string value(name(settings.valueFormat));
    kv["format"] = key == value ? key : key + "/" + value;
    kv["key_format"] = key;
    kv["value_format"] = value;
    const auto perToken =
        engine::kvBytesPerToken(engine::kvShapeOf(run.info().model.config), settings.keyFormat, settings.valueFormat);
    kv["bytes_per_token"] = perToken ? Json(*perToken) : Json();
    kv["requested"] = summary.kvBytesRequested;
    kv["allocated"] = summary.kvBytesAllocated;
    kv["used"] = summary.kvBytesUsed;
    kv["formula"] = summary.kvBytesFormula;
    return kv;
}

Json traceJson(const RunRecord& run)
{
    const auto trace = profiler::summariseTrace(run);
    if (!trace) {
        return nullptr;
    }
    Json json;
    json["steps"] = trace->steps;
    json["kernels_per_step"] = number(trace->kernelsPerStep);
    json["device_busy_ms_per_step"] = number(trace->busyMsPerStep);
    json["device_gap_ms_per_step"] = number(trace->gapMsPerStep);
    json["launch_ms_per_step"] = number(trace->launchMsPerStep);
    json["records_dropped"] = trace->dropped;
    json["records_untimed"] = trace->untimed;
    json["profiler_ms"] = number(trace->profilerMs);
    json["profiler_share"] = number(trace->profilerShare);
    return json;
}

/// Live bytes by kind are in the steps; here is what holds them.
Json deviceMemoryJson(const RunRecord& run)
{
    const auto& memory = run.info().deviceMemory;
    if (!memory) {
        return nullptr;
    }
    const std::size_t steps = run.steps().size();
    return {{"total_bytes", memory->totalBytes},
            {"in_use_bytes", memory->inUseBytes},
            {"context_and_others_bytes", memory->beforeBytes},
            {"reserved_bytes", steps > 0 ? Json(run.steps()[steps - 1].memory.reserved) : Json()}};
}

/// What the device counted in a pass of its own, step by step, beside what is modelled of the same step.
Json countersJson(const profiler::Recording& recording, const RunRecord& run)
{
    const auto pass = countedPass(recording, run);
    if (!pass) {
        return nullptr;
    }
    Json steps = Json::array();
    for (std::size_t i = 0; i < pass->steps().size(); ++i) {
        const profiler::StepRecord& step = pass->steps()[i];
        if (!step.counters) {
            continue;
        }
        const profiler::DeviceCounters& counted = *step.counters;
        Json entry;
        entry["step"] = step.step;
        entry["phase"] = std::string(engine::name(step.phase));
        entry["dram_bytes_read"] = counted.bytesRead ? Json(*counted.bytesRead) : Json();
        entry["dram_bytes_written"] = counted.bytesWritten ? Json(*counted.bytesWritten) : Json();
        entry["flops"] = number(counted.flops);
        entry["tensor_share"] = number(counted.tensorShare);
        entry["arithmetic_intensity"] = number(counted.arithmeticIntensity());
        entry["modelled_bytes"] = step.cost.bytes();
        entry["modelled_flops"] = number(step.cost.flops);
        steps.push_back(std::move(entry));
    }
    return {{"run", pass->info().id}, {"steps", std::move(steps)}};
}

Json modeJson(const profiler::Recording& recording, engine::Strategy strategy)
{
    std::vector<RunSummary> repeats;
    std::vector<double> ttft, total, prefill, decode;
    std::shared_ptr<RunRecord> median = medianRun(recording, strategy);
    for (const auto& run : recording.runs) {
        if (run->info().strategy != strategy || run->info().warmup) {
            continue;
        }
        if (!median) {
            median = run;
        }
        const RunSummary summary = summarise(*run);
        if (summary.steps == 0) {
            continue;
        }
        ttft.push_back(summary.ttftMs);
        total.push_back(summary.totalMs);
        if (summary.prefillTokPerS) {
            prefill.push_back(*summary.prefillTokPerS);
        }
        if (summary.decodeTokPerS) {
            decode.push_back(*summary.decodeTokPerS);
        }
        repeats.push_back(summary);
    }
    const RunSummary summary = summarise(*median);
    Json mode;
    mode["mode"] = std::string(engine::name(strategy));
    mode["run"] = median->info().id;
    mode["repeats"] = repeats.size();
    mode["sequences"] = sequencesJson(*median);
    mode["ttft_ms"] = number(medianOf(ttft));
    mode["prefill_tok_per_s"] = number(medianOf(prefill));
    mode["decode_tok_per_s"] = number(medianOf(decode));
    mode["decode_tok_per_s_stddev"] = number(profiler::decodeStddev(recording, strategy));
    mode["total_ms"] = number(medianOf(total));
    mode["positions_computed"] = summary.positionsComputed;
    mode["positions_recomputed"] = summary.positionsRecomputed;
    mode["positions_reused"] = summary.positionsReused;
    mode["share_recomputed"] = number(summary.shareRecomputed);
    mode["flops"] = number(summary.flops);
    mode["flops_wasted"] = number(summary.flopsWasted);
    mode["seconds_wasted"] = number(summary.secondsWasted);
    mode["kv"] = kvJson(*median, summary);
    mode["memory_peak_bytes"] = summary.memoryPeakBytes;
    mode["device_memory"] = deviceMemoryJson(*median);
    mode["started_at"] = median->info().startedAt;
    mode["ceilings"] = median->info().ceilings ? ceilingsJson(*median->info().ceilings) : Json();
    mode["op_rows_every"] = median->info().opRowsEvery;
    mode["trace"] = traceJson(*median);
    mode["counters"] = countersJson(recording, *median);
    Json steps = Json::array();
    for (std::size_t i = 0; i < median->steps().size(); ++i) {
        steps.push_back(stepJson(*median, median->steps()[i]));
    }
    mode["steps"] = std::move(steps);
    return mode;
}

}  // namespace

Json documentHead()
{
    Json head;
    head["schema"] = 1;
    head["program"] = std::string(kProgramName);
    head["version"] = std::string(programVersion());
    return head;
}

Json modelJson(const profiler::ModelFacts& model)
{
    const engine::ModelConfig& config = model.config;
    Json json;
    json["name"] = engine::toValidUtf8(config.name);
    json["architecture"] = config.architecture;
    json["parameters"] = config.parameters;
    json["layers"] = config.layers;
    json["heads"] = config.heads;
    json["kv_heads"] = config.kvHeads;
    json["head_dim"] = config.headDim;
    json["weights"] = model.weightsFormat;
    json["compute"] = model.compute;
    json["weight_bytes"] = model.weightBytes;
    json["hidden"] = config.hidden;
    json["ffn"] = config.ffn;
    json["vocabulary"] = config.vocab;
    json["max_context"] = config.maxContext;
    json["tied_embeddings"] = config.tiedEmbeddings;
    json["synthetic"] = config.synthetic;
    json["file_weights"] = config.weightsName;
    json["origin"] = engine::toValidUtf8(model.origin);
    return json;
}

Json deviceJson(const engine::DeviceInfo& device)
{
    Json json;
    json["kind"] = device.kind;
    json["name"] = device.name;
    json["threads"] = device.threads;
    json["isa"] = device.isa;
    json["last_level_cache_bytes"] = device.lastLevelCacheBytes;
    return json;
}

namespace {

Json kernelsJson(const profiler::KernelRates& rates)
{
    Json json;
    json["sequences"] = rates.sequences;
    json["chunk_rows"] = rates.chunkRows;
    Json probes = Json::array();
    for (const profiler::KernelProbe& probe : rates.probes) {
        probes.push_back({{"rows", probe.rows},
                          {"pairs", probe.pairs},
                          {"attention_ms", static_cast<double>(probe.attentionNs) * 1e-6},
                          {"other_ms", static_cast<double>(probe.otherNs) * 1e-6},
                          {"sampling_ms", static_cast<double>(probe.samplingNs) * 1e-6}});
    }
    json["probes"] = std::move(probes);
    return json;
}

}  // namespace

Json ceilingsJson(const profiler::Ceilings& ceilings)
{
    Json json;
    json["device"] = ceilings.device;
    json["threads"] = ceilings.threads;
    json["read_gb_per_s"] = number(ceilings.readGbPerS);
    json["cache_read_gb_per_s"] = number(ceilings.cacheReadGbPerS);
    json["buffer_bytes"] = ceilings.bufferBytes;
    json["last_level_cache_bytes"] = ceilings.lastLevelCacheBytes;
    Json compute = Json::array();
    for (const profiler::ComputeRoof& roof : ceilings.compute) {
        Json entry;
        entry["type"] = std::string(name(roof.type));
        entry["gflop_per_s"] = number(roof.gflopPerS);
        entry["instruction"] = roof.instruction;
        entry["ridge_flop_per_byte"] = number(ceilings.ridge(roof.type));
        compute.push_back(std::move(entry));
    }
    json["compute"] = std::move(compute);
    json["kernels"] = ceilings.kernels ? kernelsJson(*ceilings.kernels) : Json();
    json["notes"] = ceilings.notes;
    return json;
}

Json settingsJson(const profiler::RunSettings& settings)
{
    Json json;
    json["model"] = engine::toValidUtf8(settings.model);
    Json prompts = Json::array();
    for (const std::string& prompt : settings.prompts) {
        prompts.push_back(engine::toValidUtf8(prompt));
    }
    json["prompts"] = std::move(prompts);
    json["chat"] = settings.chat;
    json["special"] = settings.specialAsText ? "text" : "parse";
    json["new_tokens"] = settings.newTokens;
    Json modes = Json::array();
    for (const engine::Strategy strategy : settings.strategies) {
        modes.push_back(std::string(engine::name(strategy)));
    }
    json["modes"] = std::move(modes);
    json["device"] = settings.device;
    json["weights"] = settings.weights ? Json(std::string(name(*settings.weights))) : Json("file");
    json["compute"] = settings.compute ? Json(std::string(name(*settings.compute))) : Json("auto");
    json["kv_k"] = std::string(name(settings.keyFormat));
    json["kv_v"] = std::string(name(settings.valueFormat));
    json["threads"] = settings.threads > 0 ? Json(settings.threads) : Json("auto");
    json["isa"] = settings.isa.empty() ? "auto" : settings.isa;
    json["launch"] = std::string(engine::name(settings.launch));
    json["exact"] = settings.exact;
    json["trace"] = settings.trace;
    json["counters"] = settings.counters;
    json["batch"] = settings.batch;
    json["repeat"] = settings.repeat;
    json["warmup"] = settings.warmup;
    json["top_logits"] = settings.topLogits;
    json["ignore_eos"] = settings.ignoreEos;
    json["temperature"] = number(settings.sampling.temperature);
    json["top_k"] = settings.sampling.topK;
    json["top_p"] = number(settings.sampling.topP);
    json["seed"] = settings.sampling.seed;
    return json;
}

Json runDocument(const profiler::Recording& recording)
{
    Json document = documentHead();
    const auto reference =
        std::find_if(recording.runs.begin(), recording.runs.end(), [](const auto& run) { return !run->info().warmup; });
    const RunRecord* first = nullptr;
    if (reference != recording.runs.end()) {
        first = reference->get();
    } else if (!recording.runs.empty()) {
        first = recording.runs.front().get();
    }
    document["model"] = first ? modelJson(first->info().model) : Json();
    document["device"] = first ? deviceJson(first->info().device) : Json();
    const auto promptIds = first ? first->info().promptIds : std::vector<std::vector<engine::TokenId>>{};
    // One sequence: its ids; a batch: one list per sequence.
    document["prompt_ids"] = promptIds.size() == 1 ? Json(promptIds.front()) : Json(promptIds);
    document["settings"] = first ? settingsJson(first->info().settings) : Json();
    Json runs = Json::array();
    for (const engine::Strategy strategy : strategiesOf(recording)) {
        runs.push_back(modeJson(recording, strategy));
    }
    document["runs"] = std::move(runs);

    const auto naive = medianRun(recording, engine::Strategy::naive);
    const auto cached = medianRun(recording, engine::Strategy::cached);
    document["identical"] = nullptr;
    document["first_difference"] = nullptr;
    if (naive && cached && naive->steps().size() > 0 && cached->steps().size() > 0) {
        const profiler::Agreement agreement = compareRuns(*naive, *cached);
        document["identical"] = agreement.identical;
        if (agreement.firstDifference) {
            document["first_difference"] = {{"step", *agreement.firstDifference},
                                            {"tokens_equal", agreement.tokensEqual},
                                            {"margin", number(agreement.marginAtDifference)}};
        }
    }
    document["speedup"] = number(speedup(recording));
    document["speedup_predicted"] = number(predictedSpeedup(recording));
    document["speedup_at_roofs"] = number(roofSpeedup(recording));
    document["warnings"] = recording.warnings;
    return document;
}

std::string documentText(const Json& document)
{
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace decodescope::app
