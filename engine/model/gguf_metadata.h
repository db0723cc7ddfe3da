// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/gguf_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope::engine {

/// Typed access to the metadata of a GGUF file. An absent key is an empty optional; a key of another type or out of
/// range is an error that names file, key, value and limit.
class GgufMetadata {
public:
    GgufMetadata(const GgufContainer& container, std::string fileName);

    /// Any integer type, in [least, most].
    Result<std::optional<std::int64_t>> integer(std::string_view key, std::int64_t least, std::int64_t most) const;
    Result<std::int64_t> requiredInteger(std::string_view key, std::int64_t least, std::int64_t most) const;
    /// An integer, or one per layer when all `layers` are equal.
    Result<std::optional<std::int64_t>> integerOfLayers(std::string_view key, std::int64_t layers, std::int64_t least,
                                                        std::int64_t most) const;
    /// A finite f32 or f64.
    Result<std::optional<double>> real(std::string_view key) const;
    Result<std::optional<bool>> boolean(std::string_view key) const;
    Result<std::optional<std::string_view>> text(std::string_view key) const;
    /// The entry, known to be an array with elements of `elementType`.
    Result<const GgufEntry*> array(std::string_view key, GgufType elementType) const;

    const GgufContainer& container() const { return *m_container; }
    /// badInput: "FILE: what".
    tl::unexpected<Error> error(const std::string& what, std::string hint = {}) const;
    tl::unexpected<Error> missing(std::string_view key) const;

private:
    tl::unexpected<Error> wrongType(const GgufEntry& entry, std::string_view expected) const;
    Result<std::int64_t> nextInRange(const GgufEntry& entry, GgufValues& values, std::int64_t least,
                                     std::int64_t most) const;
    const GgufContainer* m_container;
    std::string m_fileName;
};

}  // namespace decodescope::engine
