// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/summary.h"
#include "profiler/record/decode_depth.h"
#include "profiler/record/prediction.h"

#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>

#include <cmath>

namespace decodescope::profiler {
namespace {

using engine::Strategy;
using test::FakeOptions;

std::shared_ptr<RunRecord> bareRun(Strategy strategy, const std::vector<std::int64_t>& wallNs, bool warmup = false,
                                   std::optional<engine::StopReason> stop = engine::StopReason::length)
{
    RunInfo info = test::fakeRunInfo({}, strategy, 0, warmup);
    auto run = std::make_shared<RunRecord>(info);
    std::int64_t clock = 0;
    for (std::size_t i = 0; i < wallNs.size(); ++i) {
        StepRecord step;
        step.step = static_cast<std::int64_t>(i);
        step.startNs = clock;
        step.wallNs = wallNs[i];
        step.samplingNs = 100;
        step.positionsComputed = i == 0 ? 100 : 1;
        SequenceRecord sequence;
        sequence.tokenId = static_cast<engine::TokenId>(i);
        sequence.logitsHash = 77 + i;
        step.sequences = {sequence};
        clock = step.endNs();
        EXPECT_TRUE(run->steps().append(step));
    }
    if (stop)
        run->finish({{*stop}, clock});
    return run;
}

TEST(Summary, FiftyTokensMakeFortyNineDecodeIntervalsAndThePartsAddUp)
{
    std::vector<std::int64_t> walls(50, 1'000'000);
    walls[0] = 40'000'000;
    const auto run = bareRun(Strategy::cached, walls);
    const RunSummary summary = summarise(*run);
    EXPECT_EQ(summary.steps, 50);
    EXPECT_DOUBLE_EQ(summary.ttftMs, 40.0001);
    EXPECT_NEAR(summary.totalMs, 40 + 49 + 50 * 0.0001, 1e-9);
    EXPECT_NEAR(*summary.decodeTokPerS, 49 / (49 * 1.0001e-3), 1e-6);
    EXPECT_NEAR(*summary.prefillTokPerS, 100 / 0.040, 1e-9);
    EXPECT_NEAR(summary.ttftMs + 1e3 * 49 / *summary.decodeTokPerS, summary.totalMs, 1e-9);
}

TEST(Summary, OneStepHasNoDecodeRate)
{
    const auto run = bareRun(Strategy::cached, {5, 6, 7});
    EXPECT_FALSE(summarise(*run, 1).decodeTokPerS);
    EXPECT_TRUE(summarise(*run, 2).decodeTokPerS);
    const RunSummary none = summarise(*run, 0);
    EXPECT_EQ(none.steps, 0);
    EXPECT_FALSE(none.prefillTokPerS);
}

TEST(DecodeDepth, IsThatOfTheDecodeStepsShown)
{
    const Recording recording = test::makeFakeRecording();  // 9 prompt tokens, 32 new ones
    for (const auto& run : recording.runs) {
        const auto whole = decodeDepths(*run);
        ASSERT_TRUE(whole);
        EXPECT_EQ(whole->first, 9);
        EXPECT_EQ(whole->last, 39);
        EXPECT_EQ(decodeDepths(*run, 5)->last, 12);
        EXPECT_FALSE(decodeDepths(*run, 1));
    }
}

TEST(Summary, CountsOfTheTriangle)
{
    FakeOptions options;
    options.promptTokens = 9;
    options.newTokens = 32;
    const Recording recording = test::makeFakeRecording(options);
    const RunSummary naive = *summariseMedian(recording, Strategy::naive);
    const RunSummary cached = *summariseMedian(recording, Strategy::cached);
    // sum of P+i, and P+N-1.
    EXPECT_EQ(naive.positionsComputed, 32 * 9 + 31 * 32 / 2);
    EXPECT_EQ(cached.positionsComputed, 9 + 32 - 1);
    EXPECT_EQ(naive.positionsRecomputed, naive.positionsComputed - cached.positionsComputed);
    EXPECT_EQ(cached.positionsRecomputed, 0);
    EXPECT_EQ(cached.secondsWasted, 0);
    EXPECT_EQ(cached.kvBytesFormula, (9 + 31) * 23'040);
    EXPECT_EQ(cached.kvBytesUsed, cached.kvBytesFormula);
    EXPECT_GE(cached.kvBytesAllocated, cached.kvBytesUsed);
    EXPECT_GT(naive.flopsWasted, 0.9 * (naive.flops - cached.flops) * 0.5);
    EXPECT_LT(naive.flopsWasted, naive.flops);
    EXPECT_LT(naive.secondsWasted, 1e-3 * naive.totalMs);
    EXPECT_EQ(naive.kvBytesUsed, 0);
}

TEST(Summary, AnyPrefixSumsToItsSteps)
{
    const Recording recording = test::makeFakeRecording();
    const RunRecord& run = *recording.runs[0];
    double flops = 0;
    for (std::size_t steps = 1; steps <= run.steps().size(); ++steps) {
        flops += run.steps()[steps - 1].cost.flops;
        EXPECT_DOUBLE_EQ(summarise(run, steps).flops, flops);
        EXPECT_EQ(summarise(run, steps).steps, static_cast<std::int64_t>(steps));
    }
}

TEST(Summary, MedianRunLeavesOutWarmUpsAndCancelledRuns)
{
    Recording recording;
    recording.runs = {
        bareRun(Strategy::cached, {1, 1}, true), bareRun(Strategy::cached, {500, 500}),
        bareRun(Strategy::naive, {9000, 9000}),  bareRun(Strategy::cached, {300, 300}),
        bareRun(Strategy::cached, {400, 400}),   bareRun(Strategy::cached, {2}, false, engine::StopReason::cancelled)};
    EXPECT_EQ(medianRun(recording, Strategy::cached), recording.runs[4]);
    EXPECT_EQ(medianRun(recording, Strategy::naive), recording.runs[2]);
    EXPECT_EQ(medianRun(recording, Strategy::brokenForget), nullptr);
    ASSERT_TRUE(speedup(recording));
    EXPECT_DOUBLE_EQ(*speedup(recording), 18'200.0 / 1000.0);
    EXPECT_TRUE(decodeStddev(recording, Strategy::cached));
    EXPECT_FALSE(decodeStddev(recording, Strategy::naive));
}

TEST(Summary, StddevIsOverRepeats)
{
    Recording recording;
    // 1/(wall+100): 2, 4 and 6 million tokens per second.
    recording.runs = {bareRun(Strategy::cached, {900, 400}), bareRun(Strategy::cached, {900, 150}),
                      bareRun(Strategy::cached, {900, 150})};
    const double mean = (2e6 + 4e6 + 4e6) / 3;
    const double expected = std::sqrt(((2e6 - mean) * (2e6 - mean) + 2 * (4e6 - mean) * (4e6 - mean)) / 2);
    EXPECT_NEAR(*decodeStddev(recording, Strategy::cached), expected, 1);
}

TEST(Summary, NoSpeedUpWithoutBothRunsWhole)
{
    Recording recording;
    recording.runs = {bareRun(Strategy::cached, {10, 10})};
    EXPECT_FALSE(speedup(recording));
    recording.runs.push_back(bareRun(Strategy::naive, {50, 50}, false, engine::StopReason::cancelled));
    EXPECT_FALSE(speedup(recording));
    recording.runs.back() = bareRun(Strategy::naive, {50, 50}, false, std::nullopt);
    EXPECT_FALSE(speedup(recording));
    recording.runs.back() = bareRun(Strategy::naive, {50, 50, 50});
    EXPECT_FALSE(speedup(recording));
    recording.runs.back() = bareRun(Strategy::naive, {50, 50});
    EXPECT_TRUE(speedup(recording));
}

TEST(Agreement, EqualRunsAreIdentical)
{
    const Recording recording = test::makeFakeRecording();
    const Agreement agreement = compareRuns(*recording.runs[0], *recording.runs[1]);
    EXPECT_TRUE(agreement.identical);
    EXPECT_TRUE(agreement.tokensEqual);
    EXPECT_EQ(agreement.commonSteps, 32);
    EXPECT_FALSE(agreement.firstDifference);
}

TEST(Agreement, FirstDifferenceNamesItsStepAndMargin)
{
    FakeOptions options;
    options.cachedDiffersAt = 17;
    const Recording recording = test::makeFakeRecording(options);
    const Agreement agreement = compareRuns(*recording.runs[0], *recording.runs[1]);
    EXPECT_FALSE(agreement.identical);
    EXPECT_FALSE(agreement.tokensEqual);
    ASSERT_TRUE(agreement.firstDifference);
    EXPECT_EQ(*agreement.firstDifference, 17);
    EXPECT_NEAR(agreement.marginAtDifference, 1.5, 1e-5);
}

TEST(Agreement, HashesAloneMakeADifference)
{
    const auto a = bareRun(Strategy::naive, {1, 1, 1});
    auto b = std::make_shared<RunRecord>(test::fakeRunInfo({}, Strategy::cached));
    for (std::size_t i = 0; i < 3; ++i) {
        StepRecord step = a->steps()[i];
        if (i == 1)
            step.sequences[0].logitsHash ^= 1;
        ASSERT_TRUE(b->steps().append(step));
    }
    const Agreement agreement = compareRuns(*a, *b);
    EXPECT_FALSE(agreement.identical);
    EXPECT_TRUE(agreement.tokensEqual);
    EXPECT_EQ(*agreement.firstDifference, 1);
}

TEST(Agreement, NoDecodeStepNoVerdictAndLengthsMustMatch)
{
    EXPECT_FALSE(compareRuns(*bareRun(Strategy::naive, {1}), *bareRun(Strategy::cached, {1})).identical);
    const Agreement shorter = compareRuns(*bareRun(Strategy::naive, {1, 2, 3}), *bareRun(Strategy::cached, {1, 2}));
    EXPECT_FALSE(shorter.identical);
    EXPECT_TRUE(shorter.tokensEqual);
    EXPECT_EQ(shorter.commonSteps, 2);
    EXPECT_FALSE(shorter.firstDifference);
}

TEST(Prediction, IsTheLargerOfMemoryAndComputeTime)
{
    RunInfo info = test::fakeRunInfo({}, Strategy::cached);
    Cost cost;
    cost.bytesWeights = 24'000'000;
    cost.flops = 9e6;
    EXPECT_NEAR(*roofStepSeconds(cost, info), 1e-3, 1e-12);
    cost.flops = 9e9;
    EXPECT_NEAR(*roofStepSeconds(cost, info), 10e-3, 1e-12);
    // A working set that fits the cache is read at the cache's pace.
    info.ceilings->readBySize = {{8 << 20, 96.0}, {64 << 20, 24.0}};
    cost.flops = 0;
    cost.bytesWeights = 4'800'000;
    EXPECT_NEAR(*roofStepSeconds(cost, info), 0.05e-3, 1e-12);
    info.ceilings.reset();
    EXPECT_FALSE(roofStepSeconds(cost, info));
}

TEST(Prediction, UsesTheKernelsThatWereProbedOnThisModel)
{
    RunInfo info = test::fakeRunInfo({}, Strategy::cached);
    KernelRates rates{info.model.origin, info.model.weightsFormat, info.model.compute, info.device.threads, 1, 256, {}};
    // Everything but attention: 2 ms and 1 ms a row; attention: 1 us a pair of one head in one layer.
    const std::int64_t layers = info.model.config.layers;
    for (const std::int64_t rows : {1, 16}) {
        const std::int64_t pairs = layers * rows * (rows + 1) / 2;
        rates.probes.push_back({rows, pairs, pairs * 1000, 2'000'000 + rows * 1'000'000, 0});
    }
    rates.probes.push_back({1, 100 * layers, 100 * layers * 1000, 3'000'000, 0});
    info.ceilings->kernels = rates;
    ASSERT_TRUE(predictsFromKernels(info));

    StepRecord decode;
    decode.sequences.resize(1);
    decode.sequences[0].contextLength = 51;
    decode.sequences[0].positionsComputed = 1;
    EXPECT_NEAR(*predictStepSeconds(decode, info), 3e-3 + static_cast<double>(layers) * 51e-6, 1e-12);
    StepRecord naive;
    naive.sequences.resize(1);
    naive.sequences[0].contextLength = naive.sequences[0].positionsComputed = 8;
    EXPECT_NEAR(*predictStepSeconds(naive, info), 10e-3 + static_cast<double>(layers) * 36e-6, 1e-12);

    // Rates of another model, format, arithmetic or number of threads say nothing about this one.
    const auto other = [&](auto change) {
        RunInfo changed = info;
        change(changed);
        return predictsFromKernels(changed);
    };
    EXPECT_FALSE(other([](RunInfo& run) { run.model.origin = "another.gguf"; }));
    EXPECT_FALSE(other([](RunInfo& run) { run.model.weightsFormat = "f16"; }));
    EXPECT_FALSE(other([](RunInfo& run) { run.model.compute = "f32"; }));
    EXPECT_FALSE(other([](RunInfo& run) { run.device.threads = 1; }));
    EXPECT_FALSE(other([](RunInfo& run) { run.ceilings->kernels->probes.clear(); }));
}

TEST(Prediction, ComparesMediansOfTheRepeats)
{
    FakeOptions options;
    options.repeat = 3;
    Recording recording = test::makeFakeRecording(options);
    const double before = *predictedSpeedup(recording);
    // One repeat of three ran while the machine was ten times as slow: it moves neither median.
    for (auto& run : recording.runs) {
        if (run->info().repeat != 1 || run->info().warmup || run->info().strategy != Strategy::cached)
            continue;
        RunInfo slow = run->info();
        slow.ceilings->readGbPerS /= 10;
        slow.ceilings->readBySize.clear();
        auto copy = std::make_shared<RunRecord>(slow);
        for (std::size_t i = 0; i < run->steps().size(); ++i) {
            StepRecord step = run->steps()[i];
            EXPECT_TRUE(copy->steps().append(std::move(step)));
        }
        copy->finish(*run->end());
        run = copy;
    }
    EXPECT_DOUBLE_EQ(*predictedSpeedup(recording), before);
}

TEST(Prediction, SpeedUpGrowsWithNewTokens)
{
    double last = 0;
    for (const std::int64_t tokens : {2, 32, 256}) {
        FakeOptions options;
        options.newTokens = tokens;
        const auto predicted = predictedSpeedup(test::makeFakeRecording(options));
        ASSERT_TRUE(predicted);
        EXPECT_GT(*predicted, std::max(last, 0.99));
        last = *predicted;
    }
    FakeOptions none;
    none.ceilings = false;
    EXPECT_FALSE(predictedSpeedup(test::makeFakeRecording(none)));
}

TEST(StepRecord, RatesFollowFromTimesAndCosts)
{
    StepRecord step;
    step.sequences.resize(4);
    step.wallNs = 1'500'000;
    step.samplingNs = 500'000;
    step.cost.flops = 3e6;
    step.cost.bytesWeights = 6'000'000;
    step.positionsComputed = 40;
    step.positionsRecomputed = 30;
    EXPECT_DOUBLE_EQ(step.tokensPerSecond(), 2000);
    EXPECT_DOUBLE_EQ(step.achievedGflopPerS(), 2);
    EXPECT_DOUBLE_EQ(step.achievedGbPerS(), 4);
    EXPECT_DOUBLE_EQ(step.usefulFlops(), 0.75e6);
    EXPECT_EQ(StepRecord{}.tokensPerSecond(), 0);
    EXPECT_EQ(StepRecord{}.achievedGbPerS(), 0);
    EXPECT_EQ(StepRecord{}.usefulFlops(), 0);
}

}  // namespace
}  // namespace decodescope::profiler
