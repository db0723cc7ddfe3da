// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tokenizer.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope::engine {

/// Finds special tokens written in a text: the leftmost, and of those that start there the longest.
class SpecialTokens {
public:
    struct Match {
        std::size_t position = std::string_view::npos;  ///< npos: none
        std::size_t length = 0;
        TokenId id = -1;
    };

    void add(std::string text, TokenId id);
    /// Call once, after the last add.
    void prepare();
    Match find(std::string_view text, std::size_t from) const;

private:
    Match longestAt(std::string_view text, std::size_t position) const;

    std::vector<std::pair<std::string, TokenId>> m_sorted;  ///< by text
    std::array<bool, 256> m_starts{};                       ///< first bytes there are
};

}  // namespace decodescope::engine
