// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_utf8.h"

#include "engine/model/tokenizer.h"

namespace decodescope::engine {
namespace utf8 {
namespace {

/// Length and the range of the second byte that a first byte allows; length 0 for a byte that starts nothing.
struct Lead {
    std::size_t length;
    unsigned char secondLow, secondHigh;
};

Lead leadOf(unsigned char byte)
{
    if (byte < 0x80)
        return {1, 0, 0};
    if (byte < 0xC2)
        return {0, 0, 0};
    if (byte < 0xE0)
        return {2, 0x80, 0xBF};
    if (byte < 0xF0)
        return {3, static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
                static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)};
    if (byte < 0xF5)
        return {4, static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
                static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)};
    return {0, 0, 0};
}

}  // namespace

Unit read(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    const auto first = static_cast<unsigned char>(bytes[0]);
    const Lead lead = leadOf(first);
    if (lead.length == 0)
        return {1, false, false, 0};
    if (lead.length == 1)
        return {1, true, false, first};
    char32_t codePoint = first & (0x7Fu >> lead.length);
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (i == bytes.size())
            return {i, false, true, 0};
        const auto next = static_cast<unsigned char>(bytes[i]);
        const unsigned char low = i == 1 ? lead.secondLow : 0x80;
        const unsigned char high = i == 1 ? lead.secondHigh : 0xBF;
        if (next < low || next > high)
            return {i, false, false, 0};
        codePoint = (codePoint << 6) | (next & 0x3Fu);
    }
    return {lead.length, true, false, codePoint};
}

bool isValid(std::string_view bytes)
{
    while (!bytes.empty()) {
        const Unit unit = read(bytes);
        if (!unit.valid)
            return false;
        bytes.remove_prefix(unit.length);
    }
    return true;
}

void append(std::string& out, char32_t codePoint)
{
    const auto tail = [codePoint](int shift) { return static_cast<char>(0x80 | ((codePoint >> shift) & 0x3F)); };
    if (codePoint < 0x80) {
        out += static_cast<char>(codePoint);
    } else if (codePoint < 0x800) {
        out += {static_cast<char>(0xC0 | (codePoint >> 6)), tail(0)};
    } else if (codePoint < 0x10000) {
        out += {static_cast<char>(0xE0 | (codePoint >> 12)), tail(6), tail(0)};
    } else {
        out += {static_cast<char>(0xF0 | (codePoint >> 18)), tail(12), tail(6), tail(0)};
    }
}

}  // namespace utf8

std::string toValidUtf8(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const utf8::Unit unit = utf8::read(bytes);
        out += unit.valid ? bytes.substr(0, unit.length) : utf8::replacement;
        bytes.remove_prefix(unit.length);
    }
    return out;
}

std::string StreamingDecoder::push(std::string_view bytes)
{
    m_pending += bytes;
    std::string_view rest = m_pending;
    std::string out;
    while (!rest.empty()) {
        const utf8::Unit unit = utf8::read(rest);
        if (unit.incomplete)
            break;
        out += unit.valid ? rest.substr(0, unit.length) : utf8::replacement;
        rest.remove_prefix(unit.length);
    }
    m_pending.erase(0, m_pending.size() - rest.size());
    return out;
}

std::string StreamingDecoder::finish()
{
    std::string out = toValidUtf8(m_pending);
    m_pending.clear();
    return out;
}

}  // namespace decodescope::engine
