// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/export_folder.h"
#include "app/report/exporter.h"
#include "app/report/picture_file.h"
#include "tests/support/fake_recording.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <csignal>

namespace decodescope::app {
namespace {

constexpr ExportOptions kTexts{true, true, false};

QByteArray contents(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// No file of this process grows past the limit while this lives, as on a full disk.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes) : m_signal(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }

private:
    rlimit m_before{};
    void (*m_signal)(int);
};

class ExportFolder : public testing::Test {
protected:
    QTemporaryDir m_dir;
    std::string folder() const { return m_dir.filePath(QStringLiteral("out")).toStdString(); }
    QString file(const char* name) const { return m_dir.filePath(QStringLiteral("out/") + QString::fromUtf8(name)); }
};

TEST_F(ExportFolder, IsMadeAndFilledAndMayBeReplaced)
{
    const profiler::Recording recording = test::makeFakeRecording();
    auto first = exportRecording(recording, folder(), kTexts);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->size(), 4U);
    EXPECT_EQ(contents(file("steps.csv")).toStdString(), stepsCsv(recording));
    EXPECT_EQ(contents(file("run.json")).toStdString(), runJson(recording));

    test::FakeOptions shorter;
    shorter.newTokens = 3;
    const profiler::Recording other = test::makeFakeRecording(shorter);
    ASSERT_TRUE(exportRecording(other, folder(), kTexts));
    EXPECT_EQ(contents(file("steps.csv")).toStdString(), stepsCsv(other));
    EXPECT_EQ(QDir(QString::fromStdString(folder())).entryList(QDir::Files | QDir::Hidden).size(), 4)
        << "no temporary file is left behind";
}

TEST_F(ExportFolder, RefusesForeignFilesAndLeavesThemAlone)
{
    QDir().mkpath(QString::fromStdString(folder()));
    for (const char* name : {"steps.csv", "tokens.csv", "run.json"}) {
        put(file(name), "mine,not yours\n1,2\n");
        auto result = exportRecording(test::makeFakeRecording(), folder(), kTexts);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::usage);
        EXPECT_NE(result.error().message.find(name), std::string::npos) << result.error().message;
        EXPECT_EQ(contents(file(name)), QByteArray("mine,not yours\n1,2\n"));
        QFile::remove(file(name));
    }
}

TEST_F(ExportFolder, KnowsItsOwnPictures)
{
    QImage image(4, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    const auto own = pngFile("triangle.png", image);
    ASSERT_TRUE(own);
    EXPECT_TRUE(isOwnExport("triangle.png", own->bytes));
    QByteArray foreign;
    QBuffer buffer(&foreign);
    buffer.open(QIODevice::WriteOnly);
    ASSERT_TRUE(image.save(&buffer, "png"));
    EXPECT_FALSE(isOwnExport("triangle.png", foreign.toStdString()));
    EXPECT_FALSE(isOwnExport("triangle.png", "not a picture"));
}

TEST_F(ExportFolder, NamesThePathThatCannotBeWritten)
{
    put(m_dir.filePath(QStringLiteral("out")), "a file");
    auto onFile = exportRecording(test::makeFakeRecording(), folder(), kTexts);
    ASSERT_FALSE(onFile);
    EXPECT_EQ(onFile.error().code, ErrorCode::runtime);
    EXPECT_NE(onFile.error().message.find(folder()), std::string::npos);

    auto below = exportRecording(test::makeFakeRecording(), folder() + "/deeper", kTexts);
    ASSERT_FALSE(below);
    EXPECT_EQ(below.error().code, ErrorCode::runtime);

    // A file system that takes no files, whoever asks (root included).
    auto kernel = exportRecording(test::makeFakeRecording(), "/proc/self", kTexts);
    ASSERT_FALSE(kernel);
    EXPECT_NE(kernel.error().message.find("/proc/self"), std::string::npos);
}

TEST_F(ExportFolder, KeepsTheOldFileWhenTheDiskIsFull)
{
    test::FakeOptions few;
    few.newTokens = 2;
    const profiler::Recording small = test::makeFakeRecording(few);
    ASSERT_TRUE(exportRecording(small, folder(), kTexts));
    const QByteArray before = contents(file("steps.csv"));
    {
        const SmallDisk disk(static_cast<rlim_t>(before.size()) + 16);
        auto result = exportRecording(test::makeFakeRecording(), folder(), kTexts);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::runtime);
        EXPECT_NE(result.error().message.find("steps.csv"), std::string::npos) << result.error().message;
    }
    EXPECT_EQ(contents(file("steps.csv")), before);
    EXPECT_EQ(QDir(QString::fromStdString(folder())).entryList(QDir::Files | QDir::Hidden).size(), 4);
}

TEST_F(ExportFolder, KernelsAreWrittenWhereThereAreAnyAndGoWithTheNextExport)
{
    test::FakeOptions options;
    options.newTokens = 2;
    options.traced = true;
    const ExportOptions csv{true, false, false};
    const auto traced = exportRecording(test::makeFakeRecording(options), folder(), csv);
    ASSERT_TRUE(traced) << traced.error().message;
    EXPECT_EQ(traced->size(), 4U);
    EXPECT_TRUE(isOwnExport("kernels.csv", contents(file("kernels.csv")).toStdString()));
    options.traced = false;
    const auto untraced = exportRecording(test::makeFakeRecording(options), folder(), csv);
    ASSERT_TRUE(untraced) << untraced.error().message;
    EXPECT_EQ(untraced->size(), 3U);
    EXPECT_FALSE(QFile::exists(file("kernels.csv"))) << "it would be taken for this recording's";
    // Somebody else's is left alone, and refused where there would be one to write.
    put(file("kernels.csv"), "mine");
    ASSERT_TRUE(exportRecording(test::makeFakeRecording(options), folder(), csv));
    EXPECT_EQ(contents(file("kernels.csv")), "mine");
    options.traced = true;
    EXPECT_FALSE(exportRecording(test::makeFakeRecording(options), folder(), csv));
    EXPECT_EQ(contents(file("kernels.csv")), "mine");
}

}  // namespace
}  // namespace decodescope::app
