// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/probe_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "profiler/ceilings/probe_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#if defined(__x86_64__) && !defined(DECODESCOPE_PROBE_X86)
#define DECODESCOPE_PROBE_X86
#include <cpuid.h>
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace decodescope::profiler::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Each turn takes 256 bytes of every stream: four cache lines, so that a stream is seen as one by the hardware.
constexpr std::size_t kTurn = 256;

template <int kStreams, bool kPrefetch>
std::uint64_t readStreams(const std::byte* data, std::size_t bytes, std::size_t prefetchDistance)
{
    const hn::ScalableTag<std::uint64_t> d;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t part = bytes / kStreams;
    auto a = hn::Zero(d);
    auto b = hn::Zero(d);
    for (std::size_t at = 0; at < part; at += kTurn) {
        for (int stream = 0; stream < kStreams; ++stream) {
            const std::byte* from = data + static_cast<std::size_t>(stream) * part + at;
            if constexpr (kPrefetch)
                for (std::size_t line = 0; line < kTurn; line += 64) hwy::Prefetch(from + prefetchDistance + line);
            const auto* words = reinterpret_cast<const std::uint64_t*>(from);
            for (std::size_t i = 0; i < kTurn / sizeof(std::uint64_t); i += 2 * lanes) {
                a = hn::Xor(a, hn::Load(d, words + i));
                b = hn::Add(b, hn::Load(d, words + i + lanes));
            }
        }
    }
    return hn::GetLane(hn::SumOfLanes(d, hn::Xor(a, b)));
}

std::uint64_t readPart(const std::byte* data, std::size_t bytes, int streams, std::size_t prefetchDistance)
{
    const bool prefetch = prefetchDistance > 0;
    switch (streams) {
        case 8:
            return prefetch ? readStreams<8, true>(data, bytes, prefetchDistance)
                            : readStreams<8, false>(data, bytes, 0);
        case 4:
            return prefetch ? readStreams<4, true>(data, bytes, prefetchDistance)
                            : readStreams<4, false>(data, bytes, 0);
        case 2:
            return prefetch ? readStreams<2, true>(data, bytes, prefetchDistance)
                            : readStreams<2, false>(data, bytes, 0);
        default:
            return prefetch ? readStreams<1, true>(data, bytes, prefetchDistance)
                            : readStreams<1, false>(data, bytes, 0);
    }
}

// Twelve chains cover the latency of two multiply-adds per cycle.
constexpr int kChains = 12;

double fmaFlopsPerRound()
{
    return 2.0 * kChains * static_cast<double>(hn::Lanes(hn::ScalableTag<float>()));
}

std::uint64_t fmaRounds(std::int64_t rounds)
{
    const hn::ScalableTag<float> d;
    // Values that stay finite: x * 0.5 + 0.25 settles at 0.5.
    const auto scale = hn::Set(d, rounds > 0 ? 0.5f : 0.25f);
    const auto offset = hn::Set(d, rounds > 0 ? 0.25f : 0.5f);
    auto x0 = hn::Set(d, 0.0f), x1 = hn::Set(d, 0.1f), x2 = hn::Set(d, 0.2f), x3 = hn::Set(d, 0.3f);
    auto x4 = hn::Set(d, 0.4f), x5 = hn::Set(d, 0.5f), x6 = hn::Set(d, 0.6f), x7 = hn::Set(d, 0.7f);
    auto x8 = hn::Set(d, 0.8f), x9 = hn::Set(d, 0.9f), x10 = hn::Set(d, 1.0f), x11 = hn::Set(d, 1.1f);
    for (std::int64_t i = 0; i < rounds; ++i) {
        x0 = hn::MulAdd(x0, scale, offset);
        x1 = hn::MulAdd(x1, scale, offset);
        x2 = hn::MulAdd(x2, scale, offset);
        x3 = hn::MulAdd(x3, scale, offset);
        x4 = hn::MulAdd(x4, scale, offset);
        x5 = hn::MulAdd(x5, scale, offset);
        x6 = hn::MulAdd(x6, scale, offset);
        x7 = hn::MulAdd(x7, scale, offset);
        x8 = hn::MulAdd(x8, scale, offset);
        x9 = hn::MulAdd(x9, scale, offset);
        x10 = hn::MulAdd(x10, scale, offset);
        x11 = hn::MulAdd(x11, scale, offset);
    }
    const auto sum =
        hn::Add(hn::Add(hn::Add(x0, x1), hn::Add(x2, x3)),
                hn::Add(hn::Add(hn::Add(x4, x5), hn::Add(x6, x7)), hn::Add(hn::Add(x8, x9), hn::Add(x10, x11))));
    return static_cast<std::uint64_t>(1000.0f * hn::GetLane(hn::SumOfLanes(d, sum)));
}

const char* fmaName()
{
    return hwy::TargetName(HWY_TARGET);
}

}  // namespace decodescope::profiler::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace decodescope::profiler {

HWY_EXPORT(readPart);
HWY_EXPORT(fmaFlopsPerRound);
HWY_EXPORT(fmaRounds);
HWY_EXPORT(fmaName);

