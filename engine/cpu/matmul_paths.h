// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cpu/matmul.h"

#include <cstddef>
#include <cstdint>

namespace decodescope::engine::cpu {

/// A prepared int8 row: quants i8 [K], scales f32 [K/32], sums i32 [K/16] of the quants. Value = scale * quant.
struct Int8Row {
    static constexpr std::int64_t kScaleInputs = 32;
    static constexpr std::int64_t kSumInputs = 16;
    static constexpr std::int64_t scaleOffset(std::int64_t inputs) { return (inputs + 63) / 64 * 64; }
    static constexpr std::int64_t sumOffset(std::int64_t inputs)
    {
        return scaleOffset(inputs) + (inputs / kScaleInputs * 4 + 63) / 64 * 64;
    }
    static constexpr std::int64_t bytes(std::int64_t inputs)
    {
        return sumOffset(inputs) + (inputs / kSumInputs * 4 + 63) / 64 * 64;
    }

    const std::int8_t* quants;
    const float* scales;
    const std::int32_t* sums;
    Int8Row(const std::byte* row, std::int64_t inputs)
        : quants(reinterpret_cast<const std::int8_t*>(row)),
          scales(reinterpret_cast<const float*>(row + scaleOffset(inputs))),
          sums(reinterpret_cast<const std::int32_t*>(row + sumOffset(inputs)))
    {
    }
};

/// Inputs per tile when at most `most` (a multiple of 32) fit: `inputs` in equal parts, so that no short tile is left.
constexpr std::int64_t tileInputs(std::int64_t inputs, std::int64_t most)
{
    const std::int64_t tiles = (inputs + most - 1) / most;
    return ((inputs + tiles - 1) / tiles + 31) / 32 * 32;
}

/// Rows that go through an unpacked tile before the next: at most `most`, or what `bytes` hold of them (48 all the
/// same), in equal blocks of whole tiles of `tile` rows, so that no short block is left.
constexpr std::int64_t rowsPerBlock(const PreparedRows& x, std::int64_t bytes, std::int64_t most, std::int64_t tile)
{
    const std::int64_t fit = bytes / x.rowStride;
    const std::int64_t limit = (fit < 48 ? 48 : fit > most ? most : fit) / tile * tile;
    const std::int64_t blocks = (x.rows + limit - 1) / limit;
    return blocks <= 1 ? limit : ((x.rows + blocks - 1) / blocks + tile - 1) / tile * tile;
}

/// The kernels written with Highway for one of its targets: every format and compute.
struct HighwayPaths {
    MatmulKernels baseline;
    MatmulKernels sse4;  ///< this and the following: null functions where the processor family has none
    MatmulKernels avx2;
    MatmulKernels avx512;
    /// Inputs [begin, begin + count) of a panel as exact f32, [count][16], with AVX-512; begin is a multiple of 32, and
    /// so is count for quantised formats.
    void (*unpack)(const PackedMatrix& w, std::int64_t panel, std::int64_t begin, std::int64_t count, float* out);
    /// Exact scales and minima (where the format has them) of the same range of a quantised panel, with AVX2:
    /// [count / scaleInputs][16] each.
    void (*unpackScales)(DataType type, const std::byte* panel, std::int64_t inputs, std::int64_t begin,
                         std::int64_t count, float* scales, float* minima);
};
HighwayPaths highwayPaths();

#if defined(__x86_64__)
/// int8 products with AVX2; as MatmulKernels::multiply.
void multiplyAvx2(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratch);
std::int64_t avx2ScratchBytes();

/// int8 products with AVX-512 VNNI; as MatmulKernels::multiply.
void multiplyVnni(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratch);
std::int64_t vnniScratchBytes();

/// bf16 products with AVX-512 BF16; as MatmulKernels::multiply.
void multiplyBf16(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratch);
std::int64_t bf16ScratchBytes();
#endif

const MatmulKernels& pathKernels(Isa isa);

}  // namespace decodescope::engine::cpu
