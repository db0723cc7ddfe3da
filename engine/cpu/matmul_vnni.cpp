// SPDX-License-Identifier: GPL-3.0-or-later
// int8 products of quantised weights with AVX-512 VNNI. Per output and scale, in the order of inputs:
//   dot = exact integer sum of (stored - offset) * quant
//   sum = fma(dot * w_scale, x_scale, sum), then for formats with a minimum sum = fma(w_minimum, x_scale * x_sum, sum)
// The offset costs nothing: the integer sum starts at -offset * x_sum. Nor does the conversion to f32: it starts at
// kMagicBits too, and fma(dot + kMagic, w_scale, -kMagic * w_scale) is dot * w_scale rounded once, because the other
// product is exact (an f16 scale times a sub-scale of 8 bits and kMagic need at most 21 bits).
#include "engine/cpu/matmul_paths.h"

#if defined(__x86_64__)

#include "engine/cpu/pack_layout.h"
#include "engine/cpu/prefetch.h"

#include <immintrin.h>
#include <cstring>

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx2,fma,f16c,bmi,bmi2,prfchw")

#include "engine/cpu/matmul_vnni_unpack.h"

namespace decodescope::engine::cpu {
namespace {

#define DECODESCOPE_INLINE inline __attribute__((always_inline))

constexpr std::int64_t kGroup = 2;                ///< panels multiplied together from an unpacked tile
constexpr std::int64_t kChunk = 576;              ///< inputs of an unpacked tile: it stays in the L1 cache
constexpr std::int64_t kRowBlock = 516;           ///< most rows that share an unpacked tile
constexpr std::int64_t kRowBlockBytes = 1 << 20;  ///< prepared rows of a block: they stay in the L2 cache
constexpr std::int64_t kCorrections = 64 * 1024;
constexpr std::int64_t kRecordsAhead = 16;  ///< what few rows ask for in advance: 5 to 9 KiB
constexpr std::int64_t kFewRows = 8;        ///< up to here weights go from panel to registers to product

struct Scratch {
    alignas(64) std::byte quads[kGroup][kChunk * kPanelOutputs];
    /// Per record and scale: scale, -kMagic * scale, minimum.
    alignas(64) float scales[kGroup][kChunk / 16 * 3 * kPanelOutputs];
    alignas(64) float sums[kRowBlock][kGroup * kPanelOutputs];
    /// Per row and scale: where the integer sum starts, or x_scale * x_sum as f32.
    alignas(64) std::int32_t corrections[kCorrections];
};

DECODESCOPE_INLINE __m512i broadcast4(const void* from)
{
    std::int32_t word;
    __builtin_memcpy(&word, from, 4);
    return _mm512_set1_epi32(word);
}

/// Writes or adds the first `outputs` (<= 16) sums of a panel.
DECODESCOPE_INLINE void writePanel(__m512 sums, float* y, std::int64_t outputs, bool accumulate)
{
    const __mmask16 mask = static_cast<__mmask16>(outputs >= 16 ? 0xffffU : (1U << outputs) - 1U);
    if (accumulate)
        sums = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, y), sums);
    _mm512_mask_storeu_ps(y, mask, sums);
}

