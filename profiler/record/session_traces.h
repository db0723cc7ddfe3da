// SPDX-License-Identifier: GPL-3.0-or-later
// What a device did in the steps, in the tables of a session: device_traces, kernel_kinds, kernel_times.
#pragma once

#include "profiler/record/step_record.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace decodescope::profiler {

/// Throws SQLite::Exception; the caller makes the transactions.
class TraceInserter {
public:
    explicit TraceInserter(SQLite::Database& database);
    /// Nothing without a trace.
    void insert(std::int64_t run, std::int64_t step, const StepRecord& record);
    /// No more steps of `run` will come.
    void forget(std::int64_t run) { m_kinds.erase(run); }

private:
    /// All of a kernel's row but its times: the same for every replay of a graph.
    using KindKey = std::pair<std::string, std::array<std::int64_t, 12>>;
    std::int64_t kindIndex(std::int64_t run, const KernelRecord& record);

    SQLite::Statement m_trace;
    SQLite::Statement m_kind;
    SQLite::Statement m_times;
    std::map<std::int64_t, std::map<KindKey, std::int64_t>> m_kinds;  ///< by run
};

/// Reads them back. Files of before these tables have no traces.
class TraceReader {
public:
    explicit TraceReader(const SQLite::Database& database);
    void beginRun(std::int64_t run);
    /// Fills what the file has for the step. Throws SQLite::Exception or std::invalid_argument on what cannot be read.
    void read(std::int64_t step, StepRecord& record);

private:
    const KernelRecord& kind(std::int64_t index);
    void readKernels(std::int64_t step, std::int64_t count, StepRecord& record);

    const SQLite::Database& m_database;
    bool m_there = false;
    std::int64_t m_run = 0;
    std::map<std::int64_t, KernelRecord> m_kinds;
    std::map<std::string, std::shared_ptr<const std::string>> m_names;
};

}  // namespace decodescope::profiler
