// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_checks.h"
#include "profiler/record/session_counters.h"
#include "profiler/record/session_file.h"
#include "profiler/record/session_json.h"
#include "profiler/record/session_schema.h"
#include "profiler/record/session_traces.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <bit>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace decodescope::profiler {
namespace {

constexpr const char* kWhatOpens = "Open a file that run --record or File > Save recording wrote.";

/// Values of a row, one column after the other.
class Columns {
public:
    explicit Columns(SQLite::Statement& statement) : m_statement(statement) {}
    std::int64_t integer() { return m_statement.getColumn(m_column++).getInt64(); }
    double real() { return m_statement.getColumn(m_column++).getDouble(); }
    bool truth() { return integer() != 0; }
    std::string text() { return m_statement.getColumn(m_column++).getString(); }
    bool isNull() { return m_statement.getColumn(m_column).isNull(); }
    void skip() { ++m_column; }
    Cost cost()
    {
        Cost value;
        value.flops = real();
        value.bytesWeights = integer();
        value.bytesKvRead = integer();
        value.bytesKvWritten = integer();
        value.bytesActivations = integer();
        return value;
    }

private:
    SQLite::Statement& m_statement;
    int m_column = 0;
};

std::int32_t narrow(std::int64_t value, std::string_view what)
{
    if (value < INT32_MIN || value > INT32_MAX)
        throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " is out of range");
    return static_cast<std::int32_t>(value);
}

/// Files of before the column have none: there ops were timed by the host, or inside of a device's kernel.
bool hasOpClock(const SQLite::Database& database)
{
    SQLite::Statement query(database, "SELECT 1 FROM pragma_table_info('op_times') WHERE name='clock'");
    return query.executeStep();
}

class SessionReader {
public:
    SessionReader(const SQLite::Database& database, std::string path)
        : m_database(database),
          m_path(std::move(path)),
          m_sequences(database,
                      "SELECT place,sequence,token_id,token,context_length,positions_computed,positions_recomputed,"
                      "positions_reused,logits_hash,top_logits,finished FROM sequences WHERE run=? AND step=? "
                      "ORDER BY place"),
          m_list(database, "SELECT kind,layer FROM op_lists WHERE run=? AND list=? ORDER BY op"),
          m_cost(database,
                 "SELECT flops,bytes_weights,bytes_kv_read,bytes_kv_written,bytes_activations FROM op_costs "
                 "WHERE run=? AND cost=?"),
          m_times(database, std::string("SELECT list,costs,wall_ns,") + (hasOpClock(database) ? "clock" : "NULL") +
                                " FROM op_times WHERE run=? AND step=?"),
          m_traces(database),
          m_counters(database)
    {
    }

    Recording read();

private:
    using OpKinds = std::vector<std::pair<engine::OpKind, std::int32_t>>;
    RunInfo readInfo(Columns row);
    void readWarnings(Recording& recording);
    void readPrompts(std::int64_t run, RunInfo& info);
    void readRun(std::int64_t run, RunRecord& record, Recording& recording);
    StepRecord readStep(std::int64_t run, Columns row);
    std::vector<SequenceRecord> readSequences(std::int64_t run, std::int64_t step, std::int64_t count);
    void readOps(std::int64_t run, std::int64_t step, std::int64_t count, StepRecord& record);
    const OpKinds& opList(std::int64_t run, std::int64_t list);
    const Cost& opCost(std::int64_t run, std::int64_t cost);

    const SQLite::Database& m_database;
    std::string m_path;
    SQLite::Statement m_sequences;
    SQLite::Statement m_list;
    SQLite::Statement m_cost;
    SQLite::Statement m_times;
    TraceReader m_traces;
    CounterReader m_counters;
    engine::OpClock m_opClock{};              ///< of the run being read, where the file does not say
    std::map<std::int64_t, OpKinds> m_lists;  ///< of the run being read
    std::map<std::int64_t, Cost> m_costs;
};

RunInfo SessionReader::readInfo(Columns row)
{
    RunInfo info;
    info.id = row.text();
    info.strategy = strategyNamed(row.text());
    info.repeat = narrow(row.integer(), "repeat");
    info.warmup = row.truth();
    info.paced = row.truth();
    info.startedAt = row.text();
    info.programVersion = row.text();
    info.opRowsEvery = row.integer();
    info.model = modelFromJson(row.text());
    const std::string device = row.text();
    info.device = deviceFromJson(device);
    info.deviceMemory = deviceMemoryFromJson(device);
    info.settings = settingsFromJson(row.text());
    if (!row.isNull())
        info.ceilings = ceilingsFromJson(row.text());
    return info;
}

