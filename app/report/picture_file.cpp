// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/picture_file.h"

#include <QBuffer>

namespace decodescope::app {

Result<ExportFile> pngFile(const std::string& name, QImage image)
{
    image.setText(QStringLiteral("Software"), QString::fromUtf8(kProgramName.data(), kProgramName.size()));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (image.isNull() || !image.save(&buffer, "png")) {
        return fail(ErrorCode::memory, "cannot draw " + name + ": no memory for the picture");
    }
    return ExportFile{name, bytes.toStdString()};
}

}  // namespace decodescope::app
