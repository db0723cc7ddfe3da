// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the CUDA backend on the stand-in share.
#pragma once

#include "engine/cuda/cuda_model.h"
#include "tests/cuda_on_cpu/control.h"
#include "tests/engine/support/engine_fixture.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace decodescope::engine::testing {

/// A fresh device for each test, and nothing left alive on it afterwards.
class OnDevice : public ::testing::Test {
protected:
    void SetUp() override { cuda_on_cpu::reset(7); }
    void TearDown() override
    {
        EXPECT_EQ(cuda_on_cpu::report(), "");
        EXPECT_EQ(cuda_on_cpu::alive().sum(), 0);
        cuda_on_cpu::reset();
    }
};

inline std::unique_ptr<LoadedModel> loadOnStandIn(std::shared_ptr<const ModelSource> source,
                                                  const ModelOptions& options = {})
{
    return require(cuda::loadOnDevice(std::move(source), options, 0));
}

inline std::vector<TokenId> someTokens(std::uint32_t seed, std::int64_t count, std::int64_t vocab)
{
    std::mt19937 random(seed);
    std::vector<TokenId> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(static_cast<TokenId>(random() % static_cast<std::uint32_t>(vocab)));
    return out;
}

inline bool sameBits(std::span<const float> a, std::span<const float> b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Logits at every position, in one step.
inline std::vector<float> logitsOf(LoadedModel& model, const ContextOptions& options, std::span<const TokenId> tokens)
{
    const auto context = require(model.createContext(options));
    StepOutput out;
    feed(*context, tokens, out, true);
    return {out.sequences[0].allLogits.begin(), out.sequences[0].allLogits.end()};
}

}  // namespace decodescope::engine::testing
