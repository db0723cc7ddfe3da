// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/tokenizer.h"

#include <span>
#include <string>
#include <string_view>

namespace decodescope::engine {

struct ChatTemplateInput {
    std::span<const ChatMessage> messages;
    bool addGenerationPrompt = false;
    std::string bosToken, eosToken;  ///< text of the tokens, empty when the model has none
};

/// Renders the part of Jinja that published chat templates of text models need, with the whitespace rules chat
/// templates are written for (trim_blocks and lstrip_blocks on, one newline at the end of the template dropped).
/// Statements: for over a list, if/elif/else, set. Expressions: literals, lists, names, attributes, indices, slices,
/// + - * // % ~, comparisons, and, or, not, in, is, x if c else y, the filters trim, upper, lower, length, first, last,
/// string, default, and raise_exception(text). Anything else that rendering reaches is refused by name.
/// Bounded: template 256 KiB, nesting 64, 300,000 operations, output 64 MiB.
Result<std::string> renderChatTemplate(std::string_view source, const ChatTemplateInput& input);

}  // namespace decodescope::engine
