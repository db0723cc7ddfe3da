// SPDX-License-Identifier: GPL-3.0-or-later
// What a device counted in the steps, in the table device_counters of a session.
#pragma once

#include "profiler/record/step_record.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>

namespace decodescope::profiler {

/// Throws SQLite::Exception; the caller makes the transactions.
class CounterInserter {
public:
    explicit CounterInserter(SQLite::Database& database);
    /// Nothing where nothing was counted.
    void insert(std::int64_t run, std::int64_t step, const StepRecord& record);

private:
    SQLite::Statement m_row;
};

/// Reads them back. Files of before this table have no counters.
class CounterReader {
public:
    explicit CounterReader(const SQLite::Database& database);
    /// Fills what the file has for the step. Throws SQLite::Exception.
    void read(std::int64_t run, std::int64_t step, StepRecord& record);

private:
    const SQLite::Database& m_database;
    bool m_there = false;
};

}  // namespace decodescope::profiler
