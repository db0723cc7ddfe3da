// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/tokenizer.h"

#include <string>
#include <string_view>
#include <vector>

namespace decodescope::app {

/// What a prompt file holds: texts or token ids, never both.
struct PromptFile {
    std::vector<std::string> texts;
    std::vector<std::vector<engine::TokenId>> ids;
};

/// A file whose first line is a JSON object with "text" or "ids" is read as JSON lines, one sequence of the batch each
/// (blank lines skipped); any other file is one prompt, its last line break left out. Errors (badInput) name the file
/// and the line.
Result<PromptFile> parsePromptFile(const std::string& path, std::string_view bytes);

}  // namespace decodescope::app
