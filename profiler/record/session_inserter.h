// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"
#include "profiler/record/session_counters.h"
#include "profiler/record/session_traces.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope::profiler {

/// Puts runs and steps into the tables of an open session. Throws SQLite::Exception; the caller makes the transactions.
class SessionInserter {
public:
    explicit SessionInserter(SQLite::Database& database);

    /// Index of the new run, for the calls below.
    std::int64_t insertRun(const RunInfo& info);
    void insertStep(std::int64_t run, std::int64_t step, const StepRecord& record);
    void insertWarning(std::int64_t number, std::string_view text);
    void insertEnd(std::int64_t run, std::int64_t steps, const RunEnd& end);

private:
    using CostKey = std::array<std::int64_t, 5>;
    using OpKey = std::vector<std::pair<engine::OpKind, std::int32_t>>;
    struct RunState {
        std::map<CostKey, std::int64_t> costs;
        std::map<OpKey, std::int64_t> lists;
    };
    void insertSequence(std::int64_t run, std::int64_t step, std::int64_t place, const SequenceRecord& record);
    void insertOps(std::int64_t run, std::int64_t step, const StepRecord& record);
    std::int64_t costIndex(std::int64_t run, const Cost& cost);
    std::int64_t listIndex(std::int64_t run, const std::vector<OpRecord>& ops);

    std::int64_t m_nextRun = 0;
    std::map<std::int64_t, RunState> m_runs;
    SQLite::Statement m_run;
    SQLite::Statement m_prompt;
    SQLite::Statement m_step;
    SQLite::Statement m_sequence;
    SQLite::Statement m_list;
    SQLite::Statement m_cost;
    SQLite::Statement m_times;
    SQLite::Statement m_end;
    SQLite::Statement m_warning;
    TraceInserter m_traces;
    CounterInserter m_counters;
};

}  // namespace decodescope::profiler
