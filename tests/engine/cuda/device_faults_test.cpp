// SPDX-License-Identifier: GPL-3.0-or-later
// Every call of the runtime fails once: an error comes back as a value, nothing stays allocated, and the same work done
// again gives the same result.
#include "tests/engine/cuda/device_fixture.h"

namespace decodescope::engine::testing {
namespace {

class DeviceFaults : public ::testing::Test {
protected:
    void TearDown() override { cuda_on_cpu::reset(); }

    /// Loads a model, reads a prompt in two chunks, decodes two tokens (the first captures a graph), reads the cache.
    Result<std::uint64_t> work(LaunchMode launch = LaunchMode::automatic, bool timeOps = false) const
    {
        auto model = cuda::loadOnDevice(m_source, {}, 0);
        if (!model)
            return tl::unexpected(model.error());
        ContextOptions options = contextOptions(16, DataType::f16);
        options.prefillChunk = 4;
        options.launch = launch;
        options.timeOps = timeOps;
        auto context = (*model)->createContext(options);
        if (!context)
            return tl::unexpected(context.error());
        StepOutput out;
        const auto tokens = someTokens(1, 6, m_source->config().vocab);
        std::span<const TokenId> next(tokens);
        TokenId token = 0;
        for (int step = 0; step < 3; ++step) {
            const SequenceInput input{0, next};
            if (auto done = (*context)->step({&input, 1}, false, {}, out); !done) {
                EXPECT_EQ((*context)->depth(0), step == 0 ? 0 : 5 + step);
                return tl::unexpected(done.error());
            }
            token = out.sequences[0].top.front().id;
            next = {&token, 1};
        }
        return out.sequences[0].logitsHash;
    }

