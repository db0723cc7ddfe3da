// SPDX-License-Identifier: GPL-3.0-or-later
// What a device counted comes back from a session; files of before there were counters open as they did.
#include "profiler/record/session_file.h"
#include "profiler/record/summary.h"

#include "tests/profiler/record/recording_equal.h"
#include "tests/support/fake_recording.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>

namespace decodescope::profiler {
namespace {

namespace fs = std::filesystem;

class SessionCounters : public ::testing::Test {
protected:
    SessionCounters()
    {
        test::FakeOptions options;
        options.newTokens = 4;
        options.counted = true;
        m_recording = test::makeFakeRecording(options);
        RunInfo info = test::fakeRunInfo(options, engine::Strategy::brokenStale, 0, true);
        info.deviceMemory = {80'000'000'000, 3'000'000'000, 500'000'000};
        auto lacking = std::make_shared<RunRecord>(std::move(info));
        test::FakeRunner runner(options, engine::Strategy::brokenStale);
        StepRecord step = runner.next();
        step.counters = {{}, 7, {}, {}};
        EXPECT_TRUE(lacking->steps().append(step));
        step = runner.next();
        step.counters = DeviceCounters{};
        EXPECT_TRUE(lacking->steps().append(step));
        lacking->finish({{engine::StopReason::length}, 1});
        m_recording.runs.push_back(lacking);
        EXPECT_TRUE(writeSession(m_file, m_recording));
    }
    ~SessionCounters() override { fs::remove(m_file); }

    void change(const char* sql) const { SQLite::Database(m_file, SQLite::OPEN_READWRITE).exec(sql); }

    Recording m_recording;
    std::string m_file =
        (fs::temp_directory_path() / ("decodescope-counters-" + std::to_string(getpid()) + ".dscope")).string();
};

TEST_F(SessionCounters, EveryFieldComesBackAlsoWhatIsNotKnown)
{
    const auto read = readSession(m_file);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->warnings.empty());
    test::expectEqual(m_recording, *read);
    const auto run = medianRun(*read, engine::Strategy::cached);
    const auto pass = countedPass(*read, *run);
    ASSERT_TRUE(pass);
    EXPECT_EQ(pass->info().id, "counters-cached-1");
    EXPECT_TRUE(pass->info().warmup) << "its times are of replayed kernels";
    EXPECT_EQ(pass->steps()[0].counters->tensorShare, 0.4);
}

TEST_F(SessionCounters, FilesWithoutThemOpenAsBefore)
{
    change("DROP TABLE device_counters");
    const auto read = readSession(m_file);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->warnings.empty());
    ASSERT_EQ(read->runs.size(), m_recording.runs.size());
    EXPECT_FALSE(countedPass(*read, *medianRun(*read, engine::Strategy::cached)));
}

TEST_F(SessionCounters, WhatCannotBeIsDamage)
{
    for (const char* sql :
         {"UPDATE device_counters SET bytes_read = -1", "UPDATE device_counters SET bytes_written = -1",
          "UPDATE device_counters SET flops = 1e300", "UPDATE device_counters SET tensor_share = 1.5"}) {
        ASSERT_TRUE(writeSession(m_file, m_recording));
        change(sql);
        const auto read = readSession(m_file);
        ASSERT_TRUE(read) << sql;
        EXPECT_FALSE(read->warnings.empty()) << sql;
        EXPECT_EQ(read->runs[2]->steps().size(), 0U) << sql;
    }
}

TEST_F(SessionCounters, APassIsThatOfARunWithTheSameConditions)
{
    const auto run = medianRun(m_recording, engine::Strategy::naive);
    ASSERT_TRUE(countedPass(m_recording, *run));
    EXPECT_EQ(countedPass(m_recording, *run)->info().strategy, engine::Strategy::naive);
    RunInfo other = run->info();
    other.settings.keyFormat = DataType::q8_0;
    EXPECT_FALSE(countedPass(m_recording, RunRecord(other)));
    other = run->info();
    other.promptIds[0].push_back(1);
    EXPECT_FALSE(countedPass(m_recording, RunRecord(other)));
}

}  // namespace
}  // namespace decodescope::profiler
