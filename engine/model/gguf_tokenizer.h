// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/gguf_metadata.h"
#include "engine/model/tokenizer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope::engine {

/// The vocabulary of a file whose embedding has `vocabulary` rows: array types and lengths, token types and ids are
/// checked; what pieces and merges mean is for Tokenizer::create. Null when the file has no tokenizer at all. An id
/// that is never used for indexing and out of range is ignored with a warning.
Result<std::unique_ptr<TokenizerData>> readGgufTokenizer(const GgufMetadata& metadata, std::int64_t vocabulary,
                                                         std::vector<std::string>& warnings);

}  // namespace decodescope::engine
