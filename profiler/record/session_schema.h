// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <string>

namespace SQLite {
class Database;
class Exception;
}  // namespace SQLite

namespace decodescope::profiler {

/// "DSCP": tells file managers and ourselves whose SQLite file it is.
constexpr int kSessionApplicationId = 0x44534350;

/// The tables of docs/session-format.md.
extern const char* const kSessionTables;

/// SQLite URI of a path, so that no path is taken for a special name.
std::string sessionUri(const std::string& path, const char* query = "");

/// "PATH: what failed: SQLite's reason (the system's reason)".
Error sessionError(ErrorCode code, const std::string& path, const std::string& what, const SQLite::Exception& error,
                   const SQLite::Database* database = nullptr);

}  // namespace decodescope::profiler
