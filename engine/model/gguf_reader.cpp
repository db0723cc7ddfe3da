// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace decodescope::engine {

std::string_view name(GgufType type)
{
    constexpr std::array<std::string_view, 13> kNames{"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                                                      "bool", "string", "array", "u64", "i64", "f64"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string printable(std::string_view text)
{
    constexpr std::size_t kMaxBytes = 60;
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    for (const char c : text.substr(0, kMaxBytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15U];
        }
    }
    if (text.size() > kMaxBytes)
        out += "...";
    return out;
}

const GgufEntry* GgufContainer::find(std::string_view key) const
{
    const auto found = std::lower_bound(m_entriesByKey.begin(), m_entriesByKey.end(), key,
                                        [&](auto index, auto wanted) { return m_entries[index].key < wanted; });
    return found != m_entriesByKey.end() && m_entries[*found].key == key ? &m_entries[*found] : nullptr;
}

const GgufTensor* GgufContainer::findTensor(std::string_view tensorName) const
{
    const auto found = std::lower_bound(m_tensorsByName.begin(), m_tensorsByName.end(), tensorName,
                                        [&](auto index, auto wanted) { return m_tensors[index].name < wanted; });
    return found != m_tensorsByName.end() && m_tensors[*found].name == tensorName ? &m_tensors[*found] : nullptr;
}

std::span<const std::byte> GgufContainer::tensorBytes(const GgufTensor& tensor) const
{
    return m_bytes.subspan(tensor.offset, static_cast<std::size_t>(tensor.bytes));
}

template <class T>
T GgufValues::take()
{
    T value{};
    if (m_rest.size() >= sizeof(T)) {
        std::memcpy(&value, m_rest.data(), sizeof(T));
        m_rest = m_rest.subspan(sizeof(T));
    }
    return value;
}

std::optional<std::int64_t> GgufValues::nextInteger()
{
    switch (m_type) {
        case GgufType::u8:
        case GgufType::boolean:
            return take<std::uint8_t>();
        case GgufType::i8:
            return take<std::int8_t>();
        case GgufType::u16:
            return take<std::uint16_t>();
        case GgufType::i16:
            return take<std::int16_t>();
        case GgufType::u32:
            return take<std::uint32_t>();
        case GgufType::i32:
            return take<std::int32_t>();
        case GgufType::i64:
            return take<std::int64_t>();
        case GgufType::u64: {
            const auto value = take<std::uint64_t>();
            if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                return std::nullopt;
            return static_cast<std::int64_t>(value);
        }
        default:
            return std::nullopt;
    }
}

double GgufValues::nextReal()
{
    return m_type == GgufType::f32 ? static_cast<double>(take<float>()) : take<double>();
}

std::string_view GgufValues::nextString()
{
    const auto length = static_cast<std::size_t>(take<std::uint64_t>());
    const std::string_view text(reinterpret_cast<const char*>(m_rest.data()), std::min(length, m_rest.size()));
    m_rest = m_rest.subspan(text.size());
    return text;
}

}  // namespace decodescope::engine
