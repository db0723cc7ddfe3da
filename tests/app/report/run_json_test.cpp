// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/exporter.h"
#include "app/report/recording_columns.h"
#include "profiler/record/summary.h"
#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace decodescope::app {
namespace {

using nlohmann::json;

json documentOf(const test::FakeOptions& options)
{
    return json::parse(runJson(test::makeFakeRecording(options)));
}

TEST(RunJson, HoldsOneEntryPerModeWithoutWarmUps)
{
    test::FakeOptions options;
    options.warmup = 1;
    options.repeat = 3;
    const json document = documentOf(options);
    EXPECT_EQ(document["schema"], 1);
    ASSERT_EQ(document["runs"].size(), 2U);
    EXPECT_EQ(document["runs"][0]["mode"], "naive");
    EXPECT_EQ(document["runs"][1]["mode"], "cached");
    EXPECT_EQ(document["runs"][1]["repeats"], 3);
    EXPECT_EQ(document["runs"][1]["steps"].size(), 32U);
    EXPECT_EQ(document["runs"][1]["sequences"][0]["ids"].size(), 32U);
    EXPECT_EQ(document["runs"][1]["sequences"][0]["stop"], "length");
    EXPECT_EQ(document["model"]["parameters"], 134515008);
    EXPECT_EQ(document["runs"][1]["kv"]["bytes_per_token"], 23040);
    EXPECT_EQ(document["prompt_ids"].size(), 9U);
    EXPECT_TRUE(document["prompt_ids"][0].is_number());
    EXPECT_EQ(document["identical"], true);
    EXPECT_GT(document["speedup"].get<double>(), 1);
    EXPECT_GT(document["speedup_predicted"].get<double>(), 1);
}

TEST(RunJson, NamesStepsAsTheCsvDoes)
{
    const json document = documentOf({});
    const json& step = document["runs"][0]["steps"][5];
    for (const std::string_view name : columnNames(stepColumns())) {
        EXPECT_TRUE(step.contains(name)) << name;
    }
    EXPECT_EQ(step["logits_hash"].get<std::string>().size(), 16U);
    EXPECT_EQ(step["top_logits"][0].size(), 2U);
    EXPECT_FALSE(step.contains("sequences"));
    EXPECT_TRUE(step["device_ms"].is_null());
}

TEST(RunJson, ListsSequencesOfBatches)
{
    test::FakeOptions options;
    options.batch = 2;
    const json document = documentOf(options);
    const json& step = document["runs"][0]["steps"][1];
    ASSERT_EQ(step["sequences"].size(), 2U);
    EXPECT_EQ(step["sequences"][1]["sequence"], 1);
    EXPECT_TRUE(step["token_id"].is_null());
    EXPECT_EQ(document["prompt_ids"].size(), 2U);
    EXPECT_TRUE(document["prompt_ids"][0].is_array());
    EXPECT_EQ(document["runs"][0]["sequences"].size(), 2U);
}

TEST(RunJson, HasNoVerdictUnlessBothModesRan)
{
    test::FakeOptions options;
    options.strategies = {engine::Strategy::cached};
    const json document = documentOf(options);
    EXPECT_TRUE(document["identical"].is_null());
    EXPECT_TRUE(document["speedup"].is_null());
    EXPECT_TRUE(document["speedup_predicted"].is_null());
}

TEST(RunJson, SaysWhereTheModesPart)
{
    test::FakeOptions options;
    options.cachedDiffersAt = 7;
    const json document = documentOf(options);
    EXPECT_EQ(document["identical"], false);
    EXPECT_EQ(document["first_difference"]["step"], 7);
}

TEST(RunJson, KeepsWhatACancelledRunRecorded)
{
    test::FakeOptions options;
    options.cancelledAt = 4;
    const json document = documentOf(options);
    EXPECT_EQ(document["runs"][0]["steps"].size(), 4U);
    EXPECT_EQ(document["runs"][0]["sequences"][0]["stop"], "cancelled");
    EXPECT_TRUE(document["speedup"].is_null());
}

TEST(RunJson, FiguresAreTheSummarys)
{
    const profiler::Recording recording = test::makeFakeRecording();
    const json document = json::parse(runJson(recording));
    const profiler::RunSummary summary = summarise(*medianRun(recording, engine::Strategy::naive));
    const json& naive = document["runs"][0];
    EXPECT_EQ(naive["positions_computed"], summary.positionsComputed);
    EXPECT_EQ(naive["positions_recomputed"], summary.positionsRecomputed);
    EXPECT_DOUBLE_EQ(naive["ttft_ms"].get<double>(), summary.ttftMs);
    EXPECT_DOUBLE_EQ(naive["decode_tok_per_s"].get<double>(), *summary.decodeTokPerS);
    EXPECT_TRUE(naive["decode_tok_per_s_stddev"].is_null()) << "one repeat has no spread";
}

TEST(RunJson, SumsUpWhatAProfilerSaw)
{
    test::FakeOptions options;
    options.newTokens = 4;
    options.traced = true;
    const auto recording = test::makeFakeRecording(options);
    const auto document = json::parse(runJson(recording));
    const auto& trace = document["runs"][0]["trace"];
    EXPECT_EQ(trace["steps"], 4);
    EXPECT_EQ(trace["records_dropped"], 5);
    EXPECT_EQ(trace["records_untimed"], 1);
    EXPECT_NEAR(trace["profiler_ms"].get<double>(), 4 * 0.09, 1e-12);
    double busy = 0;
    for (int step = 1; step < 4; ++step) {
        busy += document["runs"][0]["steps"][step]["device_busy_ms"].get<double>();
    }
    EXPECT_NEAR(trace["device_busy_ms_per_step"].get<double>(), busy / 3, 1e-9) << "of decoding alone";
    EXPECT_EQ(trace["kernels_per_step"], document["runs"][0]["steps"][1]["kernels"]);
    options.traced = false;
    const auto untraced = json::parse(runJson(test::makeFakeRecording(options)));
    EXPECT_TRUE(untraced["runs"][0]["trace"].is_null());
}

TEST(RunJson, TellsWhatADeviceCountedBesideWhatIsModelled)
{
    test::FakeOptions options;
    options.newTokens = 4;
    options.counted = true;
    auto recording = test::makeFakeRecording(options);
    const auto document = json::parse(runJson(recording));
    ASSERT_EQ(document["runs"].size(), 2U) << "the pass is none of the runs";
    const auto& counters = document["runs"][1]["counters"];
    EXPECT_EQ(counters["run"], "counters-cached-1");
    ASSERT_EQ(counters["steps"].size(), 3U);
    const auto& step = counters["steps"][2];
    EXPECT_EQ(step["phase"], "decode");
    const auto& modelled = document["runs"][1]["steps"][2];
    EXPECT_EQ(step["modelled_flops"], modelled["flops"]);
    EXPECT_NEAR(step["flops"].get<double>(), 1.01 * modelled["flops"].get<double>(), 1);
    const double bytes = step["dram_bytes_read"].get<double>() + step["dram_bytes_written"].get<double>();
    EXPECT_NEAR(bytes, 1.1 * step["modelled_bytes"].get<double>(), 20);
    EXPECT_NEAR(step["arithmetic_intensity"].get<double>(), step["flops"].get<double>() / bytes, 1e-9);
    EXPECT_EQ(document["runs"][1]["device_memory"], nullptr) << "on the CPU";
    const auto without = json::parse(runJson(test::makeFakeRecording()));
    EXPECT_TRUE(without["runs"][1]["counters"].is_null());
}

}  // namespace
}  // namespace decodescope::app
