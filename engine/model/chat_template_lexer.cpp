// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/chat_template_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace decodescope::engine::jinja {
namespace {

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

class Lexer {
public:
    explicit Lexer(std::string source) : m_source(std::move(source)) {}

    Result<std::vector<Chunk>> run()
    {
        while (m_at < m_source.size()) {
            const std::size_t tag = findTag(m_at);
            addText(tag);
            if (tag == std::string::npos)
                break;
            if (auto lexed = m_source[tag + 1] == '#' ? comment(tag) : element(tag); !lexed)
                return tl::unexpected(lexed.error());
        }
        return std::move(m_chunks);
    }

private:
    std::size_t findTag(std::size_t from) const
    {
        for (std::size_t at = m_source.find('{', from); at != std::string::npos; at = m_source.find('{', at + 1)) {
            if (at + 1 < m_source.size() && std::string_view("%{#").find(m_source[at + 1]) != std::string_view::npos)
                return at;
        }
        return std::string::npos;
    }

    char charAt(std::size_t at) const { return at < m_source.size() ? m_source[at] : '\0'; }

    int lineAt(std::size_t at) const
    {
        return 1 +
               static_cast<int>(std::count(m_source.begin(), m_source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }

    /// Text from here to the tag at `end` (npos: to the end), stripped as the tag asks.
    void addText(std::size_t end)
    {
        const std::size_t stop = std::min(end, m_source.size());
        std::string text = m_source.substr(m_at, stop - m_at);
        if (end != std::string::npos) {
            const char kind = m_source[end + 1];
            const char mark = charAt(end + 2);
            if (mark == '-') {
                while (!text.empty() && isSpace(text.back())) text.pop_back();
            } else if (mark != '+' && kind != '{') {
                const std::size_t newline = text.rfind('\n');
                const std::size_t lineStart = newline == std::string::npos ? 0 : newline + 1;
                const bool startsLine = newline != std::string::npos || m_atLineStart;
                if (startsLine &&
                    std::all_of(text.begin() + static_cast<std::ptrdiff_t>(lineStart), text.end(), isSpace))
                    text.resize(lineStart);
            }
        }
        if (!text.empty())
            m_chunks.push_back({Chunk::Kind::text, std::move(text), {}, 0});
        m_at = stop;
    }

    /// Moves past the end of a tag at `end`, past what its mark takes with it.
    void finishTag(std::size_t end, char mark, bool trimNewline)
    {
        m_at = end + 2;
        if (mark == '-') {
            while (m_at < m_source.size() && isSpace(m_source[m_at])) ++m_at;
        } else if (mark != '+' && trimNewline && charAt(m_at) == '\n') {
            ++m_at;
        }
        m_atLineStart = m_source[m_at - 1] == '\n';
    }

    Result<void> comment(std::size_t tag)
    {
        const std::size_t end = m_source.find("#}", tag + 2);
        if (end == std::string::npos)
            return templateError(lineAt(tag), "a comment has no end");
        finishTag(end, m_source[end - 1], true);
        return {};
    }

    Result<void> element(std::size_t tag)
    {
        const bool output = m_source[tag + 1] == '{';
        Chunk chunk{output ? Chunk::Kind::output : Chunk::Kind::statement, {}, {}, lineAt(tag)};
        const std::string_view close = output ? "}}" : "%}";
        std::size_t at = tag + 2;
        if (charAt(at) == '-' || charAt(at) == '+')
            ++at;
        for (;;) {
            while (at < m_source.size() && isSpace(m_source[at])) ++at;
            if (at >= m_source.size())
                return templateError(chunk.line, output ? "{{ has no }}" : "{% has no %}");
            const std::string_view rest = std::string_view(m_source).substr(at);
            const bool marked = (rest[0] == '-' || rest[0] == '+') && rest.substr(1, 2) == close;
            if (marked || rest.substr(0, 2) == close) {
                finishTag(at + (marked ? 1 : 0), marked ? rest[0] : '\0', !output);
                m_chunks.push_back(std::move(chunk));
                return {};
            }
            Result<std::size_t> used = token(rest, chunk);
            if (!used)
                return tl::unexpected(used.error());
            at += *used;
        }
    }

    /// Appends the token at the start of `rest`; returns its bytes.
    static Result<std::size_t> token(std::string_view rest, Chunk& chunk)
    {
        std::size_t length = 1;
        if (isNameStart(rest[0])) {
            while (length < rest.size() && (isNameStart(rest[length]) || isDigit(rest[length]))) ++length;
            chunk.tokens.push_back({Token::Kind::name, std::string(rest.substr(0, length)), 0});
            return length;
        }
        if (isDigit(rest[0])) {
            while (length < rest.size() && isDigit(rest[length])) ++length;
            Token number{Token::Kind::integer, std::string(rest.substr(0, length)), 0};
            const auto parsed = std::from_chars(rest.data(), rest.data() + length, number.number);
            if (parsed.ec != std::errc() ||
                (length + 1 < rest.size() && rest[length] == '.' && isDigit(rest[length + 1])))
                return templateError(chunk.line, "the number " + number.text + "... is not supported");
            chunk.tokens.push_back(std::move(number));
            return length;
        }
        if (rest[0] == '\'' || rest[0] == '"')
            return string(rest, chunk);
        constexpr std::array<std::string_view, 6> doubles = {"==", "!=", "<=", ">=", "//", "**"};
        for (const std::string_view symbol : doubles) {
            if (rest.substr(0, 2) == symbol)
                length = 2;
        }
        if (std::string_view("+-*/%~=!<>()[]{}.,:|").find(rest[0]) == std::string_view::npos)
            return templateError(chunk.line, "unexpected character '" + std::string(1, rest[0]) + "'");
        chunk.tokens.push_back({Token::Kind::symbol, std::string(rest.substr(0, length)), 0});
        return length;
    }

    static Result<std::size_t> string(std::string_view rest, Chunk& chunk)
    {
        Token token{Token::Kind::string, {}, 0};
        for (std::size_t at = 1; at < rest.size(); ++at) {
            const char c = rest[at];
            if (c == rest[0]) {
                chunk.tokens.push_back(std::move(token));
                return at + 1;
            }
            if (c != '\\' || at + 1 == rest.size()) {
                token.text += c;
                continue;
            }
            const char escaped = rest[++at];
            constexpr std::string_view from = "ntr\\'\"";
            constexpr std::string_view to = "\n\t\r\\'\"";
            const std::size_t known = from.find(escaped);
            if (known == std::string_view::npos)
                return templateError(chunk.line, std::string("the escape \\") + escaped + " is not supported");
            token.text += to[known];
        }
        return templateError(chunk.line, "a string has no end");
    }

    std::string m_source;
    std::size_t m_at = 0;
    bool m_atLineStart = true;
    std::vector<Chunk> m_chunks;
};

}  // namespace

tl::unexpected<Error> templateError(int line, const std::string& what)
{
    return fail(ErrorCode::badInput, "chat template, line " + std::to_string(line) + ": " + what,
                "write the prompt with the model's special tokens in it instead of --chat");
}

Result<std::vector<Chunk>> lex(std::string_view source)
{
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            text += '\n';
            if (i + 1 < source.size() && source[i + 1] == '\n')
                ++i;
        } else {
            text += source[i];
        }
    }
    if (!text.empty() && text.back() == '\n')
        text.pop_back();
    return Lexer(std::move(text)).run();
}

}  // namespace decodescope::engine::jinja
