// SPDX-License-Identifier: GPL-3.0-or-later
// bf16 products with AVX-512 BF16. Every output adds pairs of inputs in order, with one instruction per pair:
//   sum = dpbf16(sum, w[2j, 2j+1], x[2j, 2j+1])
// bf16 weights are multiplied where they lie; others go through tiles of pairs, rounded to nearest even.
#include "engine/cpu/matmul_paths.h"

#if defined(__x86_64__)

#include "engine/cpu/pack_layout.h"
#include "engine/cpu/prefetch.h"

#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512bf16,avx2,fma,f16c,bmi,bmi2,prfchw")

#include "engine/cpu/matmul_vnni_unpack.h"

namespace decodescope::engine::cpu {
namespace {

constexpr std::int64_t kGroup = 4;                ///< panels multiplied together
constexpr std::int64_t kChunk = 256;              ///< inputs of a tile of weights: it stays in the L1 cache
constexpr std::int64_t kRowBlock = 516;           ///< most rows that share a tile
constexpr std::int64_t kRowBlockBytes = 1 << 20;  ///< prepared rows of a block: they stay in the L2 cache
constexpr std::int64_t kFewRows = 4;              ///< rows up to which weights are asked for in advance
constexpr std::int64_t kAhead = 3 << 10;          ///< bytes in advance, per panel

struct Scratch {
    alignas(64) std::uint32_t pairs[kGroup][kChunk / 2 * kPanelOutputs];
    alignas(64) float values[kChunk * kPanelOutputs];
    alignas(64) float sums[kRowBlock][kGroup * kPanelOutputs];
};

/// A tile: `count` pairs of inputs of a group of panels, `stride` pairs of 16 outputs from panel to panel.
struct Tile {
    const std::uint32_t* pairs;
    std::int64_t stride;
    std::int64_t count;
    std::int64_t wrap;       ///< bytes from here to the panel's end; 0: ask for nothing
    std::int64_t nextGroup;  ///< bytes from a panel's end to the next group's same panel
    const std::byte* next;   ///< packed bytes of the next tile's first panel, `nextBytes` of each to ask for
    std::int64_t nextBytes;
    std::int64_t panelBytes;
};

template <int rows, int panels>
void multiplyTile(const Tile& w, const std::byte* x, std::int64_t xStride, float* sumsInOut)
{
    __m512 sums[rows][panels];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 4
        for (int p = 0; p < panels; ++p) sums[i][p] = _mm512_load_ps(sumsInOut + (i * kGroup + p) * kPanelOutputs);
    for (std::int64_t j = 0; j < w.count; ++j) {
        if (rows <= kFewRows && w.wrap != 0) {
            const std::int64_t at = j * kLine + kAhead;
            const char* from = reinterpret_cast<const char*>(w.pairs) + (at < w.wrap ? at : at + w.nextGroup);
#pragma GCC unroll 4
            for (int p = 0; p < panels; ++p) _mm_prefetch(from + p * w.stride * 4, _MM_HINT_T0);
        }
        __m512bh weights[panels];
#pragma GCC unroll 4
        for (int p = 0; p < panels; ++p)
            weights[p] = (__m512bh)_mm512_loadu_si512(w.pairs + p * w.stride + j * kPanelOutputs);
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
            std::int32_t pair;
            __builtin_memcpy(&pair, x + i * xStride + j * 4, 4);
            const __m512bh value = (__m512bh)_mm512_set1_epi32(pair);
#pragma GCC unroll 4
            for (int p = 0; p < panels; ++p) sums[i][p] = _mm512_dpbf16_ps(sums[i][p], weights[p], value);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 4
        for (int p = 0; p < panels; ++p) _mm512_store_ps(sumsInOut + (i * kGroup + p) * kPanelOutputs, sums[i][p]);
}

struct Output {
    float* y;  ///< row 0, the group's first output
    std::int64_t stride;
    std::int64_t outputs;
    bool accumulate;
};

void writeRow(const float* sums, float* y, const Output& output)
{
    for (std::int64_t o = 0; o < output.outputs; o += kPanelOutputs) {
        const std::int64_t left = output.outputs - o;
        const __mmask16 mask = static_cast<__mmask16>(left >= 16 ? 0xffffU : (1U << left) - 1U);
        __m512 sum = _mm512_load_ps(sums + o);
        if (output.accumulate)
            sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, y + o), sum);
        _mm512_mask_storeu_ps(y + o, mask, sum);
    }
}

/// All rows of a block with one tile: `first` starts the sums at zero, `last` writes them out. The lines of y are asked
/// for before they are needed: each row has its own page.
template <int panels>
void multiplyTiles(const Tile& w, const std::byte* x, std::int64_t xStride, std::int64_t rows, bool first, bool last,
                   const Output& output, Scratch& s)
{
    const std::int64_t sixes = rows / 6;
    for (std::int64_t row = 0; row < rows;) {
        const std::int64_t left = rows - row;
        const std::int64_t count = left >= 6 ? 6 : left >= 4 ? 4 : left >= 3 ? 3 : 1;
        if (count == 6)
            for (std::int64_t p = 0; p < panels; ++p)
                prefetchShare(w.next + p * w.panelBytes, w.nextBytes, row / 6, sixes);
        float* sums = s.sums[row];
        for (std::int64_t i = 0; i < count; ++i) {
            if (first)
                for (std::int64_t p = 0; p < kGroup; ++p)
                    _mm512_store_ps(sums + (i * kGroup + p) * kPanelOutputs, _mm512_setzero_ps());
            if (last)
                for (std::int64_t o = 0; o < output.outputs; o += kPanelOutputs)
                    __builtin_prefetch(output.y + (row + i) * output.stride + o, 1, 3);
        }
        const std::byte* here = x + row * xStride;
        if (count == 6)
            multiplyTile<6, panels>(w, here, xStride, sums);
        else if (count == 4)
            multiplyTile<4, panels>(w, here, xStride, sums);
        else if (count == 3)
            multiplyTile<3, panels>(w, here, xStride, sums);
        else
            multiplyTile<1, panels>(w, here, xStride, sums);
        if (last)
            for (std::int64_t i = 0; i < count; ++i)
                writeRow(sums + i * kGroup * kPanelOutputs, output.y + (row + i) * output.stride, output);
        row += count;
    }
}

/// Two inputs of 16 outputs as pairs, rounded to nearest even.
__m512i pairsOf(__m512 first, __m512 second)
{
    const __m512i halves = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                                            21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    return _mm512_permutexvar_epi16(halves, (__m512i)_mm512_cvtne2ps_pbh(second, first));
}

/// Inputs [begin, begin + count) of a panel as pairs, zero after an odd end.
void unpackPairs(const PackedMatrix& w, std::int64_t panel, std::int64_t begin, std::int64_t count, float* values,
                 std::uint32_t* pairs)
{
    const bool halves = w.type() == DataType::f16;
    if (!halves)
        highwayPaths().unpack(w, panel, begin, count, values);
    const std::byte* packed = w.panel(panel);
    const auto input = [&](std::int64_t k) {
        return halves ? loadHalves(packed + (begin + k) * kPanelOutputs * 2)
                      : _mm512_load_ps(values + k * kPanelOutputs);
    };
    for (std::int64_t k = 0; k < count; k += 2)
        _mm512_store_si512(pairs + k / 2 * kPanelOutputs,
                           pairsOf(input(k), k + 1 < count ? input(k + 1) : _mm512_setzero_ps()));
}

template <int panels>
void multiplyGroup(const PackedMatrix& w, const std::byte* x, std::int64_t xStride, std::int64_t rows,
                   std::int64_t panel, const Output& output, Scratch& s)
{
    const std::int64_t inputs = w.inputs();
    const std::int64_t chunk = tileInputs(inputs, kChunk);
    for (std::int64_t begin = 0; begin < inputs; begin += chunk) {
        const std::int64_t count = inputs - begin < chunk ? inputs - begin : chunk;
        const std::int64_t nextBegin = begin + count == inputs ? 0 : begin + count;
        const std::int64_t nextCount = inputs - nextBegin < chunk ? inputs - nextBegin : chunk;
        const std::byte* next = w.panel(panel) + (nextBegin == 0 ? panels * w.panelBytes() : 0);
        const bool halves = w.type() == DataType::bf16 || w.type() == DataType::f16;
        Tile tile{s.pairs[0],
                  kChunk / 2 * kPanelOutputs,
                  (count + 1) / 2,
                  0,
                  0,
                  next + nextBegin * kPanelOutputs * 2,
                  halves ? nextCount * kPanelOutputs * 2 : 0,
                  w.panelBytes()};
        if (w.type() == DataType::bf16) {
            const std::int64_t offset = begin * kPanelOutputs * 2;
            tile.pairs = reinterpret_cast<const std::uint32_t*>(w.panel(panel) + offset);
            tile.stride = w.panelBytes() / 4;
            tile.wrap = w.panelBytes() - offset;
            tile.nextGroup = (panels - 1) * w.panelBytes();
        } else {
            for (std::int64_t p = 0; p < panels; ++p) unpackPairs(w, panel + p, begin, count, s.values, s.pairs[p]);
        }
        multiplyTiles<panels>(tile, x + begin * 2, xStride, rows, begin == 0, begin + count == inputs, output, s);
    }
}

}  // namespace

