// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/single_run.h"
#include "app/run/step_gate.h"
#include "profiler/record/summary.h"
#include "tests/app/run/tiny_model.h"

#include <gtest/gtest.h>
#include <atomic>
#include <chrono>
#include <thread>

namespace decodescope::app {
namespace {

using engine::Strategy;

class ExecuteRuns : public testing::Test {
protected:
    profiler::RunSettings m_settings = test::tinySettings();
    PreparedModel m_model;
    void SetUp() override
    {
        auto model = prepareModel(m_settings);
        ASSERT_TRUE(model) << model.error().message;
        m_model = std::move(*model);
    }
};

TEST_F(ExecuteRuns, WarmsUpThenAlternatesTheModes)
{
    m_settings.warmup = 1;
    m_settings.repeat = 2;
    m_settings.newTokens = 6;
    auto recording = executeRuns(m_settings, m_model, {}, {});
    ASSERT_TRUE(recording) << recording.error().message;
    std::vector<std::string> ids;
    for (const auto& run : recording->runs) {
        ids.push_back(run->info().id);
        ASSERT_NE(run->end(), nullptr);
        EXPECT_EQ(run->info().ceilings.has_value(), !run->info().warmup) << "roofs are probed beside measured runs";
        EXPECT_EQ(run->steps().size(), run->info().warmup ? 3U : 6U);
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"warmup-naive-1", "warmup-cached-1", "naive-1", "cached-1", "naive-2",
                                             "cached-2"}));
}

TEST_F(ExecuteRuns, AtAGateEveryFurtherStepWaitsAndTheRecordSaysSo)
{
    using namespace std::chrono_literals;
    m_settings.warmup = 1;
    m_settings.newTokens = 4;
    m_settings.strategies = {Strategy::cached};
    RunCallbacks callbacks;
    callbacks.gate = std::make_shared<StepGate>();
    std::atomic<int> steps = 0;
    callbacks.stepPublished = [&] { ++steps; };
    Result<profiler::Recording> recording;
    std::jthread engine([&](std::stop_token stop) {
        recording = executeRunsWithoutRoofs(m_settings, m_model, callbacks, std::move(stop));
    });
    for (int made = 1; made < 4; ++made) {
        // A warm-up of three steps does not wait.
        while (steps < 3 + made || !callbacks.gate->waiting()) std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(30ms);
        EXPECT_EQ(steps, 3 + made);
        callbacks.gate->open();
    }
    engine.join();
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_FALSE(recording->runs[0]->info().paced);
    EXPECT_TRUE(recording->runs[1]->info().paced);
    EXPECT_LT(recording->runs[1]->end()->totalNs, 90'000'000) << "what the run took is without the waiting";
    EXPECT_LT(recording->runs[1]->steps()[3].endNs(), 90'000'000) << "and so is when its steps were made";
}

TEST_F(ExecuteRuns, StoppedAtTheGateARunKeepsItsSteps)
{
    m_settings.warmup = 0;
    RunCallbacks callbacks;
    callbacks.gate = std::make_shared<StepGate>();
    Result<profiler::Recording> recording;
    std::jthread engine([&](std::stop_token stop) {
        recording = executeRunsWithoutRoofs(m_settings, m_model, callbacks, std::move(stop));
    });
    while (!callbacks.gate->waiting()) std::this_thread::yield();
    engine.request_stop();
    engine.join();
    ASSERT_TRUE(recording) << recording.error().message;
    ASSERT_EQ(recording->runs.size(), 1U);
    EXPECT_EQ(recording->runs[0]->steps().size(), 1U);
    EXPECT_EQ(recording->runs[0]->end()->stops.front(), engine::StopReason::cancelled);
}

TEST_F(ExecuteRuns, NaiveAndCachedAgreeAndCountTheirWork)
{
    m_settings.warmup = 0;
    auto recording = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
    ASSERT_TRUE(recording) << recording.error().message;
    const auto naive = medianRun(*recording, Strategy::naive);
    const auto cached = medianRun(*recording, Strategy::cached);
    EXPECT_TRUE(compareRuns(*naive, *cached).identical);
    const std::int64_t prompt = 7;
    for (std::int64_t i = 0; i < 8; ++i) {
        const auto& waste = naive->steps()[static_cast<std::size_t>(i)];
        EXPECT_EQ(waste.positionsComputed, prompt + i);
        EXPECT_EQ(waste.positionsRecomputed, i == 0 ? 0 : prompt + i - 1);
        const auto& step = cached->steps()[static_cast<std::size_t>(i)];
        EXPECT_EQ(step.positionsComputed, i == 0 ? prompt : 1);
        EXPECT_EQ(step.positionsReused, i == 0 ? 0 : prompt + i - 1);
        EXPECT_EQ(step.contextLength, prompt + i);
    }
    // P + N - 1 positions are asked for, and held at the end.
    const auto& last = cached->steps()[7];
    EXPECT_EQ(last.kv.usedBytes, last.kvBytesFormula);
    EXPECT_EQ(last.kv.requestedBytes, last.kv.usedBytes);
    EXPECT_LE(last.kv.usedBytes, last.kv.allocatedBytes);
}

