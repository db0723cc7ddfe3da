// SPDX-License-Identifier: GPL-3.0-or-later
// Products of every format and compute through Highway: the whole of the paths baseline, sse4 and avx512, and what the
// dot product instructions do not cover on the others. bf16 and int8 operands are held as f32 (exactly) and multiplied
// with f32 FMA: int8 sums stay below 2^24, so they are exact whole numbers.
#include "engine/cpu/matmul_paths.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

// The order of these is what foreach_target asks for.
// clang-format off
#include "engine/cpu/highway_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/matmul_highway.cpp"
#include <hwy/foreach_target.h>
#include "engine/cpu/matmul_prepare-inl.h"
#include "engine/cpu/matmul_unpack-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {

constexpr std::int64_t kGroup = kVectors == 1 ? 4 : 1;    ///< panels multiplied together
constexpr std::int64_t kPair = kGroup == 4 ? 2 : 1;       ///< what is left of a range is taken in these
constexpr std::int64_t kTileRows = kVectors > 2 ? 2 : 6;  ///< rows multiplied together
constexpr std::int64_t kChunk = 96;      ///< inputs of a tile of weights: half of the L1 cache, rows and sums the rest
constexpr std::int64_t kRowBlock = 516;  ///< most rows that share an unpacked tile
constexpr std::int64_t kRowBlockBytes = 5 << 17;  ///< prepared rows of a block: they stay in the L2 cache
constexpr std::int64_t kFewRows = 4;              ///< up to here a tile's rows ask for weights in advance
constexpr std::int64_t kDirectRows = 12;          ///< up to here 16-bit formats go from panel to registers to product
constexpr std::int64_t kAhead = 3 << 10;          ///< bytes that few rows ask for in advance, per panel

/// The calling thread's scratch.
struct Scratch {
    alignas(64) float weights[kGroup * kChunk * kPanelOutputs];
    alignas(64) float scales[kGroup * (kChunk / 16) * kPanelOutputs];
    alignas(64) float minima[kGroup * (kChunk / 16) * kPanelOutputs];
    alignas(64) float rows[kRowBlock * kChunk];
    alignas(64) float sums[kRowBlock * kGroup * kPanelOutputs];  ///< [row][panel][16], over the inputs so far
};

/// `count` inputs of a group of panels, `stride` elements from panel to panel. With `wrap`, bytes kAhead further on are
/// asked for: those of the next group once they are past the panel's end, `wrap` bytes from the tile's begin.
template <class T>
struct WeightTile {
    const T* data;
    std::int64_t stride;
    std::int64_t count;
    std::int64_t wrap = 0;
    std::int64_t nextGroup = 0;  ///< bytes from a panel's end to where the next group's same panel goes on
};

/// 16 outputs of input k as f32, vector i of them. bf16 tiles begin at an even input and hold pairs.
HWY_INLINE VF loadWeights(const float* panel, std::int64_t k, std::int64_t i)
{
    return hn::LoadU(DF(), panel + k * kPanelOutputs + i * kLanes);
}

HWY_INLINE VF loadWeights(const hwy::float16_t* panel, std::int64_t k, std::int64_t i)
{
    const hn::Rebind<hwy::float16_t, DF> dh;
    return hn::PromoteTo(DF(), hn::LoadU(dh, panel + k * kPanelOutputs + i * kLanes));
}

HWY_INLINE VF loadWeights(const std::uint32_t* panel, std::int64_t k, std::int64_t i)
{
    const auto pair = hn::LoadU(DU(), panel + k / 2 * kPanelOutputs + i * kLanes);
    const auto bits = k % 2 == 0 ? hn::ShiftLeft<16>(pair) : hn::And(pair, hn::Set(DU(), 0xffff0000U));
    return hn::BitCast(DF(), bits);
}

struct RowTile {
    const float* data;
    std::int64_t stride;
};

/// Where a tile's sums come from and go.
struct TileSums {
    float* sums;      ///< [row][kGroup panels][16]: those so far, unless they start at zero; those of the tile
    bool first;       ///< they start at zero
    float* finished;  ///< null, or where finished ones go instead: rows `stride` floats apart, panels side by side
    std::int64_t stride;
    bool accumulate;  ///< finished sums are added to what is there
};

