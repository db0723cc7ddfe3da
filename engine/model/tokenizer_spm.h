// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tokenizer.h"

namespace decodescope::engine {

/// SentencePiece's BPE, as Llama 2, Mistral and TinyLlama use it ("llama" in GGUF files): the characters of a text are
/// joined by the score of what they make, the highest first and the leftmost of equals, spaces standing as U+2581.
/// What stays no token falls back to tokens of single bytes. Refuses scores of another number than tokens.
Result<std::shared_ptr<const Tokenizer>> createSpmTokenizer(const TokenizerData& data);

}  // namespace decodescope::engine
