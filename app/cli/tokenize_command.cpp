// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/report/run_json.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace decodescope::app {

namespace {

using nlohmann::json;

class TokenizeCommand : public Command {
public:
    const char* name() const override { return "tokenize"; }
    const char* description() const override { return "Token ids of the lines of stdin, as a run would see them"; }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--model", m_model, "GGUF file or a name in the usual caches (the default model)")
            ->type_name("M");
        app.add_option("--special", m_special, "Special tokens: parse, or text [parse]")->type_name("parse|text");
        app.add_flag("--jsonl", m_jsonl, "Lines are {\"text\"} or {\"hex\"}; one JSON object per line comes back");
        app.add_flag("--json", m_json, "One JSON document for all lines");
    }

    bool endsAtOnce() const override { return true; }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        if (m_special != "parse" && m_special != "text") {
            return fail(ErrorCode::usage, "--special is \"" + m_special + "\", but must be parse or text");
        }
        if (m_json && m_jsonl) {
            return fail(ErrorCode::usage, "--json and --jsonl exclude each other");
        }
        auto source = engine::openModel(m_model);
        if (!source) {
            return tl::unexpected(source.error());
        }
        auto tokenizer = engine::openTokenizer(**source);
        if (!tokenizer) {
            return tl::unexpected(tokenizer.error());
        }
        if (*tokenizer == nullptr) {
            return fail(ErrorCode::badInput, (*source)->origin() + " has no tokenizer");
        }
        Json lines = Json::array();
        std::string line;
        for (std::int64_t number = 1; !stop.stop_requested() && std::getline(std::cin, line); ++number) {
            auto text = textOf(line, number);
            if (!text) {
                return tl::unexpected(text.error());
            }
            const engine::Encoded encoded = (*tokenizer)->encode(*text, m_special == "parse", true);
            warnAbout(encoded, number, console);
            if (m_json) {
                lines.push_back(describe(**tokenizer, encoded));
                continue;
            }
            const std::string out =
                m_jsonl ? describe(**tokenizer, encoded).dump(-1, ' ', false, Json::error_handler_t::replace)
                        : plain(**tokenizer, encoded);
            if (auto printed = m_jsonl ? console.printDocument(out + "\n") : console.print(out + "\n"); !printed) {
                return tl::unexpected(printed.error());
            }
        }
        if (m_json) {
            Json document = documentHead();
            document["lines"] = std::move(lines);
            if (auto printed = console.printDocument(documentText(document)); !printed) {
                return tl::unexpected(printed.error());
            }
        }
        return stop.stop_requested() ? kExitInterrupted : kExitDone;
    }

private:
    Result<std::string> textOf(const std::string& line, std::int64_t number) const
    {
        if (!m_jsonl) {
            return line;
        }
        const std::string where = "line " + std::to_string(number) + " of standard input";
        const json value = json::parse(line, nullptr, false);
        const auto isString = [&](const char* key) {
            return value.is_object() && value.contains(key) && value[key].is_string();
        };
        if (isString("text")) {
            return value["text"].get<std::string>();
        }
        if (!isString("hex")) {
            return fail(ErrorCode::badInput, where + ": expected {\"text\": ...} or {\"hex\": ...}");
        }
        auto bytes = parseHex(value["hex"].get<std::string>());
        if (!bytes) {
            return fail(ErrorCode::badInput, where + ": \"hex\" must be pairs of hexadecimal digits");
        }
        return *bytes;
    }

    static void warnAbout(const engine::Encoded& encoded, std::int64_t number, Console& console)
    {
        if (encoded.droppedBytes > 0) {
            console.log().warn("line {}: {} bytes have no token in this vocabulary and were dropped", number,
                               encoded.droppedBytes);
        }
        if (encoded.invalidUtf8) {
            console.log().warn("line {}: invalid UTF-8 was read as U+FFFD", number);
        }
    }

    static Json describe(const engine::Tokenizer& tokenizer, const engine::Encoded& encoded)
    {
        Json object;
        object["ids"] = encoded.ids;
        Json pieces = Json::array();
        Json pieceBytes = Json::array();
        for (const engine::TokenId id : encoded.ids) {
            const std::string bytes = tokenizer.bytes(id);
            pieces.push_back(engine::toValidUtf8(bytes));
            pieceBytes.push_back(hexText(bytes));
        }
        const std::string decoded = tokenizer.decode(encoded.ids);
        object["pieces"] = std::move(pieces);
        object["decoded"] = engine::toValidUtf8(decoded);
        object["pieces_hex"] = std::move(pieceBytes);
        object["decoded_hex"] = hexText(decoded);
        object["dropped_bytes"] = encoded.droppedBytes;
        object["invalid_utf8"] = encoded.invalidUtf8;
        return object;
    }

    /// "504:The 1646: key ...", pieces quoted as JSON strings so that spaces and line breaks show.
    static std::string plain(const engine::Tokenizer& tokenizer, const engine::Encoded& encoded)
    {
        std::string out;
        for (const engine::TokenId id : encoded.ids) {
            out += (out.empty() ? "" : " ") + std::to_string(id) + ":" +
                   Json(engine::toValidUtf8(tokenizer.bytes(id))).dump();
        }
        return out;
    }

    std::string m_model;
    std::string m_special = "parse";
    bool m_jsonl = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeTokenizeCommand()
{
    return std::make_unique<TokenizeCommand>();
}

}  // namespace decodescope::app
