// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer.h"

#include "engine/model/model_source.h"
#include "engine/model/tokenizer_bpe.h"
#include "engine/model/tokenizer_split.h"
#include "engine/model/tokenizer_spm.h"
#include "engine/model/tokenizer_utf8.h"
#include "engine/model/vocabulary_tokenizer.h"

#include <algorithm>
#include <array>
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

/// llama-3 vocabularies hold words that no chain of merges reaches: a word that is a token is taken whole.
bool takesWholeWords(std::string_view preTokenizer)
{
    return preTokenizer.starts_with("llama");
}

class BpeTokenizer final : public VocabularyTokenizer {
public:
    static Result<std::shared_ptr<const Tokenizer>> build(const TokenizerData& data);

    explicit BpeTokenizer(const TokenizerData& data)
        : VocabularyTokenizer(data), m_merges(data.merges.size()), m_spacePrefix(data.addSpacePrefix)
    {
        m_byteToken.fill(-1);
    }

    Encoded encode(std::string_view text, bool parseSpecial, bool addBos) const override
    {
        BpeMerger merger(m_merges);
        return encodeWith(text, parseSpecial, addBos,
                          [&](std::string_view part, Encoded& out) { encodeText(part, merger, out); });
    }

private:
    void encodeText(std::string_view text, BpeMerger& merger, Encoded& out) const;

    MergeTable m_merges;
    std::shared_ptr<const WordSplitter> m_splitter;
    std::array<TokenId, 256> m_byteToken{};                      ///< -1: the vocabulary has no token for this byte
    std::unordered_map<std::string_view, TokenId> m_wholeWords;  ///< keys live in the pieces; empty unless used
    bool m_spacePrefix = false;
};

/// What stands wrong in merge `index`, for people.
tl::unexpected<Error> mergeError(const TokenizerData& data, std::size_t index, const std::string& what)
{
    constexpr std::size_t shown = 80;
    return fail(ErrorCode::badInput, "tokenizer merge " + std::to_string(index) + " '" +
                                         toValidUtf8(data.merges[index].substr(0, shown)) + "' " + what);
}

Result<std::shared_ptr<const Tokenizer>> BpeTokenizer::build(const TokenizerData& data)
{
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
    for (std::size_t i = 0; i < data.pieces.size(); ++i) {
        const std::string& piece = data.pieces[i];
        const TokenKind kind = data.kinds[i];
        idOf.emplace(piece, static_cast<TokenId>(i));
        // What people wrote (special and placeholder tokens) is stored as text, learnt pieces in the byte alphabet.
        tokenizer->addPiece(kind == TokenKind::normal || kind == TokenKind::byte ? pieceBytes(piece, byteOf) : piece);
    }

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
                tokenizer->m_wholeWords.emplace(tokenizer->bytesOf(static_cast<TokenId>(i), true),
                                                static_cast<TokenId>(i));
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

}  // namespace

Result<std::shared_ptr<const Tokenizer>> Tokenizer::create(const TokenizerData& data)
{
    if (data.model != "gpt2" && data.model != "llama")
        return fail(ErrorCode::badInput, "tokenizer model '" + toValidUtf8(data.model) + "' is not supported",
                    "this version reads byte-level BPE vocabularies (gpt2) and those of SentencePiece (llama)");
    if (Result<void> checked = checkVocabulary(data); !checked)
        return tl::unexpected(checked.error());
    return data.model == "llama" ? createSpmTokenizer(data) : BpeTokenizer::build(data);
}

Result<std::shared_ptr<const Tokenizer>> openTokenizer(const ModelSource& source)
{
    const TokenizerData* data = source.tokenizer();
    if (data == nullptr)
        return nullptr;
    auto tokenizer = Tokenizer::create(*data);
    if (!tokenizer)
        tokenizer.error().message = source.origin() + ": " + tokenizer.error().message;
    return tokenizer;
}

}  // namespace decodescope::engine
