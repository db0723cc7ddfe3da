// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_spm.h"

#include "engine/model/tokenizer_utf8.h"
#include "engine/model/vocabulary_tokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <queue>
#include <unordered_map>

namespace decodescope::engine {
namespace {

constexpr std::string_view kSpace = "\xe2\x96\x81";  // U+2581

/// The byte that a piece such as "<0x0A>" stands for.
std::optional<unsigned char> bytePiece(std::string_view piece)
{
    if (piece.size() != 6 || !piece.starts_with("<0x") || !piece.ends_with('>'))
        return std::nullopt;
    unsigned value = 0;
    const char* end = piece.data() + 5;
    const auto [stopped, error] = std::from_chars(piece.data() + 3, end, value, 16);
    return error == std::errc() && stopped == end ? std::optional(static_cast<unsigned char>(value)) : std::nullopt;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = std::min(text.find(from, at), text.size());
        out += text.substr(at, found - at);
        if (found < text.size())
            out += to;
        at = found + from.size();
    }
    return out;
}

class SpmTokenizer final : public VocabularyTokenizer {
public:
    explicit SpmTokenizer(const TokenizerData& data)
        : VocabularyTokenizer(data), m_unknown(data.unknown), m_spacePrefix(data.addSpacePrefix), m_pieces(data.pieces)
    {
        m_byteToken.fill(-1);
        for (std::size_t i = 0; i < m_pieces.size(); ++i) {
            const TokenKind kind = data.kinds[i];
            const std::optional<unsigned char> byte = kind == TokenKind::byte ? bytePiece(m_pieces[i]) : std::nullopt;
            if (byte)
                m_byteToken[*byte] = static_cast<TokenId>(i);
            if (kind == TokenKind::normal)
                m_tokens.emplace(m_pieces[i], Token{static_cast<TokenId>(i), data.scores[i]});
            addPiece(byte ? std::string(1, static_cast<char>(*byte))
                     : kind == TokenKind::normal || kind == TokenKind::userDefined ? replaced(m_pieces[i], kSpace, " ")
                                                                                   : m_pieces[i]);
        }
    }

    Encoded encode(std::string_view text, bool parseSpecial, bool addBos) const override
    {
        return encodeWith(text, parseSpecial, addBos, [&](std::string_view part, Encoded& out) {
            encodeText((m_spacePrefix ? std::string(kSpace) : std::string()) + replaced(part, " ", kSpace), out);
        });
    }

private:
    struct Token {
        TokenId id;
        float score;
    };
    /// A stretch of the text, in a linked list of those still there; empty once joined to the one before.
    struct Symbol {
        std::string_view text;
        std::int32_t previous;
        std::int32_t next;
    };
    struct Pair {
        float score;
        std::int32_t left;
        std::size_t bytes;  ///< of both when the pair was found: one that changed since is stale
        bool operator<(const Pair& other) const
        {
            return score != other.score ? score < other.score : left > other.left;
        }
    };

    void encodeText(const std::string& text, Encoded& out) const
    {
        std::vector<Symbol> symbols;
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t length = utf8::read(rest).length;
            const auto index = static_cast<std::int32_t>(symbols.size());
            symbols.push_back({rest.substr(0, length), index - 1, length < rest.size() ? index + 1 : -1});
            rest.remove_prefix(length);
        }
        std::priority_queue<Pair> pairs;
        const auto offer = [&](std::int32_t left, std::int32_t right) {
            if (left < 0 || right < 0)
                return;
            const std::string_view a = symbols[static_cast<std::size_t>(left)].text;
            const std::string_view both(a.data(), a.size() + symbols[static_cast<std::size_t>(right)].text.size());
            if (const auto found = m_tokens.find(both); found != m_tokens.end())
                pairs.push({found->second.score, left, both.size()});
        };
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
            offer(static_cast<std::int32_t>(i), static_cast<std::int32_t>(i + 1));
        while (!pairs.empty()) {
            const Pair pair = pairs.top();
            pairs.pop();
            Symbol& left = symbols[static_cast<std::size_t>(pair.left)];
            if (left.text.empty() || left.next < 0)
                continue;
            Symbol& right = symbols[static_cast<std::size_t>(left.next)];
            if (left.text.size() + right.text.size() != pair.bytes)
                continue;
            left.text = {left.text.data(), pair.bytes};
            right.text = {};
            left.next = right.next;
            if (left.next >= 0)
                symbols[static_cast<std::size_t>(left.next)].previous = pair.left;
            offer(left.previous, pair.left);
            offer(pair.left, left.next);
        }
        for (const Symbol& symbol : symbols)
            if (!symbol.text.empty())
                append(symbol.text, out);
    }

    /// The token of a stretch, or those of its bytes.
    void append(std::string_view text, Encoded& out) const
    {
        if (const auto found = m_tokens.find(text); found != m_tokens.end()) {
            out.ids.push_back(found->second.id);
            return;
        }
        const auto byteToken = [&](char c) { return m_byteToken[static_cast<unsigned char>(c)]; };
        if (std::all_of(text.begin(), text.end(), [&](char c) { return byteToken(c) >= 0; }))
            for (const char c : text) out.ids.push_back(byteToken(c));
        else if (m_unknown)
            out.ids.push_back(*m_unknown);
        else
            out.droppedBytes += static_cast<std::int64_t>(text.size());
    }

    std::optional<TokenId> m_unknown;
    bool m_spacePrefix;
    std::vector<std::string> m_pieces;
    std::unordered_map<std::string_view, Token> m_tokens;  ///< learnt pieces; keys live in m_pieces
    std::array<TokenId, 256> m_byteToken{};                ///< -1: the vocabulary has no token for this byte
};

}  // namespace

Result<std::shared_ptr<const Tokenizer>> createSpmTokenizer(const TokenizerData& data)
{
    if (data.scores.size() != data.pieces.size())
        return fail(ErrorCode::badInput, "tokenizer scores: " + std::to_string(data.scores.size()) + " entries for " +
                                             std::to_string(data.pieces.size()) + " tokens");
    for (std::size_t i = 0; i < data.scores.size(); ++i)
        if (!std::isfinite(data.scores[i]))
            return fail(ErrorCode::badInput, "the tokenizer's score of token " + std::to_string(i) + " is no number");
    return std::make_shared<SpmTokenizer>(data);
}

}  // namespace decodescope::engine