    std::shared_ptr<const ModelSource> m_source = openTiny("llama_mqa");
};

/// What the runtime has been seen to answer, by kind: arguments, memory, driver, kernel images, faults of kernels,
/// limits of launches, permissions, captures.
constexpr cudaError_t kCodes[] = {cudaErrorMemoryAllocation,
                                  cudaErrorIllegalAddress,
                                  cudaErrorInvalidValue,
                                  cudaErrorInitializationError,
                                  cudaErrorCudartUnloading,
                                  cudaErrorInsufficientDriver,
                                  cudaErrorDevicesUnavailable,
                                  cudaErrorNoDevice,
                                  cudaErrorInvalidDevice,
                                  cudaErrorInvalidKernelImage,
                                  cudaErrorNoKernelImageForDevice,
                                  cudaErrorECCUncorrectable,
                                  cudaErrorUnsupportedPtxVersion,
                                  cudaErrorNotReady,
                                  cudaErrorLaunchOutOfResources,
                                  cudaErrorLaunchTimeout,
                                  cudaErrorAssert,
                                  cudaErrorMisalignedAddress,
                                  cudaErrorLaunchFailure,
                                  cudaErrorCooperativeLaunchTooLarge,
                                  cudaErrorNotPermitted,
                                  cudaErrorNotSupported,
                                  cudaErrorSystemNotReady,
                                  cudaErrorSystemDriverMismatch,
                                  cudaErrorStreamCaptureUnsupported,
                                  cudaErrorStreamCaptureInvalidated,
                                  cudaErrorTimeout,
                                  cudaErrorUnknown};

struct Way {
    LaunchMode launch;
    bool timeOps;
};
class EveryCall : public DeviceFaults, public ::testing::WithParamInterface<Way> {
protected:
    Result<std::uint64_t> workSo() const { return work(GetParam().launch, GetParam().timeOps); }
};

TEST_P(EveryCall, MayFail)
{
    cuda_on_cpu::reset(3);
    const auto expected = require(workSo());
    const std::int64_t calls = cuda_on_cpu::counters().calls;
    EXPECT_GT(calls, 100);
    int errors = 0;
    EXPECT_GT(calls, static_cast<std::int64_t>(3 * std::size(kCodes))) << "each code at several calls";
    for (std::int64_t call = 1; call <= calls; ++call) {
        cuda_on_cpu::reset(3);
        cuda_on_cpu::failCall(call, kCodes[static_cast<std::size_t>(call) % std::size(kCodes)]);
        const auto got = workSo();
        ASSERT_TRUE(cuda_on_cpu::failed()) << "call " << call;
        if (got) {
            ASSERT_EQ(*got, expected) << "call " << call;  // what failed was the end of something
        } else {
            ++errors;
            ASSERT_FALSE(got.error().message.empty());
            ASSERT_TRUE(got.error().code == ErrorCode::device || got.error().code == ErrorCode::memory)
                << "call " << call;
        }
        ASSERT_EQ(cuda_on_cpu::alive().sum(), 0) << "call " << call << ": " << (got ? "" : got.error().message);
        if (call % 25 == 0) {
            const auto again = workSo();
            ASSERT_TRUE(again) << "call " << call << ": " << again.error().message;
            ASSERT_EQ(*again, expected);
        }
    }
    EXPECT_GT(errors, 60);
}

INSTANTIATE_TEST_SUITE_P(Launched, EveryCall,
                         ::testing::Values(Way{LaunchMode::graph, true},  // the prompt is launched
                                           Way{LaunchMode::persistent, false}),
                         [](const auto& way) {
                             return std::string(name(way.param.launch)) + (way.param.timeOps ? "_timed" : "");
                         });

/// Whatever allocation finds no room, of weights, a context or a step that asks for all logits: the error names the
/// buffer and the sizes, all that was taken is given back, and the program goes on.
TEST_F(DeviceFaults, EveryAllocationMayFindNoRoom)
{
    const auto allLogits = [](Context& context, std::span<const TokenId> tokens) {
        StepOutput out;
        const SequenceInput input{0, tokens};
        return context.step({&input, 1}, true, {}, out);
    };
    const auto tokens = someTokens(1, 6, m_source->config().vocab);
    const auto attempt = [&]() -> Result<void> {
        auto model = cuda::loadOnDevice(m_source, {}, 0);
        if (!model)
            return tl::unexpected(model.error());
        const auto loaded = cuda_on_cpu::alive();
        auto context = (*model)->createContext(contextOptions(16, DataType::f16));
        if (!context) {
            EXPECT_EQ(cuda_on_cpu::alive().sum(), loaded.sum()) << context.error().message;
            EXPECT_EQ((*model)->memory()->snapshot().liveTotal(), (*model)->residentWeightBytes());
            EXPECT_TRUE((*model)->createContext(contextOptions(16, DataType::f16))) << "with room again";
            return tl::unexpected(context.error());
        }
        auto done = allLogits(**context, tokens);
        if (!done) {
            EXPECT_EQ((*context)->depth(0), 0);
            EXPECT_TRUE(allLogits(**context, tokens)) << "with room again";
        }
        return done;
    };
    cuda_on_cpu::reset(3);
    require(attempt());
    const std::int64_t allocations = cuda_on_cpu::counters().allocations;
    EXPECT_GT(allocations, 25);
    std::string messages;
    for (std::int64_t nth = 1; nth <= allocations; ++nth) {
        cuda_on_cpu::reset(3);
        cuda_on_cpu::failAllocation(nth);
        const auto done = attempt();
        ASSERT_TRUE(cuda_on_cpu::failed()) << nth;
        ASSERT_FALSE(done) << nth;
        EXPECT_EQ(done.error().code, ErrorCode::memory) << done.error().message;
        EXPECT_NE(done.error().message.find(" MiB"), std::string::npos) << done.error().message;
        EXPECT_FALSE(done.error().hint.empty());
        messages += done.error().message + "\n";
        ASSERT_EQ(cuda_on_cpu::alive().sum(), 0) << done.error().message;
    }
    for (const char* what :
         {"the start-up product", "norm weights", "ffn_down", "KV cache, keys", "KV cache, values", "residual stream",
          "rotary position table", "partial sums of attention", "positions of a step", "results of a step",
          "pinned memory for logits", "logits of all rows", "output head input"})
        EXPECT_NE(messages.find(what), std::string::npos) << what << " in\n" << messages;
}

TEST_F(DeviceFaults, AfterAFailedKernelEveryCallSaysSo)
{
    cuda_on_cpu::reset(3);
    auto model = loadOnStandIn(m_source);
    auto context = require(model->createContext(contextOptions(16)));
    StepOutput out;
    const auto tokens = someTokens(1, 3, m_source->config().vocab);
    feed(*context, tokens, out);
    cuda_on_cpu::breakDevice();
    const SequenceInput input{0, std::span(tokens).first(1)};
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto failed = context->step({&input, 1}, false, {}, out);
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, ErrorCode::device);
        EXPECT_EQ(context->depth(0), 3);
    }
    context.reset();
    model.reset();
    EXPECT_EQ(cuda_on_cpu::alive().sum(), 0);
}

}  // namespace
}  // namespace decodescope::engine::testing
