// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace decodescope::app {

/// One entry of the model chooser.
struct ModelChoice {
    enum class Kind { standard, recent, found, synthetic };
    Kind kind{};
    QString title;
    QString spec;  ///< as --model takes it; empty: the default model
};

/// GGUF files in the usual caches (DecodeScope's own, Hugging Face, llama.cpp, LM Studio), newest
/// first, at most `limit`. Reads folders: not for the window's thread.
std::vector<ModelChoice> findCachedModels(int limit = 30);

/// Is the default model there?
bool defaultModelPresent();

QStringList recentModels();
void rememberModel(const QString& path);

QStringList recentRecordings();
void rememberRecording(const QString& path);

}  // namespace decodescope::app