/// sums[r][p] = fma(w[k][p], x[r][k], sums[r][p]) for every k in order.
template <int rows, int panels, class T>
void tileF32(const WeightTile<T>& w, const RowTile& x, const TileSums& s)
{
    constexpr int kWidth = panels * static_cast<int>(kVectors);
    constexpr std::int64_t kBytes = std::is_same_v<T, float> ? kPanelOutputs * 4 : kPanelOutputs * 2;
    VF acc[rows][kWidth];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 16
        for (int v = 0; v < kWidth; ++v)
            acc[r][v] = s.first ? hn::Zero(DF()) : hn::LoadU(DF(), s.sums + r * kGroup * kPanelOutputs + v * kLanes);
    for (std::int64_t k = 0; k < w.count; ++k) {
        if constexpr (rows <= kFewRows)
            if (w.wrap != 0 && (k * kBytes) % kLine == 0) {
                const std::int64_t at = k * kBytes + kAhead;
                const char* from = reinterpret_cast<const char*>(w.data) + (at < w.wrap ? at : at + w.nextGroup);
                for (int p = 0; p < panels; ++p)
                    __builtin_prefetch(from + p * w.stride * static_cast<std::int64_t>(sizeof(T)));
            }
        VF weight[kWidth];
#pragma GCC unroll 16
        for (int v = 0; v < kWidth; ++v) weight[v] = loadWeights(w.data + v / kVectors * w.stride, k, v % kVectors);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const VF value = hn::Set(DF(), x.data[r * x.stride + k]);
#pragma GCC unroll 16
            for (int v = 0; v < kWidth; ++v) acc[r][v] = hn::MulAdd(weight[v], value, acc[r][v]);
        }
    }
    if (s.finished != nullptr && s.accumulate)
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
#pragma GCC unroll 16
            for (int v = 0; v < kWidth; ++v)
                acc[r][v] = hn::Add(hn::LoadU(DF(), s.finished + r * s.stride + v * kLanes), acc[r][v]);
    float* to = s.finished != nullptr ? s.finished : s.sums;
    const std::int64_t stride = s.finished != nullptr ? s.stride : kGroup * kPanelOutputs;
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 16
        for (int v = 0; v < kWidth; ++v) hn::StoreU(acc[r][v], DF(), to + r * stride + v * kLanes);
}

/// What int8 products need beside whole numbers: scales and minima of the weights ([count / scaleInputs][16] per
/// panel, `stride` apart), scales and sums of the rows (bytes `rowStride` apart).
struct Int8Scales {
    const float* scales;
    const float* minima;
    std::int64_t stride;
    std::int64_t scaleInputs;
    bool minimum;
    const float* rowScales;
    const std::int32_t* rowSums;
    std::int64_t rowStride;
};

/// Per scale s in order: dot = exact sum of products; sums = fma(dot * w_scale, x_scale, sums), and with minima
/// sums = fma(w_minimum, x_scale * x_sum, sums).
template <int rows, int panels>
void tileInt8(const WeightTile<float>& w, const RowTile& x, const Int8Scales& s, float* sums)
{
    constexpr int kWidth = panels * static_cast<int>(kVectors);
    for (std::int64_t begin = 0; begin < w.count; begin += s.scaleInputs) {
        VF dot[rows][kWidth];
        for (auto& row : dot)
            for (VF& value : row) value = hn::Zero(DF());
        for (std::int64_t k = begin; k < begin + s.scaleInputs; ++k) {
            VF weight[kWidth];
            for (int v = 0; v < kWidth; ++v)
                weight[v] =
                    hn::LoadU(DF(), w.data + v / kVectors * w.stride + k * kPanelOutputs + v % kVectors * kLanes);
            for (int r = 0; r < rows; ++r) {
                const VF value = hn::Set(DF(), x.data[r * x.stride + k]);
                for (int v = 0; v < kWidth; ++v) dot[r][v] = hn::MulAdd(weight[v], value, dot[r][v]);
            }
        }
        for (int r = 0; r < rows; ++r) {
            const auto at = [&](const auto* base) {
                return reinterpret_cast<decltype(base)>(reinterpret_cast<const std::byte*>(base) + r * s.rowStride);
            };
            const float rowScale = at(s.rowScales)[begin / Int8Row::kScaleInputs];
            std::int32_t rowSum = 0;
            for (std::int64_t i = 0; i < s.scaleInputs; i += Int8Row::kSumInputs)
                rowSum += at(s.rowSums)[(begin + i) / Int8Row::kSumInputs];
            for (int v = 0; v < kWidth; ++v) {
                const std::int64_t from =
                    v / kVectors * s.stride + begin / s.scaleInputs * kPanelOutputs + v % kVectors * kLanes;
                float* to = sums + r * kGroup * kPanelOutputs + v * kLanes;
                VF sum = hn::LoadU(DF(), to);
                sum = hn::MulAdd(hn::Mul(dot[r][v], hn::LoadU(DF(), s.scales + from)), hn::Set(DF(), rowScale), sum);
                if (s.minimum)
                    sum = hn::MulAdd(hn::LoadU(DF(), s.minima + from),
                                     hn::Set(DF(), rowScale * static_cast<float>(rowSum)), sum);
                hn::StoreU(sum, DF(), to);
            }
        }
    }
}

