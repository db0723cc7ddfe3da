// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is started in: closed streams, full disks, signals, input from pipes, hostile names.
#include "app/cli/process_guards.h"
#include "tests/app/cli/program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <csignal>
#include <functional>

namespace decodescope {
namespace {

using nlohmann::json;
using test::runProgram;
using test::tinyModel;

std::vector<std::string> tinyRun(std::initializer_list<std::string> more = {})
{
    std::vector<std::string> arguments{"run", "--model",  tinyModel(), "--device",     "cpu",    "--new-tokens",
                                       "2",   "--warmup", "0",         "--ignore-eos", "--mode", "cached"};
    arguments.insert(arguments.end(), more);
    return arguments;
}

QStringList asList(const std::vector<std::string>& arguments)
{
    QStringList list;
    for (const std::string& argument : arguments) {
        list << QString::fromStdString(argument);
    }
    return list;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

/// Runs the program after `prepare` changed its process.
void runPrepared(QProcess& process, const std::vector<std::string>& arguments, const std::function<void()>& prepare)
{
    process.setChildProcessModifier(prepare);
    process.start(QStringLiteral(DECODESCOPE_PROGRAM), asList(arguments));
    ASSERT_TRUE(process.waitForFinished(300000));
    ASSERT_EQ(process.exitStatus(), QProcess::NormalExit);
}

TEST(Streams, ThatAreClosedNeverPutOutputIntoFiles)
{
    QTemporaryDir dir;
    const QString recording = dir.filePath(QStringLiteral("run.dscope"));
    const QString folder = dir.filePath(QStringLiteral("out"));
    QProcess process;
    runPrepared(process,
                tinyRun({"--prompt-ids", "5,6", "--record", recording.toStdString(), "--export", folder.toStdString(),
                         "--formats", "csv,json"}),
                [] {
                    for (const int descriptor : {0, 1, 2}) {
                        close(descriptor);
                    }
                });
    EXPECT_EQ(process.exitCode(), 4) << "the result could not be printed";
    EXPECT_TRUE(contents(folder + QStringLiteral("/steps.csv")).startsWith("run,repeat,mode"));
    EXPECT_FALSE(
        json::parse(contents(folder + QStringLiteral("/run.json")).toStdString(), nullptr, false).is_discarded());
    const auto opened = runProgram({"open", recording.toStdString(), "--json"});
    EXPECT_EQ(opened.exitCode, 0) << opened.err;
    EXPECT_EQ(opened.err, "") << "nothing in the recording is damaged";
}

TEST(Files, BeyondALimitAreAnErrorAndCostNoResult)
{
    QTemporaryDir dir;
    QProcess process;
    runPrepared(process,
                tinyRun({"--prompt-ids", "5,6", "--export", dir.path().toStdString(), "--formats", "csv", "--json"}),
                [] {
                    const rlimit limit{2000, 2000};
                    setrlimit(RLIMIT_FSIZE, &limit);
                });
    EXPECT_EQ(process.exitCode(), 4);
    const std::string error = process.readAllStandardError().toStdString();
    EXPECT_NE(error.find("ops.csv: File too large"), std::string::npos) << error;
    const json document = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    ASSERT_FALSE(document.is_discarded()) << "what was measured is printed all the same";
    EXPECT_EQ(document["runs"].size(), 1U);
}

TEST(Files, ThatShrinkWhileTheyAreReadAreNoCrash)
{
    QTemporaryDir dir;
    const QByteArray path = QFile::encodeName(dir.filePath(QStringLiteral("model")));
    EXPECT_EXIT(
        {
            app::guardProcess();
            const int file = open(path.constData(), O_RDWR | O_CREAT, 0600);
            if (ftruncate(file, 1 << 20) != 0) {
                _exit(1);
            }
            const void* data = mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE, file, 0);
            if (ftruncate(file, 0) != 0) {
                _exit(2);
            }
            _exit(*static_cast<const volatile char*>(data));
        },
        testing::ExitedWithCode(3), "became shorter");
}

TEST(Prompt, ComesFromStandardInputToo)
{
    auto arguments = tinyRun({"--prompt-file", "-", "--json"});
    const auto fromPipe = runProgram(arguments, "ab\n");
    ASSERT_EQ(fromPipe.exitCode, 0) << fromPipe.err;
    const auto fromOption = runProgram(tinyRun({"--prompt", "ab", "--json"}));
    EXPECT_EQ(json::parse(fromPipe.out)["prompt_ids"], json::parse(fromOption.out)["prompt_ids"]);
    const auto empty = runProgram(arguments, "");
    EXPECT_EQ(empty.exitCode, 3);
    EXPECT_NE(empty.err.find("standard input is empty"), std::string::npos) << empty.err;
}

TEST(Names, OfFilesCannotSteerTheTerminal)
{
    const auto result = runProgram({"inspect", "--model", "/nowhere/\x1b[31mred\x7f\xc2\x9b.gguf"});
    EXPECT_EQ(result.exitCode, 3);
    EXPECT_NE(result.err.find("/nowhere/\\x1b[31mred\\x7f\\u009b.gguf"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find('\x1b'), std::string::npos);
}

TEST(Signals, EndACommandThatWaitsForInputAtOnce)
{
    QProcess process;
    process.start(QStringLiteral(DECODESCOPE_PROGRAM), asList({"tokenize", "--model", tinyModel()}));
    ASSERT_TRUE(process.waitForStarted());
    process.write("a\n");
    ASSERT_TRUE(process.waitForReadyRead(60000));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ASSERT_TRUE(process.waitForFinished(10000)) << "one Ctrl-C is enough";
    EXPECT_EQ(process.exitCode(), 130);
}

TEST(Signals, ThatTheCallerIgnoresStayIgnored)
{
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
    process.start(QStringLiteral(DECODESCOPE_PROGRAM), asList({"tokenize", "--model", tinyModel()}));
    ASSERT_TRUE(process.waitForStarted());
    process.write("a\n");
    ASSERT_TRUE(process.waitForReadyRead(60000));
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    process.write("b\n");
    ASSERT_TRUE(process.waitForReadyRead(60000)) << "as under nohup";
    process.closeWriteChannel();
    ASSERT_TRUE(process.waitForFinished(10000));
    EXPECT_EQ(process.exitCode(), 0);
}

TEST(Signals, ARequestToEndKeepsWhatWasRecordedAsCtrlCDoes)
{
    QTemporaryDir dir;
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(QStringLiteral(DECODESCOPE_PROGRAM),
                  asList({"run", "--model", "synthetic:smollm2-135m", "--prompt-ids", "5,6,7,8", "--new-tokens", "4000",
                          "--mode", "naive", "--device", "cpu", "--warmup", "0", "--export", dir.path().toStdString(),
                          "--formats", "csv", "--json"}));
    ASSERT_TRUE(process.waitForStarted());
    std::string seen;
    while (seen.find(" of 4000 steps") == std::string::npos) {
        ASSERT_TRUE(process.waitForReadyRead(300000) || process.bytesAvailable() > 0) << seen;
        seen += process.readAllStandardError().toStdString();
    }
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    ASSERT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(process.exitCode(), 143);
    const json document = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    ASSERT_FALSE(document.is_discarded());
    EXPECT_EQ(document["runs"][0]["sequences"][0]["stop"], "cancelled");
    EXPECT_TRUE(QFile::exists(dir.filePath(QStringLiteral("steps.csv"))));
}

}  // namespace
}  // namespace decodescope