void multiplyBf16(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratchBytes)
{
    Scratch& s = *reinterpret_cast<Scratch*>(scratchBytes);
    const std::int64_t rowsTogether = rowsPerBlock(x, kRowBlockBytes, kRowBlock, 6);
    for (std::int64_t row = 0; row < x.rows; row += rowsTogether) {
        const std::int64_t rows = x.rows - row < rowsTogether ? x.rows - row : rowsTogether;
        for (std::int64_t panel = panelBegin; panel < panelEnd;) {
            const std::int64_t range = panelEnd - panel;
            const std::int64_t panels = range >= kGroup ? kGroup : range >= 2 ? 2 : 1;
            const std::int64_t left = w.outputs() - panel * kPanelOutputs;
            const Output output{y + row * yStride + panel * kPanelOutputs, yStride,
                                left < panels * kPanelOutputs ? left : panels * kPanelOutputs, accumulate};
            const std::byte* rowsBegin = x.data + row * x.rowStride;
            if (panels == kGroup)
                multiplyGroup<kGroup>(w, rowsBegin, x.rowStride, rows, panel, output, s);
            else if (panels == 2)
                multiplyGroup<2>(w, rowsBegin, x.rowStride, rows, panel, output, s);
            else
                multiplyGroup<1>(w, rowsBegin, x.rowStride, rows, panel, output, s);
            panel += panels;
        }
    }
}

std::int64_t bf16ScratchBytes()
{
    return sizeof(Scratch);
}

}  // namespace decodescope::engine::cpu

#pragma GCC pop_options
#endif
