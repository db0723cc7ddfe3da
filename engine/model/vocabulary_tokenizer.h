// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tokenizer.h"
#include "engine/model/tokenizer_special.h"

#include <algorithm>
#include <string>
#include <vector>

namespace decodescope::engine {

/// What every kind of tokenizer does alike: special tokens in the text, pieces back to bytes, ends, the chat template.
class VocabularyTokenizer : public Tokenizer {
public:
    std::string bytes(TokenId id, bool special) const override { return std::string(bytesOf(id, special)); }
    std::string decode(std::span<const TokenId> ids, bool special) const override;
    std::int64_t vocabularySize() const override { return static_cast<std::int64_t>(m_bytes.size()); }
    bool isEndOfGeneration(TokenId id) const override
    {
        return std::find(m_ends.begin(), m_ends.end(), id) != m_ends.end();
    }
    std::optional<TokenId> eos() const override { return m_eos; }
    bool hasChatTemplate() const override { return !m_chatTemplate.empty(); }
    Result<std::string> applyChatTemplate(std::span<const ChatMessage> messages,
                                          bool addGenerationPrompt) const override;

protected:
    explicit VocabularyTokenizer(const TokenizerData& data);

    /// The bytes of the next piece, in the order of the ids.
    void addPiece(std::string bytes) { m_bytes.push_back(std::move(bytes)); }
    std::string_view bytesOf(TokenId id, bool special) const;
    /// BOS, special tokens, and what `encodePart(text, out)` makes of the valid UTF-8 between them.
    template <class EncodePart>
    Encoded encodeWith(std::string_view text, bool parseSpecial, bool addBos, const EncodePart& encodePart) const
    {
        Encoded out;
        std::string repaired;
        text = validText(text, repaired, out);
        if (addBos && m_addBos)
            out.ids.push_back(*m_bos);
        for (std::size_t at = 0; at < text.size();) {
            const SpecialTokens::Match match = parseSpecial ? m_special.find(text, at) : SpecialTokens::Match{};
            const std::size_t end = std::min(match.position, text.size());
            if (end > at)
                encodePart(text.substr(at, end - at), out);
            if (match.length > 0)
                out.ids.push_back(match.id);
            at = end + match.length;
        }
        return out;
    }

private:
    static std::string_view validText(std::string_view text, std::string& repaired, Encoded& out);

    SpecialTokens m_special;
    std::vector<std::string> m_bytes;  ///< by id
    std::vector<TokenKind> m_kinds;    ///< by id
    std::vector<TokenId> m_ends;
    std::optional<TokenId> m_bos, m_eos;
    bool m_addBos = false;
    std::string m_chatTemplate;
};

/// Refuses an empty vocabulary, kinds of another number than pieces, and ids outside.
Result<void> checkVocabulary(const TokenizerData& data);

}  // namespace decodescope::engine
