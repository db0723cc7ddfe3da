// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_reader.h"

#include "engine/model/utf8_check.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace decodescope::engine {
namespace {

// Far above any real file; they bound the tables, not the data.
constexpr std::uint64_t kMaxEntries = 1U << 16;
constexpr std::uint64_t kMaxTensors = 1U << 17;
constexpr std::uint64_t kMaxNameBytes = (1U << 16) - 1;
constexpr std::uint64_t kMaxAlignment = 1U << 20;
constexpr std::uint64_t kDefaultAlignment = 32;
constexpr std::uint32_t kMaxDimensions = 4;
constexpr std::string_view kMagic = "GGUF";
// Smallest entry: an 8-byte key length, one byte of key, a type, one byte of value. Smallest tensor: an 8-byte name
// length, one byte of name, the number of dimensions, one dimension, type, offset.
constexpr std::uint64_t kMinEntryBytes = 8 + 1 + 4 + 1;
constexpr std::uint64_t kMinTensorBytes = 8 + 1 + 4 + 8 + 4 + 8;

static_assert(std::endian::native == std::endian::little, "GGUF values are read in place");

/// Bytes of a fixed-size element; 0 for strings, arrays and unknown types.
std::uint64_t elementBytes(GgufType type)
{
    switch (type) {
        case GgufType::u8:
        case GgufType::i8:
        case GgufType::boolean:
            return 1;
        case GgufType::u16:
        case GgufType::i16:
            return 2;
        case GgufType::u32:
        case GgufType::i32:
        case GgufType::f32:
            return 4;
        case GgufType::u64:
        case GgufType::i64:
        case GgufType::f64:
            return 8;
        case GgufType::string:
        case GgufType::array:
            break;
    }
    return 0;
}

bool isKnown(std::uint32_t type)
{
    return type <= static_cast<std::uint32_t>(GgufType::f64);
}

}  // namespace

/// Walks the file once, front to back. Every read is checked against what is left; no size is computed that could
/// wrap before it is compared.
class GgufParser {
public:
    GgufParser(std::span<const std::byte> bytes, std::string_view fileName) : m_bytes(bytes), m_fileName(fileName) {}

    Result<GgufContainer> run()
    {
        for (const auto step : {&GgufParser::header, &GgufParser::readEntries, &GgufParser::checkUniqueKeys,
                                &GgufParser::alignment, &GgufParser::readTensors, &GgufParser::checkUniqueTensors,
                                &GgufParser::placeData, &GgufParser::checkOverlap})
            if (Result<void> done = (this->*step)(); !done)
                return tl::unexpected<Error>(done.error());
        m_out.m_bytes = m_bytes;
        return std::move(m_out);
    }

private:
    std::uint64_t left() const { return m_bytes.size() - m_position; }

    tl::unexpected<Error> bad(const std::string& what, std::string hint = {}) const
    {
        return fail(ErrorCode::badInput, m_fileName + ": " + what, std::move(hint));
    }

    tl::unexpected<Error> truncated(const std::string& field) const
    {
        return bad("truncated: the file ends at byte " + std::to_string(m_bytes.size()) + ", inside " + field,
                   "The download may be incomplete; fetch the file again.");
    }

    template <class T>
    bool read(T& value)
    {
        if (left() < sizeof(T))
            return false;
        std::memcpy(&value, m_bytes.data() + m_position, sizeof(T));
        m_position += sizeof(T);
        return true;
    }

    Result<std::string_view> readString(const std::string& field)
    {
        std::uint64_t length = 0;
        if (!read(length))
            return truncated("the length of " + field);
        if (length > left())
            return bad("string length " + std::to_string(length) + " of " + field + " is past the end of the file (" +
                       std::to_string(left()) + " bytes left; truncated or damaged)");
        const auto* begin = reinterpret_cast<const char*>(m_bytes.data() + m_position);
        m_position += length;
        return std::string_view(begin, length);
    }

