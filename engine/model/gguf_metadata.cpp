// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_metadata.h"

#include <cmath>
#include <utility>

namespace decodescope::engine {
namespace {

bool isInteger(GgufType type)
{
    return type != GgufType::f32 && type != GgufType::f64 && type != GgufType::boolean && type != GgufType::string &&
           type != GgufType::array;
}

}  // namespace

GgufMetadata::GgufMetadata(const GgufContainer& container, std::string fileName)
    : m_container(&container), m_fileName(std::move(fileName))
{
}

tl::unexpected<Error> GgufMetadata::error(const std::string& what, std::string hint) const
{
    return fail(ErrorCode::badInput, m_fileName + ": " + what, std::move(hint));
}

tl::unexpected<Error> GgufMetadata::missing(std::string_view key) const
{
    return error("the key " + std::string(key) + " is missing");
}

tl::unexpected<Error> GgufMetadata::wrongType(const GgufEntry& entry, std::string_view expected) const
{
    std::string type(name(entry.type));
    if (entry.type == GgufType::array)
        type += " of " + std::string(name(entry.elementType));
    return error(std::string(entry.key) + " has type " + type + "; " + std::string(expected) + " expected");
}

Result<std::int64_t> GgufMetadata::nextInRange(const GgufEntry& entry, GgufValues& values, std::int64_t least,
                                               std::int64_t most) const
{
    const std::optional<std::int64_t> value = values.nextInteger();
    if (value && *value >= least && *value <= most)
        return *value;
    return error(std::string(entry.key) + " is " + (value ? std::to_string(*value) : "above 2^63") + "; " +
                 std::to_string(least) + " to " + std::to_string(most) + " expected");
}

Result<std::optional<std::int64_t>> GgufMetadata::integer(std::string_view key, std::int64_t least,
                                                          std::int64_t most) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr)
        return std::optional<std::int64_t>();
    if (!isInteger(entry->type))
        return wrongType(*entry, "an integer");
    GgufValues values(*entry);
    return nextInRange(*entry, values, least, most).map([](std::int64_t value) { return std::optional(value); });
}

Result<std::int64_t> GgufMetadata::requiredInteger(std::string_view key, std::int64_t least, std::int64_t most) const
{
    const Result<std::optional<std::int64_t>> value = integer(key, least, most);
    if (!value)
        return tl::unexpected<Error>(value.error());
    if (!*value)
        return missing(key);
    return **value;
}

Result<std::optional<std::int64_t>> GgufMetadata::integerOfLayers(std::string_view key, std::int64_t layers,
                                                                  std::int64_t least, std::int64_t most) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr || entry->type != GgufType::array)
        return integer(key, least, most);
    if (!isInteger(entry->elementType))
        return wrongType(*entry, "an integer, or an array of them,");
    if (entry->count != static_cast<std::uint64_t>(layers))
        return error(std::string(key) + " has " + std::to_string(entry->count) + " entries for " +
                     std::to_string(layers) + " layers");
    GgufValues values(*entry);
    std::optional<std::int64_t> common;
    for (std::uint64_t i = 0; i < entry->count; ++i) {
        const Result<std::int64_t> value = nextInRange(*entry, values, least, most);
        if (!value)
            return tl::unexpected<Error>(value.error());
        if (common && *common != *value)
            return error(std::string(key) + " differs between layers (" + std::to_string(*common) + " and " +
                         std::to_string(*value) + "), which is not supported");
        common = *value;
    }
    return common;
}

Result<std::optional<double>> GgufMetadata::real(std::string_view key) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr)
        return std::optional<double>();
    if (entry->type != GgufType::f32 && entry->type != GgufType::f64)
        return wrongType(*entry, "a floating-point number");
    const double value = GgufValues(*entry).nextReal();
    if (!std::isfinite(value))
        return error(std::string(key) + " is not a finite number");
    return std::optional(value);
}

Result<std::optional<bool>> GgufMetadata::boolean(std::string_view key) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr)
        return std::optional<bool>();
    if (entry->type != GgufType::boolean)
        return wrongType(*entry, "a bool");
    return std::optional(GgufValues(*entry).nextInteger() == 1);
}

Result<std::optional<std::string_view>> GgufMetadata::text(std::string_view key) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr)
        return std::optional<std::string_view>();
    if (entry->type != GgufType::string)
        return wrongType(*entry, "a string");
    return std::optional(GgufValues(*entry).nextString());
}

Result<const GgufEntry*> GgufMetadata::array(std::string_view key, GgufType elementType) const
{
    const GgufEntry* entry = m_container->find(key);
    if (entry == nullptr)
        return nullptr;
    if (entry->type != GgufType::array || entry->elementType != elementType)
        return wrongType(*entry, "an array of " + std::string(name(elementType)));
    return entry;
}

}  // namespace decodescope::engine
