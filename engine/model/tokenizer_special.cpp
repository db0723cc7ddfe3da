// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_special.h"

#include <algorithm>

namespace decodescope::engine {

void SpecialTokens::add(std::string text, TokenId id)
{
    if (text.empty())
        return;
    m_starts[static_cast<unsigned char>(text[0])] = true;
    m_sorted.emplace_back(std::move(text), id);
}

void SpecialTokens::prepare()
{
    std::sort(m_sorted.begin(), m_sorted.end());
}

SpecialTokens::Match SpecialTokens::longestAt(std::string_view text, std::size_t position) const
{
    // Narrows the range of tokens that share the first `depth` bytes with the text; a token of that length comes first.
    Match match;
    auto low = m_sorted.begin();
    auto high = m_sorted.end();
    for (std::size_t depth = 0;; ++depth) {
        if (depth > 0 && low != high && low->first.size() == depth)
            match = {position, depth, low->second};
        if (low == high || position + depth == text.size())
            return match;
        const auto byte = static_cast<unsigned char>(text[position + depth]);
        const auto byteOf = [depth](const std::string& token) {
            return depth < token.size() ? static_cast<int>(static_cast<unsigned char>(token[depth])) : -1;
        };
        low = std::partition_point(low, high, [&](const auto& token) { return byteOf(token.first) < byte; });
        high = std::partition_point(low, high, [&](const auto& token) { return byteOf(token.first) == byte; });
    }
}

SpecialTokens::Match SpecialTokens::find(std::string_view text, std::size_t from) const
{
    for (std::size_t at = from; at < text.size(); ++at) {
        if (!m_starts[static_cast<unsigned char>(text[at])])
            continue;
        const Match match = longestAt(text, at);
        if (match.length > 0)
            return match;
    }
    return {};
}

}  // namespace decodescope::engine
