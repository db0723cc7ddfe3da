// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/chat_template.h"

#include "engine/model/chat_template_parser.h"
#include "engine/model/chat_template_value.h"

#include <algorithm>
#include <map>
#include <optional>

namespace decodescope::engine {
namespace {

using jinja::Expression;
using jinja::ExpressionPtr;
using jinja::Statement;
using jinja::Value;

constexpr std::size_t maxTemplateBytes = std::size_t{256} << 10;
constexpr std::size_t maxOutputBytes = std::size_t{64} << 20;
constexpr std::int64_t maxOperations = 300000;
/// What tells a namespace from other objects: a member that no template can write.
const std::string kNamespaceMark;

/// Walks the tree. The first error sticks; values after it have no meaning.
class Renderer {
public:
    explicit Renderer(const ChatTemplateInput& input)
    {
        std::vector<Value> messages;
        for (const ChatMessage& message : input.messages) {
            messages.push_back(
                Value::object({{"role", Value::string(message.role)}, {"content", Value::string(message.content)}}));
        }
        m_scopes.emplace_back();
        m_scopes[0]["messages"] = Value::list(std::move(messages));
        m_scopes[0]["add_generation_prompt"] = Value::boolean(input.addGenerationPrompt);
        m_scopes[0]["bos_token"] = Value::string(input.bosToken);
        m_scopes[0]["eos_token"] = Value::string(input.eosToken);
    }

    Result<std::string> render(const std::vector<Statement>& statements)
    {
        run(statements);
        if (m_error)
            return tl::unexpected(*m_error);
        return std::move(m_output);
    }

private:
    void refuse(int line, const std::string& what)
    {
        if (!m_error)
            m_error = jinja::templateError(line, what).value();
    }

    bool countOperation(int line)
    {
        if (++m_operations > maxOperations)
            refuse(line, "more than " + std::to_string(maxOperations) + " operations");
        return !m_error;
    }

    void write(std::string_view text, int line)
    {
        if (m_output.size() + text.size() > maxOutputBytes)
            refuse(line, "the text grows beyond " + std::to_string(maxOutputBytes >> 20) + " MiB");
        else
            m_output += text;
    }

    void run(const std::vector<Statement>& statements)
    {
        for (const Statement& statement : statements) {
            if (!countOperation(statement.line))
                return;
            switch (statement.kind) {
                case Statement::Kind::text:
                    write(statement.text, statement.line);
                    break;
                case Statement::Kind::output:
                    write(text(evaluate(*statement.expression), statement.line), statement.line);
                    break;
                case Statement::Kind::set:
                    set(statement);
                    break;
                case Statement::Kind::define:
                    break;
                case Statement::Kind::choose:
                    choose(statement);
                    break;
                case Statement::Kind::loop:
                    loop(statement);
                    break;
            }
        }
    }

    void set(const Statement& statement)
    {
        Value value = evaluate(*statement.expression);
        if (statement.member.empty()) {
            m_scopes.back()[statement.text] = std::move(value);
            return;
        }
        // Unlike a plain name, an attribute of a namespace outlives the turn of a loop.
        Value* target = find(statement.text);
        if (target == nullptr || !target->isObject() || !target->members().contains(kNamespaceMark)) {
            refuse(statement.line, "setting an attribute of what is no namespace is not supported");
            return;
        }
        Value::Object members = target->members();
        members[statement.member] = flat(std::move(value), "a namespace", statement.line);
        *target = Value::object(std::move(members));
    }

    /// Keeps values flat: comparing and freeing them takes no deep recursion.
    Value flat(Value value, const std::string& what, int line)
    {
        if (value.isList() || value.isObject())
            refuse(line, what + " of " + value.typeName() + " is not supported");
        return value;
    }

    void choose(const Statement& statement)
    {
        for (const jinja::Branch& branch : statement.branches) {
            if (!branch.condition || evaluate(*branch.condition).truthy()) {
                if (!m_error)
                    run(branch.body);
                return;
            }
        }
    }

    void loop(const Statement& statement)
    {
        const Value list = evaluate(*statement.expression);
        if (!list.isList()) {
            refuse(statement.line, "'for' over " + list.typeName() + " is not supported");
            return;
        }
        if (!statement.member.empty()) {
            refuse(statement.line, "'for' with several names is not supported");
            return;
        }
        const std::vector<Value> items = chosenItems(statement, list.items());
        if (items.empty() && statement.branches.size() > 1)
            run(statement.branches[1].body);
        const auto count = static_cast<std::int64_t>(items.size());
        for (std::int64_t i = 0; i < count && !m_error; ++i) {
            // Names set inside a loop live for one turn, as Jinja has it.
            auto& scope = m_scopes.emplace_back();
            scope[statement.text] = items[static_cast<std::size_t>(i)];
            scope["loop"] = Value::object({{"index0", Value::integer(i)},
                                           {"index", Value::integer(i + 1)},
                                           {"revindex0", Value::integer(count - 1 - i)},
                                           {"revindex", Value::integer(count - i)},
                                           {"length", Value::integer(count)},
                                           {"first", Value::boolean(i == 0)},
                                           {"last", Value::boolean(i + 1 == count)}});
            run(statement.branches[0].body);
            m_scopes.pop_back();
        }
    }

