// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/vocabulary_tokenizer.h"

#include "engine/model/chat_template.h"
#include "engine/model/tokenizer_utf8.h"

#include <array>
#include <limits>

namespace decodescope::engine {
namespace {

/// Control tokens that end a turn or a document, by the names published models give them.
constexpr std::array<std::string_view, 6> endNames = {"<|im_end|>",      "<|eot_id|>", "<|endoftext|>",
                                                      "<|end_of_text|>", "<|eom_id|>", "<|end|>"};

}  // namespace

Result<void> checkVocabulary(const TokenizerData& data)
{
    if (data.pieces.empty())
        return fail(ErrorCode::badInput, "the tokenizer has no tokens");
    if (data.pieces.size() > static_cast<std::size_t>(std::numeric_limits<TokenId>::max()))
        return fail(ErrorCode::badInput, "the tokenizer has too many tokens: " + std::to_string(data.pieces.size()));
    if (data.kinds.size() != data.pieces.size())
        return fail(ErrorCode::badInput, "tokenizer token types: " + std::to_string(data.kinds.size()) +
                                             " entries for " + std::to_string(data.pieces.size()) + " tokens");
    const auto size = static_cast<TokenId>(data.pieces.size());
    const std::array<std::pair<const char*, std::optional<TokenId>>, 4> ids = {
        {{"bos", data.bos}, {"eos", data.eos}, {"unknown", data.unknown}, {"padding", data.padding}}};
    for (const auto& [name, id] : ids) {
        if (id && (*id < 0 || *id >= size))
            return fail(ErrorCode::badInput, std::string("tokenizer ") + name + " token id " + std::to_string(*id) +
                                                 " is outside the vocabulary of " + std::to_string(size) + " tokens");
    }
    return {};
}

VocabularyTokenizer::VocabularyTokenizer(const TokenizerData& data)
    : m_kinds(data.kinds),
      m_bos(data.bos),
      m_eos(data.eos),
      m_addBos(data.addBos && data.bos),
      m_chatTemplate(data.chatTemplate)
{
    m_bytes.reserve(data.pieces.size());
    for (std::size_t i = 0; i < data.pieces.size(); ++i) {
        const std::string& piece = data.pieces[i];
        const auto id = static_cast<TokenId>(i);
        if (data.kinds[i] == TokenKind::control || data.kinds[i] == TokenKind::userDefined)
            m_special.add(piece, id);
        if (data.kinds[i] == TokenKind::control && std::find(endNames.begin(), endNames.end(), piece) != endNames.end())
            m_ends.push_back(id);
    }
    m_special.prepare();
    if (m_eos && !VocabularyTokenizer::isEndOfGeneration(*m_eos))
        m_ends.push_back(*m_eos);
}

std::string_view VocabularyTokenizer::bytesOf(TokenId id, bool special) const
{
    if (id < 0 || id >= VocabularyTokenizer::vocabularySize())
        return {};
    const auto index = static_cast<std::size_t>(id);
    return !special && m_kinds[index] == TokenKind::control ? std::string_view() : m_bytes[index];
}

std::string VocabularyTokenizer::decode(std::span<const TokenId> ids, bool special) const
{
    std::string out;
    for (const TokenId id : ids) out += bytesOf(id, special);
    return out;
}

std::string_view VocabularyTokenizer::validText(std::string_view text, std::string& repaired, Encoded& out)
{
    if (utf8::isValid(text))
        return text;
    repaired = toValidUtf8(text);
    out.invalidUtf8 = true;
    return repaired;
}

Result<std::string> VocabularyTokenizer::applyChatTemplate(std::span<const ChatMessage> messages,
                                                           bool addGenerationPrompt) const
{
    if (m_chatTemplate.empty())
        return fail(ErrorCode::badInput, "the model has no chat template", "give the prompt without --chat");
    ChatTemplateInput input;
    input.messages = messages;
    input.addGenerationPrompt = addGenerationPrompt;
    if (m_bos)
        input.bosToken = bytes(*m_bos, true);
    if (m_eos)
        input.eosToken = bytes(*m_eos, true);
    return renderChatTemplate(m_chatTemplate, input);
}

}  // namespace decodescope::engine
