// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace decodescope::app {

/// One value of a table: empty means "not measured" and is written as an empty CSV cell or a JSON null, never as 0.
/// A number that is not finite becomes empty on construction.
class Cell {
public:
    Cell() = default;
    Cell(double value);
    Cell(bool value) : m_value(value) {}
    Cell(std::string value) : m_value(std::move(value)) {}
    Cell(std::string_view value) : m_value(std::string(value)) {}
    Cell(const char* value) : m_value(std::string(value)) {}
    template <class T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Cell(T value)
        : m_value(static_cast<std::int64_t>(value))
    {
    }
    template <class T>
    Cell(const std::optional<T>& value)
    {
        if (value) {
            *this = Cell(*value);
        }
    }

    bool empty() const { return std::holds_alternative<std::monostate>(m_value); }
    /// Text as CSV and the console tables show it; booleans are 0 and 1, numbers in the C locale.
    std::string text() const;
    nlohmann::ordered_json json() const;

private:
    std::variant<std::monostate, bool, std::int64_t, double, std::string> m_value;
};

/// The shortest text that reads back to the same double, in the C locale; whole numbers below 2^53 without exponent.
std::string numberText(double value);
/// `digits` significant digits for people, no trailing zeros: 0.0123, 12.3, 1230.
std::string roundedText(double value, int digits = 3);
/// 16 lower-case hexadecimal digits.
std::string hashText(std::uint64_t hash);
/// Two lower-case hexadecimal digits per byte.
std::string hexText(std::string_view bytes);
/// Bytes of hexadecimal text; empty when it is not that.
std::optional<std::string> parseHex(std::string_view text);

}  // namespace decodescope::app
