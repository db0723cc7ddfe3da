// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/chat_template_parser.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace decodescope::engine::jinja {
namespace {

constexpr int maxNesting = 64;  ///< of statements, and of parentheses and the like
constexpr int maxDepth = 256;   ///< of an expression's tree: long chains of + count

/// Recursive descent over the tokens of one tag. The first error sticks; what comes after it has no meaning.
class ExpressionParser {
public:
    explicit ExpressionParser(const Chunk& chunk) : m_chunk(chunk) {}

    const std::string& error() const { return m_error; }
    bool atEnd() const { return m_at >= m_chunk.tokens.size(); }

    bool isName(std::string_view text) const { return is(Token::Kind::name, text); }
    bool isSymbol(std::string_view text) const { return is(Token::Kind::symbol, text); }
    bool takeName(std::string_view text) { return isName(text) && advance(); }
    bool takeSymbol(std::string_view text) { return isSymbol(text) && advance(); }

    std::string name()
    {
        if (atEnd() || token().kind != Token::Kind::name) {
            refuse("a name is missing");
            return {};
        }
        return m_chunk.tokens[m_at++].text;
    }

    void refuse(const std::string& what)
    {
        if (m_error.empty())
            m_error = what;
    }

    void expectEnd()
    {
        if (!atEnd())
            refuse("unexpected '" + token().text + "'");
    }

    ExpressionPtr expression()
    {
        const Nesting nesting(*this);
        if (!nesting.allowed())
            return make(Expression::Kind::constant, "none");
        ExpressionPtr value = disjunction();
        while (takeName("if")) {
            ExpressionPtr condition = disjunction();
            ExpressionPtr otherwise = takeName("else") ? expression() : nullptr;
            value =
                make(Expression::Kind::conditional, "if", std::move(value), std::move(condition), std::move(otherwise));
        }
        return value;
    }

    /// Without "x if c": the list of a for may be followed by one.
    ExpressionPtr disjunction()
    {
        return leftToRight({"or"}, [this] { return leftToRight({"and"}, [this] { return negation(); }); });
    }

private:
    using Kind = Expression::Kind;

    /// Counts how deep the descent is.
    class Nesting {
    public:
        explicit Nesting(ExpressionParser& parser) : m_parser(parser)
        {
            if (++m_parser.m_nesting > maxNesting)
                m_parser.refuse("the expression is nested too deep");
        }
        ~Nesting() { --m_parser.m_nesting; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        bool allowed() const { return m_parser.m_error.empty(); }

    private:
        ExpressionParser& m_parser;
    };

    const Token& token() const { return m_chunk.tokens[m_at]; }
    bool is(Token::Kind kind, std::string_view text) const
    {
        return m_error.empty() && !atEnd() && token().kind == kind && token().text == text;
    }
    bool advance()
    {
        ++m_at;
        return true;
    }
    void expectSymbol(std::string_view symbol)
    {
        if (!takeSymbol(symbol))
            refuse("'" + std::string(symbol) + "' is missing");
    }

    template <class... Operands>
    ExpressionPtr make(Kind kind, std::string text, Operands... operands)
    {
        auto made = std::make_unique<Expression>();
        made->kind = kind;
        made->text = std::move(text);
        made->line = m_chunk.line;
        (add(*made, std::move(operands)), ...);
        return made;
    }

    void add(Expression& parent, ExpressionPtr operand)
    {
        if (operand)
            parent.depth = std::max(parent.depth, operand->depth + 1);
        if (parent.depth > maxDepth)
            refuse("the expression is too long");
        parent.operands.push_back(std::move(operand));
    }

    template <class Next>
    ExpressionPtr leftToRight(std::initializer_list<std::string_view> operators, Next next)
    {
        ExpressionPtr value = next();
        for (bool more = true; more;) {
            more = false;
            for (const std::string_view name : operators) {
                if (takeName(name) || takeSymbol(name)) {
                    value = make(Kind::binary, std::string(name), std::move(value), next());
                    more = true;
                    break;
                }
            }
        }
        return value;
    }

    ExpressionPtr negation()
    {
        const Nesting nesting(*this);
        if (nesting.allowed() && takeName("not"))
            return make(Kind::unary, "not", negation());
        return comparison();
    }

    std::string comparisonOperator()
    {
        for (const std::string_view symbol : {"==", "!=", "<=", ">=", "<", ">"}) {
            if (takeSymbol(symbol))
                return std::string(symbol);
        }
        if (takeName("in"))
            return "in";
        if (isName("not") && m_at + 1 < m_chunk.tokens.size() && m_chunk.tokens[m_at + 1].text == "in") {
            m_at += 2;
            return "not in";
        }
        return {};
    }

