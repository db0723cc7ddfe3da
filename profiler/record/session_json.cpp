// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_json.h"

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace decodescope::profiler {
namespace {

using nlohmann::json;

[[noreturn]] void unknown(std::string_view what, std::string_view text)
{
    throw std::invalid_argument("unknown " + std::string(what) + " '" + std::string(text) + "'");
}

/// The value among `all` whose name is `text`.
template <class T>
T named(std::string_view what, std::string_view text, std::initializer_list<T> all)
{
    for (const T value : all)
        if (name(value) == text)
            return value;
    unknown(what, text);
}

ComputeType computeNamed(std::string_view text)
{
    return named("compute type", text, {ComputeType::f32, ComputeType::bf16, ComputeType::int8});
}

DataType dataTypeNamed(std::string_view text)
{
    const std::optional<DataType> type = parseDataType(text);
    if (!type)
        unknown("format", text);
    return *type;
}

/// Text as it is when it is UTF-8, bytes in hex otherwise.
json textToJson(const std::string& text)
{
    const json plain = text;
    try {
        static_cast<void>(plain.dump());
        return plain;
    } catch (const json::type_error&) {
        constexpr char kHex[] = "0123456789abcdef";
        std::string hex;
        for (const char character : text) {
            hex += kHex[static_cast<unsigned char>(character) >> 4];
            hex += kHex[static_cast<unsigned char>(character) & 15];
        }
        return {{"hex", hex}};
    }
}

std::string textFromJson(const json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    const auto hex = value.at("hex").get<std::string>();
    std::string text;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return text;
}

template <class T>
void readTo(const json& from, const char* key, T& to)
{
    if (const auto found = from.find(key); found != from.end())
        found->get_to(to);
}

void readText(const json& from, const char* key, std::string& to)
{
    if (const auto found = from.find(key); found != from.end())
        to = textFromJson(*found);
}

json ropeToJson(const engine::RopeConfig& rope)
{
    return {{"base", rope.base},
            {"dimension", rope.dimension},
            {"interleaved", rope.interleaved},
            {"scaling", static_cast<int>(rope.scaling)},
            {"divisors", rope.divisors}};
}

void ropeFromJson(const json& from, engine::RopeConfig& rope)
{
    readTo(from, "base", rope.base);
    readTo(from, "dimension", rope.dimension);
    readTo(from, "interleaved", rope.interleaved);
    const int scaling = from.value("scaling", 0);
    if (scaling < 0 || scaling > static_cast<int>(engine::RopeScaling::llama3))
        unknown("rope scaling", std::to_string(scaling));
    rope.scaling = static_cast<engine::RopeScaling>(scaling);
    readTo(from, "divisors", rope.divisors);
}

json configToJson(const engine::ModelConfig& config)
{
    return {{"name", textToJson(config.name)}, {"architecture", textToJson(config.architecture)},
            {"layers", config.layers},         {"hidden", config.hidden},
            {"heads", config.heads},           {"kv_heads", config.kvHeads},
            {"head_dim", config.headDim},      {"ffn", config.ffn},
            {"vocab", config.vocab},           {"max_context", config.maxContext},
            {"rms_eps", config.rmsEps},        {"tied_embeddings", config.tiedEmbeddings},
            {"rope", ropeToJson(config.rope)}, {"synthetic", config.synthetic},
            {"weights", config.weightsName},   {"parameters", config.parameters}};
}

void configFromJson(const json& from, engine::ModelConfig& config)
{
    readText(from, "name", config.name);
    readText(from, "architecture", config.architecture);
    readTo(from, "layers", config.layers);
    readTo(from, "hidden", config.hidden);
    readTo(from, "heads", config.heads);
    readTo(from, "kv_heads", config.kvHeads);
    readTo(from, "head_dim", config.headDim);
    readTo(from, "ffn", config.ffn);
    readTo(from, "vocab", config.vocab);
    readTo(from, "max_context", config.maxContext);
    readTo(from, "rms_eps", config.rmsEps);
    readTo(from, "tied_embeddings", config.tiedEmbeddings);
    if (from.contains("rope"))
        ropeFromJson(from.at("rope"), config.rope);
    readTo(from, "synthetic", config.synthetic);
    readTo(from, "weights", config.weightsName);
    readTo(from, "parameters", config.parameters);
}

/// No text that reaches a file may be lost to an encoding error in it.
std::string dump(const json& value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string modelToJson(const ModelFacts& model)
{
    return dump({{"config", configToJson(model.config)},
                 {"origin", textToJson(model.origin)},
                 {"weights_format", model.weightsFormat},
                 {"compute", model.compute},
                 {"weight_bytes", model.weightBytes}});
}

ModelFacts modelFromJson(std::string_view text)
{
    const json from = json::parse(text);
    ModelFacts model;
    configFromJson(from.at("config"), model.config);
    readText(from, "origin", model.origin);
    readTo(from, "weights_format", model.weightsFormat);
    readTo(from, "compute", model.compute);
    readTo(from, "weight_bytes", model.weightBytes);
    return model;
}

std::string deviceToJson(const engine::DeviceInfo& device, const std::optional<DeviceMemoryFacts>& memory)
{
    json to = {{"kind", device.kind},
               {"name", textToJson(device.name)},
               {"threads", device.threads},
               {"isa", device.isa},
               {"last_level_cache_bytes", device.lastLevelCacheBytes}};
    if (memory)
        to["memory"] = {{"total_bytes", memory->totalBytes},
                        {"in_use_bytes", memory->inUseBytes},
                        {"before_bytes", memory->beforeBytes}};
    return dump(to);
}

std::optional<DeviceMemoryFacts> deviceMemoryFromJson(std::string_view text)
{
    const json from = json::parse(text);
    if (!from.contains("memory"))
        return std::nullopt;
    DeviceMemoryFacts memory;
    readTo(from.at("memory"), "total_bytes", memory.totalBytes);
    readTo(from.at("memory"), "in_use_bytes", memory.inUseBytes);
    readTo(from.at("memory"), "before_bytes", memory.beforeBytes);
    return memory;
}

engine::DeviceInfo deviceFromJson(std::string_view text)
{
    const json from = json::parse(text);
    engine::DeviceInfo device;
    readTo(from, "kind", device.kind);
    readText(from, "name", device.name);
    readTo(from, "threads", device.threads);
    readTo(from, "isa", device.isa);
    readTo(from, "last_level_cache_bytes", device.lastLevelCacheBytes);
    return device;
}

std::string settingsToJson(const RunSettings& settings)
{
    json prompts = json::array();
    for (const std::string& prompt : settings.prompts) prompts.push_back(textToJson(prompt));
    json strategies = json::array();
    for (const engine::Strategy strategy : settings.strategies) strategies.push_back(name(strategy));
    json to = {{"model", textToJson(settings.model)},
               {"prompts", prompts},
               {"prompt_ids", settings.promptIds},
               {"chat", settings.chat},
               {"special_as_text", settings.specialAsText},
               {"new_tokens", settings.newTokens},
               {"strategies", strategies},
               {"device", settings.device},
               {"kv_key_format", name(settings.keyFormat)},
               {"kv_value_format", name(settings.valueFormat)},
               {"threads", settings.threads},
               {"isa", settings.isa},
               {"launch", name(settings.launch)},
               {"exact", settings.exact},
               {"trace", settings.trace},
               {"counters", settings.counters},
               {"batch", settings.batch},
               {"repeat", settings.repeat},
               {"warmup", settings.warmup},
               {"top_logits", settings.topLogits},
               {"ignore_eos", settings.ignoreEos},
               {"temperature", settings.sampling.temperature},
               {"top_k", settings.sampling.topK},
               {"top_p", settings.sampling.topP},
               {"seed", settings.sampling.seed}};
    if (settings.weights)
        to["weights"] = name(*settings.weights);
    if (settings.compute)
        to["compute"] = name(*settings.compute);
    return dump(to);
}

RunSettings settingsFromJson(std::string_view text)
{
    const json from = json::parse(text);
    RunSettings settings;
    readText(from, "model", settings.model);
    if (from.contains("prompts"))
        for (const json& prompt : from.at("prompts")) settings.prompts.push_back(textFromJson(prompt));
    readTo(from, "prompt_ids", settings.promptIds);
    readTo(from, "chat", settings.chat);
    readTo(from, "special_as_text", settings.specialAsText);
    readTo(from, "new_tokens", settings.newTokens);
    if (from.contains("strategies")) {
        settings.strategies.clear();
        for (const json& strategy : from.at("strategies"))
            settings.strategies.push_back(strategyNamed(strategy.get<std::string>()));
    }
    readTo(from, "device", settings.device);
    if (from.contains("weights"))
        settings.weights = dataTypeNamed(from.at("weights").get<std::string>());
    if (from.contains("compute"))
        settings.compute = computeNamed(from.at("compute").get<std::string>());
    settings.keyFormat = dataTypeNamed(from.value("kv_key_format", "f16"));
    settings.valueFormat = dataTypeNamed(from.value("kv_value_format", "f16"));
    readTo(from, "threads", settings.threads);
    readTo(from, "isa", settings.isa);
    settings.launch = engine::parseLaunchMode(from.value("launch", "auto")).value_or(engine::LaunchMode::automatic);
    readTo(from, "exact", settings.exact);
    readTo(from, "trace", settings.trace);
    readTo(from, "counters", settings.counters);
    readTo(from, "batch", settings.batch);
    readTo(from, "repeat", settings.repeat);
    readTo(from, "warmup", settings.warmup);
    readTo(from, "top_logits", settings.topLogits);
    readTo(from, "ignore_eos", settings.ignoreEos);
    readTo(from, "temperature", settings.sampling.temperature);
    readTo(from, "top_k", settings.sampling.topK);
    readTo(from, "top_p", settings.sampling.topP);
    readTo(from, "seed", settings.sampling.seed);
    return settings;
}

namespace {

json kernelsToJson(const KernelRates& rates)
{
    json probes = json::array();
    for (const KernelProbe& probe : rates.probes)
        probes.push_back({{"rows", probe.rows},
                          {"pairs", probe.pairs},
                          {"attention_ns", probe.attentionNs},
                          {"other_ns", probe.otherNs},
                          {"sampling_ns", probe.samplingNs}});
    return {{"model", textToJson(rates.model)},
            {"weights", rates.weights},
            {"compute", rates.compute},
            {"threads", rates.threads},
            {"sequences", rates.sequences},
            {"chunk_rows", rates.chunkRows},
            {"probes", probes}};
}

KernelRates kernelsFromJson(const json& from)
{
    KernelRates rates;
    readText(from, "model", rates.model);
    readTo(from, "weights", rates.weights);
    readTo(from, "compute", rates.compute);
    readTo(from, "threads", rates.threads);
    readTo(from, "sequences", rates.sequences);
    readTo(from, "chunk_rows", rates.chunkRows);
    if (from.contains("probes"))
        for (const json& probe : from.at("probes"))
            rates.probes.push_back({probe.at("rows").get<std::int64_t>(), probe.at("pairs").get<std::int64_t>(),
                                    probe.at("attention_ns").get<std::int64_t>(),
                                    probe.at("other_ns").get<std::int64_t>(),
                                    probe.at("sampling_ns").get<std::int64_t>()});
    return rates;
}

}  // namespace

std::string ceilingsToJson(const Ceilings& ceilings)
{
    json points = json::array();
    for (const ReadPoint& point : ceilings.readBySize)
        points.push_back({{"bytes", point.bytes}, {"gb_per_s", point.gbPerS}});
    json compute = json::array();
    for (const ComputeRoof& roof : ceilings.compute)
        compute.push_back(
            {{"type", name(roof.type)}, {"gflop_per_s", roof.gflopPerS}, {"instruction", roof.instruction}});
    return dump({{"device", textToJson(ceilings.device)},
                 {"threads", ceilings.threads},
                 {"read_gb_per_s", ceilings.readGbPerS},
                 {"cache_read_gb_per_s", ceilings.cacheReadGbPerS},
                 {"buffer_bytes", ceilings.bufferBytes},
                 {"last_level_cache_bytes", ceilings.lastLevelCacheBytes},
                 {"read_by_size", points},
                 {"compute", compute},
                 {"kernels", ceilings.kernels ? kernelsToJson(*ceilings.kernels) : json()},
                 {"notes", ceilings.notes}});
}

Ceilings ceilingsFromJson(std::string_view text)
{
    const json from = json::parse(text);
    Ceilings ceilings;
    readText(from, "device", ceilings.device);
    readTo(from, "threads", ceilings.threads);
    readTo(from, "read_gb_per_s", ceilings.readGbPerS);
    readTo(from, "cache_read_gb_per_s", ceilings.cacheReadGbPerS);
    readTo(from, "buffer_bytes", ceilings.bufferBytes);
    readTo(from, "last_level_cache_bytes", ceilings.lastLevelCacheBytes);
    if (from.contains("read_by_size"))
        for (const json& point : from.at("read_by_size"))
            ceilings.readBySize.push_back({point.at("bytes").get<std::int64_t>(), point.at("gb_per_s").get<double>()});
    if (from.contains("compute"))
        for (const json& roof : from.at("compute"))
            ceilings.compute.push_back({computeNamed(roof.at("type").get<std::string>()),
                                        roof.at("gflop_per_s").get<double>(),
                                        roof.at("instruction").get<std::string>()});
    if (from.contains("kernels") && !from.at("kernels").is_null())
        ceilings.kernels = kernelsFromJson(from.at("kernels"));
    readTo(from, "notes", ceilings.notes);
    return ceilings;
}

std::string stopsToJson(const std::vector<engine::StopReason>& stops)
{
    json to = json::array();
    for (const engine::StopReason stop : stops) to.push_back(name(stop));
    return dump(to);
}

std::vector<engine::StopReason> stopsFromJson(std::string_view text)
{
    using engine::StopReason;
    std::vector<StopReason> stops;
    for (const json& stop : json::parse(text))
        stops.push_back(named("stop reason", stop.get<std::string>(),
                              {StopReason::length, StopReason::eos, StopReason::cancelled}));
    return stops;
}

std::string topToJson(const std::vector<engine::TopLogit>& top)
{
    json to = json::array();
    for (const engine::TopLogit& logit : top) to.push_back({logit.id, logit.value});
    return dump(to);
}

std::vector<engine::TopLogit> topFromJson(std::string_view text)
{
    std::vector<engine::TopLogit> top;
    for (const json& logit : json::parse(text))
        top.push_back({logit.at(0).get<engine::TokenId>(), logit.at(1).get<float>()});
    return top;
}

std::string integersToJson(const std::vector<std::int64_t>& values)
{
    std::string text = "[";
    for (const std::int64_t value : values) {
        if (text.size() > 1)
            text += ',';
        text += std::to_string(value);
    }
    text += ']';
    return text;
}

std::vector<std::int64_t> integersFromJson(std::string_view text)
{
    return json::parse(text).get<std::vector<std::int64_t>>();
}

engine::Strategy strategyNamed(std::string_view text)
{
    const std::optional<engine::Strategy> strategy = engine::parseStrategy(text);
    if (!strategy)
        unknown("strategy", text);
    return *strategy;
}

engine::Phase phaseNamed(std::string_view text)
{
    return named("phase", text, {engine::Phase::prefill, engine::Phase::decode});
}

engine::OpKind opKindNamed(std::string_view text)
{
    for (std::size_t i = 0; i < engine::kOpKinds; ++i)
        if (name(static_cast<engine::OpKind>(i)) == text)
            return static_cast<engine::OpKind>(i);
    unknown("op", text);
}

BytesSource bytesSourceNamed(std::string_view text)
{
    return named("bytes source", text, {BytesSource::modelled, BytesSource::measured});
}

Bound boundNamed(std::string_view text)
{
    return named("bound", text, {Bound::unknown, Bound::memory, Bound::compute, Bound::launch});
}

engine::OpClock opClockNamed(std::string_view text)
{
    return named("clock", text, {engine::OpClock::host, engine::OpClock::device, engine::OpClock::events});
}

std::string_view name(BytesSource source)
{
    return source == BytesSource::measured ? "measured" : "modelled";
}

}  // namespace decodescope::profiler
