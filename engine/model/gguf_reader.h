// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/gguf_types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

/// Value types of GGUF metadata, numbered as in the file.
enum class GgufType : std::uint32_t {
    u8 = 0,
    i8 = 1,
    u16 = 2,
    i16 = 3,
    u32 = 4,
    i32 = 5,
    f32 = 6,
    boolean = 7,
    string = 8,
    array = 9,
    u64 = 10,
    i64 = 11,
    f64 = 12,
};
std::string_view name(GgufType type);

/// One metadata entry. Its payload stays in the file: strings and arrays are read on demand.
struct GgufEntry {
    std::string_view key;
    GgufType type = GgufType::u8;
    GgufType elementType = GgufType::u8;  ///< of an array; otherwise equal to `type`
    std::uint64_t count = 1;              ///< elements of an array, else 1
    std::span<const std::byte> payload;   ///< of all elements, walked once and known to lie inside the file
};

struct GgufTensor {
    std::string_view name;
    const GgufTensorType* type = nullptr;
    std::uint32_t dimensions = 0;
    std::array<std::int64_t, 4> shape{1, 1, 1, 1};  ///< as in the file: the contiguous dimension first
    std::uint64_t offset = 0;                       ///< from the start of the file
    std::int64_t values = 0;
    std::int64_t bytes = 0;
};

/// The container of a GGUF file, parsed and bounds-checked: everything in it lies inside `bytes`, which must outlive
/// it. It knows nothing of models.
class GgufContainer {
public:
    /// Time and memory are bounded by the file's size, whatever its counts claim. Errors are badInput, start with
    /// `fileName` and name the field.
    static Result<GgufContainer> parse(std::span<const std::byte> bytes, std::string_view fileName);

    std::uint32_t version() const { return m_version; }
    const std::vector<GgufEntry>& entries() const { return m_entries; }  ///< in file order
    const std::vector<GgufTensor>& tensors() const { return m_tensors; }
    std::uint64_t dataOffset() const { return m_dataOffset; }

    /// Null when absent.
    const GgufEntry* find(std::string_view key) const;
    const GgufTensor* findTensor(std::string_view tensorName) const;
    std::span<const std::byte> tensorBytes(const GgufTensor& tensor) const;

private:
    friend class GgufParser;
    std::span<const std::byte> m_bytes;
    std::uint32_t m_version = 0;
    std::uint64_t m_dataOffset = 0;
    std::vector<GgufEntry> m_entries;
    std::vector<GgufTensor> m_tensors;
    std::vector<std::uint32_t> m_entriesByKey;   ///< indices sorted by key
    std::vector<std::uint32_t> m_tensorsByName;  ///< indices sorted by name
};

/// Reads elements of an entry one after another; strings are views into the file.
class GgufValues {
public:
    explicit GgufValues(const GgufEntry& entry) : m_type(entry.elementType), m_rest(entry.payload) {}

    /// Next element of an integer or boolean entry; u64 values past 2^63 come back empty.
    std::optional<std::int64_t> nextInteger();
    double nextReal();
    std::string_view nextString();

private:
    template <class T>
    T take();
    GgufType m_type;
    std::span<const std::byte> m_rest;
};

/// Text from a file, safe to put into a message: cut to 60 bytes, control and non-ASCII bytes as \xNN.
std::string printable(std::string_view text);

}  // namespace decodescope::engine
