// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_file.h"

#include "tests/profiler/record/recording_equal.h"
#include "tests/profiler/record/session_folder.h"
#include "tests/support/fake_recording.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace decodescope::profiler {
namespace {

namespace fs = std::filesystem;
using engine::Strategy;
using test::FakeOptions;
using SessionTest = test::SessionFolder;

/// Every field away from its default, with the values that are hard to keep.
Recording awkwardRecording()
{
    FakeOptions options;
    options.batch = 3;
    options.newTokens = 5;
    options.repeat = 2;
    options.warmup = 1;
    options.strategies = {Strategy::naive, Strategy::cached, Strategy::brokenForget};
    Recording recording = test::makeFakeRecording(options);

    RunInfo info = test::fakeRunInfo(options, Strategy::brokenStale, 7);
    info.id = "odd \"id\" ü";
    info.paced = true;
    info.opRowsEvery = 17;
    info.model.origin = std::string("/models/\xff\xfe.gguf");
    info.model.config.synthetic = true;
    info.model.config.tiedEmbeddings = false;
    info.model.config.rmsEps = 1e-6 / 3;
    info.model.config.rope.scaling = engine::RopeScaling::llama3;
    info.model.config.rope.interleaved = false;
    info.model.config.rope.divisors = {1.0f, 0.1f, 1.0f / 3.0f};
    info.settings.model = "synthetic:smollm2-135m";
    info.settings.prompts = {"", std::string("a\0b", 3), "\xc3", "line\nbreak \U0001F600"};
    info.settings.promptIds = {{1, 2}, {}, {49151}};
    info.settings.chat = info.settings.specialAsText = info.settings.ignoreEos = true;
    info.settings.strategies = {Strategy::brokenPosition, Strategy::brokenRefill};
    info.settings.device = "cuda:1";
    info.settings.weights = DataType::q5_1;
    info.settings.compute = ComputeType::bf16;
    info.settings.keyFormat = DataType::q8_0;
    info.settings.valueFormat = DataType::q4_0;
    info.settings.isa = "avx2";
    info.settings.launch = engine::LaunchMode::kernels;
    info.settings.exact = info.settings.trace = true;
    info.settings.topLogits = 0;
    info.settings.sampling = {0.1, 40, 1.0 / 3.0, 0xffffffffffffffffu};
    info.ceilings->readBySize = {{8 << 20, 90.125}, {std::int64_t{1} << 33, 1.0 / 3.0}};
    info.ceilings->kernels = KernelRates{"/models/\xff\xfe.gguf", "q5_1", "bf16", 3, 3, 85, {}};
    info.ceilings->kernels->probes = {{3, 7, 1, std::int64_t{1} << 60, 0}, {255, 1 << 30, 5, 6, 7}};
    info.promptIds = {{0, 49151}, {5}, {7, 7, 7}};
    info.promptPieces = {{std::string("\0\xff", 2), ""}, {"x"}, {"", "y", "\n"}};
    auto run = std::make_shared<RunRecord>(info);
    test::FakeRunner runner(options, Strategy::brokenStale);
    for (int i = 0; i < 3; ++i) {
        StepRecord step = runner.next();
        step.step += 100;
        step.sequences[0].logitsHash = 0xffffffffffffffffu - static_cast<std::uint64_t>(i);
        step.sequences[1].logitsHash = 0x8000000000000000u;
        step.sequences[1].tokenBytes = std::string("\0\xf0\x9f", 3);
        step.sequences[2].tokenBytes = "";
        step.sequences[2].top = {{1, 1.0f / 3.0f}, {2, -0.0f}, {3, 3.4e38f}, {4, 1e-45f}};
        step.deviceNs = i == 1 ? std::optional<std::int64_t>(std::int64_t{1} << 55) : std::nullopt;
        step.bytesSource = BytesSource::measured;
        step.bound = i == 2 ? Bound::launch : Bound::unknown;
        step.cost.flops = 1e18 / 3;
        step.opClock = i == 2 ? engine::OpClock::events : engine::OpClock::host;
        if (i == 1)
            step.ops.clear();
        else
            step.ops[5].cost.bytesActivations = 0;
        EXPECT_TRUE(run->steps().append(step));
    }
    run->finish(
        {{engine::StopReason::eos, engine::StopReason::length, engine::StopReason::cancelled}, 123456789012345});
    recording.runs.push_back(run);
    // A run of no steps.
    auto none = std::make_shared<RunRecord>(test::fakeRunInfo({}, Strategy::cached));
    none->finish({{engine::StopReason::cancelled}, 0});
    recording.runs.push_back(none);
    recording.warnings = {"the prompt: invalid UTF-8 was read as U+FFFD", "", "\xff no UTF-8, 'quoted'"};
    return recording;
}

TEST_F(SessionTest, EveryFieldComesBack)
{
    const Recording written = awkwardRecording();
    const auto saved = writeSession(path(), written);
    ASSERT_TRUE(saved) << saved.error().message;
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->warnings, written.warnings);
    test::expectEqual(written, *read);
    EXPECT_EQ(filesInFolder(), std::vector<std::string>{"run.dscope"});
}

