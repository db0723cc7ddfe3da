// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/report/run_json.h"
#include "engine/kv_cache/kv_size.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <CLI/CLI.hpp>

#include <map>

namespace decodescope::app {

namespace {

/// Tensors, values and bytes of one format.
struct FormatShare {
    std::int64_t tensors = 0;
    std::int64_t values = 0;
    std::int64_t bytes = 0;
};

std::map<std::string, FormatShare> formatsOf(const engine::ModelSource& source)
{
    std::map<std::string, FormatShare> formats;
    for (const engine::TensorInfo& tensor : source.tensors()) {
        FormatShare& share = formats[std::string(name(tensor.type))];
        ++share.tensors;
        share.values += tensor.rows * tensor.columns;
        share.bytes += tensor.bytes;
    }
    return formats;
}

class InspectCommand : public Command {
public:
    const char* name() const override { return "inspect"; }
    const char* description() const override
    {
        return "A model's configuration, tensors and formats; validates what a run would";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--model", m_model,
                       "GGUF file, synthetic:PRESET, or a name in the usual caches (the default model)")
            ->type_name("M");
        app.add_flag("--json", m_json, "One JSON document on stdout");
    }

    Result<int> run(Console& console, std::stop_token) override
    {
        auto source = engine::openModel(m_model);
        if (!source) {
            return tl::unexpected(source.error());
        }
        const auto tokenizer = engine::openTokenizer(**source);
        if (!tokenizer) {
            return tl::unexpected(tokenizer.error());
        }
        console.warn((*source)->warnings());
        if (auto printed = m_json ? console.printDocument(documentText(documentOf(**source, tokenizer->get())))
                                  : console.print(report(**source, tokenizer->get()));
            !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

private:
    static Json documentOf(const engine::ModelSource& source, const engine::Tokenizer* tokenizer)
    {
        const engine::ModelConfig& config = source.config();
        profiler::ModelFacts facts;
        facts.config = config;
        facts.origin = source.origin();
        facts.weightsFormat = config.weightsName;
        facts.weightBytes = source.weightBytes();
        Json document = documentHead();
        document["model"] = modelJson(facts);
        document["model"].erase("compute");
        document["rope"] = {{"base", config.rope.base},
                            {"dimension", config.rope.dimension},
                            {"interleaved", config.rope.interleaved},
                            {"scaling", config.rope.scaling == engine::RopeScaling::linear   ? "linear"
                                        : config.rope.scaling == engine::RopeScaling::llama3 ? "llama3"
                                                                                             : "none"}};
        document["rms_eps"] = config.rmsEps;
        const auto perToken = engine::kvBytesPerToken(engine::kvShapeOf(config), DataType::f16, DataType::f16);
        document["kv_bytes_per_token_f16"] = perToken ? Json(*perToken) : Json();
        document["tokenizer"] = nullptr;
        if (tokenizer != nullptr) {
            const engine::TokenizerData& data = *source.tokenizer();
            document["tokenizer"] = {{"model", data.model},
                                     {"pre_tokenizer", data.preTokenizer},
                                     {"vocabulary", tokenizer->vocabularySize()},
                                     {"merges", data.merges.size()},
                                     {"eos", tokenizer->eos() ? Json(*tokenizer->eos()) : Json()},
                                     {"add_bos", data.addBos},
                                     {"chat_template", tokenizer->hasChatTemplate()}};
        }
        Json formats = Json::object();
        for (const auto& [format, share] : formatsOf(source)) {
            formats[format] = {{"tensors", share.tensors}, {"values", share.values}, {"bytes", share.bytes}};
        }
        document["formats"] = std::move(formats);
        Json tensors = Json::array();
        for (const engine::TensorInfo& tensor : source.tensors()) {
            tensors.push_back({{"name", engine::toValidUtf8(tensor.name)},
                               {"type", std::string(decodescope::name(tensor.type))},
                               {"rows", tensor.rows},
                               {"columns", tensor.columns},
                               {"bytes", tensor.bytes}});
        }
        document["tensors"] = std::move(tensors);
        document["warnings"] = source.warnings();
        return document;
    }

    static std::string report(const engine::ModelSource& source, const engine::Tokenizer* tokenizer)
    {
        const engine::ModelConfig& config = source.config();
        const auto perToken = engine::kvBytesPerToken(engine::kvShapeOf(config), DataType::f16, DataType::f16);
        std::vector<std::vector<std::string>> facts{
            {"model", engine::toValidUtf8(config.name)},
            {"from", engine::toValidUtf8(source.origin())},
            {"architecture", config.architecture + (config.synthetic ? " (SYNTHETIC: random weights)" : "")},
            {"parameters", groupedText(config.parameters)},
            {"weights", bytesText(source.weightBytes()) + ", mostly " + config.weightsName},
            {"layers", std::to_string(config.layers)},
            {"query heads / KV heads", std::to_string(config.heads) + " / " + std::to_string(config.kvHeads)},
            {"head_dim", std::to_string(config.headDim)},
            {"hidden / ffn", std::to_string(config.hidden) + " / " + std::to_string(config.ffn)},
            {"vocabulary", groupedText(config.vocab)},
            {"output head", config.tiedEmbeddings ? "tied to the embedding" : "its own matrix"},
            {"context limit", groupedText(config.maxContext)},
            {"cache per token, f16", perToken ? groupedText(*perToken) + " B" : "-"},
            {"tokenizer", tokenizer != nullptr ? source.tokenizer()->model + ", " + source.tokenizer()->preTokenizer
                                               : std::string("none")},
        };
        std::vector<std::vector<std::string>> formats{{"format", "tensors", "values", "bytes"}};
        for (const auto& [format, share] : formatsOf(source)) {
            formats.push_back(
                {format, groupedText(share.tensors), groupedText(share.values), groupedText(share.bytes)});
        }
        std::vector<std::vector<std::string>> tensors{{"tensor", "type", "rows", "columns", "bytes"}};
        for (const engine::TensorInfo& tensor : source.tensors()) {
            tensors.push_back({engine::toValidUtf8(tensor.name), std::string(decodescope::name(tensor.type)),
                               groupedText(tensor.rows), groupedText(tensor.columns), groupedText(tensor.bytes)});
        }
        return textTable(facts) + "\n" + textTable(formats) + "\n" + textTable(tensors);
    }

    std::string m_model;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeInspectCommand()
{
    return std::make_unique<InspectCommand>();
}

}  // namespace decodescope::app
