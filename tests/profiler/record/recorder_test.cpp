// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/recorder.h"

#include "tests/support/fake_model.h"

#include <gtest/gtest.h>

namespace decodescope::profiler {
namespace {

using engine::SequenceStep;

/// Has seen one kernel for op 1, one for op 3, and the copy of the inputs; or has failed.
class FakeTracer final : public KernelTracer {
public:
    bool sees() const noexcept override { return true; }
    void beginStep() noexcept override {}
    void at(std::int32_t) noexcept override {}
    void endStep() noexcept override {}
    std::optional<Error> failure() const override { return std::nullopt; }
    std::optional<StepTrace> take() override
    {
        if (failed)
            return std::nullopt;
        StepTrace trace;
        for (const std::int32_t op : {-1, 1, 3}) {
            KernelRecord kernel;
            kernel.op = op;
            kernel.timed = true;
            kernel.startNs = 1000 * (op + 1);
            kernel.durationNs = 700 + op;
            trace.kernels.push_back(kernel);
        }
        sumUp(trace);
        trace.sums.dropped = 4;
        return trace;
    }
    bool failed = false;
};

class RecorderTest : public ::testing::Test {
protected:
    void start(RunInfo info, KernelTracer* tracer = nullptr, const engine::LoadedModel* on = nullptr)
    {
        run = std::make_shared<RunRecord>(std::move(info));
        recorder.emplace(
            run, on != nullptr ? *on : model, std::make_shared<test::FakeTokenizer>(), [this] { ++published; }, tracer);
    }

    /// One step in which every sequence computes `rows` positions on top of `depth`.
    void step(std::int64_t index, std::int64_t rows, std::int64_t depth, std::int64_t sequences = 1)
    {
        std::vector<SequenceStep> list;
        engine::StepOutput output;
        engine::StepShape shape;
        for (std::int64_t s = 0; s < sequences; ++s) {
            SequenceStep sequence;
            sequence.sequence = static_cast<std::int32_t>(s);
            sequence.token = static_cast<engine::TokenId>(100 + 10 * index + s);
            sequence.contextLength = depth + s + rows;
            sequence.positionsComputed = rows;
            sequence.positionsRecomputed = rows - 1;
            sequence.positionsReused = depth + s;
            sequence.logitsHash = 0xfedcba9876543210u + static_cast<std::uint64_t>(index);
            sequence.top = {{5, 2.5f}, {6, 1.5f}};
            list.push_back(sequence);
            shape.sequences.push_back({rows, depth + s});
        }
        engine::makeForwardPlan(model.config(), shape, output.plan);
        for (std::size_t i = 0; i < output.plan.ops.size(); ++i)
            output.ops.push_back({static_cast<std::int32_t>(i), static_cast<std::int64_t>(i) + 1});
        output.opClock = engine::OpClock::events;
        output.wallNs = 1000;
        output.hashNs = 20;
        engine::MemorySnapshot memory;
        memory.live = {100, 20, 3, 4};
        memory.reserved = 200;
        recorder->onStep({index,
                          index == 0 ? engine::Phase::prefill : engine::Phase::decode,
                          list,
                          output,
                          5,
                          {4000, 3000, 2000, depth + rows},
                          memory,
                          321});
        lastPlan = output.plan;
    }

