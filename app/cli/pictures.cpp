// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures.h"

#include "app/plots/theme.h"

#include <QGuiApplication>

#include <cstdio>

namespace decodescope::app {

namespace {

/// Qt remarks on the session's folders, which pictures do not need; all else it says is worth hearing.
void hearQt(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (!text.startsWith(QStringLiteral("QStandardPaths: "))) {
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
    }
}

}  // namespace

PictureSession::PictureSession() : m_heardBefore(qInstallMessageHandler(hearQt))
{
    // Whatever display there is or is not, pictures are drawn into memory; the user's scale must not reach them.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qunsetenv("QT_SCALE_FACTOR");
    m_application = std::make_unique<QGuiApplication>(m_argc, m_argv);
    loadBundledFonts();
}

PictureSession::~PictureSession()
{
    m_application.reset();
    qInstallMessageHandler(m_heardBefore);
}

}  // namespace decodescope::app
