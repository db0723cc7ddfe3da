// SPDX-License-Identifier: GPL-3.0-or-later
// What a device did in the steps comes back from a session; files of before there were traces open as they did.
#include "profiler/record/session_file.h"

#include "tests/profiler/record/recording_equal.h"
#include "tests/support/fake_recording.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>

namespace decodescope::profiler {
namespace {

namespace fs = std::filesystem;

class SessionTraces : public ::testing::Test {
protected:
    SessionTraces()
    {
        test::FakeOptions options;
        options.newTokens = 4;
        options.traced = true;
        m_recording = test::makeFakeRecording(options);
        auto run = std::make_shared<RunRecord>(test::fakeRunInfo(options, engine::Strategy::brokenStale));
        test::FakeRunner runner(options, engine::Strategy::brokenStale);
        for (int i = 0; i < 3; ++i) {
            StepRecord step = runner.next();
            if (i == 1) {  // thinned: the sums are kept
                step.ops.clear();
                step.kernels.clear();
            } else if (i == 0) {
                step.kernels[0].work = DeviceWork::release;
                step.kernels[0].startNs = -7;  // before the first work
                step.kernels[1].name = std::make_shared<const std::string>("");
                step.kernels[2].grid = {2147483647, 65535, 3};
                step.trace->allocations = 1;
            }
            EXPECT_TRUE(run->steps().append(step));
        }
        run->finish({{engine::StopReason::length}, 1});
        m_recording.runs.push_back(run);
        EXPECT_TRUE(writeSession(m_file, m_recording));
    }
    ~SessionTraces() override { fs::remove(m_file); }

    void change(const char* sql) const { SQLite::Database(m_file, SQLite::OPEN_READWRITE).exec(sql); }

    Recording m_recording;
    std::string m_file =
        (fs::temp_directory_path() / ("decodescope-traces-" + std::to_string(getpid()) + ".dscope")).string();
};

TEST_F(SessionTraces, EveryFieldComesBack)
{
    const auto read = readSession(m_file);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->warnings.empty());
    test::expectEqual(m_recording, *read);
    const StepRecord& step = read->runs[0]->steps()[1];
    ASSERT_TRUE(step.trace);
    EXPECT_GT(step.kernels.size(), 300U);
    EXPECT_TRUE(step.kernels[3].inGraph);
}

TEST_F(SessionTraces, FilesWithoutThemOpenAsBefore)
{
    change("DROP VIEW kernels; DROP TABLE device_traces; DROP TABLE kernel_kinds; DROP TABLE kernel_times");
    const auto read = readSession(m_file);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->warnings.empty());
    ASSERT_EQ(read->runs.size(), m_recording.runs.size());
    EXPECT_EQ(read->runs[0]->steps().size(), m_recording.runs[0]->steps().size());
    EXPECT_FALSE(read->runs[0]->steps()[0].trace);
    EXPECT_TRUE(read->runs[0]->steps()[0].kernels.empty());
}

TEST_F(SessionTraces, WhatCannotBeIsDamage)
{
    const auto wholeSteps = [this] {
        const auto read = readSession(m_file);
        EXPECT_TRUE(read);
        return read && !read->warnings.empty() ? static_cast<int>(read->runs[0]->steps().size()) : -1;
    };
    for (const char* sql :
         {"UPDATE kernel_kinds SET op = 100000 WHERE run = 0", "UPDATE kernel_kinds SET work = 'dream' WHERE run = 0",
          "UPDATE kernel_kinds SET grid_x = -1 WHERE run = 0",
          "UPDATE device_traces SET busy_ns = span_ns + 1 WHERE run = 0",
          "UPDATE kernel_times SET start_ns = '[1,2]' WHERE run = 0", "DELETE FROM kernel_times"}) {
        ASSERT_TRUE(writeSession(m_file, m_recording));
        change(sql);
        EXPECT_EQ(wholeSteps(), 0) << sql;
    }
    ASSERT_TRUE(writeSession(m_file, m_recording));
    change("UPDATE kernel_times SET kinds = '[999]', start_ns = '[0]', device_ns = '[0]' WHERE run = 0 AND step = 2");
    EXPECT_EQ(wholeSteps(), 2) << "the steps before the damage are whole";
}

TEST_F(SessionTraces, AnySqliteClientSeesKernels)
{
    const SQLite::Database database(m_file);
    SQLite::Statement query(database,
                            "SELECT count(*), sum(device_ns), count(device_ns) FROM kernels WHERE run=0 AND step=1");
    ASSERT_TRUE(query.executeStep());
    const StepRecord& step = m_recording.runs[0]->steps()[1];
    std::int64_t sum = 0;
    std::int64_t timed = 0;
    for (const KernelRecord& kernel : step.kernels) {
        sum += kernel.durationNs * (kernel.timed ? 1 : 0);
        timed += kernel.timed ? 1 : 0;
    }
    EXPECT_EQ(query.getColumn(0).getInt64(), static_cast<std::int64_t>(step.kernels.size()));
    EXPECT_EQ(query.getColumn(1).getInt64(), sum);
    EXPECT_EQ(query.getColumn(2).getInt64(), timed);
    SQLite::Statement kinds(database, "SELECT count(*) FROM kernel_kinds WHERE run=0");
    ASSERT_TRUE(kinds.executeStep());
    // Prefill's are of no graph: two lists of kernels, and the copies once each.
    EXPECT_EQ(kinds.getColumn(0).getInt64(), static_cast<std::int64_t>(2 * (step.kernels.size() - 2) + 2));
}

}  // namespace
}  // namespace decodescope::profiler
