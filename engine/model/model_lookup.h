// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

/// Folders where this and other programs keep downloaded models, whether they exist or not: our own cache, the Hugging
/// Face hub's, llama.cpp's and LM Studio's, following their environment variables.
std::vector<std::string> modelCacheFolders();
/// The same for a message: "a, b and c".
std::string cacheFolderNames();

/// GGUF files in `folders` whose name fits, ignoring case: all whose file name, file name without ".gguf" or Hugging
/// Face repository ("owner/name") equals `name`; when there are none, all whose file name or repository contains it.
/// A file reachable by several ways (links of the hub's snapshots) is listed once. Sorted.
std::vector<std::string> findCachedModels(std::string_view name, const std::vector<std::string>& folders);

}  // namespace decodescope::engine
