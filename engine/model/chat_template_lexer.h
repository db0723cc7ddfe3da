// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine::jinja {

struct Token {
    enum class Kind { name, string, integer, symbol };
    Kind kind = Kind::symbol;
    std::string text;         ///< name, symbol, or the string with its escapes resolved
    std::int64_t number = 0;  ///< of an integer
};

/// A stretch of template: plain text to copy, the inside of {{ }}, or the inside of {% %}.
struct Chunk {
    enum class Kind { text, output, statement };
    Kind kind = Kind::text;
    std::string text;
    std::vector<Token> tokens;
    int line = 1;  ///< where it starts, for messages
};

/// Cuts a template into chunks and applies its whitespace rules (-, + and trim_blocks, lstrip_blocks), so that text
/// is ready to copy. Comments are gone.
Result<std::vector<Chunk>> lex(std::string_view source);

/// A message about the template: "chat template, line N: WHAT".
tl::unexpected<Error> templateError(int line, const std::string& what);

}  // namespace decodescope::engine::jinja
