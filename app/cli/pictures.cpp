// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures.h"

#include "app/plots/theme.h"

#include <QGuiApplication>

namespace decodescope::app {

PictureSession::PictureSession()
{
    // Whatever display there is or is not, pictures are drawn into memory; the user's scale must not reach them.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qunsetenv("QT_SCALE_FACTOR");
    m_application = std::make_unique<QGuiApplication>(m_argc, m_argv);
    loadBundledFonts();
}

PictureSession::~PictureSession() = default;

}  // namespace decodescope::app
