// SPDX-License-Identifier: GPL-3.0-or-later
// int8 products of quantised weights with AVX2. Per output and scale, in the order of inputs:
//   dot = exact integer sum of (stored - offset) * quant
//   sum = fma(dot * w_scale, x_scale, sum), then for formats with a minimum sum = fma(w_minimum, x_scale * x_sum, sum)
// vpmaddubsw adds two products of an unsigned and a signed byte in 16 bits and saturates. Formats of up to 6 bits stay
// below that as stored, and several such pairs may be added before they are widened; their offset is paid with x_sum.
// Formats of 8 bits go in as |weight| times quant with the weight's sign, one pair at a time.
#include "engine/cpu/matmul_paths.h"

#if defined(__x86_64__)

#include "engine/cpu/pack_layout.h"

#include <immintrin.h>
#include <algorithm>
#include <cstring>

#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c,bmi,bmi2")

#include "engine/cpu/matmul_record.h"

namespace decodescope::engine::cpu {
namespace {

constexpr std::int64_t kChunk = 576;              ///< inputs of an unpacked tile: it stays in the L1 cache
constexpr std::int64_t kRowBlock = 516;           ///< most rows that share an unpacked tile
constexpr std::int64_t kRowBlockBytes = 1 << 18;  ///< prepared rows of a block: they stay in a small L2 cache
constexpr std::int64_t kAhead = 4 << 10;          ///< bytes of a panel asked for in advance
constexpr int kVectors = 2;                       ///< vectors that hold a panel's outputs
constexpr int kLanes = 8;

struct Scratch {
    alignas(64) std::byte quads[kChunk * kPanelOutputs];
    alignas(64) float scales[kChunk / 16 * kPanelOutputs];
    alignas(64) float minima[kChunk / 16 * kPanelOutputs];
    alignas(64) float sums[kRowBlock][kPanelOutputs];
};

struct Bytes256 {
    using Vector = __m256i;
    static __m256i load(const std::byte* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
    static __m256i fill(int value) { return _mm256_set1_epi8(static_cast<char>(value)); }
    static __m256i mask(__m256i a, __m256i mask) { return _mm256_and_si256(a, mask); }
    template <int bits>
    static __m256i left(__m256i a)
    {
        return _mm256_slli_epi16(a, bits);
    }
    template <int bits>
    static __m256i right(__m256i a)
    {
        return _mm256_srli_epi16(a, bits);
    }
    static __m256i insert(__m256i shifted, __m256i mask, __m256i quad)
    {
        return _mm256_or_si256(_mm256_and_si256(shifted, mask), quad);
    }
};

/// Bits of a stored quant, and whether its value goes into the product with its sign.
constexpr int storedBits(QuantFormat format)
{
    return format.table ? 8 : format.lowBits + format.highBits;
}

constexpr bool isSigned(QuantFormat format)
{
    return storedBits(format) == 8;
}

/// Pairs of products that 16 bits hold: 2 * 127 * (2^bits - 1) each, 2 * 127 * 128 for signed ones.
constexpr int pairsIn16Bits(QuantFormat format)
{
    const int most = isSigned(format) ? 128 : (1 << storedBits(format)) - 1;
    return 32767 / (2 * 127 * most);
}

/// Inputs [begin, begin + count) of a panel as bytes, quad by quad, with their scales.
template <DataType type>
void unpackTile(const std::byte* panel, std::int64_t inputs, std::int64_t begin, std::int64_t count, Scratch& s)
{
    constexpr QuantFormat format = quantFormat(type);
    std::byte* out = s.quads;
    for (std::int64_t r = begin / kRecordInputs; r < (begin + count) / kRecordInputs; ++r, out += kQuads * kLine) {
        const std::byte* record = panel + r * format.recordBytes();
        for (std::int64_t line = 0; line < format.recordBytes(); line += kLine)
            _mm_prefetch(reinterpret_cast<const char*>(record + kAhead + line), _MM_HINT_T0);
        for (std::int64_t half = 0; half < kLine; half += kLine / 2) {
            __m256i quads[kQuads];
            unpackStored<type, Bytes256>(record + half, quads);
#pragma GCC unroll 8
            for (int j = 0; j < 8; ++j) {
                if constexpr (format.table)
                    quads[j] = _mm256_shuffle_epi8(
                        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(kIq4Values))),
                        quads[j]);
                else if constexpr (isSigned(format))
                    quads[j] = _mm256_xor_si256(quads[j], _mm256_set1_epi8(-128));
                _mm256_store_si256(reinterpret_cast<__m256i*>(out + j * kLine + half), quads[j]);
            }
        }
    }
    static const auto unpackScales = highwayPaths().unpackScales;
    unpackScales(type, panel, inputs, begin, count, s.scales, s.minima);
}

/// The row's side of a product: quants, scales and sums of consecutive rows.
struct RowSide {
    const std::byte* quants;
    const std::byte* scales;
    const std::byte* sums;
    std::int64_t stride;

