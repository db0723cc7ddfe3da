// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// A file to be written: its name inside the export folder and all its bytes.
struct ExportFile {
    std::string name;
    std::string bytes;
};

/// What JSON documents and pictures carry so that a later export knows them as its own.
inline constexpr std::string_view kProgramName = "DecodeScope";

/// Writes a file whole or not at all: on any failure (no permission, full disk) an existing file is left as it was.
/// ErrorCode::runtime with the path and the system's reason.
Result<void> writeFileWhole(const std::string& path, std::string_view bytes);

/// Makes the folder if it is missing and checks that every one of `names` may be written: the folder takes new files,
/// and a file of that name that is there was made by this program. Call before a long run, so that it is not the last
/// second that finds out. Errors: runtime with path and reason; usage for a foreign file.
Result<void> checkExportFolder(const std::string& folder, const std::vector<std::string>& names);

/// checkExportFolder, then every file. Returns the paths written.
Result<std::vector<std::string>> writeExportFolder(const std::string& folder, const std::vector<ExportFile>& files);

/// Removes the file `name` of an earlier export, which this one has nothing for. Files that are not ours stay.
Result<void> removeOwnExport(const std::string& folder, const std::string& name);

/// Whether the bytes of an existing file look like an earlier export of the file `name` (CSV by its header, JSON by
/// its "program", PNG by its Software text).
bool isOwnExport(std::string_view name, std::string_view bytes);

}  // namespace decodescope::app
