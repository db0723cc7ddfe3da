// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for the tokenizer, the streaming decoder and the chat template renderer whatever bytes come. The
// entry point is libFuzzer's; fuzz_tokenizer_run.cpp feeds it a fixed number of seeded inputs.
#include "engine/model/chat_template.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace decodescope::engine;

namespace {

/// Bytes the fuzzed vocabularies have no token for.
constexpr std::string_view missing = "\x04\x06";

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "fuzz_tokenizer: %s\n", what);
    std::abort();
}

/// The vocabulary of a tiny model with each pre-tokenizer.
std::vector<std::shared_ptr<const Tokenizer>> openTokenizers()
{
    const auto source = openGguf(DECODESCOPE_TEST_DATA "/tiny/llama_gqa/llama_gqa.gguf");
    require(source.has_value(), "cannot open the tiny model");
    TokenizerData data = *(*source)->tokenizer();
    for (std::string& piece : data.pieces) {
        if (piece == "\xC4\x84" || piece == "\xC4\x86")  // bytes 04 and 06 in the byte alphabet
            piece = "[gone]";
    }
    std::vector<std::shared_ptr<const Tokenizer>> tokenizers;
    for (const char* name : {"smollm", "gpt-2", "llama-bpe", "qwen2"}) {
        data.preTokenizer = name;
        auto made = Tokenizer::create(data);
        require(made.has_value(), "cannot make a tokenizer");
        tokenizers.push_back(*made);
    }
    return tokenizers;
}

void checkTokenizer(const Tokenizer& tokenizer, std::string_view text)
{
    const std::string valid = toValidUtf8(text);
    for (const bool special : {true, false}) {
        const Encoded encoded = tokenizer.encode(text, special, false);
        require(encoded.invalidUtf8 == (valid != text), "invalid UTF-8 is not flagged as it should");
        require(encoded.ids == tokenizer.encode(valid, special, false).ids, "repaired text has other ids");
        for (const TokenId id : encoded.ids)
            require(id >= 0 && id < tokenizer.vocabularySize(), "an id outside the vocabulary");
        std::string kept = valid;
        std::erase_if(kept, [](char c) { return missing.find(c) != std::string_view::npos; });
        require(tokenizer.decode(encoded.ids) == kept, "decoding does not give the text back");
        require(encoded.droppedBytes == static_cast<std::int64_t>(valid.size() - kept.size()),
                "dropped bytes are miscounted");
    }

    // No special token of this vocabulary ends with the start of another, so one between two texts parts them.
    const std::string_view front = text.substr(0, text.size() / 2);
    const std::string_view back = text.substr(text.size() / 2);
    std::vector<TokenId> expected = tokenizer.encode(front, true, false).ids;
    const std::vector<TokenId> middle = tokenizer.encode("<|im_end|>", true, false).ids;
    require(middle.size() == 1, "a special token is not one token");
    expected.push_back(middle[0]);
    for (const TokenId id : tokenizer.encode(back, true, false).ids) expected.push_back(id);
    std::string joined(front);
    joined += "<|im_end|>";
    joined += back;
    require(tokenizer.encode(joined, true, false).ids == expected, "text around a special token is not encoded alone");
}

void checkStreaming(std::string_view bytes)
{
    StreamingDecoder decoder;
    std::string text;
    std::size_t at = 0;
    for (std::size_t step = 1; at < bytes.size(); step = step % 5 + 1) {
        text += decoder.push(bytes.substr(at, step));
        at += std::min(step, bytes.size() - at);
    }
    text += decoder.finish();
    require(text == toValidUtf8(bytes), "streaming gives another text");
}

void checkTemplate(std::string_view source)
{
    const std::vector<ChatMessage> messages = {{"system", "be"}, {"user", std::string(source)}};
    ChatTemplateInput input;
    input.messages = messages;
    input.addGenerationPrompt = true;
    const auto rendered = renderChatTemplate(source, input);
    if (!rendered)
        require(!rendered.error().message.empty(), "an error without a message");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto tokenizers = openTokenizers();
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto& tokenizer : tokenizers) checkTokenizer(*tokenizer, bytes);
    checkStreaming(bytes);
    checkTemplate(bytes);
    return 0;
}
