// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/data_type.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace decodescope {
namespace {

constexpr std::array<DataTypeTraits, 16> kTraits{{
    {"f32", 1, 4, false},
    {"f16", 1, 2, false},
    {"bf16", 1, 2, false},
    {"fp8", 1, 1, false},
    {"int8", 1, 1, false},
    {"q8_0", 32, 34, true},
    {"q4_0", 32, 18, true},
    {"q4_1", 32, 20, true},
    {"q5_0", 32, 22, true},
    {"q5_1", 32, 24, true},
    {"q2_K", 256, 84, true},
    {"q3_K", 256, 110, true},
    {"q4_K", 256, 144, true},
    {"q5_K", 256, 176, true},
    {"q6_K", 256, 210, true},
    {"iq4_nl", 32, 18, true},
}};

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

const DataTypeTraits& traits(DataType type)
{
    return kTraits[static_cast<std::size_t>(type)];
}

std::string_view name(DataType type)
{
    return traits(type).name;
}

std::optional<DataType> parseDataType(std::string_view text)
{
    for (std::size_t i = 0; i < kTraits.size(); ++i)
        if (equalsIgnoringCase(text, kTraits[i].name))
            return static_cast<DataType>(i);
    if (equalsIgnoringCase(text, "fp32"))
        return DataType::f32;
    if (equalsIgnoringCase(text, "fp16"))
        return DataType::f16;
    if (equalsIgnoringCase(text, "fp8_e4m3"))
        return DataType::fp8E4m3;
    return std::nullopt;
}

std::int64_t rowBytes(DataType type, std::int64_t values)
{
    const DataTypeTraits& t = traits(type);
    return values / t.blockValues * t.blockBytes;
}

double bytesPerValue(DataType type)
{
    const DataTypeTraits& t = traits(type);
    return static_cast<double>(t.blockBytes) / static_cast<double>(t.blockValues);
}

std::string_view name(ComputeType type)
{
    switch (type) {
        case ComputeType::f32:
            return "f32";
        case ComputeType::bf16:
            return "bf16";
        case ComputeType::int8:
            return "int8";
    }
    return {};
}

}  // namespace decodescope
