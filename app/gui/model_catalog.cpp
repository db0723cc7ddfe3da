// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model_catalog.h"

#include "engine/model/model_source.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QSet>
#include <QSettings>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kRecent = 8;
constexpr int kFilesLooked = 20000;
constexpr QLatin1String kModelsKey{"recent/models"};
constexpr QLatin1String kRecordingsKey{"recent/recordings"};

QStringList remembered(QLatin1String key)
{
    QStringList paths = QSettings().value(key).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}

void remember(QLatin1String key, const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList paths = QSettings().value(key).toStringList();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    QSettings().setValue(key, QStringList(paths.mid(0, kRecent)));
}

}  // namespace

std::vector<ModelChoice> findCachedModels(int limit)
{
    const QString home = QDir::homePath();
    QString cache = qEnvironmentVariable("XDG_CACHE_HOME");
    if (cache.isEmpty()) {
        cache = home + QStringLiteral("/.cache");
    }
    const QFileInfo standard(QString::fromStdString(engine::defaultModelPath()));
    const QStringList folders{standard.absolutePath(), cache + QStringLiteral("/huggingface/hub"),
                              cache + QStringLiteral("/llama.cpp"), cache + QStringLiteral("/lm-studio/models"),
                              home + QStringLiteral("/.lmstudio/models")};
    std::vector<QFileInfo> files;
    QSet<QString> seen;
    int looked = 0;
    for (const QString& folder : folders) {
        QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext() && looked < kFilesLooked) {
            it.next();
            ++looked;
            const QFileInfo info = it.fileInfo();
            if (info.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) != 0) {
                continue;
            }
            const QString canonical = info.canonicalFilePath();
            if (!canonical.isEmpty() && canonical != standard.canonicalFilePath() && !seen.contains(canonical)) {
                seen.insert(canonical);
                files.push_back(info);
            }
        }
    }
    std::sort(files.begin(), files.end(),
              [](const QFileInfo& a, const QFileInfo& b) { return a.lastModified() > b.lastModified(); });
    std::vector<ModelChoice> found;
    for (const QFileInfo& info : files) {
        if (static_cast<int>(found.size()) == limit) {
            break;
        }
        found.push_back({ModelChoice::Kind::found, info.completeBaseName(), info.absoluteFilePath()});
    }
    return found;
}

bool defaultModelPresent()
{
    return QFileInfo::exists(QString::fromStdString(engine::defaultModelPath()));
}

QStringList recentModels()
{
    return remembered(kModelsKey);
}

void rememberModel(const QString& path)
{
    remember(kModelsKey, path);
}

QStringList recentRecordings()
{
    return remembered(kRecordingsKey);
}

void rememberRecording(const QString& path)
{
    remember(kRecordingsKey, path);
}

}  // namespace decodescope::app