namespace {

std::uint64_t runFma(std::int64_t rounds)
{
    return HWY_DYNAMIC_DISPATCH(fmaRounds)(rounds);
}

std::string fmaInstruction()
{
    const std::string target = HWY_DYNAMIC_DISPATCH(fmaName)();
    if (target.rfind("AVX3", 0) == 0)
        return "AVX-512 FMA";
    return target == "AVX2" ? "AVX2 FMA" : target + " multiply-add";
}

#ifdef DECODESCOPE_PROBE_X86
__attribute__((target("clflushopt"))) void flushLines(const std::byte* data, std::size_t bytes)
{
    for (std::size_t line = 0; line < bytes; line += 64) _mm_clflushopt(const_cast<std::byte*>(data + line));
    _mm_mfence();
}

constexpr int kDotChains = 12;

// Every chain starts from its own value: equal ones could be computed once for all.
#define DECODESCOPE_TWELVE(STEP) \
    STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11)

__attribute__((target("avx512f,avx512bw,avx512bf16"))) std::uint64_t runBf16Dot(std::int64_t rounds)
{
    // Zeros and ones as bf16 pairs; runtime values, so that no product is known beforehand.
    const __m512i bits = _mm512_set1_epi32(rounds > 0 ? 0x3f800000 : 0x00003f80);
    const __m512bh a = reinterpret_cast<const __m512bh&>(bits);
#define DECODESCOPE_STEP(i) __m512 x##i = _mm512_set1_ps(static_cast<float>(i));
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    for (std::int64_t round = 0; round < rounds; ++round) {
#define DECODESCOPE_STEP(i) x##i = _mm512_dpbf16_ps(x##i, a, a);
        DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    }
    __m512 sum = x0;
#define DECODESCOPE_STEP(i) sum = _mm512_add_ps(sum, x##i);
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    alignas(64) float lanes[16];
    _mm512_store_ps(lanes, sum);
    return static_cast<std::uint64_t>(lanes[0]);
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) std::uint64_t runInt8Dot(std::int64_t rounds)
{
    const __m512i a = _mm512_set1_epi8(rounds > 0 ? 1 : 2);
#define DECODESCOPE_STEP(i) __m512i x##i = _mm512_set1_epi32(i);
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    for (std::int64_t round = 0; round < rounds; ++round) {
#define DECODESCOPE_STEP(i) x##i = _mm512_dpbusd_epi32(x##i, a, a);
        DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    }
    __m512i sum = x0;
#define DECODESCOPE_STEP(i) sum = _mm512_add_epi32(sum, x##i);
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    alignas(64) std::uint32_t lanes[16];
    _mm512_store_si512(lanes, sum);
    return lanes[0];
}

__attribute__((target("avx2"))) std::uint64_t runInt8Pairs(std::int64_t rounds)
{
    __m256i a = _mm256_set1_epi8(rounds > 0 ? 1 : 2);
    const __m256i ones = _mm256_set1_epi16(1);
#define DECODESCOPE_STEP(i) __m256i x##i = _mm256_set1_epi32(i);
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    for (std::int64_t round = 0; round < rounds; ++round) {
        // The products do not depend on the sums; hidden from the compiler, or it would form them once for all.
#define DECODESCOPE_STEP(i)         \
    __asm__ volatile("" : "+x"(a)); \
    x##i = _mm256_add_epi32(x##i, _mm256_madd_epi16(_mm256_maddubs_epi16(a, a), ones));
        DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    }
    __m256i sum = x0;
#define DECODESCOPE_STEP(i) sum = _mm256_add_epi32(sum, x##i);
    DECODESCOPE_TWELVE(DECODESCOPE_STEP)
#undef DECODESCOPE_STEP
    return static_cast<std::uint64_t>(static_cast<unsigned>(_mm256_extract_epi32(sum, 0)));
}
#endif

}  // namespace

std::string describe(const ReadPattern& pattern)
{
    std::string text =
        std::to_string(pattern.streams) + (pattern.streams == 1 ? " stream" : " streams") + " per thread";
    if (pattern.prefetchDistance > 0)
        text += ", prefetched " + std::to_string(pattern.prefetchDistance) + " B ahead";
    return text;
}

std::uint64_t readAll(const std::byte* data, std::size_t bytes, const ReadPattern& pattern)
{
    return HWY_DYNAMIC_DISPATCH(readPart)(data, bytes, pattern.streams,
                                          static_cast<std::size_t>(pattern.prefetchDistance));
}

bool canFlushCaches()
{
#ifdef DECODESCOPE_PROBE_X86
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    constexpr unsigned kClflushopt = 1u << 23;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & kClflushopt) != 0;
#else
    return false;
#endif
}

void flushFromCaches([[maybe_unused]] const std::byte* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef DECODESCOPE_PROBE_X86
    flushLines(data, bytes);
#endif
}

std::vector<ComputeKernel> computeKernels()
{
    std::vector<ComputeKernel> kernels;
    kernels.push_back({ComputeType::f32, fmaInstruction(), HWY_DYNAMIC_DISPATCH(fmaFlopsPerRound)(), runFma});
#ifdef DECODESCOPE_PROBE_X86
    // 32 products of bf16 pairs, 64 of bytes, each with its sum.
    if (__builtin_cpu_supports("avx512bf16"))
        kernels.push_back({ComputeType::bf16, "VDPBF16PS", 2.0 * 32 * kDotChains, runBf16Dot});
    if (__builtin_cpu_supports("avx512vnni"))
        kernels.push_back({ComputeType::int8, "VPDPBUSD", 2.0 * 64 * kDotChains, runInt8Dot});
    else if (__builtin_cpu_supports("avx2"))
        kernels.push_back({ComputeType::int8, "VPMADDUBSW + VPMADDWD", 2.0 * 32 * kDotChains, runInt8Pairs});
#endif
    return kernels;
}

}  // namespace decodescope::profiler
#endif