/// Where a group's finished sums go.
struct Output {
    float* y;  ///< row 0, the group's first output
    std::int64_t stride;
    std::int64_t outputs;  ///< real ones in the group
    bool accumulate;
};

/// What there is to do for the rows of a block with one tile of weights.
struct TileTask {
    bool first;             ///< sums start at zero
    bool last;              ///< sums are finished
    const std::byte* next;  ///< packed bytes of the next tile, asked for while this one is multiplied
    std::int64_t nextBytes;
    std::int64_t panelBytes;
    /// Lines that six rows' sums will be added to, row by row: asked for in parts, some with every tile of weights, as
    /// each row has its own page and more at a time would hold the product up.
    std::int64_t askBegin;
    std::int64_t askEnd;
    Output output;
};

void writeSums(const float* sums, std::int64_t rows, const Output& output, std::int64_t row)
{
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* from = sums + r * kGroup * kPanelOutputs;
        float* to = output.y + (row + r) * output.stride;
        if (output.accumulate)
            for (std::int64_t o = 0; o < output.outputs; ++o) to[o] += from[o];
        else
            std::memcpy(to, from, output.outputs * sizeof(float));
    }
}

template <int panels, class T>
void multiplyTile(const TileTask& task, const WeightTile<T>& w, const RowTile& x, std::int64_t rows, float* sums)
{
    std::int64_t row = 0;
    const Output& output = task.output;
    const bool direct = task.last && output.outputs == panels * kPanelOutputs;
    const auto pass = [&](auto kernel, std::int64_t count) {
        float* here = sums + row * kGroup * kPanelOutputs;
        kernel(w, {x.data + row * x.stride, x.stride},
               {here, task.first, direct ? output.y + row * output.stride : nullptr, output.stride, output.accumulate});
        if (task.last && !direct)
            writeSums(here, count, output, row);
        row += count;
    };
    if constexpr (kTileRows == 6) {
        const std::int64_t tiles = std::max<std::int64_t>(1, rows / 6);
        const std::int64_t ahead = (task.nextBytes / kLine + tiles) / tiles * kLine;
        for (const std::byte* next = task.next; rows - row >= 6; next += ahead) {
            for (std::int64_t at = 0; at < ahead; at += kLine)
                for (std::int64_t p = 0; p < kGroup; ++p) __builtin_prefetch(next + p * task.panelBytes + at, 0, 2);
            for (std::int64_t i = task.askBegin; i < task.askEnd; ++i)
                __builtin_prefetch(output.y + (row + i / panels) * output.stride + i % panels * kPanelOutputs, 1, 2);
            pass(tileF32<6, panels, T>, 6);
        }
        while (rows - row >= 4) pass(tileF32<4, panels, T>, 4);
        while (rows - row >= 3) pass(tileF32<3, panels, T>, 3);
    }
    while (rows - row >= 2) pass(tileF32<2, panels, T>, 2);
    while (row < rows) pass(tileF32<1, panels, T>, 1);
}

template <int panels>
void multiplyTileInt8(const TileTask& task, const WeightTile<float>& w, const RowTile& x, const Int8Scales& scales,
                      std::int64_t rows, float* sums)
{
    std::int64_t row = 0;
    const auto pass = [&](auto kernel, std::int64_t count) {
        float* here = sums + row * kGroup * kPanelOutputs;
        if (task.first)
            std::memset(here, 0, count * kGroup * kPanelOutputs * sizeof(float));
        Int8Scales s = scales;
        s.rowScales =
            reinterpret_cast<const float*>(reinterpret_cast<const std::byte*>(s.rowScales) + row * s.rowStride);
        s.rowSums =
            reinterpret_cast<const std::int32_t*>(reinterpret_cast<const std::byte*>(s.rowSums) + row * s.rowStride);
        kernel(w, {x.data + row * x.stride, x.stride}, s, here);
        if (task.last)
            writeSums(here, count, task.output, row);
        row += count;
    };
    while (rows - row >= 2) pass(tileInt8<2, panels>, 2);
    while (row < rows) pass(tileInt8<1, panels>, 1);
}

