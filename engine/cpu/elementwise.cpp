// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/kernel_tables.h"

#include <cmath>
#include <cstring>

// The order of these is what foreach_target asks for.
// clang-format off
#include "engine/cpu/highway_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/elementwise.cpp"
#include "hwy/foreach_target.h"
#include "engine/cpu/vector_math-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace decodescope::engine::cpu::HWY_NAMESPACE {
namespace {

void rmsNorm(const float* x, const float* weight, float epsilon, std::int64_t n, float* out)
{
    const std::int64_t whole = n / kLanes * kLanes;
    VF sums[4] = {hn::Zero(kDf), hn::Zero(kDf), hn::Zero(kDf), hn::Zero(kDf)};
    std::int64_t i = 0;
    for (; i + 4 * kLanes <= whole; i += 4 * kLanes) {
        for (std::int64_t k = 0; k < 4; ++k) {
            const VF v = hn::LoadU(kDf, x + i + k * kLanes);
            sums[k] = hn::MulAdd(v, v, sums[k]);
        }
    }
    for (; i < whole; i += kLanes) {
        const VF v = hn::LoadU(kDf, x + i);
        sums[0] = hn::MulAdd(v, v, sums[0]);
    }
    const VF all = hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
    float sum = hn::GetLane(hn::SumOfLanes(kDf, all));
    for (; i < n; ++i) sum += x[i] * x[i];
    const float scale = 1.0f / std::sqrt(sum / static_cast<float>(n) + epsilon);
    const VF s = hn::Set(kDf, scale);
    for (i = 0; i < whole; i += kLanes)
        hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(kDf, x + i), s), hn::LoadU(kDf, weight + i)), kDf, out + i);
    for (; i < n; ++i) out[i] = x[i] * scale * weight[i];
}

VF silu(VF g)
{
    return hn::Div(g, hn::Add(hn::Set(kDf, 1.0f), expf(hn::Neg(g))));
}

void siluMul(float* gate, const float* up, std::int64_t n)
{
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        hn::StoreU(hn::Mul(silu(hn::LoadU(kDf, gate + i)), hn::LoadU(kDf, up + i)), kDf, gate + i);
    if (i < n) {
        HWY_ALIGN float g[kLanes] = {};
        HWY_ALIGN float u[kLanes] = {};
        const auto bytes = static_cast<std::size_t>(n - i) * sizeof(float);
        std::memcpy(g, gate + i, bytes);
        std::memcpy(u, up + i, bytes);
        hn::Store(hn::Mul(silu(hn::Load(kDf, g)), hn::Load(kDf, u)), kDf, g);
        std::memcpy(gate + i, g, bytes);
    }
}

void rope(const float* in, const float* cosSin, std::int64_t dim, std::int64_t rotated, bool interleaved, float scale,
          float* out)
{
    const std::int64_t half = rotated / 2;
    const float* cosines = cosSin;
    const float* sines = cosSin + half;
    const VF s = hn::Set(kDf, scale);
    std::int64_t i = 0;
    for (; i + kLanes <= half; i += kLanes) {
        VF a;
        VF b;
        if (interleaved) {
            hn::LoadInterleaved2(kDf, in + 2 * i, a, b);
        } else {
            a = hn::LoadU(kDf, in + i);
            b = hn::LoadU(kDf, in + half + i);
        }
        const VF c = hn::LoadU(kDf, cosines + i);
        const VF z = hn::LoadU(kDf, sines + i);
        const VF first = hn::Mul(hn::NegMulAdd(b, z, hn::Mul(a, c)), s);
        const VF second = hn::Mul(hn::MulAdd(a, z, hn::Mul(b, c)), s);
        if (interleaved) {
            hn::StoreInterleaved2(first, second, kDf, out + 2 * i);
        } else {
            hn::StoreU(first, kDf, out + i);
            hn::StoreU(second, kDf, out + half + i);
        }
    }
    for (; i < half; ++i) {
        const std::int64_t p = interleaved ? 2 * i : i;
        const std::int64_t q = interleaved ? 2 * i + 1 : half + i;
        const float a = in[p];
        const float b = in[q];
        out[p] = (a * cosines[i] - b * sines[i]) * scale;
        out[q] = (a * sines[i] + b * cosines[i]) * scale;
    }
    for (i = rotated; i < dim; ++i) out[i] = in[i] * scale;
}

