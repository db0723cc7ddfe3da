// SPDX-License-Identifier: GPL-3.0-or-later
// fp8 e4m3 against a plain version and NVIDIA's own, and as the format of a cache.
#include "engine/model/fp8.h"
#include "tests/engine/cuda/device_fixture.h"

#include <cuda_fp8.h>
#include <bit>
#include <cmath>
#include <limits>

namespace decodescope::engine::testing {
namespace {

double plainValue(unsigned code)
{
    const unsigned exponent = code >> 3 & 15U;
    const double mantissa = code & 7U;
    const double value =
        exponent == 0 ? std::ldexp(mantissa, -9) : std::ldexp(8 + mantissa, static_cast<int>(exponent) - 10);
    return (code & 0x80U) != 0 ? -value : value;
}

/// The nearest of all codes, the even one of two.
unsigned plainCode(float value)
{
    if (std::isnan(value))
        return 0x7fU | (std::signbit(value) ? 0x80U : 0U);
    unsigned best = 0;
    for (unsigned code = 0; code < 0x7f; ++code) {
        const double here = std::abs(plainValue(code) - std::abs(static_cast<double>(value)));
        const double there = std::abs(plainValue(best) - std::abs(static_cast<double>(value)));
        if (here < there || (here == there && code % 2 == 0))
            best = code;
    }
    return best | (std::signbit(value) ? 0x80U : 0U);
}

TEST(Fp8, EveryCodeHasItsValue)
{
    for (unsigned code = 0; code < 256; ++code) {
        const auto value = std::bit_cast<float>(e4m3ToFloatBits(code));
        if ((code & 0x7fU) == 0x7fU)
            EXPECT_TRUE(std::isnan(value));
        else
            EXPECT_EQ(static_cast<double>(value), plainValue(code)) << code;
        EXPECT_EQ(std::signbit(value), code >= 0x80U);
        EXPECT_EQ(floatBitsToE4m3(std::bit_cast<std::uint32_t>(value)), code);
    }
}

TEST(Fp8, RoundsToTheNearestEvenAsNvidiasOwn)
{
    std::vector<float> values{500.0F,
                              1e30F,
                              std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN(),
                              1e-30F,
                              std::ldexp(1.0F, -10)};
    for (unsigned code = 0; code < 0x7e; ++code) {
        const auto middle = static_cast<float>((plainValue(code) + plainValue(code + 1)) / 2);
        values.insert(values.end(), {middle, std::nextafter(middle, 0.0F), std::nextafter(middle, 1e9F)});
    }
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i)  // magnitudes from 2^-15 to 2^12
        values.push_back(std::ldexp(1.0F + static_cast<float>(random() % 8388608U) / 8388608.0F,
                                    static_cast<int>(random() % 27U) - 15));
    for (float value : values)
        for (float either : {value, -value}) {
            const unsigned code = floatBitsToE4m3(std::bit_cast<std::uint32_t>(either));
            ASSERT_EQ(code, plainCode(either)) << either;
            if (!std::isnan(either)) {
                ASSERT_EQ(code, static_cast<unsigned>(__nv_cvt_float_to_fp8(either, __NV_SATFINITE, __NV_E4M3)))
                    << either;
            }
        }
}

using Fp8Cache = OnDevice;

/// A context whose cache is fp8 gives the logits of plain attention over keys and values through fp8: the cache is
/// read back, and each value is that of the f32 cache rounded once.
TEST_F(Fp8Cache, HoldsKeysAndValuesRoundedOnceAndNaiveAgreesWithCached)
{
    const auto model = loadOnStandIn(openTiny("llama_gqa"));
    const auto tokens = someTokens(2, 70, model->config().vocab);
    const auto plain = require(model->createContext(contextOptions(80)));
    const auto small = require(model->createContext(contextOptions(80, DataType::fp8E4m3)));
    StepOutput out;
    feed(*plain, tokens, out);
    feed(*small, tokens, out);
    for (bool values : {false, true}) {
        const auto exact = plain->readCache(0, 0, values);  // the first layer, before attention told them apart
        const auto rounded = small->readCache(0, 0, values);
        ASSERT_EQ(exact.size(), rounded.size());
        for (std::size_t i = 0; i < exact.size(); ++i)
            ASSERT_EQ(static_cast<double>(rounded[i]), plainValue(plainCode(exact[i]))) << exact[i];
    }
    EXPECT_EQ(small->kvUsage().usedBytes * 4, plain->kvUsage().usedBytes);
    const TokenId next = 3;
    feed(*small, {&next, 1}, out);
    auto all = tokens;
    all.push_back(next);
    const auto naive = require(model->createContext(contextOptions(80, DataType::fp8E4m3)));
    StepOutput naiveOut;
    feed(*naive, all, naiveOut);
    EXPECT_EQ(naiveOut.sequences[0].logitsHash, out.sequences[0].logitsHash);
}

}  // namespace
}  // namespace decodescope::engine::testing
