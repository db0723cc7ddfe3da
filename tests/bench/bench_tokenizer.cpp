// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenises a mebibyte of each kind of text with the default model's vocabulary; prints the best of several runs.
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace decodescope::engine;

int main()
{
    const auto source = openGguf(defaultModelPath());
    if (!source) {
        std::fprintf(stderr, "%s\n", source.error().message.c_str());
        return 3;
    }
    const auto tokenizer = Tokenizer::create(*(*source)->tokenizer());
    if (!tokenizer) {
        std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
        return 3;
    }
    struct Text {
        const char* name;
        const char* unit;
    };
    for (const Text& text :
         {Text{"prose", "The key idea behind the Transformer architecture is attention, isn't it? "},
          Text{"code", "    for (int i = 0; i < 1024; ++i) {\n        sum += values[i];\n    }\n"},
          Text{"digits", "3.14159 2024-11-05 "}, Text{"one word", "a"}, Text{"spaces", " "},
          Text{"Thai", "\xE0\xB8\xAA\xE0\xB8\xA7\xE0\xB8\xB1\xE0\xB8\xAA\xE0\xB8\x94\xE0\xB8\xB5"}}) {
        std::string bytes;
        while (bytes.size() < (std::size_t{1} << 20)) bytes += text.unit;
        double best = 1e9;
        std::size_t tokens = 0;
        for (int run = 0; run < 5; ++run) {
            const auto start = std::chrono::steady_clock::now();
            tokens = (*tokenizer)->encode(bytes).ids.size();
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            best = std::min(best, taken.count());
        }
        std::printf("%-10s %8zu tokens %8.1f ms %8.1f MB/s\n", text.name, tokens, best * 1e3,
                    static_cast<double>(bytes.size()) / best / 1e6);
    }
    return 0;
}
