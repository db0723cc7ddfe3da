// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <optional>
#include <string>

namespace decodescope {

/// A module of this program that was loaded; it stays loaded unless closed.
struct ModuleFile {
    void* library = nullptr;
    std::string path;
    void* find(const char* symbol) const;  ///< null when it is not there
    void close();
};

/// Loads `file` from the first folder that has it: `folder`, when given, the program's own, ../lib/decodescope beside
/// it. Empty where none has; an error says why one that is there cannot be loaded.
Result<std::optional<ModuleFile>> loadModule(const std::string& folder, const std::string& file);

/// What the system's loader said last.
std::string lastLoaderError();

}  // namespace decodescope
