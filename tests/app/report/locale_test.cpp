// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace {

/// Runs the exporter and returns the decimal point its locale had, and two numbers as messages give them.
QByteArray exportInto(const QString& folder, const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(EXPORT_FAKE_RECORDING), {folder});
    EXPECT_TRUE(process.waitForFinished(120000));
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    return process.readAllStandardOutput().trimmed();
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

TEST(Locale, GermanAndCGiveTheSameBytes)
{
    QTemporaryDir dir;
    const QString locales = dir.filePath(QStringLiteral("locales"));
    ASSERT_TRUE(QDir().mkpath(locales));
    // The locale is made here, so that no system setting decides whether this is tested.
    ASSERT_EQ(QProcess::execute(QStringLiteral("localedef"),
                                {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"),
                                 QStringLiteral("UTF-8"), locales + QStringLiteral("/de_DE.UTF-8")}),
              0);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    const QString plain = dir.filePath(QStringLiteral("c"));
    ASSERT_EQ(exportInto(plain, environment), ".\n1.5 MiB, 0.25");
    environment.insert(QStringLiteral("LOCPATH"), locales);
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8"));
    environment.insert(QStringLiteral("LANG"), QStringLiteral("de_DE.UTF-8"));
    const QString german = dir.filePath(QStringLiteral("de"));
    ASSERT_EQ(exportInto(german, environment), ",\n1.5 MiB, 0.25") << "the German locale was not in force";

    const QStringList files = QDir(plain).entryList(QDir::Files);
    ASSERT_EQ(files.size(), 9) << files.join(QLatin1Char(' ')).toStdString();
    EXPECT_EQ(QDir(german).entryList(QDir::Files), files);
    for (const QString& file : files) {
        EXPECT_EQ(contents(plain + QLatin1Char('/') + file), contents(german + QLatin1Char('/') + file))
            << file.toStdString();
    }
}

}  // namespace
