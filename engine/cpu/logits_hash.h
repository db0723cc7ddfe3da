// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace decodescope::engine::cpu {

/// What one logit adds to the hash of all: a 64-bit product of two mixed 32-bit words, so that vector units make it and
/// the order of adding does not matter. The same on every instruction set and device.
constexpr std::uint64_t hashTerm(std::uint32_t index, std::uint32_t bits)
{
    std::uint32_t a = bits + index * 0x9E3779B1U;
    std::uint32_t b = (bits ^ 0x85EBCA77U) * 0xC2B2AE3DU + index;
    a ^= a >> 15;
    b ^= b >> 13;
    return static_cast<std::uint64_t>(a) * b;
}

}  // namespace decodescope::engine::cpu
