// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of the device in steps: read for each step by itself, refused with the words that help, and never in the way
// of decoding.
#include "profiler/cupti/range_counters.h"
#include "profiler/record/recorder.h"
#include "tests/cuda_on_cpu/range_profiler.h"
#include "tests/profiler/cupti/traced_device.h"

#ifdef DECODESCOPE_HAVE_RANGE_PROFILER

namespace decodescope::profiler::testing {
namespace {

class StepCounters : public TracedDevice {
protected:
    void SetUp() override
    {
        TracedDevice::SetUp();
        cuda_on_cpu::resetRanges();
    }
    void TearDown() override
    {
        EXPECT_EQ(cuda_on_cpu::rangesAlive(), 0);
        TracedDevice::TearDown();
    }

    struct Outcome {
        std::vector<TokenId> ids;
        std::vector<std::uint64_t> hashes;
        std::shared_ptr<RunRecord> run;
        std::optional<Error> why;
    };

    /// A prompt and two tokens, launched kernel by kernel.
    Outcome decode(std::shared_ptr<const ModelSource> source, bool counts, bool exact = true,
                   std::optional<DataType> weights = {}, std::int64_t prompt = 20)
    {
        std::unique_ptr<cupti::RangeCounters> counter;
        if (counts)
            counter = std::make_unique<cupti::RangeCounters>(cuda_on_cpu::rangeApi());
        ModelOptions load;
        load.weights = weights;
        const auto model = loadOnStandIn(std::move(source), load);
        ContextOptions options = contextOptions(40, DataType::f16);
        options.launch = LaunchMode::kernels;
        options.exact = exact;
        options.tracer = counter.get();
        const auto context = require(model->createContext(options));
        RunInfo info;
        info.model.config = model->config();
        Outcome outcome;
        outcome.run = std::make_shared<RunRecord>(std::move(info));
        Recorder recorder(outcome.run, *model, nullptr, {}, nullptr, counter.get());
        GenerateOptions generating;
        generating.prompts = {someTokens(4, prompt, model->config().vocab)};
        generating.newTokens = 3;
        generating.ignoreEos = true;
        outcome.ids = require(generate(*context, generating, recorder, {})).ids.front();
        for (std::size_t i = 0; i < outcome.run->steps().size(); ++i)
            outcome.hashes.push_back(outcome.run->steps()[i].sequences[0].logitsHash);
        if (counter)
            outcome.why = counter->failure();
        return outcome;
    }
    static const std::optional<DeviceCounters>& of(const Outcome& outcome, std::size_t step)
    {
        return outcome.run->steps()[step].counters;
    }
};

TEST_F(StepCounters, SayWhatEachStepMovedAndComputed)
{
    const Outcome plain = decode(m_source, false);
    EXPECT_FALSE(of(plain, 0));
    const Outcome counted = decode(m_source, true);
    EXPECT_FALSE(counted.why);
    EXPECT_EQ(counted.ids, plain.ids);
    EXPECT_EQ(counted.hashes, plain.hashes);
    for (std::size_t step = 0; step < 3; ++step) {
        ASSERT_TRUE(of(counted, step)) << step;
        const DeviceCounters& counters = *of(counted, step);
        const Cost& modelled = counted.run->steps()[step].cost;
        // The stand-in has no cache: each load of a weight counts, but for the norms. A decode step loads each once.
        EXPECT_GE(*counters.bytesRead, modelled.bytesWeights - 4096);
        if (step > 0) {
            EXPECT_LE(*counters.bytesRead, modelled.bytesWeights + modelled.bytesKvRead + 4096);
        }
        EXPECT_EQ(*counters.bytesWritten % cuda_on_cpu::kWrittenPerKernel, 0);
        const auto kernels = static_cast<double>(*counters.bytesWritten / cuda_on_cpu::kWrittenPerKernel);
        EXPECT_GT(kernels, 10);
        EXPECT_EQ(*counters.flops, kernels * cuda_on_cpu::kFlopsPerKernel);
        EXPECT_EQ(counters.tensorShare, 0);
        EXPECT_EQ(*counters.bytes(), *counters.bytesRead + *counters.bytesWritten);
        EXPECT_EQ(*counters.arithmeticIntensity(), *counters.flops / static_cast<double>(*counters.bytes()));
    }
    EXPECT_EQ(of(counted, 1), of(counted, 2)) << "each by itself";
}

TEST_F(StepCounters, TensorProductsAreFlopsToo)
{
    const Outcome counted = decode(m_source, true, false, DataType::bf16);
    const DeviceCounters& prompt = *of(counted, 0);
    EXPECT_EQ(prompt.tensorShare, cuda_on_cpu::kTensorShare);
    const auto kernels = static_cast<double>(*prompt.bytesWritten / cuda_on_cpu::kWrittenPerKernel);
    EXPECT_EQ(*prompt.flops, kernels * cuda_on_cpu::kFlopsPerKernel + 7 * 3 * cuda_on_cpu::kFlopsPerProduct)
        << "seven products in each of three layers";
    EXPECT_EQ(of(counted, 1)->tensorShare, 0);
}

TEST_F(StepCounters, WhatAChipDoesNotHaveIsNotMadeUp)
{
    for (const char* type : {"fp16", "bf16", "tf32"})
        cuda_on_cpu::lackMetric("sm__ops_path_tensor_src_" + std::string(type) + "_dst_fp32.sum");
    const Outcome older = decode(m_source, true, false, DataType::bf16);
    EXPECT_FALSE(of(older, 0)->flops) << "tensor units worked, and nothing counts what";
    EXPECT_TRUE(of(older, 1)->flops) << "they did not";
    cuda_on_cpu::lackMetric("dram__bytes_read.sum");
    cuda_on_cpu::lackMetric("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed");
    const Outcome other = decode(m_source, true);
    EXPECT_FALSE(of(other, 1)->bytesRead);
    EXPECT_FALSE(of(other, 1)->bytes());
    EXPECT_FALSE(of(other, 1)->arithmeticIntensity());
    EXPECT_TRUE(of(other, 1)->bytesWritten);
    EXPECT_EQ(of(other, 1)->tensorShare, 0) << "from the older counter";
    EXPECT_FALSE(other.why);
    for (const cupti::CounterMetric& metric : cupti::counterMetrics()) cuda_on_cpu::lackMetric(metric.name);
    const Outcome none = decode(m_source, true);
    ASSERT_TRUE(none.why);
    EXPECT_NE(none.why->message.find("none of the counters"), std::string::npos) << none.why->message;
    EXPECT_EQ(none.ids, other.ids);
}

TEST_F(StepCounters, ARefusalNamesWhatAllowsThem)
{
    const Outcome plain = decode(m_source, false);
    cuda_on_cpu::failCupti("cuptiRangeProfilerEnable", 1, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    const Outcome refused = decode(m_source, true);
    ASSERT_TRUE(refused.why);
    EXPECT_NE(refused.why->message.find("CUPTI error 35"), std::string::npos) << refused.why->message;
    EXPECT_NE(refused.why->hint.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
    EXPECT_NE(refused.why->hint.find("CAP_SYS_ADMIN"), std::string::npos);
    EXPECT_EQ(refused.hashes, plain.hashes);
    for (std::size_t step = 0; step < 3; ++step) EXPECT_FALSE(of(refused, step));
}

TEST_F(StepCounters, EveryCallMayFailAndDecodingGoesOn)
{
    const auto source = openTiny("llama_mqa");
    const auto briefly = [&](bool counts) { return decode(source, counts, true, {}, 3); };
    const Outcome plain = briefly(false);
    cuda_on_cpu::resetCupti();
    briefly(true);
    const auto calls = cuda_on_cpu::cuptiCalls();
    EXPECT_EQ(calls.size(), 21U);
    int failures = 0;
    for (const auto& [function, count] : calls)
        for (std::int64_t nth = 1; nth <= count; ++nth)
            for (const int code : nth == 1 ? std::vector<int>{35, 39, 999} : std::vector<int>{35, 39}) {
                cuda_on_cpu::resetCupti();
                cuda_on_cpu::resetRanges();
                cuda_on_cpu::failCupti(function, nth, static_cast<CUptiResult>(code));
                const Outcome got = briefly(true);
                const std::string where = function + " call " + std::to_string(nth) + " error " + std::to_string(code);
                ASSERT_EQ(got.hashes, plain.hashes) << where;
                ASSERT_EQ(got.ids, plain.ids) << where;
                ASSERT_EQ(cuda_on_cpu::rangesAlive(), 0) << where;
                ASSERT_TRUE(cuda_on_cpu::cuptiFailed()) << where;
                if (!got.why)
                    continue;  // what failed was the end of it
                ++failures;
                ASSERT_NE(got.why->message.find("CUPTI error " + std::to_string(code)), std::string::npos) << where;
                ASSERT_FALSE(of(got, 2)) << where;
            }
    EXPECT_GT(failures, 80);
    cuda_on_cpu::resetCupti();
    cuda_on_cpu::resetRanges();
    cuda_on_cpu::leavePassesOut();
    const Outcome cut = briefly(true);
    ASSERT_TRUE(cut.why);
    EXPECT_NE(cut.why->message.find("often enough"), std::string::npos) << cut.why->message;
}

}  // namespace
}  // namespace decodescope::profiler::testing

#endif