    test::FakeModel model;
    std::shared_ptr<RunRecord> run;
    std::optional<Recorder> recorder;
    engine::ForwardPlan lastPlan;
    int published = 0;
};

TEST_F(RecorderTest, RecordsWhatTheStepReported)
{
    start(test::fakeRunInfo({}, engine::Strategy::cached));
    step(0, 9, 0);
    step(1, 1, 9);
    ASSERT_EQ(run->steps().size(), 2u);
    EXPECT_EQ(published, 2);
    const StepRecord& record = run->steps()[1];
    EXPECT_EQ(record.step, 1);
    EXPECT_EQ(record.phase, engine::Phase::decode);
    EXPECT_EQ(record.contextLength, 10);
    EXPECT_EQ(record.positionsComputed, 1);
    EXPECT_EQ(record.positionsRecomputed, 0);
    EXPECT_EQ(record.positionsReused, 9);
    EXPECT_EQ(record.wallNs, 1000);
    EXPECT_EQ(record.samplingNs, 25);
    EXPECT_GE(record.startNs, run->steps()[0].endNs());
    EXPECT_EQ(run->steps()[0].startNs, 0);
    EXPECT_EQ(record.kv.usedBytes, 2000);
    EXPECT_EQ(record.kvBytesFormula, 10 * 23'040);
    EXPECT_EQ(record.memory.live[1], 20);
    EXPECT_EQ(record.memoryPeakBytes, 321);
    EXPECT_EQ(record.bytesSource, BytesSource::modelled);
    ASSERT_EQ(record.sequences.size(), 1u);
    EXPECT_EQ(record.sequences[0].tokenId, 110);
    EXPECT_EQ(record.sequences[0].tokenBytes, "<110>");
    EXPECT_EQ(record.sequences[0].logitsHash, 0xfedcba9876543211u);
    ASSERT_EQ(record.sequences[0].top.size(), 2u);
    EXPECT_EQ(record.sequences[0].top[1].value, 1.5f);
}

TEST_F(RecorderTest, PricesEveryStepAsTheCostModelDoes)
{
    start(test::fakeRunInfo({}, engine::Strategy::cached));
    std::int64_t index = 0;
    // Same rows with another depth, other rows, other batch, and back.
    for (const auto& [rows, depth, batch] : std::vector<std::array<std::int64_t, 3>>{
             {9, 0, 1}, {1, 9, 1}, {1, 10, 1}, {1, 700, 1}, {2, 5, 1}, {1, 5, 2}, {2, 7, 1}, {1, 8, 1}}) {
        step(index, rows, depth, batch);
        const StepRecord& record = run->steps()[static_cast<std::size_t>(index)];
        const std::vector<Cost> costs = priceOps(model.config(), lastPlan, test::smolLm2Formats());
        ASSERT_EQ(record.ops.size(), costs.size());
        EXPECT_EQ(record.opClock, engine::OpClock::events);
        Cost sum;
        for (std::size_t i = 0; i < costs.size(); ++i) {
            EXPECT_EQ(record.ops[i].kind, lastPlan.ops[i].kind);
            EXPECT_EQ(record.ops[i].layer, lastPlan.ops[i].layer);
            EXPECT_EQ(record.ops[i].wallNs, static_cast<std::int64_t>(i) + 1);
            EXPECT_EQ(record.ops[i].cost.flops, costs[i].flops);
            EXPECT_EQ(record.ops[i].cost.bytes(), costs[i].bytes());
            sum += costs[i];
        }
        EXPECT_DOUBLE_EQ(record.cost.flops, sum.flops);
        EXPECT_EQ(record.cost.bytesWeights, sum.bytesWeights);
        EXPECT_EQ(record.cost.bytesKvRead, sum.bytesKvRead);
        EXPECT_EQ(record.cost.bytesKvWritten, sum.bytesKvWritten);
        EXPECT_EQ(record.cost.bytesActivations, sum.bytesActivations);
        ++index;
    }
}

TEST_F(RecorderTest, SumsOverTheBatchAndKeepsItsSequences)
{
    start(test::fakeRunInfo({}, engine::Strategy::cached));
    step(0, 3, 10, 4);
    const StepRecord& record = run->steps()[0];
    EXPECT_EQ(record.sequences.size(), 4u);
    EXPECT_EQ(record.positionsComputed, 12);
    EXPECT_EQ(record.positionsRecomputed, 8);
    EXPECT_EQ(record.positionsReused, 10 + 11 + 12 + 13);
    EXPECT_EQ(record.contextLength, 16);
}

TEST_F(RecorderTest, BoundComparesTheStepsTimesAtTheRoofs)
{
    start(test::fakeRunInfo({}, engine::Strategy::cached));
    step(0, 512, 0);
    step(1, 1, 512);
    EXPECT_EQ(run->steps()[0].bound, Bound::compute);
    EXPECT_EQ(run->steps()[1].bound, Bound::memory);

    // A memory so fast that arithmetic limits even one row.
    RunInfo fast = test::fakeRunInfo({}, engine::Strategy::cached);
    fast.ceilings->readGbPerS = 1e6;
    start(fast);
    step(0, 1, 30);
    EXPECT_EQ(run->steps()[0].bound, Bound::compute);

    test::FakeOptions none;
    none.ceilings = false;
    start(test::fakeRunInfo(none, engine::Strategy::cached));
    step(0, 1, 30);
    EXPECT_EQ(run->steps()[0].bound, Bound::unknown);
}

TEST_F(RecorderTest, OnADeviceLaunchesLimitWhatTheRoofsDoNotExplain)
{
    RunInfo info = test::fakeRunInfo({}, engine::Strategy::cached);
    const auto boundAt = [&](const engine::LoadedModel& on, double readGbPerS) {
        info.ceilings->readGbPerS = readGbPerS;
        start(info, nullptr, &on);
        step(1, 1, 30);
        return run->steps()[0].bound;
    };
    const test::FakeModel device("cuda");
    start(info);
    step(1, 1, 30);
    const double wallNs = static_cast<double>(run->steps()[0].wallNs);
    const double bytes = static_cast<double>(run->steps()[0].cost.bytes());
    ASSERT_GT(wallNs, 0);
    // Reading alone takes all of the time, or a tenth of it (arithmetic as fast as it gets).
    for (auto& roof : info.ceilings->compute) roof.gflopPerS = 1e9;
    EXPECT_EQ(boundAt(device, bytes / wallNs), Bound::memory);
    EXPECT_EQ(boundAt(device, 10 * bytes / wallNs), Bound::launch);
    EXPECT_EQ(boundAt(model, 10 * bytes / wallNs), Bound::memory) << "a CPU launches nothing";
}

TEST_F(RecorderTest, ThinsOpRowsAfterTheStatedLimit)
{
    RunInfo info = test::fakeRunInfo({}, engine::Strategy::cached);
    info.opRowsEvery = 10;
    start(info);
    step(kOpRowsWholeSteps - 1, 1, 30);
    step(kOpRowsWholeSteps, 1, 31);
    step(4100, 1, 32);
    step(4101, 1, 33);
    EXPECT_FALSE(run->steps()[0].ops.empty());
    EXPECT_TRUE(run->steps()[1].ops.empty());
    EXPECT_FALSE(run->steps()[2].ops.empty());
    EXPECT_TRUE(run->steps()[3].ops.empty());
    // The step's own cost is kept all the same.
    EXPECT_GT(run->steps()[3].cost.bytesKvRead, run->steps()[2].cost.bytesKvRead);
}

TEST_F(RecorderTest, KeepsWhatATracerSawAndTimesOpsByTheirKernels)
{
    FakeTracer tracer;
    start(test::fakeRunInfo({}, engine::Strategy::cached), &tracer);
    step(0, 1, 9);
    tracer.failed = true;
    step(1, 1, 10);
    tracer.failed = false;
    step(kOpRowsWholeSteps + 1, 1, 11);
    const StepRecord& seen = run->steps()[0];
    ASSERT_TRUE(seen.trace);
    EXPECT_EQ(seen.trace->kernels, 3);
    EXPECT_EQ(seen.trace->busyNs, 699 + 701 + 703);
    EXPECT_EQ(seen.trace->dropped, 4);
    EXPECT_EQ(seen.kernels.size(), 3U);
    EXPECT_EQ(seen.ops[0].wallNs, 1) << "no kernel of its own: as the backend timed it";
    EXPECT_EQ(seen.ops[1].wallNs, 701);
    EXPECT_EQ(seen.ops[3].wallNs, 703);
    const StepRecord& after = run->steps()[1];
    EXPECT_FALSE(after.trace);
    EXPECT_TRUE(after.kernels.empty());
    EXPECT_EQ(after.ops[1].wallNs, 2);
    const StepRecord& thinned = run->steps()[2];
    EXPECT_TRUE(thinned.kernels.empty());
    ASSERT_TRUE(thinned.trace) << "sums are kept of every step";
    EXPECT_EQ(thinned.trace->kernels, 3);
}

TEST_F(RecorderTest, NothingKeptMeansNoFormulaBytes)
{
    start(test::fakeRunInfo({}, engine::Strategy::naive));
    std::vector<SequenceStep> list(1);
    list[0].contextLength = 12;
    list[0].positionsComputed = 12;
    engine::StepOutput output;
    engine::makeForwardPlan(model.config(), {{{12, 0}}, false}, output.plan);
    recorder->onStep({0, engine::Phase::decode, list, output, 0, {}, {}, 0});
    EXPECT_EQ(run->steps()[0].kvBytesFormula, 0);
}

}  // namespace
}  // namespace decodescope::profiler
