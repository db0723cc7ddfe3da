// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/export_folder.h"

#include <QImage>
#include <string>

namespace decodescope::app {

/// A picture as PNG bytes that say which program made them. ErrorCode::memory when it could not be drawn.
Result<ExportFile> pngFile(const std::string& name, QImage image);

}  // namespace decodescope::app
