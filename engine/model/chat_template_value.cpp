// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/chat_template_value.h"

#include "engine/model/tokenizer_utf8.h"

#include <algorithm>

namespace decodescope::engine::jinja {
namespace {

/// What Python's str.strip takes for white space: the Unicode property, and U+001C to U+001F.
bool isSpace(char32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

Value stripped(std::string_view text, bool front, bool back)
{
    std::size_t first = text.size();
    std::size_t last = 0;  // end of the last character that is no white space
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Unit unit = utf8::read(text.substr(at));
        if (!unit.valid || !isSpace(unit.codePoint)) {
            first = std::min(first, at);
            last = at + unit.length;
        }
        at += unit.length;
    }
    const std::size_t from = front ? first : 0;
    const std::size_t to = back ? last : text.size();
    return Value::string(from < to ? std::string(text.substr(from, to - from)) : std::string());
}

/// Characters of a string; an invalid sequence is one.
std::int64_t characters(std::string_view text)
{
    std::int64_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(utf8::read(text).length);
    return count;
}

/// One-to-one case mapping; a string that has characters beyond ASCII, whose mapping may be longer, is not mapped.
std::optional<Value> mapCase(const std::string& text, bool upper)
{
    std::string out = text;
    for (char& c : out) {
        if (static_cast<unsigned char>(c) >= 0x80)
            return std::nullopt;
        if (upper ? (c >= 'a' && c <= 'z') : (c >= 'A' && c <= 'Z'))
            c = static_cast<char>(c ^ 0x20);
    }
    return Value::string(std::move(out));
}

bool isScalar(const Value& value)
{
    return !value.isList() && !value.isObject();
}

/// Python's ==: values of different kinds differ, but True is 1.
bool equal(const Value& left, const Value& right)
{
    const auto numeric = [](const Value& v) { return v.isInteger() || v.isBoolean(); };
    if (numeric(left) && numeric(right))
        return left.number() == right.number();
    if (left.isString() && right.isString())
        return left.text() == right.text();
    return (left.isNone() && right.isNone()) || (left.isUndefined() && right.isUndefined());
}

std::optional<bool> contains(const Value& container, const Value& value)
{
    if (container.isString() && value.isString())
        return container.text().find(value.text()) != std::string::npos;
    if (container.isObject() && value.isString())
        return container.members().contains(value.text());
    if (container.isList() && isScalar(value))
        return std::any_of(container.items().begin(), container.items().end(),
                           [&](const Value& item) { return equal(item, value); });
    return std::nullopt;
}

template <class T>
std::optional<bool> order(std::string_view op, const T& left, const T& right)
{
    if (op == "<")
        return left < right;
    if (op == "<=")
        return left <= right;
    if (op == ">")
        return left > right;
    if (op == ">=")
        return left >= right;
    return std::nullopt;
}

}  // namespace

Value Value::member(const std::string& name) const
{
    const auto found = members().find(name);
    return found == members().end() ? Value() : found->second;
}

bool Value::truthy() const
{
    if (isString())
        return !text().empty();
    if (isList())
        return !items().empty();
    if (isObject())
        return !members().empty();
    return m_number != 0;
}

std::optional<std::string> Value::print() const
{
    if (isUndefined())
        return std::string();
    if (isNone())
        return "None";
    if (isBoolean())
        return m_number != 0 ? "True" : "False";
    if (isInteger())
        return std::to_string(number());
    if (isString())
        return text();
    return std::nullopt;
}

std::string Value::typeName() const
{
    switch (m_kind) {
        case Kind::undefined:
            return "something undefined";
        case Kind::none:
            return "none";
        case Kind::boolean:
            return "a truth value";
        case Kind::integer:
            return "a number";
        case Kind::string:
            return "a string";
        case Kind::list:
            return "a list";
        case Kind::object:
            return "an object";
    }
    return {};
}

std::optional<std::int64_t> arithmetic(std::string_view op, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    if (op == "+")
        return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if (op == "-")
        return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if (op == "*")
        return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if ((op != "//" && op != "%") || right == 0 || right == -1)
        return right == -1 && op == "%" ? std::optional<std::int64_t>(0) : std::nullopt;
    const std::int64_t remainder = left % right;
    const bool adjust = remainder != 0 && (remainder < 0) != (right < 0);
    if (op == "%")
        return adjust ? remainder + right : remainder;
    return left / right - (adjust ? 1 : 0);
}

std::optional<bool> compare(std::string_view op, const Value& left, const Value& right)
{
    if (op == "==" || op == "!=") {
        if (!isScalar(left) && !isScalar(right))
            return std::nullopt;
        return equal(left, right) == (op == "==");
    }
    if (op == "in" || op == "not in") {
        const auto found = contains(right, left);
        return found ? std::optional(*found == (op == "in")) : std::nullopt;
    }
    if (left.isInteger() && right.isInteger())
        return order(op, left.number(), right.number());
    if (left.isString() && right.isString())
        return order(op, left.text(), right.text());
    return std::nullopt;
}

std::optional<bool> applyTest(std::string_view name, const Value& value)
{
    if (name == "defined")
        return !value.isUndefined();
    if (name == "undefined")
        return value.isUndefined();
    if (name == "none")
        return value.isNone();
    if (name == "string")
        return value.isString();
    if (name == "mapping")
        return value.isObject();
    if (name == "iterable" || name == "sequence")
        return value.isString() || value.isList() || value.isObject();
    if (name == "boolean")
        return value.isBoolean();
    if (name == "true")
        return value.isBoolean() && value.truthy();
    if (name == "false")
        return value.isBoolean() && !value.truthy();
    if (name == "number")
        return value.isInteger() || value.isBoolean();
    return std::nullopt;
}

std::optional<Value> applyFilter(std::string_view name, const Value& value)
{
    if (name == "trim")
        return applyMethod("strip", value);
    if (name == "upper" || name == "lower")
        return applyMethod(name, value);
    if (name == "length" || name == "count") {
        if (value.isString())
            return Value::integer(characters(value.text()));
        if (value.isList())
            return Value::integer(static_cast<std::int64_t>(value.items().size()));
        if (value.isObject())
            return Value::integer(static_cast<std::int64_t>(value.members().size()));
    }
    if (name == "list" && value.isList())
        return value;
    if ((name == "first" || name == "last") && value.isList()) {
        if (value.items().empty())
            return Value();
        return name == "first" ? value.items().front() : value.items().back();
    }
    return std::nullopt;
}

std::optional<Value> applyMethod(std::string_view name, const Value& value)
{
    if (!value.isString())
        return std::nullopt;
    if (name == "strip" || name == "lstrip" || name == "rstrip")
        return stripped(value.text(), name != "rstrip", name != "lstrip");
    if (name == "upper" || name == "lower")
        return mapCase(value.text(), name == "upper");
    return std::nullopt;
}

}  // namespace decodescope::engine::jinja
