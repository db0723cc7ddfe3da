// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine::jinja {

/// A value of a template. Copies share lists, objects and strings, which never change.
class Value {
public:
    using List = std::vector<Value>;
    using Object = std::map<std::string, Value>;

    Value() = default;  ///< undefined
    static Value none() { return Value(Kind::none, 0); }
    static Value boolean(bool value) { return Value(Kind::boolean, value ? 1 : 0); }
    static Value integer(std::int64_t value) { return Value(Kind::integer, value); }
    static Value string(std::string value)
    {
        Value made(Kind::string, 0);
        made.m_text = std::make_shared<const std::string>(std::move(value));
        return made;
    }
    static Value list(List value)
    {
        Value made(Kind::list, 0);
        made.m_items = std::make_shared<const List>(std::move(value));
        return made;
    }
    static Value object(Object value)
    {
        Value made(Kind::object, 0);
        made.m_members = std::make_shared<const Object>(std::move(value));
        return made;
    }

    bool isUndefined() const { return m_kind == Kind::undefined; }
    bool isNone() const { return m_kind == Kind::none; }
    bool isBoolean() const { return m_kind == Kind::boolean; }
    bool isInteger() const { return m_kind == Kind::integer; }
    bool isString() const { return m_kind == Kind::string; }
    bool isList() const { return m_kind == Kind::list; }
    bool isObject() const { return m_kind == Kind::object; }

    /// Of an integer, or 1 for true; 0 otherwise.
    std::int64_t number() const { return m_number; }
    /// Of a string, a list, an object; call only on those.
    const std::string& text() const { return *m_text; }
    const List& items() const { return *m_items; }
    const Object& members() const { return *m_members; }
    /// Undefined when the object has none of this name.
    Value member(const std::string& name) const;

    bool truthy() const;
    /// What {{ }} writes; nothing for lists and objects.
    std::optional<std::string> print() const;
    /// For messages: "a string".
    std::string typeName() const;

private:
    enum class Kind { undefined, none, boolean, integer, string, list, object };
    Value(Kind kind, std::int64_t number) : m_kind(kind), m_number(number) {}

    Kind m_kind = Kind::undefined;
    std::int64_t m_number = 0;
    std::shared_ptr<const std::string> m_text;
    std::shared_ptr<const List> m_items;
    std::shared_ptr<const Object> m_members;
};

/// + - * // % on integers as Python has them (floor division); nothing for another operator, a division by zero or an
/// overflow.
std::optional<std::int64_t> arithmetic(std::string_view op, std::int64_t left, std::int64_t right);
/// == != < <= > >= in, not in; nothing where these values cannot be compared so.
std::optional<bool> compare(std::string_view op, const Value& left, const Value& right);
/// Nothing for an unknown name.
std::optional<bool> applyTest(std::string_view name, const Value& value);
/// trim, upper, lower, length, count, list, first, last; nothing for an unknown name or a value it does not apply to.
std::optional<Value> applyFilter(std::string_view name, const Value& value);
/// strip, lstrip, rstrip, upper, lower of a string; nothing for others.
std::optional<Value> applyMethod(std::string_view name, const Value& value);

}  // namespace decodescope::engine::jinja
