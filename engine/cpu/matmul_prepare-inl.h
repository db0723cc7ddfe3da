// SPDX-License-Identifier: GPL-3.0-or-later
// Activation rows as operands of a product, for one Highway target. Included once per target.
#if defined(DECODESCOPE_CPU_MATMUL_PREPARE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DECODESCOPE_CPU_MATMUL_PREPARE_INL_H_
#undef DECODESCOPE_CPU_MATMUL_PREPARE_INL_H_
#else
#define DECODESCOPE_CPU_MATMUL_PREPARE_INL_H_
#endif

#include "engine/cpu/matmul_paths.h"

#include <hwy/highway.h>
#include <bit>
#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using PrepareF = hn::CappedTag<float, static_cast<std::size_t>(Int8Row::kSumInputs)>;

/// bf16 nearest to each value, ties to even, in the low half of a 32-bit lane; NaN stays NaN.
template <class V>
HWY_INLINE auto bf16Bits(V value)
{
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    const auto bits = hn::BitCast(du, value);
    const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
    const auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7fff))));
    const auto quiet = hn::Or(hn::ShiftRight<16>(bits), hn::Set(du, 0x40));
    return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)), quiet, rounded);
}

HWY_INLINE void prepareBf16(const float* x, std::int64_t inputs, std::byte* out)
{
    const PrepareF df;
    const hn::Rebind<std::uint16_t, PrepareF> half;
    const std::int64_t lanes = static_cast<std::int64_t>(hn::Lanes(df));
    auto* to = reinterpret_cast<std::uint16_t*>(out);
    std::int64_t k = 0;
    for (; k + lanes <= inputs; k += lanes) {
        const auto bits = bf16Bits(hn::LoadU(df, x + k));
        hn::StoreU(hn::DemoteTo(half, hn::BitCast(hn::RebindToSigned<PrepareF>(), bits)), half, to + k);
    }
    for (; k < inputs; ++k) {
        const hn::CappedTag<float, 1> one;
        to[k] = static_cast<std::uint16_t>(hn::GetLane(bf16Bits(hn::Set(one, x[k]))));
    }
    if (inputs % 2 != 0)
        to[inputs] = 0;
}

/// Below this a block's largest value counts as zero: its reciprocal must stay finite.
constexpr float kSmallestScaled = 1e-30F;

/// Sum of 16 signed bytes: of unsigned ones 128 above them, which one instruction adds up by eights.
template <class V>
HWY_INLINE std::int32_t sumOfBytes(V narrow)
{
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    const auto halves = hn::SumsOf8(hn::Xor(hn::BitCast(du, narrow), hn::Set(du, 0x80)));
    const hn::DFromV<decltype(halves)> d64;
    return static_cast<std::int32_t>(hn::GetLane(hn::SumOfLanes(d64, halves))) - 16 * 128;
}

/// 1.5 * 2^23, where floats are whole numbers: the bits of kWholeFloats + x, |x| <= 2^22, are its own and x to nearest
/// even.
constexpr float kWholeFloats = 12582912.0F;

HWY_INLINE void prepareInt8(const float* x, std::int64_t inputs, std::byte* out)
{
    const PrepareF df;
    const hn::RebindToSigned<PrepareF> di;
    const hn::Rebind<std::int8_t, PrepareF> bytes;
    const std::int64_t lanes = static_cast<std::int64_t>(hn::Lanes(df));
    auto* quants = reinterpret_cast<std::int8_t*>(out);
    auto* scales = reinterpret_cast<float*>(out + Int8Row::scaleOffset(inputs));
    auto* sums = reinterpret_cast<std::int32_t*>(out + Int8Row::sumOffset(inputs));
    for (std::int64_t begin = 0; begin < inputs; begin += Int8Row::kScaleInputs) {
        // The largest magnitude through its bits, so that a NaN wins and makes the block's scale NaN.
        auto largest = hn::Zero(di);
        for (std::int64_t k = 0; k < Int8Row::kScaleInputs; k += lanes)
            largest = hn::Max(largest, hn::And(hn::BitCast(di, hn::LoadU(df, x + begin + k)), hn::Set(di, 0x7fffffff)));
        const float magnitude = std::bit_cast<float>(hn::GetLane(hn::MaxOfLanes(di, largest)));
        const bool usable = magnitude > kSmallestScaled;
        const float inverse = usable ? 127.0F / magnitude : 0.0F;
        scales[begin / Int8Row::kScaleInputs] = usable || std::isnan(magnitude) ? magnitude / 127.0F : 0.0F;
        for (std::int64_t sub = begin; sub < begin + Int8Row::kScaleInputs; sub += Int8Row::kSumInputs) {
            auto sum = hn::Zero(di);
            for (std::int64_t k = sub; k < sub + Int8Row::kSumInputs; k += lanes) {
                const auto scaled = hn::Mul(hn::LoadU(df, x + k), hn::Set(df, inverse));
                const auto whole = hn::Sub(hn::BitCast(di, hn::Add(scaled, hn::Set(df, kWholeFloats))),
                                           hn::Set(di, std::bit_cast<std::int32_t>(kWholeFloats)));
                // Of a block with an infinity or a NaN `whole` is anything; its scale makes up for it.
                const auto q = hn::Min(hn::Max(whole, hn::Set(di, -127)), hn::Set(di, 127));
                const auto narrow = hn::DemoteTo(bytes, q);
                hn::StoreU(narrow, bytes, quants + k);
                if constexpr (hn::MaxLanes(df) == Int8Row::kSumInputs)
                    sums[sub / Int8Row::kSumInputs] = sumOfBytes(narrow);
                else
                    sum = hn::Add(sum, q);
            }
            if constexpr (hn::MaxLanes(df) < Int8Row::kSumInputs)
                sums[sub / Int8Row::kSumInputs] = hn::GetLane(hn::SumOfLanes(di, sum));
        }
    }
}

/// See MatmulKernels::prepare.
inline void prepare(ComputeType compute, const float* x, std::int64_t stride, std::int64_t rows, std::int64_t inputs,
                    std::byte* out)
{
    const std::int64_t bytes = preparedRowBytes(compute, inputs);
    for (std::int64_t r = 0; r < rows; ++r, x += stride, out += bytes) {
        if (compute == ComputeType::f32)
            std::memcpy(out, x, inputs * sizeof(float));
        else if (compute == ComputeType::bf16)
            prepareBf16(x, inputs, out);
        else
            prepareInt8(x, inputs, out);
    }
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
