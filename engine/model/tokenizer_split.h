// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace decodescope::engine {

/// Cuts text into the words that byte-level BPE merges within: the "pre-tokenizer" of a model file, by its published
/// regular expressions. Immutable, thread-safe.
class WordSplitter {
public:
    using Sink = std::function<void(std::string_view word)>;

    /// Known names: smollm, gpt-2, llama-bpe (also llama-3, llama3, llama-v3), qwen2. Refuses others by name.
    static Result<std::shared_ptr<const WordSplitter>> create(std::string_view name);
    virtual ~WordSplitter() = default;

    /// Calls `sink` for each word in order; their concatenation is `text`, which must be valid UTF-8. Time is linear
    /// in the text.
    virtual void split(std::string_view text, const Sink& sink) const = 0;
};

}  // namespace decodescope::engine
