// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_types.h"

#include <algorithm>
#include <array>

namespace decodescope::engine {
namespace {

constexpr std::array<GgufTensorType, 33> kTypes{{
    {0, "F32", 1, 4, DataType::f32},          {1, "F16", 1, 2, DataType::f16},
    {2, "Q4_0", 32, 18, DataType::q4_0},      {3, "Q4_1", 32, 20, DataType::q4_1},
    {6, "Q5_0", 32, 22, DataType::q5_0},      {7, "Q5_1", 32, 24, DataType::q5_1},
    {8, "Q8_0", 32, 34, DataType::q8_0},      {9, "Q8_1", 32, 36, std::nullopt},
    {10, "Q2_K", 256, 84, DataType::q2_K},    {11, "Q3_K", 256, 110, DataType::q3_K},
    {12, "Q4_K", 256, 144, DataType::q4_K},   {13, "Q5_K", 256, 176, DataType::q5_K},
    {14, "Q6_K", 256, 210, DataType::q6_K},   {15, "Q8_K", 256, 292, std::nullopt},
    {16, "IQ2_XXS", 256, 66, std::nullopt},   {17, "IQ2_XS", 256, 74, std::nullopt},
    {18, "IQ3_XXS", 256, 98, std::nullopt},   {19, "IQ1_S", 256, 50, std::nullopt},
    {20, "IQ4_NL", 32, 18, DataType::iq4_nl}, {21, "IQ3_S", 256, 110, std::nullopt},
    {22, "IQ2_S", 256, 82, std::nullopt},     {23, "IQ4_XS", 256, 136, std::nullopt},
    {24, "I8", 1, 1, std::nullopt},           {25, "I16", 1, 2, std::nullopt},
    {26, "I32", 1, 4, std::nullopt},          {27, "I64", 1, 8, std::nullopt},
    {28, "F64", 1, 8, std::nullopt},          {29, "IQ1_M", 256, 56, std::nullopt},
    {30, "BF16", 1, 2, DataType::bf16},       {34, "TQ1_0", 256, 54, std::nullopt},
    {35, "TQ2_0", 256, 66, std::nullopt},     {39, "MXFP4", 32, 17, std::nullopt},
    {40, "NVFP4", 64, 36, std::nullopt},
}};

}  // namespace

const GgufTensorType* findGgufTensorType(std::uint32_t id)
{
    const auto* found = std::find_if(kTypes.begin(), kTypes.end(), [id](const auto& type) { return type.id == id; });
    return found == kTypes.end() ? nullptr : found;
}

}  // namespace decodescope::engine