TEST_F(SessionTest, WriterFollowsARunWhileItRuns)
{
    auto writer = SessionWriter::create(path());
    ASSERT_TRUE(writer) << writer.error().message;
    FakeOptions options;
    options.newTokens = 900;
    options.ops = false;
    auto run = std::make_shared<RunRecord>(test::fakeRunInfo(options, Strategy::cached));
    (*writer)->add(run);
    test::FakeRunner runner(options, Strategy::cached);
    std::size_t seen = 0;
    for (int i = 0; i < 900; ++i) {
        ASSERT_TRUE(run->steps().append(runner.next()));
        if (i % 300 != 299)
            continue;
        // A reader sees whole steps of a file that is being written, and soon all of them.
        for (int tries = 0; tries < 200 && seen <= static_cast<std::size_t>(i); ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (const auto read = readSession(path()); read && !read->runs.empty())
                seen = read->runs[0]->steps().size();
        }
        EXPECT_EQ(seen, static_cast<std::size_t>(i) + 1);
    }
    run->finish({{engine::StopReason::length}, 77});
    const auto late = test::makeFakeRun({}, Strategy::naive);
    (*writer)->add(late);
    (*writer)->warn({"first", "second"});
    const auto closed = (*writer)->close();
    ASSERT_TRUE(closed) << closed.error().message;
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    Recording expected;
    expected.runs = {run, late};
    expected.warnings = {"first", "second"};
    test::expectEqual(expected, *read);
    EXPECT_EQ(filesInFolder(), std::vector<std::string>{"run.dscope"});
}

TEST_F(SessionTest, KilledWriterLosesAtMostTheLastMoments)
{
    FakeOptions options;
    options.newTokens = 2000;
    options.ops = false;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writer = SessionWriter::create(path());
        if (!writer)
            ::_exit(1);
        auto run = std::make_shared<RunRecord>(test::fakeRunInfo(options, Strategy::cached));
        (*writer)->add(run);
        test::FakeRunner runner(options, Strategy::cached);
        for (int i = 0; i < 1000; ++i) static_cast<void>(run->steps().append(runner.next()));
        // Gone once the steps are on their way to the file, in the middle of the run and without a farewell.
        for (int i = 0; i < 500; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            const auto read = readSession(path());
            if (read && !read->runs.empty() && read->runs[0]->steps().size() >= 512)
                ::kill(::getpid(), SIGKILL);
        }
        ::_exit(2);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    const std::string before = contents(path());
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->runs.size(), 1u);
    EXPECT_GE(read->runs[0]->steps().size(), 512u);
    test::FakeRunner runner(options, Strategy::cached);
    for (std::size_t i = 0; i < read->runs[0]->steps().size(); ++i)
        test::expectEqual(runner.next(), read->runs[0]->steps()[i]);
    ASSERT_EQ(read->warnings.size(), 1u);
    EXPECT_NE(read->warnings[0].find("has no end"), std::string::npos) << read->warnings[0];
    // It does not look as if it were still running.
    ASSERT_NE(read->runs[0]->end(), nullptr);
    EXPECT_EQ(read->runs[0]->end()->stops.at(0), engine::StopReason::cancelled);
    EXPECT_EQ(contents(path()), before);
}

TEST_F(SessionTest, CutFilesGiveAWholeBeginningOrARefusal)
{
    FakeOptions options;
    options.newTokens = 60;
    const Recording whole = test::makeFakeRecording(options);
    ASSERT_TRUE(writeSession(path(), whole));
    const std::string data = contents(path());
    ASSERT_GT(data.size(), 100'000u);
    std::size_t recovered = 0;
    std::size_t steps = 0;
    for (std::size_t cut = 0; cut < data.size(); cut += cut < 5000 ? 97 : 1511) {
        const std::string file = path("cut.dscope");
        put(file, std::string_view(data).substr(0, cut));
        const auto read = readSession(file);
        if (!read) {
            EXPECT_EQ(read.error().code, ErrorCode::badInput);
            EXPECT_EQ(read.error().message.rfind(file, 0), 0u) << read.error().message;
            continue;
        }
        ++recovered;
        EXPECT_FALSE(read->warnings.empty()) << cut;
        ASSERT_LE(read->runs.size(), whole.runs.size());
        for (std::size_t run = 0; run < read->runs.size(); ++run) {
            ASSERT_LE(read->runs[run]->steps().size(), whole.runs[run]->steps().size());
            steps = std::max(steps, read->runs[run]->steps().size());
            for (std::size_t i = 0; i < read->runs[run]->steps().size(); ++i)
                test::expectEqual(whole.runs[run]->steps()[i], read->runs[run]->steps()[i]);
        }
        if (HasFailure())
            return;
    }
    EXPECT_GT(recovered, 10u);
    EXPECT_GT(steps, 20u);
}

TEST_F(SessionTest, DamagedBytesNeverCrashTheReader)
{
    FakeOptions options;
    options.newTokens = 6;
    ASSERT_TRUE(writeSession(path(), test::makeFakeRecording(options)));
    const std::string data = contents(path());
    std::uint64_t state = 12345;
    const auto random = [&state](std::uint64_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state >> 33) % below;
    };
    for (int round = 0; round < 300; ++round) {
        std::string damaged = data;
        for (std::uint64_t i = 0; i <= random(20); ++i)
            damaged[random(damaged.size())] = static_cast<char>(random(256));
        const std::string file = path("damaged.dscope");
        put(file, damaged);
        if (const auto read = readSession(file); !read) {
            EXPECT_EQ(read.error().code, ErrorCode::badInput);
            EXPECT_FALSE(read.error().message.empty());
        }
    }
}

