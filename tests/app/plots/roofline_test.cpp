// SPDX-License-Identifier: GPL-3.0-or-later
// What the roofline says of its points: which are above the memory roof, what each is called, and that both runs of a
// comparison and their roofs are there.
#include "app/plots/roofline.h"

#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>
#include <set>

namespace decodescope::app {
namespace {

using Kind = RooflinePoint::Kind;

struct Shown {
    profiler::Recording recording;
    PlotScene scene;
};

std::unique_ptr<Shown> shown(const test::FakeOptions& options = {})
{
    auto result = std::make_unique<Shown>();
    result->recording = test::makeFakeRecording(options);
    result->scene.recording = &result->recording;
    for (const auto& run : result->recording.runs)
        if (!run->info().warmup)
            (run->info().strategy == engine::Strategy::naive ? result->scene.naive : result->scene.cached) = run;
    return result;
}

std::string describe(const RooflinePoint& point)
{
    return describePoint(point, QLocale::c()).toStdString();
}

/// A cached run of one prefill and one decode step that takes `decodeNs`.
std::shared_ptr<profiler::RunRecord> decodeStepOf(std::int64_t decodeNs)
{
    const test::FakeOptions options;
    auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
    test::FakeRunner runner(options, engine::Strategy::cached);
    EXPECT_TRUE(run->steps().append(runner.next()));
    profiler::StepRecord step = runner.next();
    step.wallNs = decodeNs;
    EXPECT_TRUE(run->steps().append(std::move(step)));
    return run;
}

const RooflinePoint* find(const RooflineModel& model, Kind kind)
{
    for (const RooflinePoint& point : model.points)
        if (point.kind == kind)
            return &point;
    return nullptr;
}

TEST(Roofline, PointsAboveTheMemoryRoofAreBadgedAndOnlyThose)
{
    const auto bytes = static_cast<double>(decodeStepOf(1)->steps()[1].cost.bytes());
    const double roofNs = bytes / test::fakeCeilings().readGbPerS;
    for (const auto& [share, above] : {std::pair{0.5, false}, {0.99, false}, {1.01, true}, {2.0, true}}) {
        PlotScene scene;
        scene.cached = decodeStepOf(static_cast<std::int64_t>(roofNs / share));
        const RooflineModel model = rooflineModel(scene);
        const RooflinePoint* decode = find(model, Kind::decode);
        ASSERT_NE(decode, nullptr);
        EXPECT_NEAR(decode->roofShare, share, 1e-3);
        EXPECT_EQ(decode->cacheResident, above) << share;
        EXPECT_EQ(describe(*decode).find("cache-resident") != std::string::npos, above) << describe(*decode);
    }
}

TEST(Roofline, EveryPointHasANameAndItsFigures)
{
    const auto all = shown();
    const RooflineModel model = rooflineModel(all->scene, true);
    std::set<Kind> kinds;
    std::set<std::string> ops;
    for (const RooflinePoint& point : model.points) {
        kinds.insert(point.kind);
        const std::string text = describe(point);
        EXPECT_GT(text.find('\n'), 2U) << "the first line is the name: " << text;
        EXPECT_NE(text.find("GFLOP/s at"), std::string::npos) << text;
        EXPECT_NE(text.find("of its roof"), std::string::npos) << text;
        if (point.kind == Kind::op) {
            EXPECT_TRUE(ops.insert(text.substr(0, text.find('\n'))).second) << text;
        }
    }
    EXPECT_EQ(kinds, (std::set{Kind::trail, Kind::decode, Kind::prefill, Kind::naive, Kind::naiveUseful, Kind::op}));
    EXPECT_GE(ops.size(), 6U);
}

TEST(Roofline, WhatTheDeviceCountedStandsBesideWhatIsModelled)
{
    test::FakeOptions options;
    options.counted = true;
    const auto all = shown(options);
    const RooflineModel model = rooflineModel(all->scene);
    EXPECT_TRUE(model.counted);
    for (const auto& [counted, index] : {std::pair{Kind::countedPrefill, 0}, {Kind::countedDecode, 2}}) {
        const RooflinePoint* point = find(model, counted);
        ASSERT_NE(point, nullptr);
        EXPECT_EQ(point->step, static_cast<std::size_t>(index)) << "the last step that was counted";
        const profiler::StepRecord& step = all->scene.cached->steps()[point->step];
        EXPECT_NEAR(point->intensity, step.cost.arithmeticIntensity() * 1.01 / 1.1, 0.01 * point->intensity);
        EXPECT_NEAR(point->gflopPerS, step.achievedGflopPerS() * 1.01, 1e-6 * point->gflopPerS) << "in the run's time";
        EXPECT_GT(point->roofShare, 0);
        EXPECT_NE(describe(*point).find("as the device counted it"), std::string::npos) << describe(*point);
    }
    PlotScene early = all->scene;
    early.cachedSteps = 1;
    const RooflineModel first = rooflineModel(early);
    EXPECT_NE(find(first, Kind::countedPrefill), nullptr);
    EXPECT_EQ(find(first, Kind::countedDecode), nullptr);
    EXPECT_EQ(first.intensityHigh, model.intensityHigh) << "axes stand still while it is played";
    EXPECT_EQ(first.intensityLow, model.intensityLow);
    EXPECT_EQ(first.gflopLow, model.gflopLow);
    EXPECT_FALSE(rooflineModel(shown()->scene).counted);
}

TEST(Roofline, ComparingRunsKeepsTheRoofsAndBothRunsPoints)
{
    const auto first = shown();
    test::FakeOptions later;
    later.newTokens = 12;
    const auto second = shown(later);
    PlotScene pair;
    pair.naive = first->scene.naive;
    pair.cached = second->scene.cached;
    const RooflineModel model = rooflineModel(pair);
    ASSERT_TRUE(model.ceilings);
    EXPECT_EQ(model.ceilings->readGbPerS, test::fakeCeilings().readGbPerS);
    ASSERT_TRUE(model.compute);
    ASSERT_NE(find(model, Kind::naive), nullptr);
    ASSERT_NE(find(model, Kind::decode), nullptr);
    EXPECT_EQ(find(model, Kind::naive)->step, 31U);
    EXPECT_EQ(find(model, Kind::decode)->step, 11U);

    // Roofs of one run stand where the other was recorded without.
    test::FakeOptions none;
    none.ceilings = false;
    pair.cached = shown(none)->scene.cached;
    EXPECT_TRUE(rooflineModel(pair).ceilings);
    pair.naive = shown(none)->scene.naive;
    EXPECT_FALSE(rooflineModel(pair).ceilings);
    EXPECT_NE(find(rooflineModel(pair), Kind::decode), nullptr) << "points need no roof";
}

}  // namespace
}  // namespace decodescope::app