/// Per row and scale of the row (every `scaleInputs`): kMagicBits - offset * sum, or with a minimum x_scale * sum.
void rowCorrections(const PreparedRows& x, std::int64_t firstRow, std::int64_t rows, const QuantFormat& format,
                    std::int32_t* out)
{
    const std::int64_t scales = x.inputs / format.scaleInputs;
    for (std::int64_t r = 0; r < rows; ++r, out += scales) {
        const Int8Row row(x.data + (firstRow + r) * x.rowStride, x.inputs);
        const bool pairs = format.scaleInputs == 32;
        for (std::int64_t s = 0; s < scales; s += 16) {
            const __mmask16 mask = static_cast<__mmask16>(scales - s >= 16 ? 0xffffU : (1U << (scales - s)) - 1U);
            __m512i sum;
            __m512 scale;
            if (pairs) {
                // Sums of 32 inputs from two of 16 each: even and odd halves of up to 32 of them.
                const std::uint32_t halves = scales - s >= 16 ? ~0U : (1U << (2 * (scales - s))) - 1U;
                const __m512i low = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(halves), row.sums + 2 * s);
                const __m512i high =
                    _mm512_maskz_loadu_epi32(static_cast<__mmask16>(halves >> 16), row.sums + 2 * s + 16);
                const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
                const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
                sum = _mm512_add_epi32(_mm512_permutex2var_epi32(low, even, high),
                                       _mm512_permutex2var_epi32(low, odd, high));
                scale = _mm512_maskz_loadu_ps(mask, row.scales + s);
            } else {
                sum = _mm512_maskz_loadu_epi32(mask, row.sums + s);
                const __m512i half = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
                scale = _mm512_permutexvar_ps(
                    half, _mm512_maskz_loadu_ps(
                              static_cast<__mmask16>(scales - s >= 16 ? 0xffU : (1U << ((scales - s) / 2)) - 1U),
                              row.scales + s / 2));
            }
            const __m512i start = format.minimum
                                      ? _mm512_castps_si512(_mm512_mul_ps(scale, _mm512_cvtepi32_ps(sum)))
                                      : _mm512_sub_epi32(_mm512_set1_epi32(kMagicBits),
                                                         _mm512_mullo_epi32(sum, _mm512_set1_epi32(format.offset)));
            _mm512_mask_storeu_epi32(out + s, mask, start);
        }
    }
}

/// The row's side of a product: `rows` rows from here, and their corrections.
struct RowSide {
    const std::int8_t* quants;
    const float* scales;
    std::int64_t stride;  ///< bytes from row to row, of both
    const std::int32_t* corrections;
    std::int64_t correctionStride;

    DECODESCOPE_INLINE const std::int8_t* quantsOf(int r) const { return quants + r * stride; }
    DECODESCOPE_INLINE const float* scalesOf(int r) const
    {
        return reinterpret_cast<const float*>(reinterpret_cast<const std::byte*>(scales) + r * stride);
    }
    DECODESCOPE_INLINE const std::int32_t* correctionsOf(int r) const { return corrections + r * correctionStride; }
    RowSide at(std::int64_t row, std::int64_t input, std::int64_t scaleInputs) const
    {
        return {quants + row * stride + input,
                reinterpret_cast<const float*>(reinterpret_cast<const std::byte*>(scales) + row * stride) +
                    input / Int8Row::kScaleInputs,
                stride, corrections + row * correctionStride + input / scaleInputs, correctionStride};
    }
};

/// One scale's worth of the f32 side, the same operations wherever it is called from.
template <bool minimum>
DECODESCOPE_INLINE __m512 addScaled(__m512i dot, __m512 scale, __m512 unmagic, __m512 minima, float rowScale,
                                    const std::int32_t* correction, __m512 sum)
{
    const __m512 scaled = _mm512_fmadd_ps(_mm512_castsi512_ps(dot), scale, unmagic);
    sum = _mm512_fmadd_ps(scaled, _mm512_set1_ps(rowScale), sum);
    if constexpr (minimum)
        sum = _mm512_fmadd_ps(minima, _mm512_castsi512_ps(broadcast4(correction)), sum);
    return sum;
}

/// Asks for the lines of a record and its scales before they are needed: the processor's own prefetchers stop at every
/// page, and while a record is multiplied they see no loads.
template <DataType type>
DECODESCOPE_INLINE void prefetchRecord(const std::byte* panel, std::int64_t inputs, std::int64_t r)
{
    constexpr QuantFormat format = quantFormat(type);
    const std::byte* record = panel + r * format.recordBytes();
    for (std::int64_t line = 0; line < format.recordBytes(); line += kLine)
        _mm_prefetch(reinterpret_cast<const char*>(record + line), _MM_HINT_T0);
    const std::int64_t perRecord = format.super ? format.scaleBytes() / kRecordsPerSuper : format.scaleBytes();
    _mm_prefetch(reinterpret_cast<const char*>(panel + format.scaleOffset(inputs) + r * perRecord), _MM_HINT_T0);
}

