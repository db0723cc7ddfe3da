// SPDX-License-Identifier: GPL-3.0-or-later
// Panels to tiles of f32, for one Highway target. Included once per target; no ordinary include guard.
#if defined(DECODESCOPE_CPU_MATMUL_UNPACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DECODESCOPE_CPU_MATMUL_UNPACK_INL_H_
#undef DECODESCOPE_CPU_MATMUL_UNPACK_INL_H_
#else
#define DECODESCOPE_CPU_MATMUL_UNPACK_INL_H_
#endif

#include "engine/cpu/pack_layout.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::CappedTag<float, static_cast<std::size_t>(kPanelOutputs)>;
using DU = hn::RebindToUnsigned<DF>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;
constexpr std::int64_t kLanes = static_cast<std::int64_t>(MaxLanes(DF()));
constexpr std::int64_t kVectors = kPanelOutputs / kLanes;  ///< vectors that hold a panel's outputs

/// 16 f16 at `from` as f32 at `to`.
HWY_INLINE void halvesToFloats(const std::byte* from, float* to)
{
    const hn::Rebind<hwy::float16_t, DF> dh;
    const auto* halves = reinterpret_cast<const hwy::float16_t*>(from);
    for (std::int64_t i = 0; i < kPanelOutputs; i += kLanes)
        hn::StoreU(hn::PromoteTo(DF(), hn::LoadU(dh, halves + i)), DF(), to + i);
}

/// 16 bytes at `from`, signed or not, times the 16 values at `factor`.
template <class T>
HWY_INLINE void scaleBytes(const std::byte* from, const float* factor, float* to)
{
    const T* bytes = reinterpret_cast<const T*>(from);
    for (std::int64_t i = 0; i < kPanelOutputs; ++i) to[i] = factor[i] * static_cast<float>(bytes[i]);
}

/// Scales, and minima where the format has them, of record `r`: [scales per record][16] each.
template <DataType type>
HWY_INLINE void recordScales(const std::byte* panel, std::int64_t inputs, std::int64_t r, float* scales, float* minima)
{
    constexpr QuantFormat format = quantFormat(type);
    const std::byte* base = panel + format.scaleOffset(inputs);
    if constexpr (!format.super) {
        halvesToFloats(base + r * format.scaleBytes(), scales);
        if constexpr (format.minimum)
            halvesToFloats(base + r * format.scaleBytes() + 2 * kPanelOutputs, minima);
    } else {
        const std::byte* super = base + r / kRecordsPerSuper * format.scaleBytes();
        const std::byte* halves = super + kRecordsPerSuper * format.subBytes * kPanelOutputs;
        const std::byte* sub = super + r % kRecordsPerSuper * format.subBytes * kPanelOutputs;
        float d[kPanelOutputs];
        float m[kPanelOutputs];
        halvesToFloats(halves, d);
        if constexpr (format.minimum) {
            halvesToFloats(halves + 2 * kPanelOutputs, m);
            for (float& value : m) value = -value;
        }
        if constexpr (type == DataType::q2_K) {
            std::byte low[2 * kPanelOutputs];
            std::byte high[2 * kPanelOutputs];
            for (std::int64_t i = 0; i < 2 * kPanelOutputs; ++i) {
                low[i] = sub[i] & std::byte{0x0f};
                high[i] = sub[i] >> 4;
            }
            for (std::int64_t h = 0; h < 2 * kPanelOutputs; h += kPanelOutputs) {
                scaleBytes<std::uint8_t>(low + h, d, scales + h);
                scaleBytes<std::uint8_t>(high + h, m, minima + h);
            }
        } else if constexpr (format.minimum) {
            scaleBytes<std::uint8_t>(sub, d, scales);
            scaleBytes<std::uint8_t>(sub + kPanelOutputs, m, minima);
        } else {
            scaleBytes<std::int8_t>(sub, d, scales);
            scaleBytes<std::int8_t>(sub + kPanelOutputs, d, scales + kPanelOutputs);
        }
    }
}

/// The 32 x 16 stored quants of a record less the offset, as whole f32: out [32][16].
template <DataType type, class Finish>
HWY_INLINE void recordQuants(const std::byte* record, Finish finish)
{
    constexpr QuantFormat format = quantFormat(type);
    const auto* lines = reinterpret_cast<const std::uint32_t*>(record);
    constexpr std::int64_t kWords = kLine / 4;
    const DU du;
    const auto low = hn::Set(du, (1U << format.lowBits) - 1);
    const auto high = hn::Set(du, (1U << format.highBits) - 1);
    for (std::int64_t quad = 0; quad < kQuads; ++quad) {
        const std::int64_t lowLine = format.lowBits == 8 ? quad : format.lowBits == 4 ? quad % 4 : quad / 4;
        const std::int64_t lowShift = format.lowBits == 8 ? 0 : format.lowBits == 4 ? quad / 4 * 4 : quad % 4 * 2;
        const std::int64_t highLine = format.lowBits + (format.highBits == 2 ? quad / 4 : 0);
        const std::int64_t highShift = format.highBits == 2 ? quad % 4 * 2 : quad;
        for (std::int64_t v = 0; v < kVectors; ++v) {
            const auto lowWord = hn::LoadU(du, lines + lowLine * kWords + v * kLanes);
            auto highWord = lowWord;
            if constexpr (format.highBits != 0)
                highWord = hn::LoadU(du, lines + highLine * kWords + v * kLanes);
            for (std::int64_t t = 0; t < 4; ++t) {
                auto q = hn::And(hn::ShiftRightSame(lowWord, static_cast<int>(8 * t + lowShift)), low);
                if constexpr (format.highBits != 0)
                    q = hn::Or(q, hn::ShiftLeft<format.lowBits>(hn::And(
                                      hn::ShiftRightSame(highWord, static_cast<int>(8 * t + highShift)), high)));
                VF value;
                if constexpr (format.table) {
                    static constexpr float kTable[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                                         1,    13,   25,  38,  53,  69,  89,  113};
                    value = hn::GatherIndex(DF(), kTable, hn::BitCast(DI(), q));
                } else {
                    const auto whole = hn::Sub(hn::BitCast(DI(), q), hn::Set(DI(), format.offset));
                    value = hn::ConvertTo(DF(), whole);
                }
                finish(quad * 4 + t, v, value);
            }
        }
    }
}