/// Inputs [begin, begin + count) of `rows` prepared rows as f32.
void expandRows(const PreparedRows& x, std::int64_t firstRow, std::int64_t rows, std::int64_t begin, std::int64_t count,
                float* out)
{
    for (std::int64_t r = 0; r < rows; ++r, out += kChunk) {
        const std::byte* row = x.data + (firstRow + r) * x.rowStride;
        if (x.compute == ComputeType::int8) {
            const auto* quants = reinterpret_cast<const std::int8_t*>(row) + begin;
            for (std::int64_t k = 0; k < count; ++k) out[k] = static_cast<float>(quants[k]);
        } else {
            const auto* values = reinterpret_cast<const std::uint16_t*>(row) + begin;
            for (std::int64_t k = 0; k < count; ++k) {
                const std::uint32_t bits = static_cast<std::uint32_t>(values[k]) << 16;
                std::memcpy(out + k, &bits, 4);
            }
        }
    }
}

void roundToBf16(float* values, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; i += kLanes)
        hn::StoreU(hn::BitCast(DF(), hn::ShiftLeft<16>(bf16Bits(hn::LoadU(DF(), values + i)))), DF(), values + i);
}

/// A tile of weights in the scratch: inputs [begin, begin + count) of `panels` panels, as the product takes them.
void unpackTile(const PackedMatrix& w, ComputeType compute, std::int64_t panel, std::int64_t panels, std::int64_t begin,
                std::int64_t count, Scratch& s)
{
    constexpr std::int64_t kScaleStride = kChunk / 16 * kPanelOutputs;
    for (std::int64_t p = 0; p < panels; ++p) {
        const std::byte* from = w.panel(panel + p);
        float* to = s.weights + p * kChunk * kPanelOutputs;
        if (w.type() == DataType::f32)
            std::memcpy(to, from + begin * kPanelOutputs * 4, count * kPanelOutputs * 4);
        else if (compute == ComputeType::int8)
            unpackPanel<true>(w.type(), from, w.inputs(), begin, count, to, s.scales + p * kScaleStride,
                              s.minima + p * kScaleStride);
        else
            unpackPanel<false>(w.type(), from, w.inputs(), begin, count, to, nullptr, nullptr);
        if (compute == ComputeType::bf16 && w.type() != DataType::bf16)
            roundToBf16(to, count * kPanelOutputs);
    }
}

/// Bytes of a panel before input `begin`, as far as they lie together (scales of quantised formats apart).
std::int64_t packedBytes(DataType type, std::int64_t begin)
{
    switch (type) {
        case DataType::f32:
            return begin * kPanelOutputs * 4;
        case DataType::f16:
        case DataType::bf16:
            return begin * kPanelOutputs * 2;
        default:
            return begin / kRecordInputs * quantFormat(type).recordBytes();
    }
}

/// The panel's own bytes as a tile.
template <class T>
WeightTile<T> directTile(const PackedMatrix& w, std::int64_t panel, std::int64_t panels, std::int64_t begin,
                         std::int64_t count)
{
    const std::int64_t offset = packedBytes(w.type(), begin);
    return {reinterpret_cast<const T*>(w.panel(panel) + offset), w.panelBytes() / static_cast<std::int64_t>(sizeof(T)),
            count, w.panelBytes() - offset, (panels - 1) * w.panelBytes()};
}

