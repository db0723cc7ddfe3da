// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/isa.h"

#include <hwy/targets.h>
#include <array>

namespace decodescope::engine::cpu {
namespace {

constexpr std::array<std::string_view, 6> kNames{"baseline", "sse4", "avx2", "avx512", "avx512-vnni", "avx512-bf16"};

bool available(Isa isa)
{
#if HWY_ARCH_X86
    const std::int64_t targets = hwy::SupportedTargets();
    switch (isa) {
        case Isa::baseline:
            return true;
        case Isa::sse4:
            return (targets & HWY_SSE4) != 0;
        case Isa::avx2:
            return (targets & HWY_AVX2) != 0;
        case Isa::avx512:
            return (targets & HWY_AVX3) != 0;
        case Isa::avx512Vnni:
            return available(Isa::avx512) && __builtin_cpu_supports("avx512vnni") != 0;
        case Isa::avx512Bf16:
            return available(Isa::avx512Vnni) && __builtin_cpu_supports("avx512bf16") != 0;
    }
    return false;
#else
    return isa == Isa::baseline;
#endif
}

}  // namespace

std::string_view name(Isa isa)
{
    return kNames[static_cast<std::size_t>(isa)];
}

std::optional<Isa> parseIsa(std::string_view text)
{
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (text == kNames[i])
            return static_cast<Isa>(i);
    return std::nullopt;
}

std::vector<Isa> availableIsas()
{
    std::vector<Isa> result;
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (available(static_cast<Isa>(i)))
            result.push_back(static_cast<Isa>(i));
    return result;
}

Isa bestIsa()
{
    return availableIsas().back();
}

}  // namespace decodescope::engine::cpu
