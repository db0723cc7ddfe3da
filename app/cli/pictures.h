// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <memory>

class QGuiApplication;

namespace decodescope::app {

/// What drawing without a display needs: a QGuiApplication on Qt's offscreen platform, and the bundled fonts. Alive
/// while pictures are drawn; one per process.
class PictureSession {
public:
    PictureSession();
    ~PictureSession();
    PictureSession(const PictureSession&) = delete;
    PictureSession& operator=(const PictureSession&) = delete;

private:
    QtMessageHandler m_heardBefore;
    int m_argc = 1;
    char m_name[12] = "decodescope";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

}  // namespace decodescope::app