template <int panels>
void multiplyGroup(const PackedMatrix& w, const PreparedRows& x, std::int64_t row, std::int64_t rows,
                   std::int64_t panel, const Output& output, Scratch& s)
{
    const std::int64_t inputs = w.inputs();
    const std::int64_t chunk = tileInputs(inputs, kChunk);
    for (std::int64_t begin = 0; begin < inputs; begin += chunk) {
        const std::int64_t count = std::min(chunk, inputs - begin);
        const bool last = begin + count == inputs;
        const std::int64_t nextBegin = last ? 0 : begin + count;
        const TileTask task{begin == 0,
                            last,
                            w.panel(panel) + (last ? panels * w.panelBytes() : 0) + packedBytes(w.type(), nextBegin),
                            packedBytes(w.type(), std::min(chunk, inputs - nextBegin)),
                            w.panelBytes(),
                            output.accumulate ? 6 * panels * begin / inputs : 0,
                            output.accumulate ? 6 * panels * (begin + count) / inputs : 0,
                            output};
        RowTile rowTile{s.rows, kChunk};
        if (x.compute == ComputeType::f32)
            rowTile = {reinterpret_cast<const float*>(x.data + row * x.rowStride) + begin, x.rowStride / 4};
        else
            expandRows(x, row, rows, begin, count, s.rows);
        const bool direct = x.compute == ComputeType::f32 || w.type() == DataType::bf16;
        if (w.type() == DataType::f32 && direct)
            multiplyTile<panels>(task, directTile<float>(w, panel, panels, begin, count), rowTile, rows, s.sums);
        else if (w.type() == DataType::f16 && direct && rows <= kDirectRows)
            multiplyTile<panels>(task, directTile<hwy::float16_t>(w, panel, panels, begin, count), rowTile, rows,
                                 s.sums);
        else if (w.type() == DataType::bf16 && rows <= kDirectRows)
            multiplyTile<panels>(task, directTile<std::uint32_t>(w, panel, panels, begin, count), rowTile, rows,
                                 s.sums);
        else {
            unpackTile(w, x.compute, panel, panels, begin, count, s);
            const WeightTile<float> tile{s.weights, kChunk * kPanelOutputs, count};
            if (x.compute != ComputeType::int8) {
                multiplyTile<panels>(task, tile, rowTile, rows, s.sums);
                continue;
            }
            const QuantFormat format = quantFormat(w.type());
            const Int8Row first(x.data + row * x.rowStride, inputs);
            multiplyTileInt8<panels>(
                task, tile, rowTile,
                {s.scales, s.minima, kChunk / 16 * kPanelOutputs, format.scaleInputs, format.minimum,
                 first.scales + begin / Int8Row::kScaleInputs, first.sums + begin / Int8Row::kSumInputs, x.rowStride},
                rows, s.sums);
        }
    }
}

void multiply(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd, float* y,
              std::int64_t yStride, bool accumulate, std::byte* scratchBytes)
{
    Scratch& s = *reinterpret_cast<Scratch*>(scratchBytes);
    const std::int64_t rowsTogether = rowsPerBlock(x, kRowBlockBytes, kRowBlock, 6);
    for (std::int64_t row = 0; row < x.rows; row += rowsTogether) {
        const std::int64_t rows = std::min(rowsTogether, x.rows - row);
        for (std::int64_t panel = panelBegin; panel < panelEnd;) {
            const std::int64_t left = panelEnd - panel;
            const std::int64_t panels = left >= kGroup ? kGroup : left >= kPair ? kPair : 1;
            const Output output{y + row * yStride + panel * kPanelOutputs, yStride,
                                std::min(panels * kPanelOutputs, w.outputs() - panel * kPanelOutputs), accumulate};
            if (panels == kGroup)
                multiplyGroup<kGroup>(w, x, row, rows, panel, output, s);
            else if (panels == kPair)
                multiplyGroup<kPair>(w, x, row, rows, panel, output, s);
            else
                multiplyGroup<1>(w, x, row, rows, panel, output, s);
            panel += panels;
        }
    }
}

/// See HighwayPaths::unpack.
void unpack(const PackedMatrix& w, std::int64_t panel, std::int64_t begin, std::int64_t count, float* out)
{
    if (w.type() == DataType::f32)
        std::memcpy(out, w.panel(panel) + begin * kPanelOutputs * 4, count * kPanelOutputs * 4);
    else
        unpackPanel<false>(w.type(), w.panel(panel), w.inputs(), begin, count, out, nullptr, nullptr);
}

MatmulKernels kernels()
{
    return {&prepare, &multiply, sizeof(Scratch)};
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace decodescope::engine::cpu {

HighwayPaths highwayPaths()
{
    HighwayPaths paths{};
    paths.baseline = HWY_NAMESPACE::kernels();
#if HWY_TARGETS & HWY_SSE4
    paths.sse4 = N_SSE4::kernels();
#endif
#if HWY_TARGETS & HWY_AVX2
    paths.avx2 = N_AVX2::kernels();
    paths.unpackScales = &N_AVX2::unpackScales;
#endif
#if HWY_TARGETS & HWY_AVX3
    paths.avx512 = N_AVX3::kernels();
    paths.unpack = &N_AVX3::unpack;
#endif
    return paths;
}

}  // namespace decodescope::engine::cpu
#endif