TEST_F(ExecuteRuns, BooksBalanceAtEveryStepAndThePeakIsTheSum)
{
    m_settings.warmup = 0;
    m_settings.promptIds = {{1, 17, 5}, {9, 33, 2, 71, 8, 4, 4, 20, 31, 7, 6}};
    const auto recording = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
    ASSERT_TRUE(recording) << recording.error().message;
    for (const auto& run : recording->runs) {
        const bool cached = run->info().strategy == Strategy::cached;
        const auto context = m_model.loaded->estimateContext(
            contextOptionsFor(m_settings, run->info().strategy, 11, m_settings.newTokens, 2));
        ASSERT_TRUE(context) << context.error().message;
        for (std::size_t i = 0; i < run->steps().size(); ++i) {
            const auto& step = run->steps()[i];
            EXPECT_LE(step.kv.usedBytes, step.kv.requestedBytes);
            EXPECT_LE(step.kv.requestedBytes, step.kv.allocatedBytes);
            EXPECT_EQ(step.kv.usedBytes, step.kvBytesFormula);
            EXPECT_EQ(step.kv.allocatedBytes, step.memory.live[static_cast<std::size_t>(engine::MemoryKind::kvCache)]);
            EXPECT_EQ(step.kv.allocatedBytes > 0, cached) << "naive keeps nothing";
            EXPECT_EQ(step.memory.live[static_cast<std::size_t>(engine::MemoryKind::weights)],
                      m_model.loaded->residentWeightBytes());
            EXPECT_LE(step.memory.liveTotal(), step.memory.reserved);
            // Nothing comes and goes within a step: weights, cache, activations and workspace are all there is.
            EXPECT_EQ(step.memoryPeakBytes, m_model.loaded->residentWeightBytes() + context->liveTotal());
            EXPECT_EQ(step.memory.liveTotal(), step.memoryPeakBytes);
        }
    }
}

TEST_F(ExecuteRuns, RepeatsOnePromptOverTheBatch)
{
    m_settings.batch = 3;
    m_settings.warmup = 0;
    m_settings.strategies = {Strategy::cached};
    auto recording = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
    ASSERT_TRUE(recording) << recording.error().message;
    const auto& step = recording->runs[0]->steps()[3];
    ASSERT_EQ(step.sequences.size(), 3U);
    EXPECT_EQ(step.sequences[0].logitsHash, step.sequences[2].logitsHash);
}

TEST_F(ExecuteRuns, SequencesOfARaggedBatchEqualTheirRunsAlone)
{
    m_settings.warmup = 0;
    m_settings.strategies = {Strategy::cached};
    m_settings.promptIds = {{1, 17, 5}, {9, 33, 2, 71, 8, 4, 4, 20, 31, 7, 6}};
    auto batch = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
    ASSERT_TRUE(batch) << batch.error().message;
    for (std::size_t sequence = 0; sequence < 2; ++sequence) {
        profiler::RunSettings alone = m_settings;
        alone.promptIds = {m_settings.promptIds[sequence]};
        auto single = executeRunsWithoutRoofs(alone, m_model, {}, {});
        ASSERT_TRUE(single) << single.error().message;
        for (std::size_t i = 0; i < 8; ++i) {
            EXPECT_EQ(single->runs[0]->steps()[i].sequences[0].logitsHash,
                      batch->runs[0]->steps()[i].sequences[sequence].logitsHash)
                << "sequence " << sequence << ", step " << i;
        }
    }
}

