// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/recording_files.h"

#include <QCoreApplication>
#include <QDir>

namespace decodescope::app {

QStringList bundledRecordings()
{
    // Installed beside the program, or in the source tree a build was made from.
    const QString program = QCoreApplication::applicationDirPath();
    const QStringList folders{program + QStringLiteral("/../share/decodescope/demo"),
                              QStringLiteral(DECODESCOPE_SOURCE_FOLDER "/resources/demo")};
    for (const QString& folder : folders) {
        const QDir demo(folder);
        QStringList paths;
        const QStringList names = demo.entryList({QStringLiteral("*.dscope")}, QDir::Files, QDir::Name);
        for (const QString& name : names) {
            paths << demo.filePath(name);
        }
        if (!paths.isEmpty()) {
            return paths;
        }
    }
    return {};
}

}  // namespace decodescope::app