void SessionReader::readPrompts(std::int64_t run, RunInfo& info)
{
    SQLite::Statement query(m_database,
                            "SELECT sequence,token_id,piece FROM prompt_tokens WHERE run=? ORDER BY sequence,position");
    query.bind(1, run);
    std::int64_t current = -1;
    while (query.executeStep()) {
        Columns row(query);
        const std::int64_t sequence = row.integer();
        if (sequence != current && sequence != current + 1)
            throw std::invalid_argument("a prompt is missing");
        if (sequence != current)
            info.promptIds.emplace_back();
        current = sequence;
        info.promptIds.back().push_back(narrow(row.integer(), "token id"));
        if (!row.isNull()) {
            info.promptPieces.resize(info.promptIds.size());
            info.promptPieces.back().push_back(row.text());
        }
    }
}

std::vector<SequenceRecord> SessionReader::readSequences(std::int64_t run, std::int64_t step, std::int64_t count)
{
    std::vector<SequenceRecord> sequences;
    m_sequences.reset();
    m_sequences.bind(1, run);
    m_sequences.bind(2, step);
    while (m_sequences.executeStep()) {
        Columns row(m_sequences);
        row.skip();
        SequenceRecord record;
        record.sequence = narrow(row.integer(), "sequence");
        record.tokenId = narrow(row.integer(), "token id");
        record.tokenBytes = row.text();
        record.contextLength = row.integer();
        record.positionsComputed = row.integer();
        record.positionsRecomputed = row.integer();
        record.positionsReused = row.integer();
        record.logitsHash = std::bit_cast<std::uint64_t>(row.integer());
        record.top = topFromJson(row.text());
        record.finished = row.truth();
        sequences.push_back(std::move(record));
    }
    if (static_cast<std::int64_t>(sequences.size()) != count)
        throw std::invalid_argument("its sequences are not all there");
    return sequences;
}

const SessionReader::OpKinds& SessionReader::opList(std::int64_t run, std::int64_t list)
{
    const auto [place, isNew] = m_lists.try_emplace(list);
    if (isNew) {
        m_list.reset();
        m_list.bind(1, run);
        m_list.bind(2, list);
        while (m_list.executeStep()) {
            Columns row(m_list);
            const engine::OpKind kind = opKindNamed(row.text());
            place->second.emplace_back(kind, narrow(row.integer(), "layer"));
        }
    }
    return place->second;
}

const Cost& SessionReader::opCost(std::int64_t run, std::int64_t cost)
{
    const auto known = m_costs.find(cost);
    if (known != m_costs.end())
        return known->second;
    m_cost.reset();
    m_cost.bind(1, run);
    m_cost.bind(2, cost);
    if (!m_cost.executeStep())
        throw std::invalid_argument("the cost of an op is missing");
    return m_costs.emplace(cost, Columns(m_cost).cost()).first->second;
}

void SessionReader::readOps(std::int64_t run, std::int64_t step, std::int64_t count, StepRecord& record)
{
    if (count == 0)
        return;
    m_times.reset();
    m_times.bind(1, run);
    m_times.bind(2, step);
    if (!m_times.executeStep())
        throw std::invalid_argument("its ops are missing");
    Columns row(m_times);
    const OpKinds& kinds = opList(run, row.integer());
    const std::vector<std::int64_t> costs = integersFromJson(row.text());
    const std::vector<std::int64_t> times = integersFromJson(row.text());
    if (static_cast<std::int64_t>(times.size()) != count || costs.size() != times.size() ||
        kinds.size() != times.size())
        throw std::invalid_argument("its ops are not all there");
    record.opClock = row.isNull() ? m_opClock : opClockNamed(row.text());
    record.ops.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
        record.ops.push_back({kinds[i].first, kinds[i].second, times[i], opCost(run, costs[i])});
}

StepRecord SessionReader::readStep(std::int64_t run, Columns row)
{
    StepRecord record;
    const std::int64_t step = row.integer();
    record.step = row.integer();
    record.phase = phaseNamed(row.text());
    const std::int64_t sequences = row.integer();
    const std::int64_t ops = row.integer();
    record.contextLength = row.integer();
    record.positionsComputed = row.integer();
    record.positionsRecomputed = row.integer();
    record.positionsReused = row.integer();
    record.startNs = row.integer();
    record.wallNs = row.integer();
    if (row.isNull())
        row.skip();
    else
        record.deviceNs = row.integer();
    record.samplingNs = row.integer();
    record.cost = row.cost();
    record.bytesSource = bytesSourceNamed(row.text());
    record.bound = boundNamed(row.text());
    record.kvBytesFormula = row.integer();
    record.kv.requestedBytes = row.integer();
    record.kv.allocatedBytes = row.integer();
    record.kv.usedBytes = row.integer();
    record.kv.usedPositions = row.integer();
    for (std::int64_t& live : record.memory.live) live = row.integer();
    record.memory.reserved = row.integer();
    record.memoryPeakBytes = row.integer();
    record.sequences = readSequences(run, step, sequences);
    readOps(run, step, ops, record);
    m_traces.read(step, record);
    m_counters.read(run, step, record);
    return record;
}