TEST_F(ExecuteRuns, KeepsWhatWasRecordedWhenStopped)
{
    m_settings.warmup = 0;
    m_settings.newTokens = 200;
    std::stop_source stop;
    std::size_t steps = 0;
    RunCallbacks callbacks;
    callbacks.stepPublished = [&] {
        if (++steps == 5) {
            stop.request_stop();
        }
    };
    std::vector<std::string> events;
    callbacks.runStarted = [&](const auto& run) { events.push_back("start " + run->info().id); };
    callbacks.runFinished = [&](const auto& run) { events.push_back("end " + run->info().id); };
    auto recording = executeRunsWithoutRoofs(m_settings, m_model, callbacks, stop.get_token());
    ASSERT_TRUE(recording) << recording.error().message;
    ASSERT_EQ(recording->runs.size(), 1U) << "nothing starts after the stop";
    EXPECT_EQ(recording->runs[0]->steps().size(), 5U);
    EXPECT_EQ(recording->runs[0]->end()->stops[0], engine::StopReason::cancelled);
    EXPECT_EQ(events, (std::vector<std::string>{"start naive-1", "end naive-1"}));
}

TEST_F(ExecuteRuns, RefusesIdsOutsideTheVocabularyAndContextsPastTheLimit)
{
    const auto vocabulary = static_cast<engine::TokenId>(m_model.source->config().vocab);
    m_settings.promptIds = {{1, vocabulary}};
    auto outside = executeRunsWithoutRoofs(m_settings, m_model, {}, {});
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, ErrorCode::usage);
    EXPECT_NE(outside.error().message.find(std::to_string(vocabulary)), std::string::npos);

    m_settings.promptIds = {{1, 2, 3}};
    const std::int64_t limit = m_model.source->config().maxContext;
    m_settings.newTokens = limit - 2;  // 3 + N - 1 positions are exactly the limit
    EXPECT_TRUE(buildPrompts(m_settings, m_model));
    m_settings.newTokens = limit - 1;
    auto past = buildPrompts(m_settings, m_model);
    ASSERT_FALSE(past);
    EXPECT_NE(past.error().message.find(std::to_string(limit)), std::string::npos) << past.error().message;
}

TEST_F(ExecuteRuns, EstimatesMemoryAndTime)
{
    profiler::Ceilings roofs;
    roofs.readGbPerS = 10;
    roofs.cacheReadGbPerS = 50;
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8}) {
        roofs.compute.push_back({type, 100, "made up"});
    }
    m_settings.strategies = {Strategy::cached};
    auto cached = estimateRun(m_settings, m_model, roofs);
    ASSERT_TRUE(cached) << cached.error().message;
    EXPECT_GT(cached->seconds, 0);
    EXPECT_GE(cached->memoryBytes, m_model.loaded->residentWeightBytes() + cached->kvBytes);
    EXPECT_FALSE(cached->refusal);
    m_settings.strategies = {Strategy::naive, Strategy::cached};
    auto both = estimateRun(m_settings, m_model, roofs);
    ASSERT_TRUE(both);
    EXPECT_GT(both->seconds, 2 * cached->seconds) << "naive computes more";
    // Interpolated pricing of long runs stays close to pricing every step: 8 steps are priced one by one.
    const auto predicted = predictRuns(m_model, m_settings, roofs, {7}, 200);
    ASSERT_TRUE(predicted);
    const auto half = predictRuns(m_model, m_settings, roofs, {7}, 100);
    EXPECT_GT(predicted->speedup(), half->speedup()) << "the longer, the more the cache saves";
}

TEST(PrepareModel, SaysWhatIsMissing)
{
    profiler::RunSettings settings = test::tinySettings();
    settings.device = "cuda";
    auto cuda = prepareModel(settings);
    ASSERT_FALSE(cuda);
    EXPECT_EQ(cuda.error().code, ErrorCode::device);
    EXPECT_NE(cuda.error().message.find("CUDA module"), std::string::npos) << cuda.error().message;
    settings.device = "auto";
    auto automatic = prepareModel(settings);
    ASSERT_TRUE(automatic) << automatic.error().message;
    EXPECT_NE(automatic->warnings.at(0).find("running on the CPU"), std::string::npos);
    settings.device = "gpu";
    EXPECT_EQ(prepareModel(settings).error().code, ErrorCode::usage);
}

TEST(PrepareModel, StandsInFillerForTextWithoutATokenizer)
{
    profiler::RunSettings settings = test::tinySettings();
    settings.model = "synthetic:smollm2-135m,layers=1";
    settings.promptIds.clear();
    settings.prompts = {"five words make five ids"};
    auto model = prepareModel(settings);
    ASSERT_TRUE(model) << model.error().message;
    auto prompts = buildPrompts(settings, *model);
    ASSERT_TRUE(prompts) << prompts.error().message;
    EXPECT_EQ(prompts->ids.at(0).size(), 5U);
    ASSERT_FALSE(prompts->warnings.empty());
    EXPECT_NE(prompts->warnings[0].find("no tokenizer"), std::string::npos);
}

}  // namespace
}  // namespace decodescope::app
