// SPDX-License-Identifier: GPL-3.0-or-later
// Products of every format and compute through Highway: the whole of the paths baseline, avx2 and avx512, and what the
// dot product instructions do not cover on the others. bf16 and int8 operands are held as f32 (exactly) and multiplied
// with f32 FMA: int8 sums stay below 2^24, so they are exact whole numbers.
#include "engine/cpu/matmul_paths.h"

#include <algorithm>
#include <cstring>

// One vector per 16 outputs is the most these kernels use, and scalable vectors cannot be kept in arrays.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/matmul_highway.cpp"
#include <hwy/foreach_target.h>

#include "engine/cpu/matmul_prepare-inl.h"
#include "engine/cpu/matmul_unpack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {

constexpr std::int64_t kGroup = kVectors == 1 ? 4 : 1;     ///< panels multiplied together
constexpr std::int64_t kTileRows = kVectors == 4 ? 2 : 6;  ///< rows multiplied together
constexpr std::int64_t kChunk = 128;                       ///< inputs of a tile of weights: it stays in the L1 cache
constexpr std::int64_t kRowBlock = 96;                     ///< rows that share an unpacked tile
constexpr std::int64_t kTileVectors = kGroup * kVectors;

/// The calling thread's scratch.
struct Scratch {
    alignas(64) float weights[kGroup * kChunk * kPanelOutputs];
    alignas(64) float scales[kGroup * (kChunk / 16) * kPanelOutputs];
    alignas(64) float minima[kGroup * (kChunk / 16) * kPanelOutputs];
    alignas(64) float rows[kRowBlock * kChunk];
    alignas(64) float sums[kRowBlock * kGroup * kPanelOutputs];  ///< [row][panel][16], over the inputs so far
};

/// A tile of weights: `count` inputs of `panels` panels, [k][16] f32 each, `stride` floats from panel to panel.
struct WeightTile {
    const float* data;
    std::int64_t stride;
    std::int64_t count;
};

struct RowTile {
    const float* data;
    std::int64_t stride;
};

/// sums[r][p] = fma(w[k][p], x[r][k], sums[r][p]) for every k in order.
template <int rows, int panels>
void tileF32(const WeightTile& w, const RowTile& x, float* sums)
{
    constexpr int kWidth = panels * static_cast<int>(kVectors);
    VF acc[rows][kWidth];
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < kWidth; ++v) acc[r][v] = hn::LoadU(DF(), sums + r * kGroup * kPanelOutputs + v * kLanes);
    for (std::int64_t k = 0; k < w.count; ++k) {
        VF weight[kWidth];
        for (int v = 0; v < kWidth; ++v)
            weight[v] = hn::LoadU(DF(), w.data + v / kVectors * w.stride + k * kPanelOutputs + v % kVectors * kLanes);
        for (int r = 0; r < rows; ++r) {
            const VF value = hn::Set(DF(), x.data[r * x.stride + k]);
            for (int v = 0; v < kWidth; ++v) acc[r][v] = hn::MulAdd(weight[v], value, acc[r][v]);
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < kWidth; ++v) hn::StoreU(acc[r][v], DF(), sums + r * kGroup * kPanelOutputs + v * kLanes);
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
void tileInt8(const WeightTile& w, const RowTile& x, const Int8Scales& s, float* sums)
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

/// Rows [0, rows) of a block against one tile of weights, in tiles of rows.
template <int panels>
void multiplyTile(const WeightTile& w, RowTile x, const Int8Scales* scales, std::int64_t rows, float* sums)
{
    Int8Scales s = scales != nullptr ? *scales : Int8Scales{};
    const auto step = [&](auto kernel, auto kernelInt8, std::int64_t count) {
        if (scales == nullptr)
            kernel(w, x, sums);
        else
            kernelInt8(w, x, s, sums);
        x.data += count * x.stride;
        s.rowScales =
            reinterpret_cast<const float*>(reinterpret_cast<const std::byte*>(s.rowScales) + count * s.rowStride);
        s.rowSums =
            reinterpret_cast<const std::int32_t*>(reinterpret_cast<const std::byte*>(s.rowSums) + count * s.rowStride);
        sums += count * kGroup * kPanelOutputs;
    };
    std::int64_t left = rows;
    if constexpr (kTileRows == 6) {
        for (; left >= 6 && scales == nullptr; left -= 6) step(tileF32<6, panels>, tileInt8<1, panels>, 6);
        for (; left >= 3; left -= 3) step(tileF32<3, panels>, tileInt8<3, panels>, 3);
    } else {
        for (; left >= 2; left -= 2) step(tileF32<2, panels>, tileInt8<2, panels>, 2);
    }
    for (; left >= 1; --left) step(tileF32<1, panels>, tileInt8<1, panels>, 1);
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

void writeSums(const float* sums, std::int64_t rows, std::int64_t outputs, float* y, std::int64_t yStride,
               bool accumulate)
{
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* from = sums + r * kGroup * kPanelOutputs;
        float* to = y + r * yStride;
        if (accumulate)
            for (std::int64_t o = 0; o < outputs; ++o) to[o] += from[o];
        else
            std::memcpy(to, from, outputs * sizeof(float));
    }
}

void roundToBf16(float* values, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; i += kLanes)
        hn::StoreU(hn::BitCast(DF(), hn::ShiftLeft<16>(bf16Bits(hn::LoadU(DF(), values + i)))), DF(), values + i);
}

