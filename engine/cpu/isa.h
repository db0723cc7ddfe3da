// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace decodescope::engine::cpu {

/// Instruction-set paths, worst to best. Logits are bit-identical within a path, not between paths.
enum class Isa : std::uint8_t {
    baseline,    ///< what the compiler's target guarantees: NEON on 64-bit Arm; x86-64 before 2010 goes without vectors
    sse4,        ///< SSE4.2, PCLMUL and AES
    avx2,        ///< AVX2 + FMA + F16C
    avx512,      ///< F, BW, CD, DQ, VL
    avx512Vnni,  ///< + VNNI
    avx512Bf16,  ///< + VNNI and BF16
};

std::string_view name(Isa isa);  ///< "baseline", "sse4", "avx2", "avx512", "avx512-vnni", "avx512-bf16"
std::optional<Isa> parseIsa(std::string_view text);
Isa bestIsa();
/// Every path this machine can run, worst first.
std::vector<Isa> availableIsas();

}  // namespace decodescope::engine::cpu
