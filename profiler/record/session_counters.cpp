// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_counters.h"

namespace decodescope::profiler {
namespace {

template <class Value>
void bind(SQLite::Statement& statement, int column, const std::optional<Value>& value)
{
    if (value)
        statement.bind(column, *value);
    else
        statement.bind(column);
}

}  // namespace

CounterInserter::CounterInserter(SQLite::Database& database)
    : m_row(database, "INSERT INTO device_counters VALUES (?,?,?,?,?,?)")
{
}

void CounterInserter::insert(std::int64_t run, std::int64_t step, const StepRecord& record)
{
    if (!record.counters)
        return;
    m_row.bind(1, run);
    m_row.bind(2, step);
    bind(m_row, 3, record.counters->bytesRead);
    bind(m_row, 4, record.counters->bytesWritten);
    bind(m_row, 5, record.counters->flops);
    bind(m_row, 6, record.counters->tensorShare);
    m_row.exec();
    m_row.reset();
}

CounterReader::CounterReader(const SQLite::Database& database)
    : m_database(database), m_there(database.tableExists("device_counters"))
{
}

void CounterReader::read(std::int64_t run, std::int64_t step, StepRecord& record)
{
    if (!m_there)
        return;
    SQLite::Statement query(m_database,
                            "SELECT bytes_read,bytes_written,flops,tensor_share FROM device_counters "
                            "WHERE run=? AND step=?");
    query.bind(1, run);
    query.bind(2, step);
    if (!query.executeStep())
        return;
    DeviceCounters& counters = record.counters.emplace();
    if (const auto value = query.getColumn(0); !value.isNull())
        counters.bytesRead = value.getInt64();
    if (const auto value = query.getColumn(1); !value.isNull())
        counters.bytesWritten = value.getInt64();
    if (const auto value = query.getColumn(2); !value.isNull())
        counters.flops = value.getDouble();
    if (const auto value = query.getColumn(3); !value.isNull())
        counters.tensorShare = value.getDouble();
}

}  // namespace decodescope::profiler