/// Inputs [begin, begin + count) of a quantised panel as exact f32: out [count][16]; begin and count are multiples of
/// 32. With `whole` the values stay unscaled and scales and minima go to their own arrays, [count / scaleInputs][16].
template <DataType type, bool whole>
void unpackQuantised(const std::byte* panel, std::int64_t inputs, std::int64_t begin, std::int64_t count, float* out,
                     float* scales, float* minima)
{
    constexpr QuantFormat format = quantFormat(type);
    constexpr std::int64_t kScales = kRecordInputs / format.scaleInputs;
    for (std::int64_t r = begin / kRecordInputs; r < (begin + count) / kRecordInputs; ++r) {
        float* to = out + (r * kRecordInputs - begin) * kPanelOutputs;
        if constexpr (whole) {
            const std::int64_t s = (r * kRecordInputs - begin) / format.scaleInputs * kPanelOutputs;
            recordScales<type>(panel, inputs, r, scales + s, minima + s);
            recordQuants<type>(panel + r * format.recordBytes(),
                               [&](std::int64_t k, std::int64_t v, VF value)
                                   HWY_ATTR { hn::StoreU(value, DF(), to + k * kPanelOutputs + v * kLanes); });
        } else {
            float d[kScales * kPanelOutputs];
            float m[kScales * kPanelOutputs];
            recordScales<type>(panel, inputs, r, d, m);
            recordQuants<type>(panel + r * format.recordBytes(),
                               [&](std::int64_t k, std::int64_t v, VF value) HWY_ATTR {
                                   const std::int64_t s = k / format.scaleInputs * kPanelOutputs + v * kLanes;
                                   value = hn::Mul(value, hn::LoadU(DF(), d + s));
                                   if constexpr (format.minimum)
                                       value = hn::Add(value, hn::LoadU(DF(), m + s));
                                   hn::StoreU(value, DF(), to + k * kPanelOutputs + v * kLanes);
                               });
        }
    }
}

/// Inputs [begin, begin + count) of a panel (not f32: those are used where they lie) as exact f32, or as whole numbers
/// and their scales.
template <bool whole>
void unpackPanel(DataType type, const std::byte* panel, std::int64_t inputs, std::int64_t begin, std::int64_t count,
                 float* out, float* scales, float* minima)
{
    switch (type) {
        case DataType::f16:
            for (std::int64_t k = 0; k < count; ++k)
                halvesToFloats(panel + (begin + k) * kPanelOutputs * 2, out + k * kPanelOutputs);
            return;
        case DataType::bf16: {
            const auto* pairs = reinterpret_cast<const std::uint32_t*>(panel);
            for (std::int64_t k = begin; k < begin + count; ++k)
                for (std::int64_t i = 0; i < kPanelOutputs; i += kLanes) {
                    const auto pair = hn::LoadU(DU(), pairs + k / 2 * kPanelOutputs + i);
                    const auto bits = k % 2 == 0 ? hn::ShiftLeft<16>(pair) : hn::And(pair, hn::Set(DU(), 0xffff0000U));
                    hn::StoreU(hn::BitCast(DF(), bits), DF(), out + (k - begin) * kPanelOutputs + i);
                }
            return;
        }
        default:
            withFormat(type, [&]<DataType quantised>() HWY_ATTR {
                unpackQuantised<quantised, whole>(panel, inputs, begin, count, out, scales, minima);
            });
    }
}

/// Scales and minima alone of the inputs [begin, begin + count): [count / scaleInputs][16].
inline void unpackScales(DataType type, const std::byte* panel, std::int64_t inputs, std::int64_t begin,
                         std::int64_t count, float* scales, float* minima)
{
    withFormat(type, [&]<DataType quantised>() HWY_ATTR {
        constexpr std::int64_t kStep = kRecordInputs / quantFormat(quantised).scaleInputs * kPanelOutputs;
        const std::int64_t first = begin / kRecordInputs;
        for (std::int64_t r = 0; r < count / kRecordInputs; ++r)
            recordScales<quantised>(panel, inputs, first + r, scales + r * kStep, minima + r * kStep);
    });
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