void SessionReader::readRun(std::int64_t run, RunRecord& record, Recording& recording)
{
    m_lists.clear();
    m_costs.clear();
    m_traces.beginRun(run);
    m_opClock = record.info().device.kind == "cpu" ? engine::OpClock::host : engine::OpClock::device;
    std::string damage;
    std::int64_t stepsAtEnd = -1;  ///< -1: the run has no end
    RunEnd end;
    try {
        SQLite::Statement query(m_database, "SELECT steps,total_ns,stops FROM run_ends WHERE run=?");
        query.bind(1, run);
        if (query.executeStep()) {
            Columns row(query);
            stepsAtEnd = row.integer();
            end.totalNs = row.integer();
            end.stops = stopsFromJson(row.text());
        }
    } catch (const std::exception& error) {
        stepsAtEnd = -1;
        damage = error.what();
    }
    try {
        SQLite::Statement query(
            m_database,
            "SELECT step,number,phase,sequence_count,op_count,context_length,positions_computed,positions_recomputed,"
            "positions_reused,start_ns,wall_ns,device_ns,sampling_ns,flops,bytes_weights,bytes_kv_read,"
            "bytes_kv_written,bytes_activations,bytes_source,bound,kv_bytes_formula,kv_bytes_requested,"
            "kv_bytes_allocated,kv_bytes_used,kv_positions_used,memory_weights,memory_kv_cache,memory_activations,"
            "memory_workspace,memory_reserved,memory_peak FROM steps WHERE run=? ORDER BY step");
        query.bind(1, run);
        while (query.executeStep()) {
            if (query.getColumn(0).getInt64() != static_cast<std::int64_t>(record.steps().size()))
                throw std::invalid_argument("a step is missing");
            StepRecord step = readStep(run, Columns(query));
            const std::size_t count = record.steps().size();
            checkStep(record.info(), step, count == 0 ? nullptr : &record.steps()[count - 1]);
            if (!record.steps().append(std::move(step)))
                throw std::invalid_argument("there are more steps than a record can hold");
        }
    } catch (const std::exception& error) {
        damage = error.what();
    }

    const auto count = static_cast<std::int64_t>(record.steps().size());
    const std::string kept = std::to_string(count) + (count == 1 ? " step" : " steps");
    if (stepsAtEnd == count) {
        record.finish(std::move(end));
        return;
    }
    if (!damage.empty() || stepsAtEnd >= 0)
        recording.warnings.push_back(m_path + ": the file is damaged: run " + record.info().id + " kept its first " +
                                     kept + (damage.empty() ? "" : " (" + damage + ")"));
    else
        recording.warnings.push_back(m_path + ": run " + record.info().id + " has no end; it kept " + kept);
    const std::size_t sequences = std::max<std::size_t>(1, record.info().promptIds.size());
    record.finish({std::vector<engine::StopReason>(sequences, engine::StopReason::cancelled),
                   count == 0 ? 0 : record.steps()[static_cast<std::size_t>(count) - 1].endNs()});
}

void SessionReader::readWarnings(Recording& recording)
{
    try {
        // Files of before this table have none.
        if (!m_database.tableExists("warnings"))
            return;
        SQLite::Statement query(m_database, "SELECT text FROM warnings ORDER BY number");
        while (query.executeStep()) recording.warnings.push_back(Columns(query).text());
    } catch (const std::exception& error) {
        recording.warnings.push_back(m_path + ": the file is damaged: its warnings could not be read (" + error.what() +
                                     ")");
    }
}

Recording SessionReader::read()
{
    Recording recording;
    readWarnings(recording);
    std::vector<std::pair<std::int64_t, std::shared_ptr<RunRecord>>> runs;
    try {
        SQLite::Statement query(m_database,
                                "SELECT run,id,strategy,repeat,warmup,paced,started_at,program_version,op_rows_every,"
                                "model,device,settings,ceilings FROM runs ORDER BY run");
        while (query.executeStep()) {
            Columns row(query);
            const std::int64_t run = row.integer();
            RunInfo info = readInfo(row);
            readPrompts(run, info);
            checkInfo(info);
            runs.emplace_back(run, std::make_shared<RunRecord>(std::move(info)));
        }
    } catch (const std::exception& error) {
        // A description cannot be guessed: the runs before it are what there is.
        if (runs.empty())
            throw;
        recording.warnings.push_back(m_path + ": the file is damaged: " + std::to_string(runs.size()) +
                                     " runs could be read (" + error.what() + ")");
    }
    for (auto& [run, record] : runs) {
        readRun(run, *record, recording);
        recording.runs.push_back(std::move(record));
    }
    return recording;
}

