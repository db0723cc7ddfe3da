// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "profiler/record/run_record.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::profiler {

/// Version of the tables in docs/session-format.md, kept in the file's user_version.
constexpr int kSessionVersion = 1;

/// Writes a *.dscope file while its runs run. A thread of its own follows the published steps of every run that was
/// added and commits them several times a second; the engine never waits for the disk. What was committed survives the
/// death of the process.
class SessionWriter {
public:
    /// Creates the file and its tables. An existing session is replaced, any other existing file refused (usage).
    /// Errors (runtime) name the path and the reason.
    static Result<std::unique_ptr<SessionWriter>> create(const std::string& path);
    /// Closes, and can report nothing: call close().
    ~SessionWriter();

    /// Follows a run from its first step to its end. Any thread, before, during or after the run.
    void add(std::shared_ptr<const RunRecord> run);
    /// Keeps what the runs had to say; written by close().
    void warn(std::vector<std::string> warnings);
    /// What went wrong so far, such as a full disk. The runs go on; nothing more is written.
    std::optional<Error> error() const;
    /// Writes what is still missing and leaves one file. Unfinished runs are kept as far as they came.
    Result<void> close();

private:
    struct State;
    explicit SessionWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Writes a whole recording, or nothing: an existing session keeps its content until the new one is complete.
Result<void> writeSession(const std::string& path, const Recording& recording);

/// Reads a session, one that is being written included. A damaged or cut file gives the steps before the damage and
/// adds warnings that begin with the path; a run without an end gets one that says cancelled. Refuses (badInput) what
/// is no session, what a newer version wrote (naming both versions) and what holds no whole run description. Never
/// writes to the file.
Result<Recording> readSession(const std::string& path);

}  // namespace decodescope::profiler