    ExpressionPtr comparison()
    {
        ExpressionPtr value = sum();
        const std::string found = comparisonOperator();
        if (found.empty())
            return value;
        value = make(Kind::binary, found, std::move(value), sum());
        if (!comparisonOperator().empty())
            refuse("a chain of comparisons is not supported");
        return value;
    }

    ExpressionPtr sum()
    {
        return leftToRight({"+", "-"}, [this] {
            return leftToRight({"~"}, [this] {
                return leftToRight({"*", "//", "/", "%"}, [this] { return unary(); });
            });
        });
    }

    ExpressionPtr unary()
    {
        const Nesting nesting(*this);
        if (!nesting.allowed())
            return make(Kind::constant, "none");
        if (takeSymbol("-"))
            return make(Kind::unary, "-", unary());
        ExpressionPtr value = postfix(primary());
        return filters(std::move(value));
    }

    ExpressionPtr primary()
    {
        if (atEnd()) {
            refuse("an expression is missing");
            return make(Kind::constant, "none");
        }
        const Token& first = token();
        if (first.kind == Token::Kind::string) {
            advance();
            return make(Kind::string, first.text);
        }
        if (first.kind == Token::Kind::integer) {
            advance();
            ExpressionPtr number = make(Kind::integer, first.text);
            number->number = first.number;
            return number;
        }
        if (first.kind == Token::Kind::name) {
            advance();
            for (const auto& [text, constant] : {std::pair{"true", "true"},
                                                 {"True", "true"},
                                                 {"false", "false"},
                                                 {"False", "false"},
                                                 {"none", "none"},
                                                 {"None", "none"}}) {
                if (first.text == text)
                    return make(Kind::constant, constant);
            }
            return make(Kind::name, first.text);
        }
        if (takeSymbol("(")) {
            ExpressionPtr inner = expression();
            if (isSymbol(","))
                refuse("a tuple is not supported");
            expectSymbol(")");
            return inner;
        }
        if (takeSymbol("[")) {
            ExpressionPtr list = make(Kind::list, "list");
            arguments(*list, "]");
            return list;
        }
        refuse(first.text == "{" ? "a dictionary is not supported" : "unexpected '" + first.text + "'");
        return make(Kind::constant, "none");
    }

    void arguments(Expression& parent, std::string_view close)
    {
        while (m_error.empty() && !takeSymbol(close)) {
            ExpressionPtr value = expression();
            if (value->kind == Kind::name && takeSymbol("="))
                value = make(Kind::named, value->text, expression());
            add(parent, std::move(value));
            if (!isSymbol(close))
                expectSymbol(",");
        }
    }

    ExpressionPtr postfix(ExpressionPtr value)
    {
        for (;;) {
            if (takeSymbol(".")) {
                value = make(Kind::attribute, name(), std::move(value));
            } else if (takeSymbol("[")) {
                ExpressionPtr from = isSymbol(":") ? nullptr : expression();
                if (takeSymbol(":")) {
                    ExpressionPtr to = isSymbol("]") ? nullptr : expression();
                    if (isSymbol(":"))
                        refuse("a slice with a step is not supported");
                    value = make(Kind::slice, "slice", std::move(value), std::move(from), std::move(to));
                } else {
                    value = make(Kind::index, "index", std::move(value), std::move(from));
                }
                expectSymbol("]");
            } else if (takeSymbol("(")) {
                value = make(Kind::call, "call", std::move(value));
                arguments(*value, ")");
            } else {
                return value;
            }
        }
    }

    ExpressionPtr filters(ExpressionPtr value)
    {
        for (;;) {
            if (takeSymbol("|")) {
                value = make(Kind::filter, name(), std::move(value));
                if (takeSymbol("("))
                    arguments(*value, ")");
            } else if (takeName("is")) {
                const bool negated = takeName("not");
                value = make(Kind::test, name(), std::move(value));
                value->number = negated ? 1 : 0;
                if (takeSymbol("("))
                    arguments(*value, ")");
            } else {
                return value;
            }
        }
    }

    const Chunk& m_chunk;
    std::size_t m_at = 0;
    int m_nesting = 0;
    std::string m_error;
};

class TemplateParser {
public:
    explicit TemplateParser(std::vector<Chunk> chunks) : m_chunks(std::move(chunks)) {}

