// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/recording_files.h"

namespace decodescope::app {

RecordingFiles sessionFiles()
{
    RecordingFiles files;
    return files;
}

}  // namespace decodescope::app