    Result<std::string_view> readName(const std::string& field)
    {
        Result<std::string_view> text = readString(field);
        if (!text)
            return text;
        if (text->empty())
            return bad(field + " is empty");
        if (text->size() > kMaxNameBytes)
            return bad(field + " is " + std::to_string(text->size()) + " bytes long; at most " +
                       std::to_string(kMaxNameBytes));
        if (!isValidUtf8(*text))
            return bad(field + " '" + printable(*text) + "' is not valid UTF-8");
        return text;
    }

    Result<void> header()
    {
        if (m_bytes.size() < kMagic.size())
            return bad("too short for a GGUF file (" + std::to_string(m_bytes.size()) + " bytes; truncated or empty)");
        if (std::memcmp(m_bytes.data(), kMagic.data(), kMagic.size()) != 0) {
            const std::string_view start(reinterpret_cast<const char*>(m_bytes.data()),
                                         std::min<std::size_t>(m_bytes.size(), 64));
            if (start.starts_with("version https://git-lfs"))
                return bad("not a GGUF file (no GGUF magic): this is a Git LFS pointer",
                           "Run 'git lfs pull' where the file came from, or download the model itself.");
            return bad("not a GGUF file: magic is '" + printable(start.substr(0, 4)) + "' instead of 'GGUF'");
        }
        m_position = kMagic.size();
        if (!read(m_out.m_version))
            return truncated("the version");
        if (m_out.m_version != 2 && m_out.m_version != 3) {
            if ((m_out.m_version & 0xffffU) == 0 && m_out.m_version != 0)
                return bad("version reads as " + std::to_string(m_out.m_version) + ": a big-endian file",
                           "Only little-endian GGUF files are read.");
            return bad("GGUF version " + std::to_string(m_out.m_version) + " is not supported; 2 and 3 are");
        }
        if (!read(m_tensorCount))
            return truncated("the tensor count");
        if (!read(m_entryCount))
            return truncated("the metadata count");
        if (m_tensorCount > kMaxTensors)
            return bad("tensor count " + std::to_string(m_tensorCount) + " is above the limit of " +
                       std::to_string(kMaxTensors));
        if (m_entryCount > kMaxEntries)
            return bad("metadata count " + std::to_string(m_entryCount) + " is above the limit of " +
                       std::to_string(kMaxEntries));
        if (m_entryCount > left() / kMinEntryBytes)
            return bad("truncated: " + std::to_string(m_entryCount) + " metadata entries do not fit in the file");
        return {};
    }

    Result<void> readEntries()
    {
        m_out.m_entries.reserve(m_entryCount);
        for (std::uint64_t i = 0; i < m_entryCount; ++i) {
            const Result<std::string_view> key = readName("metadata key " + std::to_string(i));
            if (!key)
                return tl::unexpected<Error>(key.error());
            GgufEntry entry;
            entry.key = *key;
            if (Result<void> value = readValue(entry); !value)
                return value;
            m_out.m_entries.push_back(entry);
        }
        return {};
    }

    Result<void> readValue(GgufEntry& entry)
    {
        const std::string field = "'" + printable(entry.key) + "'";
        std::uint32_t type = 0;
        if (!read(type))
            return truncated("the type of " + field);
        if (!isKnown(type))
            return bad("value type " + std::to_string(type) + " of " + field + " is unknown");
        entry.type = static_cast<GgufType>(type);
        entry.elementType = entry.type;
        if (entry.type == GgufType::array) {
            if (!read(type) || !read(entry.count))
                return truncated("the array header of " + field);
            if (!isKnown(type))
                return bad("array element type " + std::to_string(type) + " of " + field + " is unknown");
            entry.elementType = static_cast<GgufType>(type);
            if (entry.elementType == GgufType::array)
                return bad(field + " is a nested array (an array of arrays), which no model uses");
        }
        return readPayload(entry, field);
    }

