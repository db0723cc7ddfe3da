// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_tokenizer.h"

#include <algorithm>
#include <array>
#include <limits>

namespace decodescope::engine {
namespace {

constexpr std::string_view kTokensKey = "tokenizer.ggml.tokens";
constexpr std::string_view kTypesKey = "tokenizer.ggml.token_type";

class TokenizerReader {
public:
    TokenizerReader(const GgufMetadata& metadata, std::int64_t vocabulary, std::vector<std::string>& warnings)
        : m_metadata(metadata), m_vocabulary(vocabulary), m_warnings(warnings)
    {
    }

    Result<std::unique_ptr<TokenizerData>> run()
    {
        const auto& entries = m_metadata.container().entries();
        const bool any = std::any_of(entries.begin(), entries.end(),
                                     [](const GgufEntry& entry) { return entry.key.starts_with("tokenizer.ggml."); });
        if (!any)
            return nullptr;
        for (const auto step :
             {&TokenizerReader::names, &TokenizerReader::pieces, &TokenizerReader::kinds, &TokenizerReader::merges,
              &TokenizerReader::scores, &TokenizerReader::ids, &TokenizerReader::switches})
            if (Result<void> done = (this->*step)(); !done)
                return tl::unexpected<Error>(done.error());
        return std::move(m_data);
    }

private:
    Result<void> setText(std::string_view key, std::string& target)
    {
        return m_metadata.text(key).map([&](auto value) {
            if (value)
                target = *value;
        });
    }

    Result<void> names()
    {
        if (m_metadata.container().find("tokenizer.ggml.model") == nullptr)
            return m_metadata.missing("tokenizer.ggml.model");
        m_data->preTokenizer = "default";  // what a file without the key means
        return setText("tokenizer.ggml.model", m_data->model)
            .and_then([&] { return setText("tokenizer.ggml.pre", m_data->preTokenizer); })
            .and_then([&] { return setText("tokenizer.chat_template", m_data->chatTemplate); });
    }

    Result<void> pieces()
    {
        const Result<const GgufEntry*> tokens = m_metadata.array(kTokensKey, GgufType::string);
        if (!tokens)
            return tl::unexpected<Error>(tokens.error());
        if (*tokens == nullptr)
            return m_metadata.missing(kTokensKey);
        if ((*tokens)->count != static_cast<std::uint64_t>(m_vocabulary))
            return m_metadata.error(std::string(kTokensKey) + " has " + std::to_string((*tokens)->count) +
                                    " tokens, but token_embd.weight has " + std::to_string(m_vocabulary) + " rows");
        m_data->pieces = strings(**tokens);
        return {};
    }

    static std::vector<std::string> strings(const GgufEntry& entry)
    {
        std::vector<std::string> out;
        out.reserve(entry.count);
        GgufValues values(entry);
        for (std::uint64_t i = 0; i < entry.count; ++i) out.emplace_back(values.nextString());
        return out;
    }

    Result<void> kinds()
    {
        // Numbered in files from 1; 0 is "undefined", which tools write for plain tokens.
        constexpr std::array kKinds{TokenKind::normal,      TokenKind::normal, TokenKind::unknown, TokenKind::control,
                                    TokenKind::userDefined, TokenKind::unused, TokenKind::byte};
        const Result<const GgufEntry*> types = m_metadata.array(kTypesKey, GgufType::i32);
        if (!types)
            return tl::unexpected<Error>(types.error());
        m_data->kinds.assign(m_data->pieces.size(), TokenKind::normal);
        if (*types == nullptr)
            return {};
        if ((*types)->count != m_data->pieces.size())
            return m_metadata.error(std::string(kTypesKey) + " has " + std::to_string((*types)->count) +
                                    " entries for " + std::to_string(m_data->pieces.size()) + " tokens");
        GgufValues values(**types);
        for (std::size_t i = 0; i < m_data->kinds.size(); ++i) {
            const std::int64_t kind = values.nextInteger().value_or(-1);
            if (kind < 0 || kind >= static_cast<std::int64_t>(kKinds.size()))
                return m_metadata.error(std::string(kTypesKey) + " of token " + std::to_string(i) + " is " +
                                        std::to_string(kind) + "; 0 to 6 expected");
            m_data->kinds[i] = kKinds[static_cast<std::size_t>(kind)];
        }
        return {};
    }