/// Bytes a closed SQLite file says it has, from the first hundred; 0 where it does not say.
std::int64_t statedBytes(const unsigned char* header)
{
    const std::int64_t pageSize = header[16] << 8 | header[17];
    std::int64_t pages = 0;
    for (int i = 28; i < 32; ++i) pages = pages << 8 | header[i];
    return (pageSize == 1 ? 65536 : pageSize) * pages;
}

/// Opens for reading and leaves no trace. A session that is being written, or whose writer died, has a -wal companion
/// that must be read with it.
std::unique_ptr<SQLite::Database> openSession(const std::string& path, std::vector<std::string>& damage)
{
    const int flags = SQLite::OPEN_READONLY | SQLite::OPEN_URI;
    std::error_code ignored;
    if (const auto bytes = std::filesystem::file_size(path + "-wal", ignored); !ignored && bytes > 0) {
        try {
            auto database = std::make_unique<SQLite::Database>(sessionUri(path), flags, 2000);
            static_cast<void>(database->execAndGet("SELECT count(*) FROM sqlite_master"));
            return database;
        } catch (const SQLite::Exception& error) {
            damage.push_back(path + "-wal: could not be read (" + error.what() +
                             "); the last moments of the recording may be missing");
        }
    }
    return std::make_unique<SQLite::Database>(sessionUri(path, "?immutable=1"), flags);
}

}  // namespace

Result<Recording> readSession(const std::string& path)
{
    std::vector<std::string> damage;
    {
        std::error_code why;
        if (!std::filesystem::exists(path, why))
            return fail(ErrorCode::badInput, path + ": no such file");
        if (std::filesystem::is_directory(path, why))
            return fail(ErrorCode::badInput, path + ": is a folder, not a recording");
        std::ifstream in(path, std::ios::binary);
        char magic[100] = {};
        if (!in)
            return fail(ErrorCode::badInput, path + ": cannot be opened", "Check its permissions.");
        if (!in.read(magic, sizeof(magic)) || std::string_view(magic, 15) != "SQLite format 3")
            return fail(ErrorCode::badInput, path + ": is not a DecodeScope recording (it is no SQLite file)",
                        kWhatOpens);
        const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, why));
        const std::int64_t stated = statedBytes(reinterpret_cast<const unsigned char*>(magic));
        if (!why && bytes < stated && !std::filesystem::exists(path + "-wal", why))
            damage.push_back(path + ": the file is cut off: " + std::to_string(bytes) + " of " +
                             std::to_string(stated) + " bytes are there");
    }
    try {
        const std::unique_ptr<SQLite::Database> database = openSession(path, damage);
        // What stands in the file is data: nothing in it may run code, and a cut file may still be walked.
        sqlite3_db_config(database->getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        database->exec("PRAGMA writable_schema=ON");
        const int id = database->execAndGet("PRAGMA application_id").getInt();
        if (id != kSessionApplicationId)
            return fail(ErrorCode::badInput, path + ": is not a DecodeScope recording (another program's SQLite file)",
                        kWhatOpens);
        const int version = database->execAndGet("PRAGMA user_version").getInt();
        if (version > kSessionVersion)
            return fail(ErrorCode::badInput,
                        path + ": was recorded in format " + std::to_string(version) +
                            "; this program reads formats up to " + std::to_string(kSessionVersion),
                        "Open it with a newer version of DecodeScope.");
        if (version < 1)
            return fail(ErrorCode::badInput,
                        path + ": is not a DecodeScope recording (format " + std::to_string(version) + ")", kWhatOpens);
        SQLite::Statement tables(*database,
                                 "SELECT count(*) FROM sqlite_master WHERE type='table' AND name IN ('runs','run_ends',"
                                 "'prompt_tokens','steps','sequences','op_lists','op_costs','op_times')");
        if (!tables.executeStep() || tables.getColumn(0).getInt() != 8)
            return fail(ErrorCode::badInput, path + ": is damaged: tables are missing");
        Recording recording = SessionReader(*database, path).read();
        recording.warnings.insert(recording.warnings.end(), damage.begin(), damage.end());
        return recording;
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(sessionError(ErrorCode::badInput, path, "cannot be read", error));
    } catch (const std::exception& error) {
        return fail(ErrorCode::badInput, path + ": is damaged: " + error.what());
    }
}

}  // namespace decodescope::profiler
