// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_inserter.h"

#include "profiler/record/session_json.h"

#include <bit>
#include <string_view>

namespace decodescope::profiler {
namespace {

std::string insertInto(const char* table, int columns)
{
    std::string sql = "INSERT INTO " + std::string(table) + " VALUES (?";
    for (int i = 1; i < columns; ++i) sql += ",?";
    return sql + ")";
}

/// Binds one value after the other and runs the statement.
class Row {
public:
    explicit Row(SQLite::Statement& statement) : m_statement(statement) {}
    Row& operator<<(std::int64_t value)
    {
        m_statement.bind(++m_column, value);
        return *this;
    }
    Row& operator<<(double value)
    {
        m_statement.bind(++m_column, value);
        return *this;
    }
    Row& operator<<(std::string_view value)
    {
        m_statement.bind(++m_column, std::string(value));
        return *this;
    }
    Row& bytes(std::string_view value)
    {
        // A null pointer would bind NULL, and the bytes of a token may be none.
        m_statement.bind(++m_column, value.empty() ? "" : static_cast<const void*>(value.data()),
                         static_cast<int>(value.size()));
        return *this;
    }
    Row& null()
    {
        m_statement.bind(++m_column);
        return *this;
    }
    void insert()
    {
        m_statement.exec();
        m_statement.reset();
    }

private:
    SQLite::Statement& m_statement;
    int m_column = 0;
};

Row& operator<<(Row& row, const Cost& cost)
{
    return row << cost.flops << cost.bytesWeights << cost.bytesKvRead << cost.bytesKvWritten << cost.bytesActivations;
}

}  // namespace

SessionInserter::SessionInserter(SQLite::Database& database)
    : m_run(database, insertInto("runs", 13)),
      m_prompt(database, insertInto("prompt_tokens", 5)),
      m_step(database, insertInto("steps", 32)),
      m_sequence(database, insertInto("sequences", 13)),
      m_list(database, insertInto("op_lists", 5)),
      m_cost(database, insertInto("op_costs", 7)),
      m_times(database, insertInto("op_times", 6)),
      m_end(database, insertInto("run_ends", 4)),
      m_warning(database, insertInto("warnings", 2)),
      m_traces(database),
      m_counters(database)
{
}

std::int64_t SessionInserter::insertRun(const RunInfo& info)
{
    const std::int64_t run = m_nextRun++;
    Row row(m_run);
    row << run << std::string_view(info.id) << name(info.strategy) << std::int64_t{info.repeat}
        << std::int64_t{info.warmup} << std::int64_t{info.paced} << std::string_view(info.startedAt)
        << std::string_view(info.programVersion) << info.opRowsEvery << std::string_view(modelToJson(info.model))
        << std::string_view(deviceToJson(info.device, info.deviceMemory))
        << std::string_view(settingsToJson(info.settings));
    if (info.ceilings)
        row << std::string_view(ceilingsToJson(*info.ceilings));
    else
        row.null();
    row.insert();
    for (std::size_t sequence = 0; sequence < info.promptIds.size(); ++sequence) {
        const std::vector<engine::TokenId>& ids = info.promptIds[sequence];
        const bool known = sequence < info.promptPieces.size();
        for (std::size_t position = 0; position < ids.size(); ++position) {
            Row token(m_prompt);
            token << run << static_cast<std::int64_t>(sequence) << static_cast<std::int64_t>(position)
                  << std::int64_t{ids[position]};
            if (known && position < info.promptPieces[sequence].size())
                token.bytes(info.promptPieces[sequence][position]);
            else
                token.null();
            token.insert();
        }
    }
    m_runs.emplace(run, RunState{});
    return run;
}

void SessionInserter::insertStep(std::int64_t run, std::int64_t step, const StepRecord& record)
{
    // What belongs to a step goes in first: where a step's own row is, the step is whole.
    for (std::size_t i = 0; i < record.sequences.size(); ++i)
        insertSequence(run, step, static_cast<std::int64_t>(i), record.sequences[i]);
    if (!record.ops.empty())
        insertOps(run, step, record);
    m_traces.insert(run, step, record);
    m_counters.insert(run, step, record);
    Row row(m_step);
    row << run << step << record.step << name(record.phase) << static_cast<std::int64_t>(record.sequences.size())
        << static_cast<std::int64_t>(record.ops.size()) << record.contextLength << record.positionsComputed
        << record.positionsRecomputed << record.positionsReused << record.startNs << record.wallNs;
    if (record.deviceNs)
        row << *record.deviceNs;
    else
        row.null();
    row << record.samplingNs << record.cost << name(record.bytesSource) << name(record.bound) << record.kvBytesFormula
        << record.kv.requestedBytes << record.kv.allocatedBytes << record.kv.usedBytes << record.kv.usedPositions
        << record.memory.live[0] << record.memory.live[1] << record.memory.live[2] << record.memory.live[3]
        << record.memory.reserved << record.memoryPeakBytes;
    row.insert();
}

void SessionInserter::insertSequence(std::int64_t run, std::int64_t step, std::int64_t place,
                                     const SequenceRecord& record)
{
    Row row(m_sequence);
    row << run << step << place << std::int64_t{record.sequence} << std::int64_t{record.tokenId};
    row.bytes(record.tokenBytes);
    row << record.contextLength << record.positionsComputed << record.positionsRecomputed << record.positionsReused
        << std::bit_cast<std::int64_t>(record.logitsHash) << std::string_view(topToJson(record.top))
        << std::int64_t{record.finished};
    row.insert();
}

void SessionInserter::insertOps(std::int64_t run, std::int64_t step, const StepRecord& record)
{
    const std::vector<OpRecord>& ops = record.ops;
    std::vector<std::int64_t> costs;
    std::vector<std::int64_t> times;
    costs.reserve(ops.size());
    times.reserve(ops.size());
    for (const OpRecord& op : ops) {
        costs.push_back(costIndex(run, op.cost));
        times.push_back(op.wallNs);
    }
    Row row(m_times);
    row << run << step << listIndex(run, ops) << std::string_view(integersToJson(costs))
        << std::string_view(integersToJson(times)) << engine::name(record.opClock);
    row.insert();
}

std::int64_t SessionInserter::costIndex(std::int64_t run, const Cost& cost)
{
    std::map<CostKey, std::int64_t>& known = m_runs[run].costs;
    const CostKey key{std::bit_cast<std::int64_t>(cost.flops), cost.bytesWeights, cost.bytesKvRead, cost.bytesKvWritten,
                      cost.bytesActivations};
    const auto [place, isNew] = known.emplace(key, static_cast<std::int64_t>(known.size()));
    if (isNew) {
        Row row(m_cost);
        row << run << place->second << cost;
        row.insert();
    }
    return place->second;
}

std::int64_t SessionInserter::listIndex(std::int64_t run, const std::vector<OpRecord>& ops)
{
    RunState& state = m_runs[run];
    OpKey key;
    key.reserve(ops.size());
    for (const OpRecord& op : ops) key.emplace_back(op.kind, op.layer);
    const auto [place, isNew] = state.lists.emplace(std::move(key), static_cast<std::int64_t>(state.lists.size()));
    if (isNew) {
        for (std::size_t i = 0; i < ops.size(); ++i) {
            Row row(m_list);
            row << run << place->second << static_cast<std::int64_t>(i) << name(ops[i].kind)
                << std::int64_t{ops[i].layer};
            row.insert();
        }
    }
    return place->second;
}

void SessionInserter::insertWarning(std::int64_t number, std::string_view text)
{
    Row row(m_warning);
    row << number << text;
    row.insert();
}

void SessionInserter::insertEnd(std::int64_t run, std::int64_t steps, const RunEnd& end)
{
    Row row(m_end);
    row << run << steps << end.totalNs << std::string_view(stopsToJson(end.stops));
    row.insert();
    m_runs.erase(run);
    m_traces.forget(run);
}

}  // namespace decodescope::profiler