/// `rows` rows times one panel, weights from panel to registers: streams the panel once.
template <DataType type, int rows>
void streamPanel(const std::byte* panel, std::int64_t panelBytes, std::int64_t inputs, const RowSide& x, float* y,
                 std::int64_t yStride, std::int64_t outputs, bool accumulate)
{
    constexpr QuantFormat format = quantFormat(type);
    constexpr int kScales = static_cast<int>(kRecordInputs / format.scaleInputs);
    constexpr int kQuadsPerScale = static_cast<int>(kQuads) / kScales;
    const std::byte* scaleRegion = panel + format.scaleOffset(inputs);
    __m512 sums[rows];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) sums[i] = _mm512_setzero_ps();
    const std::int64_t records = inputs / kRecordInputs;
    const std::int64_t ahead = records < kRecordsAhead ? records : kRecordsAhead;
    for (std::int64_t r = 0; r < records; ++r) {
        prefetchRecord<type>(r + ahead < records ? panel : panel + panelBytes, inputs,
                             r + ahead < records ? r + ahead : r + ahead - records);
        __m512i quads[kQuads];
        __m512 scales[2];
        __m512 minima[2];
        unpackRecord<type>(panel + r * format.recordBytes(), quads);
        unpackScales<type>(scaleRegion, r, scales, minima);
#pragma GCC unroll 2
        for (int s = 0; s < kScales; ++s) {
            const __m512 unmagic = _mm512_mul_ps(scales[s], _mm512_set1_ps(-kMagic));
#pragma GCC unroll 8
            for (int i = 0; i < rows; ++i) {
                const std::int32_t* correction = x.correctionsOf(i) + r * kScales + s;
                __m512i dot = format.minimum ? _mm512_set1_epi32(kMagicBits) : broadcast4(correction);
                const std::int8_t* quants = x.quantsOf(i) + r * kRecordInputs;
#pragma GCC unroll 8
                for (int j = s * kQuadsPerScale; j < (s + 1) * kQuadsPerScale; ++j)
                    dot = _mm512_dpbusd_epi32(dot, quads[j], broadcast4(quants + 4 * j));
                sums[i] = addScaled<format.minimum>(dot, scales[s], unmagic, minima[s], x.scalesOf(i)[r], correction,
                                                    sums[i]);
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) writePanel(sums[i], y + i * yStride, outputs, accumulate);
}

/// Up to kFewRows rows times one panel: as many at once as there are, and what is left of an odd number while the panel
/// is still in the L1 cache.
template <DataType type>
void streamRows(const std::byte* panel, std::int64_t panelBytes, std::int64_t inputs, RowSide x, std::int64_t rows,
                float* y, std::int64_t yStride, std::int64_t outputs, bool accumulate)
{
    const auto pass = [&](auto kernel, std::int64_t count) {
        kernel(panel, panelBytes, inputs, x, y, yStride, outputs, accumulate);
        x = x.at(count, 0, quantFormat(type).scaleInputs);
        y += count * yStride;
        rows -= count;
    };
    if (rows >= 8)
        pass(streamPanel<type, 8>, 8);
    if (rows >= 6)
        pass(streamPanel<type, 6>, 6);
    if (rows >= 4)
        pass(streamPanel<type, 4>, 4);
    if (rows >= 2)
        pass(streamPanel<type, 2>, 2);
    if (rows >= 1)
        pass(streamPanel<type, 1>, 1);
}

/// Inputs [begin, begin + count) of a panel into the scratch.
template <DataType type>
void unpackTile(const std::byte* panel, std::int64_t inputs, std::int64_t begin, std::int64_t count,
                std::byte* quadsOut, float* scalesOut)
{
    constexpr QuantFormat format = quantFormat(type);
    constexpr int kScales = static_cast<int>(kRecordInputs / format.scaleInputs);
    const std::byte* scaleRegion = panel + format.scaleOffset(inputs);
    for (std::int64_t r = begin / kRecordInputs; r < (begin + count) / kRecordInputs; ++r) {
        __m512i quads[kQuads];
        __m512 scales[2];
        __m512 minima[2];
        unpackRecord<type>(panel + r * format.recordBytes(), quads);
        unpackScales<type>(scaleRegion, r, scales, minima);
#pragma GCC unroll 8
        for (int j = 0; j < 8; ++j, quadsOut += kLine) _mm512_store_si512(quadsOut, quads[j]);
#pragma GCC unroll 2
        for (int s = 0; s < kScales; ++s, scalesOut += 3 * kPanelOutputs) {
            _mm512_store_ps(scalesOut, scales[s]);
            _mm512_store_ps(scalesOut + kPanelOutputs, _mm512_mul_ps(scales[s], _mm512_set1_ps(-kMagic)));
            if constexpr (format.minimum)
                _mm512_store_ps(scalesOut + 2 * kPanelOutputs, minima[s]);
        }
    }
}

/// `rows` rows times `panels` unpacked panels over `records` records; sums [row][kGroup][16] go on.
template <int rows, int panels, int scalesPerRecord, bool minimum>
void multiplyTile(const Scratch& w, std::int64_t records, const RowSide& x, float* sumsInOut)
{
    constexpr int kQuadsPerScale = static_cast<int>(kQuads) / scalesPerRecord;
    __m512 sums[rows][panels];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p) sums[i][p] = _mm512_load_ps(sumsInOut + (i * kGroup + p) * kPanelOutputs);
    for (std::int64_t s = 0; s < records * scalesPerRecord; ++s) {
        __m512i dots[rows][panels];
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
            const __m512i start = minimum ? _mm512_set1_epi32(kMagicBits) : broadcast4(x.correctionsOf(i) + s);
#pragma GCC unroll 2
            for (int p = 0; p < panels; ++p) dots[i][p] = start;
        }
#pragma GCC unroll 8
        for (int j = 0; j < kQuadsPerScale; ++j) {
            __m512i quads[panels];
#pragma GCC unroll 2
            for (int p = 0; p < panels; ++p)
                quads[p] = _mm512_load_si512(w.quads[p] + (s * kQuadsPerScale + j) * kLine);
#pragma GCC unroll 8
            for (int i = 0; i < rows; ++i) {
                const __m512i value = broadcast4(x.quantsOf(i) + (s * kQuadsPerScale + j) * 4);
#pragma GCC unroll 2
                for (int p = 0; p < panels; ++p) dots[i][p] = _mm512_dpbusd_epi32(dots[i][p], quads[p], value);
            }
        }
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p) {
            const float* from = w.scales[p] + s * 3 * kPanelOutputs;
            const __m512 scale = _mm512_load_ps(from);
            const __m512 unmagic = _mm512_load_ps(from + kPanelOutputs);
            const __m512 minima = minimum ? _mm512_load_ps(from + 2 * kPanelOutputs) : scale;
#pragma GCC unroll 8
            for (int i = 0; i < rows; ++i)
                sums[i][p] = addScaled<minimum>(dots[i][p], scale, unmagic, minima, x.scalesOf(i)[s / scalesPerRecord],
                                                x.correctionsOf(i) + s, sums[i][p]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 2
        for (int p = 0; p < panels; ++p) _mm512_store_ps(sumsInOut + (i * kGroup + p) * kPanelOutputs, sums[i][p]);
}

/// Packed bytes that the next unpacked tile is made of, asked for while this one is multiplied.
struct NextTile {
    const std::byte* quants;
    const std::byte* scales;
    std::int64_t quantBytes;
    std::int64_t scaleBytes;
    std::int64_t panelBytes;

    /// Share `part` of `parts` of the lines.
    DECODESCOPE_INLINE void prefetch(std::int64_t part, std::int64_t parts) const
    {
        for (std::int64_t p = 0; p < kGroup; ++p) {
            prefetchShare(quants + p * panelBytes, quantBytes, part, parts);
            prefetchShare(scales + p * panelBytes, scaleBytes, part, parts);
        }
    }
};

/// Where a group's finished sums go.
struct Output {
    float* y;  ///< row 0, the group's first output
    std::int64_t stride;
    std::int64_t outputs;  ///< real ones in the group
    bool accumulate;

    template <int rows>
    DECODESCOPE_INLINE void prefetch(std::int64_t row) const
    {
        for (int i = 0; i < rows; ++i)
            for (std::int64_t p = 0; p < kGroup; ++p)
                __builtin_prefetch(y + (row + i) * stride + p * kPanelOutputs, 1, 3);
    }
    template <int rows>
    DECODESCOPE_INLINE void write(const float* sums, std::int64_t row) const
    {
        for (int i = 0; i < rows; ++i)
            for (std::int64_t p = 0; p * kPanelOutputs < outputs; ++p)
                writePanel(_mm512_load_ps(sums + (i * kGroup + p) * kPanelOutputs),
                           y + (row + i) * stride + p * kPanelOutputs, outputs - p * kPanelOutputs, accumulate);
    }
};

/// What there is to do for all rows with one unpacked tile.
struct TileTask {
    std::int64_t records;
    bool first;  ///< sums start at zero
    bool last;   ///< sums are finished
    NextTile next;
    Output output;
};

/// `rows` rows from `row` on. The lines of y are asked for before they are needed: each row has its own page.
template <int rows, int panels, int scalesPerRecord, bool minimum>
DECODESCOPE_INLINE void multiplyRows(Scratch& w, const TileTask& task, const RowSide& x, std::int64_t scaleInputs,
                                     std::int64_t row)
{
    float* sums = w.sums[row];
    if (task.first)
        for (std::int64_t i = 0; i < rows * kGroup; ++i) _mm512_store_ps(sums + i * kPanelOutputs, _mm512_setzero_ps());
    if (task.last)
        task.output.prefetch<rows>(row);
    multiplyTile<rows, panels, scalesPerRecord, minimum>(w, task.records, x.at(row, 0, scaleInputs), sums);
    if (task.last)
        task.output.write<rows>(sums, row);
}

template <int panels, int scalesPerRecord, bool minimum>
void multiplyTiles(Scratch& w, const TileTask& task, const RowSide& x, std::int64_t rows, std::int64_t scaleInputs)
{
    const std::int64_t sixes = rows / 6;
    for (std::int64_t six = 0; six < sixes; ++six) {
        task.next.prefetch(six, sixes);
        multiplyRows<6, panels, scalesPerRecord, minimum>(w, task, x, scaleInputs, six * 6);
    }
    std::int64_t row = sixes * 6;
    for (; rows - row >= 4; row += 4) multiplyRows<4, panels, scalesPerRecord, minimum>(w, task, x, scaleInputs, row);
    for (; rows - row >= 3; row += 3) multiplyRows<3, panels, scalesPerRecord, minimum>(w, task, x, scaleInputs, row);
    for (; rows - row >= 1; ++row) multiplyRows<1, panels, scalesPerRecord, minimum>(w, task, x, scaleInputs, row);
}

/// As rowsPerBlock, and so few that the scratch holds their corrections.
std::int64_t rowsWithCorrections(const PreparedRows& x, std::int64_t scales)
{
    const std::int64_t fit = kCorrections / scales;
    const std::int64_t rows = rowsPerBlock(x, kRowBlockBytes, kRowBlock, 6);
    if (rows <= fit)
        return rows;
    return fit >= 6 ? fit / 6 * 6 : fit >= 1 ? fit : 1;
}

template <DataType type>
void multiplyFormat(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                    float* y, std::int64_t yStride, bool accumulate, Scratch& scratch)
{
    constexpr QuantFormat format = quantFormat(type);
    constexpr int kScales = static_cast<int>(kRecordInputs / format.scaleInputs);
    const std::int64_t inputs = w.inputs();
    const std::int64_t scales = inputs / format.scaleInputs;
    const std::int64_t chunk = tileInputs(inputs, kChunk);
    const std::int64_t rowsTogether = rowsWithCorrections(x, scales);
    for (std::int64_t row = 0; row < x.rows; row += rowsTogether) {
        const std::int64_t rows = x.rows - row < rowsTogether ? x.rows - row : rowsTogether;
        rowCorrections(x, row, rows, format, scratch.corrections);
        const Int8Row first(x.data + row * x.rowStride, inputs);
        const RowSide side{first.quants, first.scales, x.rowStride, scratch.corrections, scales};
        const auto outputsFrom = [&](std::int64_t panel) {
            const std::int64_t left = w.outputs() - panel * kPanelOutputs;
            return left < kPanelOutputs ? left : kPanelOutputs;
        };
        float* out = y + row * yStride;
        if (rows <= kFewRows) {
            for (std::int64_t panel = panelBegin; panel < panelEnd; ++panel)
                streamRows<type>(w.panel(panel), w.panelBytes(), inputs, side, rows, out + panel * kPanelOutputs,
                                 yStride, outputsFrom(panel), accumulate);
            continue;
        }
        for (std::int64_t panel = panelBegin; panel < panelEnd;) {
            const std::int64_t panels = panelEnd - panel >= kGroup ? kGroup : 1;
            for (std::int64_t begin = 0; begin < inputs; begin += chunk) {
                const std::int64_t count = inputs - begin < chunk ? inputs - begin : chunk;
                for (std::int64_t p = 0; p < panels; ++p)
                    unpackTile<type>(w.panel(panel + p), inputs, begin, count, scratch.quads[p], scratch.scales[p]);
                const bool last = begin + count == inputs;
                const std::int64_t nextBegin = last ? 0 : begin + count;
                const std::byte* nextPanel = w.panel(panel) + (last ? panels * w.panelBytes() : 0);
                const std::int64_t nextCount = inputs - nextBegin < chunk ? inputs - nextBegin : chunk;
                const std::int64_t perScales = format.super ? kSuperInputs : kRecordInputs;
                const TileTask task{
                    count / kRecordInputs,
                    begin == 0,
                    last,
                    {nextPanel + nextBegin / kRecordInputs * format.recordBytes(),
                     nextPanel + format.scaleOffset(inputs) + nextBegin / perScales * format.scaleBytes(),
                     nextCount / kRecordInputs * format.recordBytes(), nextCount / perScales * format.scaleBytes(),
                     w.panelBytes()},
                    {out + panel * kPanelOutputs, yStride,
                     panels == kGroup ? kPanelOutputs + outputsFrom(panel + 1) : outputsFrom(panel), accumulate}};
                const RowSide here = side.at(0, begin, format.scaleInputs);
                if (panels == kGroup)
                    multiplyTiles<kGroup, kScales, format.minimum>(scratch, task, here, rows, format.scaleInputs);
                else
                    multiplyTiles<1, kScales, format.minimum>(scratch, task, here, rows, format.scaleInputs);
            }
            panel += panels;
        }
    }
}

}  // namespace

void multiplyVnni(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratchBytes)
{
    Scratch& scratch = *reinterpret_cast<Scratch*>(scratchBytes);
    // Other weights with int8 products are refused when the matrix is allocated.
    withFormat(w.type(), [&]<DataType type>() {
        multiplyFormat<type>(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
    });
}

std::int64_t vnniScratchBytes()
{
    return sizeof(Scratch);
}

}  // namespace decodescope::engine::cpu

#pragma GCC pop_options
#endif