void multiply(const PackedMatrix& w, const PreparedRows& x, std::int64_t panelBegin, std::int64_t panelEnd, float* y,
              std::int64_t yStride, bool accumulate, std::byte* scratchBytes)
{
    Scratch& s = *reinterpret_cast<Scratch*>(scratchBytes);
    const std::int64_t inputs = w.inputs();
    const bool int8 = x.compute == ComputeType::int8;
    const QuantFormat format = quantFormat(w.type());
    const std::int64_t scaleStride = kChunk / 16 * kPanelOutputs;
    for (std::int64_t row = 0; row < x.rows; row += kRowBlock) {
        const std::int64_t rows = std::min(kRowBlock, x.rows - row);
        for (std::int64_t panel = panelBegin; panel < panelEnd;) {
            const std::int64_t panels = panelEnd - panel >= kGroup ? kGroup : 1;
            std::fill_n(s.sums, rows * kGroup * kPanelOutputs, 0.0F);
            for (std::int64_t begin = 0; begin < inputs; begin += kChunk) {
                const std::int64_t count = std::min(kChunk, inputs - begin);
                WeightTile tile{s.weights, kChunk * kPanelOutputs, count};
                if (w.type() == DataType::f32 && x.compute == ComputeType::f32) {
                    tile.data = reinterpret_cast<const float*>(w.panel(panel)) + begin * kPanelOutputs;
                    tile.stride = w.panelBytes() / 4;
                } else {
                    for (std::int64_t p = 0; p < panels; ++p) {
                        float* to = s.weights + p * kChunk * kPanelOutputs;
                        if (w.type() == DataType::f32)
                            std::memcpy(to, w.panel(panel + p) + begin * kPanelOutputs * 4, count * kPanelOutputs * 4);
                        else if (int8)
                            unpackPanel<true>(w.type(), w.panel(panel + p), inputs, begin, count, to,
                                              s.scales + p * scaleStride, s.minima + p * scaleStride);
                        else
                            unpackPanel<false>(w.type(), w.panel(panel + p), inputs, begin, count, to, nullptr,
                                               nullptr);
                        if (x.compute == ComputeType::bf16 && w.type() != DataType::bf16)
                            roundToBf16(to, count * kPanelOutputs);
                    }
                }
                RowTile rowTile{s.rows, kChunk};
                if (x.compute == ComputeType::f32)
                    rowTile = {reinterpret_cast<const float*>(x.data + row * x.rowStride) + begin, x.rowStride / 4};
                else
                    expandRows(x, row, rows, begin, count, s.rows);
                Int8Scales scales{};
                if (int8) {
                    const Int8Row first(x.data + row * x.rowStride, inputs);
                    scales = {s.scales,
                              s.minima,
                              scaleStride,
                              format.scaleInputs,
                              format.minimum,
                              first.scales + begin / Int8Row::kScaleInputs,
                              first.sums + begin / Int8Row::kSumInputs,
                              x.rowStride};
                }
                if (panels == kGroup)
                    multiplyTile<kGroup>(tile, rowTile, int8 ? &scales : nullptr, rows, s.sums);
                else
                    multiplyTile<1>(tile, rowTile, int8 ? &scales : nullptr, rows, s.sums);
            }
            const std::int64_t outputs = std::min(panels * kPanelOutputs, w.outputs() - panel * kPanelOutputs);
            writeSums(s.sums, rows, outputs, y + row * yStride + panel * kPanelOutputs, yStride, accumulate);
            panel += panels;
        }
    }
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
#if HWY_TARGETS & HWY_AVX2
    paths.avx2 = N_AVX2::kernels();
#endif
#if HWY_TARGETS & HWY_AVX3
    paths.avx512 = N_AVX3::kernels();
#endif
    return paths;
}

}  // namespace decodescope::engine::cpu
#endif