std::uint64_t hashLogits(const float* logits, std::int64_t first, std::int64_t n)
{
    std::uint64_t total = 0;
    std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR  // one lane has no wide neighbour
    const hn::RebindToUnsigned<DF> du;
    const hn::RepartitionToWide<decltype(du)> dw;
    auto sum = hn::Zero(dw);
    const auto* words = reinterpret_cast<const std::uint32_t*>(logits);
    for (; i + kLanes <= n; i += kLanes) {
        const auto index = hn::Iota(du, static_cast<std::uint32_t>(first + i));
        const auto bits = hn::LoadU(du, words + i);
        auto a = hn::Add(bits, hn::Mul(index, hn::Set(du, 0x9E3779B1U)));
        auto b = hn::Add(hn::Mul(hn::Xor(bits, hn::Set(du, 0x85EBCA77U)), hn::Set(du, 0xC2B2AE3DU)), index);
        a = hn::Xor(a, hn::ShiftRight<15>(a));
        b = hn::Xor(b, hn::ShiftRight<13>(b));
        const auto aOdd = hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(dw, a)));
        const auto bOdd = hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(dw, b)));
        sum = hn::Add(sum, hn::Add(hn::MulEven(a, b), hn::MulEven(aOdd, bOdd)));
    }
    HWY_ALIGN std::uint64_t lanes[hn::MaxLanes(decltype(dw)())];
    hn::Store(sum, dw, lanes);
    for (std::size_t k = 0; k < hn::Lanes(dw); ++k) total += lanes[k];
#endif
    for (; i < n; ++i) {
        std::uint32_t bits;
        std::memcpy(&bits, logits + i, sizeof bits);
        total += hashTerm(static_cast<std::uint32_t>(first + i), bits);
    }
    return total;
}

std::int64_t findAbove(const float* values, std::int64_t from, std::int64_t n, float threshold)
{
    const VF limit = hn::Set(kDf, threshold);
    std::int64_t i = from;
    for (; i + kLanes <= n; i += kLanes)
        if (!hn::AllFalse(kDf, hn::Gt(hn::LoadU(kDf, values + i), limit)))
            break;
    while (i < n && !(values[i] > threshold)) ++i;
    return i;
}

void narrowRow(DataType type, const float* in, std::int64_t n, std::uint16_t* out)
{
    std::int64_t i = 0;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    const hn::Rebind<hwy::float16_t, DF> dh;
    if (type == DataType::f16)
        for (; i + kLanes <= n; i += kLanes)
            hn::StoreU(hn::DemoteTo(dh, hn::LoadU(kDf, in + i)), dh, reinterpret_cast<hwy::float16_t*>(out + i));
#endif
    if (i < n)
        quantiseRow(type, in + i, n - i, reinterpret_cast<std::byte*>(out + i));
}

}  // namespace

const ElementwiseKernels& elementwiseTable()
{
    static constexpr ElementwiseKernels kTable{rmsNorm, siluMul, rope, hashLogits, findAbove, narrowRow};
    return kTable;
}

}  // namespace decodescope::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace decodescope::engine::cpu {

const ElementwiseKernels& elementwiseKernels(Isa isa)
{
#if (HWY_TARGETS & HWY_AVX3)
    if (isa >= Isa::avx512)
        return N_AVX3::elementwiseTable();
#endif
#if (HWY_TARGETS & HWY_AVX2)
    if (isa >= Isa::avx2)
        return N_AVX2::elementwiseTable();
#endif
#if (HWY_TARGETS & HWY_SSE4)
    if (isa >= Isa::sse4)
        return N_SSE4::elementwiseTable();
#endif
    (void)isa;
    return HWY_NAMESPACE::elementwiseTable();
}

}  // namespace decodescope::engine::cpu
#endif
