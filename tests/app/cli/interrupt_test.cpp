// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/table.h"
#include "tests/app/cli/program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <csignal>

namespace decodescope {
namespace {

using nlohmann::json;

/// Starts the program and waits until its stderr has said `text`.
void startAndAwait(QProcess& process, const std::vector<std::string>& arguments, const std::string& text)
{
    QStringList list;
    for (const std::string& argument : arguments) {
        list << QString::fromStdString(argument);
    }
    process.start(QStringLiteral(DECODESCOPE_PROGRAM), list);
    ASSERT_TRUE(process.waitForStarted());
    std::string seen;
    while (seen.find(text) == std::string::npos) {
        ASSERT_TRUE(process.waitForReadyRead(300000) || process.bytesAvailable() > 0) << seen;
        seen += process.readAllStandardError().toStdString();
    }
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

TEST(Interrupt, CtrlCInALongNaiveRunLeavesWholeFilesOfWhatWasRecorded)
{
    QTemporaryDir dir;
    const QString folder = dir.filePath(QStringLiteral("out"));
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    // A synthetic model whose steps take long enough that the run cannot end first.
    startAndAwait(process,
                  {"run", "--model", "synthetic:smollm2-135m", "--prompt-ids", "5,6,7,8", "--new-tokens", "4000",
                   "--mode", "naive", "--device", "cpu", "--warmup", "1", "--export", folder.toStdString(), "--json"},
                  " of 4000 steps");
    ASSERT_EQ(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ASSERT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(process.exitCode(), 130);

    const json document = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    ASSERT_FALSE(document.is_discarded()) << "stdout is one whole document";
    ASSERT_EQ(document["runs"].size(), 1U);
    const json& run = document["runs"][0];
    EXPECT_EQ(run["sequences"][0]["stop"], "cancelled");
    const std::size_t steps = run["steps"].size();
    EXPECT_GT(steps, 0U);
    EXPECT_LT(steps, 4000U);
    EXPECT_EQ(json::parse(contents(folder + QStringLiteral("/run.json")).toStdString()), document);
    const auto rows = app::parseCsv(contents(folder + QStringLiteral("/steps.csv")).toStdString());
    ASSERT_EQ(rows.size(), 1 + 3 + steps) << "header, warm-up, and every recorded step";
    for (const auto& row : rows) {
        EXPECT_EQ(row.size(), rows[0].size());
    }
    EXPECT_TRUE(QFile::exists(folder + QStringLiteral("/triangle.png")));
}

TEST(Interrupt, StopsSweepsWithTheRowsThatWereFinished)
{
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    startAndAwait(process,
                  {"sweep", "--model", "synthetic:smollm2-135m,layers=4", "--contexts", "16,8000", "--new-tokens", "4",
                   "--warmup", "0", "--device", "cpu", "--json"},
                  "context 8000");
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ASSERT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitCode(), 130);
    const json document = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    ASSERT_FALSE(document.is_discarded());
    EXPECT_EQ(document["contexts"].size(), 1U);
    EXPECT_EQ(document["cancelled"], true);
}

}  // namespace
}  // namespace decodescope