    std::vector<Value> chosenItems(const Statement& statement, const std::vector<Value>& all)
    {
        if (!statement.condition)
            return all;
        std::vector<Value> chosen;
        for (const Value& item : all) {
            m_scopes.emplace_back()[statement.text] = item;
            if (!m_error && evaluate(*statement.condition).truthy())
                chosen.push_back(item);
            m_scopes.pop_back();
        }
        return chosen;
    }

    /// What printing a value gives.
    std::string text(const Value& value, int line)
    {
        if (const auto printed = value.print())
            return *printed;
        refuse(line, "printing " + value.typeName() + " is not supported");
        return {};
    }

    /// Null when no scope has the name.
    Value* find(const std::string& name)
    {
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope) {
            const auto found = scope->find(name);
            if (found != scope->end())
                return &found->second;
        }
        return nullptr;
    }

    Value lookUp(const std::string& name)
    {
        const Value* found = find(name);
        return found != nullptr ? *found : Value();
    }

    Value evaluate(const Expression& e)
    {
        if (!countOperation(e.line))
            return {};
        switch (e.kind) {
            case Expression::Kind::string:
                return Value::string(e.text);
            case Expression::Kind::integer:
                return Value::integer(e.number);
            case Expression::Kind::constant:
                return e.text == "none" ? Value::none() : Value::boolean(e.text == "true");
            case Expression::Kind::name:
                return lookUp(e.text);
            case Expression::Kind::list:
                return list(e);
            case Expression::Kind::attribute:
                return attribute(e, evaluate(*e.operands[0]), e.text);
            case Expression::Kind::index:
                return index(e);
            case Expression::Kind::slice:
                return slice(e);
            case Expression::Kind::unary:
                return unary(e);
            case Expression::Kind::binary:
                return binary(e);
            case Expression::Kind::test:
                return test(e);
            case Expression::Kind::filter:
                return filter(e);
            case Expression::Kind::call:
                return call(e);
            case Expression::Kind::named:
                refuse(e.line, "the named argument '" + e.text + "' is not supported");
                return {};
            case Expression::Kind::conditional:
                if (evaluate(*e.operands[1]).truthy())
                    return evaluate(*e.operands[0]);
                return e.operands[2] ? evaluate(*e.operands[2]) : Value();
        }
        return {};
    }

    Value list(const Expression& e)
    {
        std::vector<Value> items;
        for (const ExpressionPtr& operand : e.operands) {
            items.push_back(flat(evaluate(*operand), "a list", e.line));
        }
        return Value::list(std::move(items));
    }

    Value attribute(const Expression& e, const Value& value, const std::string& name)
    {
        if (value.isUndefined())
            refuse(e.line, "'" + name + "' of something undefined");
        return value.isObject() ? value.member(name) : Value();
    }

    Value index(const Expression& e)
    {
        const Value value = evaluate(*e.operands[0]);
        const Value at = evaluate(*e.operands[1]);
        if (at.isString())
            return attribute(e, value, at.text());
        if (!value.isList() || !at.isInteger()) {
            refuse(e.line, "indexing " + value.typeName() + " by " + at.typeName() + " is not supported");
            return {};
        }
        const auto size = static_cast<std::int64_t>(value.items().size());
        const std::int64_t position = at.number() < 0 ? at.number() + size : at.number();
        if (position < 0 || position >= size)
            return {};
        return value.items()[static_cast<std::size_t>(position)];
    }

    /// A bound of a slice: counted from the end when negative, kept within the list.
    std::int64_t bound(const ExpressionPtr& expression, std::int64_t size, std::int64_t absent)
    {
        if (!expression)
            return absent;
        const Value value = evaluate(*expression);
        if (!value.isInteger())
            refuse(expression->line, "a slice bound that is " + value.typeName());
        const std::int64_t at = value.number() < 0 ? value.number() + size : value.number();
        return std::clamp<std::int64_t>(at, 0, size);
    }

    Value slice(const Expression& e)
    {
        const Value value = evaluate(*e.operands[0]);
        if (!value.isList()) {
            refuse(e.line, "a slice of " + value.typeName() + " is not supported");
            return {};
        }
        const auto size = static_cast<std::int64_t>(value.items().size());
        const std::int64_t from = bound(e.operands[1], size, 0);
        const std::int64_t to = std::max(from, bound(e.operands[2], size, size));
        m_operations += to - from;
        return Value::list({value.items().begin() + from, value.items().begin() + to});
    }

    Value unary(const Expression& e)
    {
        const Value value = evaluate(*e.operands[0]);
        if (e.text == "not")
            return Value::boolean(!value.truthy());
        const auto negated = value.isInteger() ? jinja::arithmetic("-", 0, value.number()) : std::nullopt;
        if (!negated)
            refuse(e.line, "'-' of " + value.typeName() + " is not supported");
        return Value::integer(negated.value_or(0));
    }