    RowSide at(std::int64_t row, std::int64_t input) const
    {
        return {quants + row * stride + input, scales + row * stride + input / Int8Row::kScaleInputs * 4,
                sums + row * stride + input / Int8Row::kSumInputs * 4, stride};
    }
    template <class T>
    static T read(const std::byte* from)
    {
        T value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }
    __m256i quad(int row, std::int64_t index) const
    {
        return _mm256_set1_epi32(read<std::int32_t>(quants + row * stride + index * 4));
    }
    float scale(int row, std::int64_t index) const { return read<float>(scales + row * stride + index * 4); }
    /// Sum of the quants of scale `index` of the weights.
    template <int scaleInputs>
    std::int32_t sum(int row, std::int64_t index) const
    {
        constexpr int kSums = scaleInputs / static_cast<int>(Int8Row::kSumInputs);
        std::int32_t sum = 0;
        for (int i = 0; i < kSums; ++i) sum += read<std::int32_t>(sums + row * stride + (index * kSums + i) * 4);
        return sum;
    }
};

/// Adds the exact integer sums of `rows` rows over one scale's inputs to dots[row][vector].
template <QuantFormat const& format, int rows>
inline __attribute__((always_inline)) void addDots(const std::byte* quads, std::int64_t firstQuad, const RowSide& x,
                                                   __m256i (&dots)[rows][kVectors])
{
    constexpr int kQuadsPerScale = format.scaleInputs / 4;
    constexpr int kPairs = std::min(pairsIn16Bits(format), kQuadsPerScale);
    static_assert(kQuadsPerScale % kPairs == 0);
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i pairs[rows][kVectors];  // the compiler folds what is added to zero
    for (auto& row : pairs)
        for (__m256i& vector : row) vector = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int q = 0; q < kQuadsPerScale; ++q) {
        const std::byte* quad = quads + (firstQuad + q) * kLine;
        const __m256i weights[kVectors] = {Bytes256::load(quad), Bytes256::load(quad + kLine / 2)};
        for (int r = 0; r < rows; ++r) {
            const __m256i value = x.quad(r, firstQuad + q);
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v) {
                const __m256i product = isSigned(format) ? _mm256_maddubs_epi16(_mm256_abs_epi8(weights[v]),
                                                                                _mm256_sign_epi8(value, weights[v]))
                                                         : _mm256_maddubs_epi16(weights[v], value);
                pairs[r][v] = _mm256_add_epi16(pairs[r][v], product);
                if ((q + 1) % kPairs != 0)
                    continue;
                dots[r][v] = _mm256_add_epi32(dots[r][v], _mm256_madd_epi16(pairs[r][v], ones));
                pairs[r][v] = _mm256_setzero_si256();
            }
        }
    }
}

template <DataType type>
inline constexpr QuantFormat kFormat = quantFormat(type);

