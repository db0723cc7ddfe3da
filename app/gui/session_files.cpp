// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/recording_files.h"
#include "profiler/record/session_file.h"

namespace decodescope::app {

RecordingFiles sessionFiles()
{
    RecordingFiles files;
    files.open = [](const QString& path) -> Result<std::shared_ptr<profiler::Recording>> {
        auto recording = profiler::readSession(path.toStdString());
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        return std::make_shared<profiler::Recording>(std::move(*recording));
    };
    files.save = [](const profiler::Recording& recording, const QString& path) {
        return profiler::writeSession(path.toStdString(), recording);
    };
    return files;
}

}  // namespace decodescope::app
