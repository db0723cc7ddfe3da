// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prompt_file.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

namespace decodescope::app {

namespace {

using nlohmann::json;

bool isPromptObject(const json& value)
{
    return value.is_object() && (value.contains("text") || value.contains("ids"));
}

Result<std::vector<engine::TokenId>> readIds(const json& ids, const std::string& where)
{
    if (!ids.is_array() || ids.empty()) {
        return fail(ErrorCode::badInput, where + ": \"ids\" must be a list of at least one token id");
    }
    std::vector<engine::TokenId> result;
    for (const json& id : ids) {
        if (!id.is_number_integer() || id < 0 || id > std::numeric_limits<engine::TokenId>::max()) {
            return fail(ErrorCode::badInput,
                        where + ": " + id.dump(-1, ' ', false, json::error_handler_t::replace) + " is not a token id");
        }
        result.push_back(id.get<engine::TokenId>());
    }
    return result;
}

}  // namespace

Result<PromptFile> parsePromptFile(const std::string& path, std::string_view bytes)
{
    PromptFile file;
    // A byte order mark says how the file is encoded and is no part of its text.
    bytes.remove_prefix(bytes.starts_with("\xef\xbb\xbf") ? 3 : 0);
    const std::size_t firstEnd = bytes.find('\n');
    // A name that promises JSON lines is held to it: a slip in the first line must not turn the file into a text.
    if (!path.ends_with(".jsonl") && !isPromptObject(json::parse(bytes.substr(0, firstEnd), nullptr, false))) {
        std::string_view text = bytes;
        text.remove_suffix(text.ends_with('\n') ? 1 : 0);
        text.remove_suffix(text.ends_with('\r') ? 1 : 0);
        if (text.empty()) {
            return fail(ErrorCode::badInput, path + " is empty, but a prompt needs at least one token");
        }
        file.texts.emplace_back(text);
        return file;
    }
    std::int64_t number = 0;
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
        const std::string_view line = bytes.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        const std::string where = path + ", line " + std::to_string(number);
        const json value = json::parse(line, nullptr, false);
        if (!isPromptObject(value) || value.contains("text") == value.contains("ids")) {
            return fail(ErrorCode::badInput, where + ": expected {\"text\": ...} or {\"ids\": [...]}");
        }
        if (value.contains("text")) {
            if (!value["text"].is_string()) {
                return fail(ErrorCode::badInput, where + ": \"text\" must be a string");
            }
            file.texts.push_back(value["text"].get<std::string>());
        } else {
            auto ids = readIds(value["ids"], where);
            if (!ids) {
                return tl::unexpected(ids.error());
            }
            file.ids.push_back(std::move(*ids));
        }
        if (!file.texts.empty() && !file.ids.empty()) {
            return fail(ErrorCode::badInput, where + ": texts and ids cannot be mixed in one file");
        }
    }
    if (file.texts.empty() && file.ids.empty()) {
        return fail(ErrorCode::badInput, path + " has no prompt in it");
    }
    return file;
}

}  // namespace decodescope::app
