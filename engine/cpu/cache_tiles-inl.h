// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of the cache as f32 tiles, from every cache format; compiled once per target (hence no #pragma once).
#if defined(DECODESCOPE_CACHE_TILES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DECODESCOPE_CACHE_TILES_INL
#undef DECODESCOPE_CACHE_TILES_INL
#else
#define DECODESCOPE_CACHE_TILES_INL
#endif

#include "engine/cpu/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {

HWY_INLINE VF loadHalves(const std::byte* in)
{
    const hn::Rebind<hwy::float16_t, DF> dh;
    return hn::PromoteTo(kDf, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(in)));
}

HWY_INLINE VF loadBfloats(const std::byte* in)
{
    const hn::RebindToUnsigned<DF> du;
    const hn::Rebind<std::uint16_t, DF> dh;
    const auto bits = hn::PromoteTo(du, hn::LoadU(dh, reinterpret_cast<const std::uint16_t*>(in)));
    return hn::BitCast(kDf, hn::ShiftLeft<16>(bits));
}

HWY_INLINE VF loadInt8(const std::byte* in)
{
    const hn::RebindToSigned<DF> di;
    const hn::Rebind<std::int8_t, DF> db;
    return hn::ConvertTo(kDf, hn::PromoteTo(di, hn::LoadU(db, reinterpret_cast<const std::int8_t*>(in))));
}

/// Low and high nibbles of kLanes bytes, less 8.
HWY_INLINE void loadNibbles(const std::byte* in, VF& low, VF& high)
{
    const hn::RebindToSigned<DF> di;
    const hn::Rebind<std::uint8_t, DF> db;
    const auto bytes = hn::PromoteTo(di, hn::LoadU(db, reinterpret_cast<const std::uint8_t*>(in)));
    const auto eight = hn::Set(di, 8);
    low = hn::ConvertTo(kDf, hn::Sub(hn::And(bytes, hn::Set(di, 15)), eight));
    high = hn::ConvertTo(kDf, hn::Sub(hn::ShiftRight<4>(bytes), eight));
}

/// The f16 at `in` in every lane.
HWY_INLINE VF broadcastHalf(const std::byte* in)
{
    const hn::Rebind<hwy::float16_t, DF> dh;
    const hn::RebindToUnsigned<decltype(dh)> du;
    std::uint16_t bits;
    std::memcpy(&bits, in, sizeof bits);
    return hn::PromoteTo(kDf, hn::BitCast(dh, hn::Set(du, bits)));
}

/// `n` values (a multiple of kGroup) of a scalar format.
inline const float* scalarTile(DataType type, const std::byte* in, std::int64_t n, float* out)
{
    switch (type) {
        case DataType::f16:
            for (std::int64_t i = 0; i < n; i += kLanes) hn::StoreU(loadHalves(in + 2 * i), kDf, out + i);
            return out;
        case DataType::bf16:
            for (std::int64_t i = 0; i < n; i += kLanes) hn::StoreU(loadBfloats(in + 2 * i), kDf, out + i);
            return out;
        default:
            return reinterpret_cast<const float*>(in);
    }
}

inline void keyGroupQ8(const std::byte* group, std::int64_t dim, float* out)
{
    const std::byte* bytes = group + dim / 32 * kGroup * 2;
    for (std::int64_t lane = 0; lane < kGroup; lane += kLanes)
        for (std::int64_t d = 0; d < dim; ++d) {
            const VF scale = loadHalves(group + (d / 32 * kGroup + lane) * 2);
            hn::StoreU(hn::Mul(loadInt8(bytes + d * kGroup + lane), scale), kDf, out + d * kGroup + lane);
        }
}

inline void keyGroupQ4(const std::byte* group, std::int64_t dim, float* out)
{
    const std::byte* bytes = group + dim / 32 * kGroup * 2;
    for (std::int64_t lane = 0; lane < kGroup; lane += kLanes)
        for (std::int64_t b = 0; b < dim / 32; ++b) {
            const VF scale = loadHalves(group + (b * kGroup + lane) * 2);
            for (std::int64_t i = 0; i < 16; ++i) {
                VF low;
                VF high;
                loadNibbles(bytes + (b * 16 + i) * kGroup + lane, low, high);
                hn::StoreU(hn::Mul(low, scale), kDf, out + (b * 32 + i) * kGroup + lane);
                hn::StoreU(hn::Mul(high, scale), kDf, out + (b * 32 + i + 16) * kGroup + lane);
            }
        }
}

/// Keys of positions [block, block + positions) as [groups][dim][kGroup] f32: in place when they are f32 already.
inline const float* keyTile(const CacheLayout& layout, const std::byte* head, std::int64_t block,
                            std::int64_t positions, float* out)
{
    const std::int64_t groups = (positions + kGroup - 1) / kGroup;
    const std::byte* first = head + block / kGroup * layout.keyGroupBytes();
    if (!traits(layout.keyType).quantised)
        return scalarTile(layout.keyType, first, groups * layout.dim * kGroup, out);
    for (std::int64_t g = 0; g < groups; ++g) {
        const std::byte* group = first + g * layout.keyGroupBytes();
        float* tile = out + g * layout.dim * kGroup;
        if (layout.keyType == DataType::q8_0)
            keyGroupQ8(group, layout.dim, tile);
        else
            keyGroupQ4(group, layout.dim, tile);
    }
    return out;
}

inline void valueRowQ8(const std::byte* row, std::int64_t dim, float* out)
{
    for (std::int64_t b = 0; b < dim / 32; ++b, row += 34) {
        const VF scale = broadcastHalf(row);
        for (std::int64_t i = 0; i < 32; i += kLanes)
            hn::StoreU(hn::Mul(loadInt8(row + 2 + i), scale), kDf, out + b * 32 + i);
    }
}

inline void valueRowQ4(const std::byte* row, std::int64_t dim, float* out)
{
    for (std::int64_t b = 0; b < dim / 32; ++b, row += 18) {
        const VF scale = broadcastHalf(row);
        for (std::int64_t i = 0; i < 16; i += kLanes) {
            VF low;
            VF high;
            loadNibbles(row + 2 + i, low, high);
            hn::StoreU(hn::Mul(low, scale), kDf, out + b * 32 + i);
            hn::StoreU(hn::Mul(high, scale), kDf, out + b * 32 + 16 + i);
        }
    }
}

/// Values of positions [block, block + positions) as [positions][paddedDim] f32: in place when they are f32 already.
inline const float* valueTileOf(const CacheLayout& layout, const std::byte* head, std::int64_t block,
                                std::int64_t positions, float* out)
{
    const std::int64_t padded = paddedDim(layout.dim);
    const std::byte* first = head + block * layout.valueRowBytes();
    if (!traits(layout.valueType).quantised)
        return scalarTile(layout.valueType, first, positions * padded, out);
    for (std::int64_t j = 0; j < positions; ++j) {
        const std::byte* row = first + j * layout.valueRowBytes();
        if (layout.valueType == DataType::q8_0)
            valueRowQ8(row, layout.dim, out + j * padded);
        else
            valueRowQ4(row, layout.dim, out + j * padded);
    }
    return out;
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