    Result<void> readPayload(GgufEntry& entry, const std::string& field)
    {
        const std::uint64_t start = m_position;
        if (entry.elementType == GgufType::string) {
            constexpr std::uint64_t kLengthBytes = 8;
            if (entry.type == GgufType::array && entry.count > left() / kLengthBytes)
                return arrayTooLong(entry, field);
            for (std::uint64_t i = 0; i < entry.count; ++i)
                if (!skipString())
                    return tl::unexpected<Error>(readString(describeElement(entry, field, i)).error());
        } else {
            const std::uint64_t bytes = elementBytes(entry.elementType);
            if (entry.count > left() / bytes)
                return entry.type == GgufType::array ? arrayTooLong(entry, field) : truncated(field);
            m_position += entry.count * bytes;
        }
        entry.payload = m_bytes.subspan(start, m_position - start);
        if (entry.elementType == GgufType::boolean)
            for (const std::byte value : entry.payload)
                if (std::to_integer<unsigned>(value) > 1)
                    return bad("bool value " + std::to_string(std::to_integer<unsigned>(value)) + " of " + field +
                               " is neither 0 nor 1");
        return {};
    }

    /// False, with the position unchanged, when the string does not fit: the fast path over long token lists.
    bool skipString()
    {
        const std::uint64_t before = m_position;
        std::uint64_t length = 0;
        if (!read(length) || length > left()) {
            m_position = before;
            return false;
        }
        m_position += length;
        return true;
    }

    static std::string describeElement(const GgufEntry& entry, const std::string& field, std::uint64_t index)
    {
        return entry.type == GgufType::array ? "element " + std::to_string(index) + " of " + field : field;
    }

    Result<void> arrayTooLong(const GgufEntry& entry, const std::string& field) const
    {
        return bad("array length " + std::to_string(entry.count) + " of " + field +
                   " is past the end of the file (truncated or damaged)");
    }

