// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

using TokenId = std::int32_t;

enum class TokenKind : std::uint8_t { normal, unknown, control, userDefined, unused, byte };

/// A vocabulary as a model file holds it, validated by the reader.
struct TokenizerData {
    std::string model;                ///< "gpt2" (byte-level BPE) or "llama" (SentencePiece)
    std::string preTokenizer;         ///< "smollm", "gpt-2", "llama-bpe", "qwen2", ...
    std::vector<std::string> pieces;  ///< as stored (byte-level alphabet; SentencePiece: U+2581 for spaces)
    std::vector<TokenKind> kinds;     ///< same length
    std::vector<std::string> merges;  ///< "left right", best first; byte-level BPE
    std::vector<float> scores;        ///< same length as pieces, the highest joins first; SentencePiece
    std::optional<TokenId> bos, eos, unknown, padding;
    bool addBos = false;
    bool addEos = false;
    bool addSpacePrefix = false;
    std::string chatTemplate;  ///< Jinja source, empty when absent
};

struct ChatMessage {
    std::string role;
    std::string content;
};

struct Encoded {
    std::vector<TokenId> ids;
    std::int64_t droppedBytes = 0;  ///< bytes the vocabulary has no token for; the caller warns
    bool invalidUtf8 = false;       ///< invalid sequences were read as U+FFFD
};

/// Byte-level BPE, or SentencePiece's BPE. Immutable, thread-safe.
class Tokenizer {
public:
    /// Refuses an unknown model or pre-tokenizer by name, malformed or unknown merges, no scores, ids out of range.
    static Result<std::shared_ptr<const Tokenizer>> create(const TokenizerData& data);
    virtual ~Tokenizer() = default;

    /// `parseSpecial`: control and user-defined tokens written in the text become their ids. `addBos`: put the
    /// model's BOS first when the model asks for it.
    virtual Encoded encode(std::string_view text, bool parseSpecial = true, bool addBos = true) const = 0;
    /// Bytes of one token ("" for an id out of range); control tokens give their text when `special`.
    virtual std::string bytes(TokenId id, bool special = true) const = 0;
    /// Bytes of all, concatenated; may be cut inside a UTF-8 character at the end.
    virtual std::string decode(std::span<const TokenId> ids, bool special = true) const = 0;
    virtual std::int64_t vocabularySize() const = 0;
    virtual bool isEndOfGeneration(TokenId id) const = 0;
    virtual std::optional<TokenId> eos() const = 0;
    virtual bool hasChatTemplate() const = 0;
    /// The model's chat template applied to `messages`. Refuses a template we cannot render, naming why.
    virtual Result<std::string> applyChatTemplate(std::span<const ChatMessage> messages,
                                                  bool addGenerationPrompt) const = 0;
};

class ModelSource;
/// The tokenizer of an opened model, null when it has none; errors name the model's origin.
Result<std::shared_ptr<const Tokenizer>> openTokenizer(const ModelSource& source);

/// Turns token bytes into text as they arrive: holds back an incomplete UTF-8 character until it is whole; invalid
/// bytes become U+FFFD.
class StreamingDecoder {
public:
    std::string push(std::string_view bytes);
    std::string finish();

private:
    std::string m_pending;
};

/// Invalid UTF-8 replaced by U+FFFD (maximal subparts, as Unicode recommends).
std::string toValidUtf8(std::string_view bytes);

}  // namespace decodescope::engine
