// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/cell.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::optional<int> hexDigit(char character)
{
    if (character >= '0' && character <= '9') {
        return character - '0';
    }
    if (character >= 'a' && character <= 'f') {
        return character - 'a' + 10;
    }
    if (character >= 'A' && character <= 'F') {
        return character - 'A' + 10;
    }
    return std::nullopt;
}

}  // namespace

Cell::Cell(double value)
{
    if (std::isfinite(value)) {
        m_value = value;
    }
}

std::string Cell::text() const
{
    if (const auto* boolean = std::get_if<bool>(&m_value)) {
        return *boolean ? "1" : "0";
    }
    if (const auto* integer = std::get_if<std::int64_t>(&m_value)) {
        return std::to_string(*integer);
    }
    if (const auto* number = std::get_if<double>(&m_value)) {
        return numberText(*number);
    }
    if (const auto* text = std::get_if<std::string>(&m_value)) {
        return *text;
    }
    return {};
}

nlohmann::ordered_json Cell::json() const
{
    if (const auto* boolean = std::get_if<bool>(&m_value)) {
        return *boolean;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&m_value)) {
        return *integer;
    }
    if (const auto* number = std::get_if<double>(&m_value)) {
        // Whole numbers stay whole ("268959744", not "268959744.0"), as in the CSV files.
        if (std::trunc(*number) == *number && std::abs(*number) < 0x1p53) {
            return static_cast<std::int64_t>(*number);
        }
        return *number;
    }
    if (const auto* text = std::get_if<std::string>(&m_value)) {
        return *text;
    }
    return nullptr;
}

std::string numberText(double value)
{
    if (!std::isfinite(value)) {
        return {};
    }
    if (std::trunc(value) == value && std::abs(value) < 0x1p53) {
        return std::to_string(static_cast<std::int64_t>(value));
    }
    std::array<char, 64> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string roundedText(double value, int digits)
{
    if (!std::isfinite(value)) {
        return {};
    }
    if (value == 0) {
        return "0";
    }
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const int decimals = std::max(0, digits - 1 - exponent);
    std::array<char, 400> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed,
                                      std::min(decimals, 20));
    std::string text(buffer.data(), result.ptr);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') {
            text.pop_back();
        }
    }
    return text;
}

std::string hashText(std::uint64_t hash)
{
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, hash >>= 4) {
        text[static_cast<std::size_t>(i)] = kHexDigits[hash & 15];
    }
    return text;
}

std::string hexText(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text += kHexDigits[value >> 4];
        text += kHexDigits[value & 15];
    }
    return text;
}

std::optional<std::string> parseHex(std::string_view text)
{
    if (text.size() % 2 != 0) {
        return std::nullopt;
    }
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto high = hexDigit(text[i]);
        const auto low = hexDigit(text[i + 1]);
        if (!high || !low) {
            return std::nullopt;
        }
        bytes += static_cast<char>(*high * 16 + *low);
    }
    return bytes;
}

}  // namespace decodescope::app
