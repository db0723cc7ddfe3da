// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "profiler/record/run_record.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace decodescope::app {

/// Reading and writing recordings, as the window needs it; tests put in their own.
struct RecordingFiles {
    std::function<Result<std::shared_ptr<profiler::Recording>>(const QString& path)> open;
    std::function<Result<void>(const profiler::Recording& recording, const QString& path)> save;
};

/// Session files (profiler/record).
RecordingFiles sessionFiles();

/// Recordings that come with the program, the one to open at start first; empty when none was installed.
QStringList bundledRecordings();

}  // namespace decodescope::app
