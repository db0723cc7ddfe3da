// SPDX-License-Identifier: GPL-3.0-or-later
// Vector helpers shared by the kernel files, compiled once per target (hence no #pragma once).
#if defined(DECODESCOPE_VECTOR_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DECODESCOPE_VECTOR_MATH_INL
#undef DECODESCOPE_VECTOR_MATH_INL
#else
#define DECODESCOPE_VECTOR_MATH_INL
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most 16 lanes: the layouts are made of groups of 16 floats.
using DF = hn::CappedTag<float, 16>;
using VF = hn::Vec<DF>;
constexpr DF kDf;
inline constexpr std::int64_t kLanes = static_cast<std::int64_t>(hn::MaxLanes(DF()));

/// Near 1.5 * 2^23 floats are integers: x + kRounder rounds x to n and keeps n + 127 in its lowest bits.
inline constexpr float kRounder = 12582912.0f + 127.0f;

/// p * 2^n, with n + kRounder: n + 127 goes to the exponent's place; n = -127 gives 0.
HWY_INLINE VF timesPowerOfTwo(VF p, VF biased)
{
    const hn::RebindToUnsigned<DF> du;
    return hn::Mul(p, hn::BitCast(kDf, hn::ShiftLeft<23>(hn::BitCast(du, biased))));
}

/// The polynomial in r with these coefficients, the highest power's first.
template <class... Floats>
HWY_INLINE VF polynomial(VF r, float highest, Floats... others)
{
    VF p = hn::Set(kDf, highest);
    ((p = hn::MulAdd(p, r, hn::Set(kDf, others))), ...);
    return p;
}

/// e^x within about 1 ulp for x in [-87, 88]; below it 0, exactly; above it e^88.
HWY_INLINE VF expf(VF x)
{
    x = hn::Min(hn::Max(x, hn::Set(kDf, -88.0f)), hn::Set(kDf, 88.0f));
    const VF biased = hn::MulAdd(x, hn::Set(kDf, 1.44269504088896341f), hn::Set(kDf, kRounder));
    const VF n = hn::Sub(biased, hn::Set(kDf, kRounder));
    // x - n ln 2, ln 2 in two parts; |r| <= ln 2 / 2. Coefficients: minimax of e^r after Cephes' expf.
    VF r = hn::NegMulAdd(n, hn::Set(kDf, 0.693359375f), x);
    r = hn::NegMulAdd(n, hn::Set(kDf, -2.12194440e-4f), r);
    const VF p = polynomial(r, 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f,
                            5.0000001201e-1f);
    return timesPowerOfTwo(hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), hn::Set(kDf, 1.0f)), biased);
}

/// 2^x within 1 ulp for x in [-126, 0]; from -127 down 0, exactly.
HWY_INLINE VF exp2f(VF x)
{
    x = hn::Max(x, hn::Set(kDf, -127.0f));
    const VF biased = hn::Add(x, hn::Set(kDf, kRounder));
    const VF r = hn::Sub(x, hn::Sub(biased, hn::Set(kDf, kRounder)));  // exact; |r| <= 1/2
    // Minimax of 2^r with 2^0 = 1: relative error 2e-9.
    return timesPowerOfTwo(polynomial(r, 1.5353361908e-4f, 1.3398874414e-3f, 9.6184373577e-3f, 5.5503324711e-2f,
                                      2.4022647914e-1f, 6.9314720286e-1f, 1.0f),
                           biased);
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
