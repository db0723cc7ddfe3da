// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int inputs = 6000;

/// What texts and templates are made of, broken sequences included.
constexpr std::array<std::string_view, 72> parts = {"the",
                                                    " the",
                                                    "'s",
                                                    "'LL",
                                                    "I'm",
                                                    " ",
                                                    "  ",
                                                    "\n",
                                                    "\r\n",
                                                    "\t",
                                                    "1",
                                                    "234",
                                                    "3.14",
                                                    "!",
                                                    "?!\n",
                                                    "<",
                                                    "<|",
                                                    "|>",
                                                    "<|im_start|>",
                                                    "<|im_end|>",
                                                    "<|endoftext|>",
                                                    "\xC3\xA9",
                                                    "e\xCC\x81",
                                                    "\xD0\x9F\xD1\x80",
                                                    "\xE4\xBD\xA0",
                                                    "\xF0\x9F\x98\x80",
                                                    "\xE2\x80\x8D",
                                                    "\xC2\xA0",
                                                    "\xE3\x80\x80",
                                                    "\xD9\xA1",
                                                    "\xC2\xBD",
                                                    "\xE2\x82",
                                                    "\xF0\x9F",
                                                    "\x80",
                                                    "\xFF",
                                                    "\xED\xA0\x80",
                                                    "\xC0\xAF",
                                                    "\x04",
                                                    "\x06",
                                                    "{{",
                                                    "}}",
                                                    "{%",
                                                    "%}",
                                                    "{%-",
                                                    "-%}",
                                                    "{#",
                                                    "#}",
                                                    " if ",
                                                    " else ",
                                                    "elif",
                                                    "endif",
                                                    " for ",
                                                    "x in messages",
                                                    "endfor",
                                                    "set x = ",
                                                    "'",
                                                    "\"",
                                                    "\\n",
                                                    "messages",
                                                    "[0]",
                                                    "['role']",
                                                    ".content",
                                                    " + ",
                                                    " ~ ",
                                                    " == ",
                                                    "not ",
                                                    " and ",
                                                    " is defined",
                                                    "|trim",
                                                    "(",
                                                    ")",
                                                    "loop.first"};

constexpr std::string_view chatMl =
    "{% for m in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ 'x\\n' }}{% endif %}"
    "{{- '<|im_start|>' + m['role'] ~ m.content | trim }}{%- endfor %}{% set a = [1, 'b'] %}{{ a[1:] | length }}";

class Inputs {
public:
    std::string next()
    {
        std::string text;
        switch (below(4)) {
            case 0:
                for (std::size_t n = below(80); n > 0; --n) text += static_cast<char>(below(256));
                break;
            case 1:
                text = chatMl;
                break;
            default:
                for (std::size_t n = below(24); n > 0; --n) text += parts[below(parts.size())];
        }
        for (std::size_t n = below(4); n > 0 && !text.empty(); --n) mutate(text);
        return text;
    }

private:
    std::size_t below(std::size_t n) { return m_random() % n; }

    void mutate(std::string& text)
    {
        const std::size_t at = below(text.size());
        switch (below(4)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.erase(at, below(8));
                break;
            case 2:
                text.insert(at, parts[below(parts.size())]);
                break;
            default:
                text.insert(at, text.substr(below(text.size()), below(40)));
        }
    }

    std::mt19937 m_random{20240229};
};

TEST(FuzzTokenizer, HoldsItsPropertiesOnSeededInputs)
{
    Inputs source;
    for (int i = 0; i < inputs; ++i) {
        const std::string text = source.next();
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
}

}  // namespace
