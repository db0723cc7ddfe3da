// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope::engine::utf8 {

/// What stands at the start of some bytes.
struct Unit {
    std::size_t length = 0;   ///< bytes of the character, or of the maximal invalid subpart; 0 for no bytes
    bool valid = false;       ///< a whole, well-formed character
    bool incomplete = false;  ///< the bytes end inside a character that is well-formed so far
    char32_t codePoint = 0;   ///< when valid
};

/// Reads the first character of `bytes` by the table of well-formed sequences of the Unicode standard (3.9, D92): no
/// surrogates, no overlong forms, nothing above U+10FFFF.
Unit read(std::string_view bytes);

/// True when every byte belongs to a well-formed character.
bool isValid(std::string_view bytes);

void append(std::string& out, char32_t codePoint);

inline constexpr std::string_view replacement = "\xEF\xBF\xBD";  ///< U+FFFD

}  // namespace decodescope::engine::utf8