/// `rows` rows times an unpacked tile of `scales` scales; sums [row][16] go on.
template <DataType type, int rows>
void multiplyTile(const Scratch& w, std::int64_t scales, const RowSide& x, float (*sums)[kPanelOutputs])
{
    constexpr QuantFormat format = quantFormat(type);
    for (std::int64_t s = 0; s < scales; ++s) {
        __m256i dots[rows][kVectors];
        for (auto& row : dots)
            for (__m256i& vector : row) vector = _mm256_setzero_si256();
        addDots<kFormat<type>, rows>(w.quads, s * (format.scaleInputs / 4), x, dots);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
            const float rowScale = x.scale(r, s * format.scaleInputs / Int8Row::kScaleInputs);
            const std::int32_t rowSum =
                format.minimum || !isSigned(format) ? x.template sum<format.scaleInputs>(r, s) : 0;
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v) {
                __m256i dot = dots[r][v];
                if constexpr (!isSigned(format) && format.offset != 0)
                    dot = _mm256_sub_epi32(dot, _mm256_set1_epi32(format.offset * rowSum));
                const std::int64_t at = s * kPanelOutputs + v * kLanes;
                const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(dot), _mm256_load_ps(w.scales + at));
                __m256 sum = _mm256_load_ps(sums[r] + v * kLanes);
                sum = _mm256_fmadd_ps(scaled, _mm256_set1_ps(rowScale), sum);
                if constexpr (format.minimum)
                    sum = _mm256_fmadd_ps(_mm256_load_ps(w.minima + at),
                                          _mm256_set1_ps(rowScale * static_cast<float>(rowSum)), sum);
                _mm256_store_ps(sums[r] + v * kLanes, sum);
            }
        }
    }
}

void writeRow(const float* sums, float* y, std::int64_t outputs, bool accumulate)
{
    if (accumulate)
        for (std::int64_t o = 0; o < outputs; ++o) y[o] += sums[o];
    else
        std::memcpy(y, sums, static_cast<std::size_t>(outputs) * sizeof(float));
}

template <DataType type>
void multiplyFormat(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                    float* y, std::int64_t yStride, bool accumulate, Scratch& s)
{
    constexpr QuantFormat format = quantFormat(type);
    // What is left in 16 bits over a whole scale needs no second set of sums: more rows fit the registers.
    constexpr int kRows = pairsIn16Bits(format) >= format.scaleInputs / 4 ? 4 : 2;
    const std::int64_t inputs = w.inputs();
    const std::int64_t chunk = tileInputs(inputs, kChunk);
    const std::int64_t rowsTogether = rowsPerBlock(x, kRowBlockBytes, kRowBlock, kRows);
    for (std::int64_t row = 0; row < x.rows; row += rowsTogether) {
        const std::int64_t rows = std::min(rowsTogether, x.rows - row);
        const std::byte* block = x.data + row * x.rowStride;
        const RowSide side{block, block + Int8Row::scaleOffset(inputs), block + Int8Row::sumOffset(inputs),
                           x.rowStride};
        for (std::int64_t panel = panelBegin; panel < panelEnd; ++panel) {
            std::memset(s.sums, 0, static_cast<std::size_t>(rows) * sizeof s.sums[0]);
            for (std::int64_t begin = 0; begin < inputs; begin += chunk) {
                const std::int64_t count = std::min(chunk, inputs - begin);
                unpackTile<type>(w.panel(panel), inputs, begin, count, s);
                const RowSide here = side.at(0, begin);
                std::int64_t r = 0;
                for (; rows - r >= kRows; r += kRows)
                    multiplyTile<type, kRows>(s, count / format.scaleInputs, here.at(r, 0), s.sums + r);
                for (; r < rows; ++r) multiplyTile<type, 1>(s, count / format.scaleInputs, here.at(r, 0), s.sums + r);
            }
            float* to = y + row * yStride + panel * kPanelOutputs;
            const std::int64_t outputs = std::min(kPanelOutputs, w.outputs() - panel * kPanelOutputs);
            for (std::int64_t r = 0; r < rows; ++r) writeRow(s.sums[r], to + r * yStride, outputs, accumulate);
        }
    }
}

}  // namespace

void multiplyAvx2(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd,
                  float* y, std::int64_t yStride, bool accumulate, std::byte* scratchBytes)
{
    Scratch& scratch = *reinterpret_cast<Scratch*>(scratchBytes);
    withFormat(w.type(), [&]<DataType type>() {
        multiplyFormat<type>(w, x, panelBegin, panelEnd, y, yStride, accumulate, scratch);
    });
}

std::int64_t avx2ScratchBytes()
{
    return sizeof(Scratch);
}

}  // namespace decodescope::engine::cpu

#pragma GCC pop_options
#endif