    Value binary(const Expression& e)
    {
        const Value left = evaluate(*e.operands[0]);
        if (e.text == "or" || e.text == "and")
            return left.truthy() == (e.text == "or") ? left : evaluate(*e.operands[1]);
        const Value right = evaluate(*e.operands[1]);
        if (m_error)
            return {};
        if (e.text == "~" || (e.text == "+" && left.isString() && right.isString()))
            return concatenate(e, text(left, e.line), text(right, e.line));
        if (left.isInteger() && right.isInteger()) {
            if (const auto result = jinja::arithmetic(e.text, left.number(), right.number()))
                return Value::integer(*result);
        }
        if (const auto result = jinja::compare(e.text, left, right))
            return Value::boolean(*result);
        refuse(e.line,
               "'" + e.text + "' between " + left.typeName() + " and " + right.typeName() + " is not supported");
        return {};
    }

    Value concatenate(const Expression& e, std::string left, const std::string& right)
    {
        if (left.size() + right.size() > maxOutputBytes) {
            refuse(e.line, "the text grows beyond " + std::to_string(maxOutputBytes >> 20) + " MiB");
            return {};
        }
        return Value::string(std::move(left) + right);
    }

    Value test(const Expression& e)
    {
        const Value value = evaluate(*e.operands[0]);
        const auto result = e.operands.size() > 1 ? std::nullopt : jinja::applyTest(e.text, value);
        if (!result)
            refuse(e.line, "the test '" + e.text + "' is not supported");
        return Value::boolean(result.value_or(false) != (e.number == 1));
    }

    Value filter(const Expression& e)
    {
        const Value value = evaluate(*e.operands[0]);
        if (e.text == "default" && e.operands.size() == 2)
            return value.isUndefined() ? evaluate(*e.operands[1]) : value;
        if ((e.text == "selectattr" || e.text == "rejectattr") && e.operands.size() == 4 && value.isList())
            return withAttribute(e, value.items());
        if (e.operands.size() > 1) {
            refuse(e.line, "the filter '" + e.text + "' with these arguments is not supported");
            return {};
        }
        if (e.text == "string")
            return Value::string(text(value, e.line));
        if (auto result = jinja::applyFilter(e.text, value))
            return std::move(*result);
        refuse(e.line, "the filter '" + e.text + "' on " + value.typeName() + " is not supported");
        return {};
    }

    /// The items whose attribute equals a value, or the others.
    Value withAttribute(const Expression& e, const std::vector<Value>& items)
    {
        const Value name = evaluate(*e.operands[1]);
        const Value test = evaluate(*e.operands[2]);
        const Value wanted = evaluate(*e.operands[3]);
        const bool equality =
            test.isString() && (test.text() == "equalto" || test.text() == "eq" || test.text() == "==");
        if (!name.isString() || !equality) {
            refuse(e.line, "the filter '" + e.text + "' with these arguments is not supported");
            return {};
        }
        std::vector<Value> chosen;
        for (const Value& item : items) {
            if (!countOperation(e.line))
                return {};
            const Value found = attribute(e, item, name.text());
            if (jinja::compare("==", found, wanted).value_or(false) == (e.text == "selectattr"))
                chosen.push_back(item);
        }
        return Value::list(std::move(chosen));
    }

    Value makeNamespace(const Expression& e)
    {
        Value::Object members{{kNamespaceMark, Value::boolean(true)}};
        for (std::size_t i = 1; i < e.operands.size(); ++i) {
            const Expression& argument = *e.operands[i];
            if (argument.kind != Expression::Kind::named) {
                refuse(e.line, "'namespace' with an argument that has no name is not supported");
                return {};
            }
            members[argument.text] = flat(evaluate(*argument.operands[0]), "a namespace", e.line);
        }
        return Value::object(std::move(members));
    }

    Value call(const Expression& e)
    {
        const Expression& callee = *e.operands[0];
        if (callee.kind == Expression::Kind::name && callee.text == "raise_exception" && e.operands.size() == 2) {
            refuse(e.line, "the template refuses this conversation: " + text(evaluate(*e.operands[1]), e.line));
            return {};
        }
        if (callee.kind == Expression::Kind::name && callee.text == "namespace")
            return makeNamespace(e);
        if (callee.kind == Expression::Kind::attribute && e.operands.size() == 1) {
            const Value value = evaluate(*callee.operands[0]);
            if (auto result = jinja::applyMethod(callee.text, value))
                return std::move(*result);
        }
        refuse(e.line, "the function '" + callee.text + "' is not supported");
        return {};
    }

    std::vector<std::map<std::string, Value>> m_scopes;
    std::string m_output;
    std::int64_t m_operations = 0;
    std::optional<Error> m_error;
};

}  // namespace

Result<std::string> renderChatTemplate(std::string_view source, const ChatTemplateInput& input)
{
    if (source.size() > maxTemplateBytes)
        return fail(ErrorCode::badInput, "the chat template has " + std::to_string(source.size()) +
                                             " bytes; the limit is " + std::to_string(maxTemplateBytes));
    auto statements = jinja::parse(source);
    if (!statements)
        return tl::unexpected(statements.error());
    return Renderer(input).render(*statements);
}

}  // namespace decodescope::engine
