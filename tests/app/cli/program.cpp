// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/program.h"

#include <QProcess>

#include <gtest/gtest.h>

namespace decodescope::test {

ProgramResult runProgram(const std::vector<std::string>& arguments, const std::string& input)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    process.setProcessEnvironment(environment);
    QStringList list;
    for (const std::string& argument : arguments) {
        list << QString::fromStdString(argument);
    }
    process.start(QStringLiteral(DECODESCOPE_PROGRAM), list);
    process.write(QByteArray::fromStdString(input));
    process.closeWriteChannel();
    EXPECT_TRUE(process.waitForFinished(500000)) << process.errorString().toStdString();
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    return {process.exitCode(), process.readAllStandardOutput().toStdString(),
            process.readAllStandardError().toStdString()};
}

nlohmann::json runJsonProgram(std::vector<std::string> arguments, int exitCode)
{
    arguments.emplace_back("--json");
    const ProgramResult result = runProgram(arguments);
    EXPECT_EQ(result.exitCode, exitCode) << result.err;
    auto document = nlohmann::json::parse(result.out, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << result.out.substr(0, 500);
    return document;
}

std::string dataPath(const std::string& name)
{
    return DECODESCOPE_TEST_DATA "/" + name;
}

std::string tinyModel()
{
    return dataPath("tiny/llama_gqa/llama_gqa.gguf");
}

}  // namespace decodescope::test