    Result<void> checkUniqueKeys()
    {
        const auto& entries = m_out.m_entries;
        auto& order = m_out.m_entriesByKey;
        order.resize(entries.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return entries[a].key < entries[b].key; });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (entries[order[i]].key == entries[order[i - 1]].key)
                return bad("duplicate key '" + printable(entries[order[i]].key) + "'");
        return {};
    }

    Result<void> alignment()
    {
        const GgufEntry* entry = m_out.find("general.alignment");
        if (entry == nullptr)
            return {};
        if (entry->type != GgufType::u32)
            return bad("general.alignment has type " + std::string(name(entry->type)) + "; u32 expected");
        m_alignment = static_cast<std::uint64_t>(GgufValues(*entry).nextInteger().value_or(0));
        if (!std::has_single_bit(m_alignment) || m_alignment > kMaxAlignment)
            return bad("general.alignment is " + std::to_string(m_alignment) + "; a power of two up to " +
                       std::to_string(kMaxAlignment) + " expected");
        return {};
    }

    Result<void> readTensors()
    {
        if (m_tensorCount > left() / kMinTensorBytes)
            return bad("truncated: " + std::to_string(m_tensorCount) + " tensor descriptions do not fit in the file");
        m_out.m_tensors.reserve(m_tensorCount);
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            const Result<std::string_view> tensorName = readName("the name of tensor " + std::to_string(i));
            if (!tensorName)
                return tl::unexpected<Error>(tensorName.error());
            GgufTensor tensor;
            tensor.name = *tensorName;
            if (Result<void> info = readTensorInfo(tensor); !info)
                return info;
            m_out.m_tensors.push_back(tensor);
        }
        return {};
    }

    Result<void> readTensorInfo(GgufTensor& tensor)
    {
        const std::string field = "tensor '" + printable(tensor.name) + "'";
        if (!read(tensor.dimensions))
            return truncated("the dimensions of " + field);
        if (tensor.dimensions == 0 || tensor.dimensions > kMaxDimensions)
            return bad(field + " has " + std::to_string(tensor.dimensions) + " dimensions; 1 to " +
                       std::to_string(kMaxDimensions) + " expected");
        for (std::uint32_t d = 0; d < tensor.dimensions; ++d) {
            if (!read(tensor.shape[d]))
                return truncated("the dimensions of " + field);
            if (tensor.shape[d] <= 0)
                return bad(field + ": dimension " + std::to_string(d) + " is " + std::to_string(tensor.shape[d]) +
                           ", zero or negative");
        }
        std::uint32_t type = 0;
        if (!read(type) || !read(tensor.offset))
            return truncated("the type and offset of " + field);
        tensor.type = findGgufTensorType(type);
        if (tensor.type == nullptr)
            return bad(field + " has the unknown type " + std::to_string(type));
        return measure(tensor, field);
    }

    Result<void> measure(GgufTensor& tensor, const std::string& field) const
    {
        tensor.values = 1;
        for (const std::int64_t extent : tensor.shape)
            if (__builtin_mul_overflow(tensor.values, extent, &tensor.values))
                return bad(field + ": the product of its dimensions overflows 63 bits");
        if (tensor.shape[0] % tensor.type->blockValues != 0)
            return bad(field + ": a row of " + std::to_string(tensor.shape[0]) + " values is not a multiple of the " +
                       std::string(tensor.type->name) + " block of " + std::to_string(tensor.type->blockValues));
        if (__builtin_mul_overflow(tensor.values / tensor.type->blockValues, tensor.type->blockBytes, &tensor.bytes))
            return bad(field + ": the bytes of its dimensions overflow 63 bits");
        return {};
    }

    Result<void> checkUniqueTensors()
    {
        const auto& tensors = m_out.m_tensors;
        auto& order = m_out.m_tensorsByName;
        order.resize(tensors.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return tensors[a].name < tensors[b].name; });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (tensors[order[i]].name == tensors[order[i - 1]].name)
                return bad("duplicate tensor '" + printable(tensors[order[i]].name) + "'");
        return {};
    }

    Result<void> placeData()
    {
        const std::uint64_t start = (m_position + m_alignment - 1) / m_alignment * m_alignment;
        m_out.m_dataOffset = std::min<std::uint64_t>(start, m_bytes.size());
        const std::uint64_t available = m_bytes.size() - m_out.m_dataOffset;
        for (GgufTensor& tensor : m_out.m_tensors) {
            const std::string field = "tensor '" + printable(tensor.name) + "'";
            if (tensor.offset % m_alignment != 0)
                return bad(field + ": offset " + std::to_string(tensor.offset) +
                           " is not a multiple of the alignment " + std::to_string(m_alignment));
            const auto bytes = static_cast<std::uint64_t>(tensor.bytes);
            if (tensor.offset > available || bytes > available - tensor.offset)
                return bad(field + ": offset " + std::to_string(tensor.offset) + " with " + std::to_string(bytes) +
                               " bytes is out of bounds: the file has " + std::to_string(available) +
                               " bytes of tensor data (truncated?)",
                           "The download may be incomplete; fetch the file again.");
            tensor.offset += m_out.m_dataOffset;
        }
        return {};
    }

    Result<void> checkOverlap()
    {
        const auto& tensors = m_out.m_tensors;
        std::vector<std::uint32_t> order(tensors.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return tensors[a].offset < tensors[b].offset; });
        for (std::size_t i = 1; i < order.size(); ++i) {
            const GgufTensor& before = tensors[order[i - 1]];
            const GgufTensor& after = tensors[order[i]];
            if (before.offset + static_cast<std::uint64_t>(before.bytes) > after.offset)
                return bad("tensors '" + printable(before.name) + "' and '" + printable(after.name) +
                           "' overlap at offset " + std::to_string(after.offset - m_out.m_dataOffset));
        }
        return {};
    }

    std::span<const std::byte> m_bytes;
    std::string m_fileName;
    std::uint64_t m_position = 0;
    std::uint64_t m_tensorCount = 0;
    std::uint64_t m_entryCount = 0;
    std::uint64_t m_alignment = kDefaultAlignment;
    GgufContainer m_out;
};

Result<GgufContainer> GgufContainer::parse(std::span<const std::byte> bytes, std::string_view fileName)
{
    return GgufParser(bytes, fileName).run();
}

}  // namespace decodescope::engine