TEST_F(SessionTest, FileWithoutWarningsOpensAsBefore)
{
    Recording recording = test::makeFakeRecording();
    recording.warnings = {"said"};
    ASSERT_TRUE(writeSession(path(), recording));
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        database.exec("DROP TABLE warnings");
    }
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->warnings.empty());
    recording.warnings.clear();
    test::expectEqual(recording, *read);
}

TEST_F(SessionTest, NewerFormatIsRefusedNamingBoth)
{
    ASSERT_TRUE(writeSession(path(), test::makeFakeRecording()));
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        database.exec("PRAGMA user_version=" + std::to_string(kSessionVersion + 41));
    }
    const auto read = readSession(path());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::badInput);
    EXPECT_NE(read.error().message.find("format " + std::to_string(kSessionVersion + 41)), std::string::npos);
    EXPECT_NE(read.error().message.find("up to " + std::to_string(kSessionVersion)), std::string::npos);
}

TEST_F(SessionTest, WhereNoClockOfOpsWasWrittenItFollowsFromTheDevice)
{
    Recording recording = test::makeFakeRecording();
    RunInfo info = test::fakeRunInfo({}, Strategy::cached);
    info.device.kind = "cuda";
    auto run = std::make_shared<RunRecord>(info);
    ASSERT_TRUE(run->steps().append(test::FakeRunner({}, Strategy::cached).next()));
    run->finish({{engine::StopReason::length}, 1});
    recording.runs.push_back(run);
    ASSERT_TRUE(writeSession(path(), recording));
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        database.exec("ALTER TABLE op_times DROP COLUMN clock");
    }
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_FALSE(read->runs.back()->steps()[0].ops.empty());
    EXPECT_EQ(read->runs.front()->steps()[0].opClock, engine::OpClock::host);
    EXPECT_EQ(read->runs.back()->steps()[0].opClock, engine::OpClock::device);
}

TEST_F(SessionTest, WhatIsNoSessionIsRefusedByName)
{
    put(path("empty"), "");
    put(path("text"), "steps,in,a,text,file,that,is,long,enough");
    {
        SQLite::Database other(path("other"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        other.exec("CREATE TABLE t (a)");
    }
    for (const std::string& file : {path("empty"), path("text"), path("other"), path("missing"), folder.string()}) {
        const auto read = readSession(file);
        ASSERT_FALSE(read) << file;
        EXPECT_EQ(read.error().code, ErrorCode::badInput);
        EXPECT_EQ(read.error().message.rfind(file, 0), 0u) << read.error().message;
    }
}

TEST_F(SessionTest, AnySqliteClientSeesStepsAndOps)
{
    const Recording recording = test::makeFakeRecording();
    ASSERT_TRUE(writeSession(path(), recording));
    SQLite::Database database(path(), SQLite::OPEN_READONLY);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM steps").getInt(), 64);
    const StepRecord& step = recording.runs[1]->steps()[3];
    SQLite::Statement ops(database,
                          "SELECT kind,layer,wall_ns,flops,bytes_weights FROM ops WHERE run=1 AND step=3 "
                          "ORDER BY op");
    std::size_t i = 0;
    for (; ops.executeStep(); ++i) {
        ASSERT_LT(i, step.ops.size());
        EXPECT_EQ(ops.getColumn(0).getString(), engine::name(step.ops[i].kind));
        EXPECT_EQ(ops.getColumn(1).getInt(), step.ops[i].layer);
        EXPECT_EQ(ops.getColumn(2).getInt64(), step.ops[i].wallNs);
        EXPECT_EQ(ops.getColumn(3).getDouble(), step.ops[i].cost.flops);
        EXPECT_EQ(ops.getColumn(4).getInt64(), step.ops[i].cost.bytesWeights);
    }
    EXPECT_EQ(i, step.ops.size());
}

}  // namespace
}  // namespace decodescope::profiler
