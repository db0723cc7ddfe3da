// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer.h"

#include "engine/model/chat_template.h"
#include "engine/model/tokenizer_bpe.h"
#include "engine/model/tokenizer_special.h"
#include "engine/model/tokenizer_split.h"
#include "engine/model/tokenizer_utf8.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace decodescope::engine {
namespace {

/// Byte-level BPE writes every byte as one printable character: printable Latin-1 bytes as themselves, the others,
/// in order, from U+0100 on.
std::array<char32_t, 256> byteAlphabet()
{
    std::array<char32_t, 256> alphabet{};
    char32_t next = 0x100;
    for (std::size_t byte = 0; byte < alphabet.size(); ++byte) {
        const bool printable =
            (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
        alphabet[byte] = printable ? static_cast<char32_t>(byte) : next++;
    }
    return alphabet;
}

/// The bytes a stored piece stands for; a character outside the alphabet stands for itself.
std::string pieceBytes(std::string_view piece, const std::unordered_map<char32_t, char>& byteOf)
{
    std::string bytes;
    while (!piece.empty()) {
        const utf8::Unit unit = utf8::read(piece);
        const auto found = unit.valid ? byteOf.find(unit.codePoint) : byteOf.end();
        if (found != byteOf.end())
            bytes += found->second;
        else
            bytes += piece.substr(0, unit.length);
        piece.remove_prefix(unit.length);
    }
    return bytes;
}

/// Control tokens that end a turn or a document, by the names published models give them.
constexpr std::array<std::string_view, 6> endNames = {"<|im_end|>",      "<|eot_id|>", "<|endoftext|>",
                                                      "<|end_of_text|>", "<|eom_id|>", "<|end|>"};

/// llama-3 vocabularies hold words that no chain of merges reaches: a word that is a token is taken whole.
bool takesWholeWords(std::string_view preTokenizer)
{
    return preTokenizer.starts_with("llama");
}

class BpeTokenizer final : public Tokenizer {
public:
    static Result<std::shared_ptr<const Tokenizer>> build(const TokenizerData& data);

    explicit BpeTokenizer(const TokenizerData& data)
        : m_merges(data.merges.size()),
          m_bos(data.bos),
          m_eos(data.eos),
          m_addBos(data.addBos && data.bos),
          m_spacePrefix(data.addSpacePrefix),
          m_chatTemplate(data.chatTemplate)
    {
        m_byteToken.fill(-1);
    }

    Encoded encode(std::string_view text, bool parseSpecial, bool addBos) const override;
    std::string bytes(TokenId id, bool special) const override;
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

private:
    /// Bytes of a token of this vocabulary.
    std::string_view bytesOf(TokenId id, bool special) const;
    void encodeText(std::string_view text, BpeMerger& merger, Encoded& out) const;

    MergeTable m_merges;
    std::shared_ptr<const WordSplitter> m_splitter;
    SpecialTokens m_special;
    std::vector<std::string> m_bytes;                            ///< by id
    std::vector<TokenKind> m_kinds;                              ///< by id
    std::array<TokenId, 256> m_byteToken{};                      ///< -1: the vocabulary has no token for this byte
    std::unordered_map<std::string_view, TokenId> m_wholeWords;  ///< keys live in m_bytes; empty unless used
    std::vector<TokenId> m_ends;
    std::optional<TokenId> m_bos, m_eos;
    bool m_addBos = false;
    bool m_spacePrefix = false;
    std::string m_chatTemplate;
};

Result<void> checkIds(const TokenizerData& data)
{
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

/// What stands wrong in merge `index`, for people.
tl::unexpected<Error> mergeError(const TokenizerData& data, std::size_t index, const std::string& what)
{
    constexpr std::size_t shown = 80;
    return fail(ErrorCode::badInput, "tokenizer merge " + std::to_string(index) + " '" +
                                         toValidUtf8(data.merges[index].substr(0, shown)) + "' " + what);
}

Result<std::shared_ptr<const Tokenizer>> BpeTokenizer::build(const TokenizerData& data)
{
    if (data.model != "gpt2")
        return fail(ErrorCode::badInput, "tokenizer model '" + toValidUtf8(data.model) + "' is not supported",
                    "this version reads byte-level BPE vocabularies (tokenizer model gpt2)");
    if (data.pieces.empty())
        return fail(ErrorCode::badInput, "the tokenizer has no tokens");
    if (data.pieces.size() > static_cast<std::size_t>(std::numeric_limits<TokenId>::max()))
        return fail(ErrorCode::badInput, "the tokenizer has too many tokens: " + std::to_string(data.pieces.size()));
    if (data.kinds.size() != data.pieces.size())
        return fail(ErrorCode::badInput, "tokenizer token types: " + std::to_string(data.kinds.size()) +
                                             " entries for " + std::to_string(data.pieces.size()) + " tokens");
    if (auto checked = checkIds(data); !checked)
        return tl::unexpected(checked.error());

    auto tokenizer = std::make_shared<BpeTokenizer>(data);
    auto splitter = WordSplitter::create(data.preTokenizer);
    if (!splitter)
        return tl::unexpected(splitter.error());
    tokenizer->m_splitter = std::move(*splitter);

    const auto alphabet = byteAlphabet();
    std::unordered_map<char32_t, char> byteOf;
    for (std::size_t byte = 0; byte < alphabet.size(); ++byte) byteOf.emplace(alphabet[byte], static_cast<char>(byte));

    std::unordered_map<std::string_view, TokenId> idOf;
    idOf.reserve(data.pieces.size());
    tokenizer->m_kinds = data.kinds;
    tokenizer->m_bytes.reserve(data.pieces.size());
    for (std::size_t i = 0; i < data.pieces.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        const std::string& piece = data.pieces[i];
        const TokenKind kind = data.kinds[i];
        idOf.emplace(piece, id);
        // What people wrote (special and placeholder tokens) is stored as text, learnt pieces in the byte alphabet.
        tokenizer->m_bytes.push_back(kind == TokenKind::normal || kind == TokenKind::byte ? pieceBytes(piece, byteOf)
                                                                                          : piece);
        if (kind == TokenKind::control || kind == TokenKind::userDefined)
            tokenizer->m_special.add(piece, id);
        if (kind == TokenKind::control && std::find(endNames.begin(), endNames.end(), piece) != endNames.end())
            tokenizer->m_ends.push_back(id);
    }
    tokenizer->m_special.prepare();
    if (data.eos && !tokenizer->isEndOfGeneration(*data.eos))
        tokenizer->m_ends.push_back(*data.eos);

    for (std::size_t byte = 0; byte < alphabet.size(); ++byte) {
        std::string piece;
        utf8::append(piece, alphabet[byte]);
        const auto found = idOf.find(piece);
        if (found != idOf.end() && data.kinds[static_cast<std::size_t>(found->second)] != TokenKind::control)
            tokenizer->m_byteToken[byte] = found->second;
    }
    if (takesWholeWords(data.preTokenizer)) {
        for (std::size_t i = 0; i < data.pieces.size(); ++i) {
            if (data.kinds[i] == TokenKind::normal)
                tokenizer->m_wholeWords.emplace(tokenizer->m_bytes[i], static_cast<TokenId>(i));
        }
    }

    for (std::size_t rank = 0; rank < data.merges.size(); ++rank) {
        const std::string& merge = data.merges[rank];
        const std::size_t space = merge.find(' ');
        if (space == std::string::npos || space == 0 || space + 1 == merge.size() ||
            merge.find(' ', space + 1) != std::string::npos)
            return mergeError(data, rank, "is not two pieces with one space between");
        const std::string_view left = std::string_view(merge).substr(0, space);
        const std::string_view right = std::string_view(merge).substr(space + 1);
        const auto leftId = idOf.find(left);
        const auto rightId = idOf.find(right);
        const auto joined = idOf.find(std::string(left) + std::string(right));
        if (leftId == idOf.end() || rightId == idOf.end())
            return mergeError(data, rank, "joins a piece that is not in the vocabulary");
        if (joined == idOf.end())
            return mergeError(data, rank, "makes a piece that is not in the vocabulary");
        tokenizer->m_merges.insert(leftId->second, rightId->second, {static_cast<std::uint32_t>(rank), joined->second});
    }
    return tokenizer;
}

std::string_view BpeTokenizer::bytesOf(TokenId id, bool special) const
{
    if (id < 0 || id >= vocabularySize())
        return {};
    const auto index = static_cast<std::size_t>(id);
    return !special && m_kinds[index] == TokenKind::control ? std::string_view() : m_bytes[index];
}

std::string BpeTokenizer::bytes(TokenId id, bool special) const
{
    return std::string(bytesOf(id, special));
}

std::string BpeTokenizer::decode(std::span<const TokenId> ids, bool special) const
{
    std::string out;
    for (const TokenId id : ids) out += bytesOf(id, special);
    return out;
}

void BpeTokenizer::encodeText(std::string_view text, BpeMerger& merger, Encoded& out) const
{
    std::string prefixed;
    if (m_spacePrefix && !text.empty() && text.front() != ' ') {
        prefixed = ' ';
        prefixed += text;
        text = prefixed;
    }
    std::vector<TokenId> symbols;
    m_splitter->split(text, [&](std::string_view word) {
        if (!m_wholeWords.empty()) {
            const auto whole = m_wholeWords.find(word);
            if (whole != m_wholeWords.end()) {
                out.ids.push_back(whole->second);
                return;
            }
        }
        symbols.clear();
        for (const char c : word) {
            const TokenId id = m_byteToken[static_cast<unsigned char>(c)];
            if (id < 0)
                ++out.droppedBytes;
            else
                symbols.push_back(id);
        }
        merger.merge(symbols);
        out.ids.insert(out.ids.end(), symbols.begin(), symbols.end());
    });
}

Encoded BpeTokenizer::encode(std::string_view text, bool parseSpecial, bool addBos) const
{
    Encoded out;
    std::string repaired;
    if (!utf8::isValid(text)) {
        repaired = toValidUtf8(text);
        text = repaired;
        out.invalidUtf8 = true;
    }
    if (addBos && m_addBos)
        out.ids.push_back(*m_bos);
    BpeMerger merger(m_merges);
    std::size_t at = 0;
    while (at < text.size()) {
        const SpecialTokens::Match match = parseSpecial ? m_special.find(text, at) : SpecialTokens::Match{};
        const std::size_t end = std::min(match.position, text.size());
        if (end > at)
            encodeText(text.substr(at, end - at), merger, out);
        if (match.length > 0)
            out.ids.push_back(match.id);
        at = end + match.length;
    }
    return out;
}

Result<std::string> BpeTokenizer::applyChatTemplate(std::span<const ChatMessage> messages,
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

}  // namespace

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const TokenizerData& data)
{
    return BpeTokenizer::build(data);
}

}  // namespace decodescope::engine