    Result<std::vector<Statement>> run() { return block({}, 0); }

private:
    /// Statements up to one whose first name is in `ends`, which stays the current chunk; none: up to the end.
    Result<std::vector<Statement>> block(std::initializer_list<std::string_view> ends, int nesting)
    {
        std::vector<Statement> body;
        if (nesting > maxNesting)
            return templateError(m_chunks.back().line, "statements are nested too deep");
        for (; m_at < m_chunks.size(); ++m_at) {
            const Chunk& chunk = m_chunks[m_at];
            if (chunk.kind == Chunk::Kind::text) {
                body.push_back({Statement::Kind::text, chunk.text, {}, nullptr, nullptr, {}, chunk.line});
                continue;
            }
            ExpressionParser parser(chunk);
            Statement made;
            made.line = chunk.line;
            if (chunk.kind == Chunk::Kind::output) {
                made.kind = Statement::Kind::output;
                made.expression = parser.expression();
                parser.expectEnd();
                if (!parser.error().empty())
                    return templateError(chunk.line, parser.error());
                body.push_back(std::move(made));
                continue;
            }
            const std::string keyword = chunk.tokens.empty() ? std::string() : chunk.tokens[0].text;
            if (std::find(ends.begin(), ends.end(), keyword) != ends.end())
                return body;
            Result<Statement> parsed = statement(keyword, nesting);
            if (!parsed)
                return tl::unexpected(parsed.error());
            body.push_back(std::move(*parsed));
        }
        if (ends.size() > 0)
            return templateError(m_chunks.empty() ? 1 : m_chunks.back().line,
                                 "'" + std::string(*(ends.end() - 1)) + "' is missing");
        return body;
    }

    Result<Statement> statement(const std::string& keyword, int nesting)
    {
        const Chunk& chunk = m_chunks[m_at];
        ExpressionParser parser(chunk);
        parser.takeName(keyword);
        Statement made;
        made.line = chunk.line;
        if (keyword == "set") {
            made.kind = Statement::Kind::set;
            made.text = parser.name();
            if (parser.takeSymbol("."))
                made.member = parser.name();
            if (!parser.takeSymbol("="))
                parser.refuse("'set' without '=' is not supported");
            made.expression = parser.expression();
        } else if (keyword == "for") {
            made.kind = Statement::Kind::loop;
            made.text = parser.name();
            if (parser.takeSymbol(","))
                made.member = parser.name();
            if (!parser.takeName("in"))
                parser.refuse("'in' is missing after 'for'");
            made.expression = parser.disjunction();
            if (parser.takeName("if"))
                made.condition = parser.expression();
            if (!parser.atEnd())
                parser.refuse("'for' with 'recursive' is not supported");
        } else if (keyword == "macro") {
            made.kind = Statement::Kind::define;
            made.expression = parser.expression();
        } else if (keyword == "if") {
            made.kind = Statement::Kind::choose;
            made.branches.push_back({parser.expression(), {}});
        } else {
            parser.refuse("the statement '" + keyword + "' is not supported");
        }
        parser.expectEnd();
        if (!parser.error().empty())
            return templateError(chunk.line, parser.error());
        if (made.kind == Statement::Kind::set)
            return made;
        if (made.kind == Statement::Kind::define)
            return macroBody(std::move(made), nesting);
        return made.kind == Statement::Kind::loop ? loopBody(std::move(made), nesting)
                                                  : branches(std::move(made), nesting);
    }

    Result<Statement> macroBody(Statement made, int nesting)
    {
        ++m_at;
        if (auto body = block({"endmacro"}, nesting + 1); !body)
            return tl::unexpected(body.error());
        return made;
    }

    Result<Statement> loopBody(Statement made, int nesting)
    {
        ++m_at;
        auto body = block({"else", "endfor"}, nesting + 1);
        if (!body)
            return tl::unexpected(body.error());
        made.branches.push_back({nullptr, std::move(*body)});
        if (m_chunks[m_at].tokens[0].text == "else") {
            ++m_at;
            auto otherwise = block({"endfor"}, nesting + 1);
            if (!otherwise)
                return tl::unexpected(otherwise.error());
            made.branches.push_back({nullptr, std::move(*otherwise)});
        }
        return made;
    }

    Result<Statement> branches(Statement made, int nesting)
    {
        for (bool last = false;;) {
            ++m_at;
            auto body = last ? block({"endif"}, nesting + 1) : block({"elif", "else", "endif"}, nesting + 1);
            if (!body)
                return tl::unexpected(body.error());
            made.branches.back().body = std::move(*body);
            const Chunk& chunk = m_chunks[m_at];
            const std::string& keyword = chunk.tokens[0].text;
            if (keyword == "endif")
                return made;
            Branch next;
            if (keyword == "elif") {
                ExpressionParser parser(chunk);
                parser.takeName("elif");
                next.condition = parser.expression();
                parser.expectEnd();
                if (!parser.error().empty())
                    return templateError(chunk.line, parser.error());
            } else {
                last = true;
            }
            made.branches.push_back(std::move(next));
        }
    }

    std::vector<Chunk> m_chunks;
    std::size_t m_at = 0;
};

}  // namespace

Result<std::vector<Statement>> parse(std::string_view source)
{
    auto chunks = lex(source);
    if (!chunks)
        return tl::unexpected(chunks.error());
    return TemplateParser(std::move(*chunks)).run();
}

}  // namespace decodescope::engine::jinja
