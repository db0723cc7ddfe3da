// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/report/run_json.h"
#include "app/run/size_formula.h"
#include "engine/model/presets.h"

#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

constexpr std::int64_t kMaxDimension = 1 << 30;
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 40;

/// One number of the command line, given or not.
struct NumberOption {
    const char* option;
    const char* help;
    std::string text;
};

class SizeCommand : public Command {
public:
    const char* name() const override { return "size"; }
    const char* description() const override { return "Bytes of a KV cache, with the formula's numbers filled in"; }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--preset", m_preset, "A published model; --preset list names them")->type_name("NAME");
        for (NumberOption* number : {&m_layers, &m_heads, &m_kvHeads, &m_headDim, &m_latentRank, &m_ropeDim, &m_window,
                                     &m_windowLayers, &m_context, &m_batch}) {
            app.add_option(number->option, number->text, number->help)->type_name("N");
        }
        app.add_option("--kv", m_kv, "f32, f16, bf16, fp8, int8, q8_0 or q4_0 [f16]")->type_name("F");
        app.add_option("--kv-k", m_kvK, "Format of the keys, when it differs")->type_name("F");
        app.add_option("--kv-v", m_kvV, "Format of the values, when it differs")->type_name("F");
        app.add_flag("--json", m_json, "One JSON document on stdout");
        app.footer("\nExample: decodescope size --preset llama-3.1-8b --context 8192 --kv bf16");
    }

    Result<int> run(Console& console, std::stop_token) override
    {
        if (m_preset == "list") {
            return listPresets(console);
        }
        auto question = readQuestion();
        if (!question) {
            return tl::unexpected(question.error());
        }
        auto answer = sizeOf(*question);
        if (!answer) {
            return tl::unexpected(answer.error());
        }
        if (auto printed = m_json ? console.printDocument(documentText(documentOf(*question, *answer)))
                                  : console.print(report(*question, *answer));
            !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

private:
    Result<std::int64_t> number(const NumberOption& option, std::int64_t fallback,
                                std::int64_t most = kMaxDimension) const
    {
        return option.text.empty() ? Result<std::int64_t>(fallback) : parseInteger(option.option, option.text, 1, most);
    }

    Result<SizeQuestion> readQuestion() const
    {
        SizeQuestion question;
        std::optional<Error> error;
        const auto set = [&](const NumberOption& option, std::int64_t& target, std::int64_t most = kMaxDimension) {
            auto value = number(option, target, most);
            if (value) {
                target = *value;
            } else if (!error) {
                error = value.error();
            }
        };
        if (!m_preset.empty()) {
            auto preset = engine::findPreset(m_preset);
            if (!preset) {
                return tl::unexpected(preset.error());
            }
            for (const NumberOption* other :
                 {&m_layers, &m_heads, &m_kvHeads, &m_headDim, &m_latentRank, &m_ropeDim, &m_window, &m_windowLayers}) {
                if (!other->text.empty()) {
                    return fail(ErrorCode::usage, std::string(other->option) + " cannot be combined with --preset",
                                "give the shape by its numbers, or by a preset");
                }
            }
            question.name = preset->name;
            question.source = preset->source;
            question.heads = preset->heads;
            question.shape = engine::kvShapeOf(*preset);
        } else if (auto shape = readShape(question); !shape) {
            return tl::unexpected(shape.error());
        }
        question.context = 4096;
        if (m_context.text == "0") {
            // An empty cache is a size too.
            question.context = 0;
        } else {
            set(m_context, question.context, kMaxTokens);
        }
        set(m_batch, question.batch);
        if (error) {
            return tl::unexpected(*error);
        }
        for (const auto& [text, target] : {std::pair{m_kvK.empty() ? m_kv : m_kvK, &question.key},
                                           std::pair{m_kvV.empty() ? m_kv : m_kvV, &question.value}}) {
            const auto type = parseDataType(text);
            if (!type || !isSizeFormat(*type)) {
                return fail(ErrorCode::usage, "--kv: unknown format \"" + text + "\"",
                            "accepted: f32, f16, bf16, fp8, int8, q8_0, q4_0");
            }
            *target = *type;
        }
        return question;
    }

    /// The shape from --layers, --kv-heads, --head-dim and so on.
    Result<void> readShape(SizeQuestion& question) const
    {
        const bool latent = !m_latentRank.text.empty();
        for (const NumberOption* needed :
             {&m_layers, latent ? &m_ropeDim : &m_kvHeads, latent ? &m_latentRank : &m_headDim}) {
            if (needed->text.empty()) {
                return fail(
                    ErrorCode::usage, std::string(needed->option) + " is missing",
                    "give --preset NAME, or --layers, --kv-heads and --head-dim, or --layers, --kv-lora-rank and "
                    "--rope-dim");
            }
        }
        const auto layers = number(m_layers, 0, 100000);
        const auto heads = number(m_heads, 0);
        const auto kvHeads = number(m_kvHeads, 0);
        const auto headDim = number(m_headDim, 0);
        const auto rank = number(m_latentRank, 0);
        const auto ropeDim = number(m_ropeDim, 0);
        const auto window = number(m_window, 0, kMaxTokens);
        const auto windowLayers = number(m_windowLayers, layers.value_or(0));
        for (const auto* value : {&layers, &heads, &kvHeads, &headDim, &rank, &ropeDim, &window, &windowLayers}) {
            if (!*value) {
                return tl::unexpected(value->error());
            }
        }
        if (*heads > 0 && *kvHeads > 0 && *heads % *kvHeads != 0) {
            return fail(ErrorCode::usage, "--heads " + std::to_string(*heads) + " is not a multiple of --kv-heads " +
                                              std::to_string(*kvHeads));
        }
        if (*windowLayers > *layers) {
            return fail(ErrorCode::usage, "--window-layers " + std::to_string(*windowLayers) +
                                              " is more than --layers " + std::to_string(*layers));
        }
        if (!m_windowLayers.text.empty() && *window == 0) {
            return fail(ErrorCode::usage, "--window-layers needs --window");
        }
        question.heads = *heads;
        for (std::int64_t layer = 0; layer < *layers; ++layer) {
            const std::int64_t layerWindow = layer < *windowLayers ? *window : 0;
            question.shape.layers.push_back({*kvHeads, *headDim, *headDim, *rank, *ropeDim, layerWindow});
        }
        return {};
    }

    static Json documentOf(const SizeQuestion& question, const SizeAnswer& answer)
    {
        Json document = documentHead();
        document["bytes"] = answer.bytes;
        document["bytes_per_token"] = answer.bytesPerToken;
        document["formula"] = answer.formula;
        document["context"] = question.context;
        document["batch"] = question.batch;
        document["kv_k"] = std::string(decodescope::name(question.key));
        document["kv_v"] = std::string(decodescope::name(question.value));
        document["preset"] = question.name.empty() ? Json() : Json(question.name);
        document["source"] = question.source.empty() ? Json() : Json(question.source);
        document["attention"] = answer.attention;
        document["bytes_if_mha"] = Cell(answer.bytesIfMha).json();
        document["notes"] = answer.notes;
        return document;
    }

    static std::string report(const SizeQuestion& question, const SizeAnswer& answer)
    {
        std::string out = question.name.empty() ? std::string() : question.name + " (" + question.source + ")\n";
        out += groupedText(answer.bytes) + " bytes = " + bytesText(answer.bytes) + "\n" +
               groupedText(answer.bytesPerToken) + " bytes per token and sequence\n\n" + answer.formula + "\n";
        for (const std::string& note : answer.notes) {
            out += "\n" + note + "\n";
        }
        return out;
    }

    Result<int> listPresets(Console& console) const
    {
        std::vector<std::vector<std::string>> rows{{"preset", "layers", "heads", "KV heads", "head_dim"}};
        Json presets = Json::array();
        for (const engine::ModelPreset& preset : engine::modelPresets()) {
            rows.push_back({preset.name, std::to_string(preset.layers), std::to_string(preset.heads),
                            preset.latentRank > 0 ? "MLA" : std::to_string(preset.kvHeads),
                            preset.latentRank > 0
                                ? std::to_string(preset.latentRank) + "+" + std::to_string(preset.latentRopeDim)
                                : std::to_string(preset.headDim)});
            presets.push_back({{"name", preset.name}, {"source", preset.source}});
        }
        Json document = documentHead();
        document["presets"] = std::move(presets);
        if (auto printed = m_json ? console.printDocument(documentText(document)) : console.print(textTable(rows));
            !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

    std::string m_preset;
    NumberOption m_layers{"--layers", "Layers", {}};
    NumberOption m_heads{"--heads", "Query heads (for the comparison with MHA)", {}};
    NumberOption m_kvHeads{"--kv-heads", "KV heads", {}};
    NumberOption m_headDim{"--head-dim", "Values per head", {}};
    NumberOption m_latentRank{"--kv-lora-rank", "MLA: rank of the latent kept instead of keys and values", {}};
    NumberOption m_ropeDim{"--rope-dim", "MLA: rotary values kept beside the latent", {}};
    NumberOption m_window{"--window", "Sliding window in tokens", {}};
    NumberOption m_windowLayers{"--window-layers", "Layers that slide (default: all, with --window)", {}};
    NumberOption m_context{"--context", "Tokens per sequence [4096]", {}};
    NumberOption m_batch{"--batch", "Sequences [1]", {}};
    std::string m_kv = "f16", m_kvK, m_kvV;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeSizeCommand()
{
    return std::make_unique<SizeCommand>();
}

}  // namespace decodescope::app
