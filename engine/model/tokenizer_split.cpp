// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_split.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/model/tokenizer_utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace decodescope::engine {
namespace {

struct Deleter {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};
template <class T>
using Handle = std::unique_ptr<T, Deleter>;

/// The Unicode property White_Space, as the tokenizers' own engines read \s. PCRE2's \s adds U+180E to it. Stands
/// inside a bracket expression: @ in the patterns below.
constexpr std::string_view whiteSpace =
    R"(\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";

// Each pattern matches at every position of any text, so that anchored matches tile it.
constexpr std::string_view gpt2Pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^@\p{L}\p{N}]+|[@]+(?![^@])|[@]+)";
constexpr std::string_view llama3Pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^@\p{L}\p{N}]+[\r\n]*|[@]*[\r\n]+|[@]+(?![^@])|[@]+)";
constexpr std::string_view qwen2Pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^@\p{L}\p{N}]+[\r\n]*|[@]*[\r\n]+|[@]+(?![^@])|[@]+)";
// smollm takes single digits out first; what lies between them is cut on its own, so that "  5" is "  " and "5".
constexpr std::string_view digitPattern = R"(\p{N}|\P{N}+)";

struct Scheme {
    std::string_view name;
    std::string_view outer;  ///< empty: none
    std::string_view inner;
};
constexpr std::array<Scheme, 7> schemes = {{
    {"smollm", digitPattern, gpt2Pattern},
    {"gpt-2", {}, gpt2Pattern},
    {"llama-bpe", {}, llama3Pattern},
    {"llama-3", {}, llama3Pattern},
    {"llama3", {}, llama3Pattern},
    {"llama-v3", {}, llama3Pattern},
    {"qwen2", {}, qwen2Pattern},
}};

Result<Handle<pcre2_code>> compile(std::string_view pattern)
{
    // Anchored here: asked for at each match it would turn just-in-time compilation off.
    std::string expanded;
    for (const char c : pattern) {
        if (c == '@')
            expanded += whiteSpace;
        else
            expanded += c;
    }
    int code = 0;
    PCRE2_SIZE offset = 0;
    Handle<pcre2_code> regex(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expanded.data()), expanded.size(),
                                           PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &code, &offset, nullptr));
    if (!regex) {
        std::array<PCRE2_UCHAR, 256> text{};
        pcre2_get_error_message(code, text.data(), text.size());
        return fail(ErrorCode::runtime, "the tokenizer's regular expression did not compile at offset " +
                                            std::to_string(offset) + ": " + reinterpret_cast<const char*>(text.data()));
    }
    // A PCRE2 built without just-in-time compilation interprets the pattern: slower, same result.
    pcre2_jit_compile(regex.get(), PCRE2_JIT_COMPLETE);
    return regex;
}

/// One pass of one pattern over a text, with memory of its own.
class Cutter {
public:
    explicit Cutter(const pcre2_code* code)
        : m_code(code), m_data(pcre2_match_data_create(1, nullptr)), m_context(pcre2_match_context_create(nullptr))
    {
    }

    template <class Sink>
    void cut(std::string_view text, const Sink& sink)
    {
        // No pattern looks at a character more than a few times before it moves on: a bound that is linear in the
        // text is never reached, and keeps a mistake in a pattern from hanging.
        const std::uint64_t limit = 100000 + 16 * static_cast<std::uint64_t>(text.size());
        pcre2_set_match_limit(m_context.get(), static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                                   limit, std::numeric_limits<std::uint32_t>::max())));
        std::size_t at = 0;
        while (at < text.size()) {
            const int found = pcre2_match(m_code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), at,
                                          PCRE2_NO_UTF_CHECK, m_data.get(), m_context.get());
            std::size_t end = at;
            if (found > 0)
                end = pcre2_get_ovector_pointer(m_data.get())[1];
            if (end <= at)  // keeps every byte and moves on whatever the engine says
                end = at + std::max<std::size_t>(1, utf8::read(text.substr(at)).length);
            sink(text.substr(at, end - at));
            at = end;
        }
    }

private:
    const pcre2_code* m_code;
    Handle<pcre2_match_data> m_data;
    Handle<pcre2_match_context> m_context;
};

class RegexSplitter final : public WordSplitter {
public:
    RegexSplitter(Handle<pcre2_code> outer, Handle<pcre2_code> inner)
        : m_outer(std::move(outer)), m_inner(std::move(inner))
    {
    }

    void split(std::string_view text, const Sink& sink) const override
    {
        Cutter inner(m_inner.get());
        if (!m_outer) {
            inner.cut(text, sink);
            return;
        }
        Cutter outer(m_outer.get());
        outer.cut(text, [&](std::string_view part) { inner.cut(part, sink); });
    }

private:
    Handle<pcre2_code> m_outer;  ///< may be null
    Handle<pcre2_code> m_inner;
};

}  // namespace

Result<std::shared_ptr<const WordSplitter>> WordSplitter::create(std::string_view name)
{
    const auto* scheme = std::find_if(schemes.begin(), schemes.end(), [&](const Scheme& s) { return s.name == name; });
    if (scheme == schemes.end()) {
        std::string known;
        for (const Scheme& s : schemes) known += (known.empty() ? "" : ", ") + std::string(s.name);
        return fail(ErrorCode::badInput, "tokenizer pre-tokenizer '" + std::string(name) + "' is not supported",
                    "known pre-tokenizers: " + known);
    }
    Handle<pcre2_code> outer;
    if (!scheme->outer.empty()) {
        auto compiled = compile(scheme->outer);
        if (!compiled)
            return tl::unexpected(compiled.error());
        outer = std::move(*compiled);
    }
    auto inner = compile(scheme->inner);
    if (!inner)
        return tl::unexpected(inner.error());
    return std::make_shared<const RegexSplitter>(std::move(outer), std::move(*inner));
}

}  // namespace decodescope::engine
