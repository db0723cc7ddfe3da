// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings as files: what they may replace, and what happens where they cannot be written.
#include "profiler/record/session_file.h"
#include "tests/profiler/record/recording_equal.h"
#include "tests/profiler/record/session_folder.h"
#include "tests/support/fake_recording.h"

namespace decodescope::profiler {
namespace {

namespace fs = std::filesystem;
using test::FakeOptions;
using SessionFiles = test::SessionFolder;

TEST_F(SessionFiles, ForeignFilesAreNotOverwritten)
{
    put(path("thesis.txt"), "years of work");
    EXPECT_FALSE(SessionWriter::create(path("thesis.txt")));
    const auto saved = writeSession(path("thesis.txt"), test::makeFakeRecording());
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::usage);
    EXPECT_EQ(contents(path("thesis.txt")), "years of work");
    EXPECT_FALSE(writeSession(folder.string(), {}));
    EXPECT_FALSE(SessionWriter::create(path("thesis/")));
    EXPECT_FALSE(writeSession("", {}));
    // A session is ours to replace.
    ASSERT_TRUE(writeSession(path(), {}));
    const Recording recording = test::makeFakeRecording();
    ASSERT_TRUE(writeSession(path(), recording));
    test::expectEqual(recording, *readSession(path()));
}

TEST_F(SessionFiles, KilledRecordingsAndEmptyFilesAreReplaced)
{
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writer = SessionWriter::create(path());
        // Nothing has come from the log into the file yet.
        ::kill(::getpid(), writer ? SIGKILL : SIGTERM);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
    put(path("reserved.dscope"), "");
    const Recording recording = test::makeFakeRecording();
    for (const std::string& file : {path(), path("reserved.dscope")}) {
        auto writer = SessionWriter::create(file);
        ASSERT_TRUE(writer) << writer.error().message;
        for (const auto& run : recording.runs) (*writer)->add(run);
        ASSERT_TRUE((*writer)->close());
        test::expectEqual(recording, *readSession(file));
    }
    EXPECT_EQ(filesInFolder(), (std::vector<std::string>{"reserved.dscope", "run.dscope"}));
}

TEST_F(SessionFiles, TwoWritersNeverShareAFile)
{
    const Recording recording = test::makeFakeRecording();
    auto first = SessionWriter::create(path());
    ASSERT_TRUE(first);
    const auto second = SessionWriter::create(path());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::usage);
    EXPECT_NE(second.error().message.find("another run"), std::string::npos) << second.error().message;
    EXPECT_FALSE(writeSession(path(), {}));
    for (const auto& run : recording.runs) (*first)->add(run);
    ASSERT_TRUE((*first)->close());
    test::expectEqual(recording, *readSession(path()));
    first->reset();
    EXPECT_TRUE(writeSession(path(), recording)) << "free again";
}

TEST_F(SessionFiles, OneThatCannotBeMadeLeavesTheOldOneAndNoStub)
{
    ASSERT_TRUE(writeSession(path("old.dscope"), test::makeFakeRecording()));
    const std::string old = contents(path("old.dscope"));
    EXPECT_EQ(withFilesUpTo(5'000,
                            [&] {
                                return (SessionWriter::create(path("old.dscope")) ? 1 : 0) +
                                       (SessionWriter::create(path("new.dscope")) ? 2 : 0);
                            }),
              0);
    EXPECT_EQ(contents(path("old.dscope")), old);
    EXPECT_EQ(filesInFolder(), std::vector<std::string>{"old.dscope"});
}

TEST_F(SessionFiles, NamesThatMeanSomethingToSqliteAreFiles)
{
    const Recording recording = test::makeFakeRecording();
    for (const char* name : {"a b?mode=memory#c%41.dscope", "ü'\"&.dscope"}) {
        ASSERT_TRUE(writeSession(path(name), recording));
        EXPECT_TRUE(fs::exists(path(name)));
        const auto read = readSession(path(name));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->runs.size(), recording.runs.size());
    }
}

TEST_F(SessionFiles, MissingFolderNamesPathAndReason)
{
    const std::string file = (folder / "missing" / "run.dscope").string();
    const auto created = SessionWriter::create(file);
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, ErrorCode::runtime);
    EXPECT_EQ(created.error().message.rfind(file, 0), 0u) << created.error().message;
    EXPECT_FALSE(writeSession(file, test::makeFakeRecording()));
}

TEST_F(SessionFiles, ReadOnlyFileInAReadOnlyFolderOpens)
{
    const Recording recording = test::makeFakeRecording();
    ASSERT_TRUE(writeSession(path(), recording));
    fs::permissions(path(), fs::perms::owner_read);
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
    const auto read = readSession(path());
    ASSERT_TRUE(read) << read.error().message;
    test::expectEqual(recording, *read);
    EXPECT_EQ(filesInFolder(), std::vector<std::string>{"run.dscope"});
}

TEST_F(SessionFiles, FullDiskNamesPathAndReasonAndKeepsTheOldFile)
{
    FakeOptions options;
    options.newTokens = 100;
    const Recording recording = test::makeFakeRecording(options);
    ASSERT_TRUE(writeSession(path("old.dscope"), test::makeFakeRecording()));
    const std::string old = contents(path("old.dscope"));
    const auto failures = [&] {
        const auto saved = writeSession(path("old.dscope"), recording);
        const bool named = !saved && saved.error().code == ErrorCode::runtime &&
                           saved.error().message.rfind(path("old.dscope"), 0) == 0;
        auto writer = SessionWriter::create(path("live.dscope"));
        if (!writer)
            return 10;
        for (const auto& run : recording.runs) (*writer)->add(run);
        const auto closed = (*writer)->close();
        const bool liveNamed = !closed && closed.error().message.rfind(path("live.dscope"), 0) == 0 &&
                               closed.error().message.find(": ") != std::string::npos;
        return (named ? 0 : 1) + (liveNamed ? 0 : 2);
    };
    EXPECT_EQ(withFilesUpTo(200'000, failures), 0);
    EXPECT_EQ(contents(path("old.dscope")), old);
    for (const std::string& name : filesInFolder()) EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

}  // namespace
}  // namespace decodescope::profiler