    Result<void> merges()
    {
        return m_metadata.array("tokenizer.ggml.merges", GgufType::string).map([&](const GgufEntry* entry) {
            if (entry != nullptr)
                m_data->merges = strings(*entry);
        });
    }

    Result<void> scores()
    {
        constexpr std::string_view kScoresKey = "tokenizer.ggml.scores";
        // Byte-level vocabularies may have them too, and do not use them.
        if (m_data->model != "llama")
            return {};
        const Result<const GgufEntry*> scores = m_metadata.array(kScoresKey, GgufType::f32);
        if (!scores)
            return tl::unexpected<Error>(scores.error());
        if (*scores == nullptr)
            return m_metadata.missing(kScoresKey);
        if ((*scores)->count != m_data->pieces.size())
            return m_metadata.error(std::string(kScoresKey) + " has " + std::to_string((*scores)->count) +
                                    " entries for " + std::to_string(m_data->pieces.size()) + " tokens");
        GgufValues values(**scores);
        m_data->scores.reserve(m_data->pieces.size());
        for (std::size_t i = 0; i < m_data->pieces.size(); ++i)
            m_data->scores.push_back(static_cast<float>(values.nextReal()));
        return {};
    }

    Result<void> ids()
    {
        // A BOS or EOS that does not exist would change or never end a text; the other two are only ever compared.
        return setId("tokenizer.ggml.bos_token_id", true, m_data->bos)
            .and_then([&] { return setId("tokenizer.ggml.eos_token_id", true, m_data->eos); })
            .and_then([&] { return setId("tokenizer.ggml.unknown_token_id", false, m_data->unknown); })
            .and_then([&] { return setId("tokenizer.ggml.padding_token_id", false, m_data->padding); });
    }

    Result<void> setId(std::string_view key, bool essential, std::optional<TokenId>& target)
    {
        constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
        const std::int64_t last = m_vocabulary - 1;
        const auto id = essential ? m_metadata.integer(key, 0, last) : m_metadata.integer(key, -kAny, kAny);
        if (!id)
            return tl::unexpected<Error>(id.error());
        if (*id && **id >= 0 && **id <= last)
            target = static_cast<TokenId>(**id);
        else if (*id)
            m_warnings.push_back(std::string(key) + " is " + std::to_string(**id) +
                                 ", outside the vocabulary; it is ignored");
        return {};
    }

    Result<void> switches()
    {
        // What a file without the keys means: SentencePiece models were trained with both.
        const bool sentencePiece = m_data->model == "llama";
        return setSwitch("tokenizer.ggml.add_bos_token", sentencePiece, m_data->addBos)
            .and_then([&] { return setSwitch("tokenizer.ggml.add_eos_token", false, m_data->addEos); })
            .and_then(
                [&] { return setSwitch("tokenizer.ggml.add_space_prefix", sentencePiece, m_data->addSpacePrefix); });
    }

    Result<void> setSwitch(std::string_view key, bool absent, bool& target)
    {
        return m_metadata.boolean(key).map([&](std::optional<bool> value) { target = value.value_or(absent); });
    }

    const GgufMetadata& m_metadata;
    std::int64_t m_vocabulary;
    std::vector<std::string>& m_warnings;
    std::unique_ptr<TokenizerData> m_data = std::make_unique<TokenizerData>();
};

}  // namespace

Result<std::unique_ptr<TokenizerData>> readGgufTokenizer(const GgufMetadata& metadata, std::int64_t vocabulary,
                                                         std::vector<std::string>& warnings)
{
    return TokenizerReader(metadata, vocabulary, warnings).run();
}

}  // namespace decodescope::engine
