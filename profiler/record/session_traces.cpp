// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_traces.h"

#include "profiler/record/session_json.h"

#include <stdexcept>

namespace decodescope::profiler {
namespace {

constexpr std::int64_t kUntimed = -1;  ///< in the place of a duration

template <class... Values>
void insertRow(SQLite::Statement& statement, const Values&... values)
{
    int column = 0;
    (statement.bind(++column, values), ...);
    statement.exec();
    statement.reset();
}

std::int32_t narrow(std::int64_t value, std::int64_t low, const char* what)
{
    if (value < low || value > INT32_MAX)
        throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " is out of range");
    return static_cast<std::int32_t>(value);
}

DeviceWork workNamed(const std::string& text)
{
    for (int i = 0; i <= static_cast<int>(DeviceWork::release); ++i)
        if (name(static_cast<DeviceWork>(i)) == text)
            return static_cast<DeviceWork>(i);
    throw std::invalid_argument("unknown device work \"" + text + "\"");
}

}  // namespace

TraceInserter::TraceInserter(SQLite::Database& database)
    : m_trace(database, "INSERT INTO device_traces VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"),
      m_kind(database, "INSERT INTO kernel_kinds VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
      m_times(database, "INSERT INTO kernel_times VALUES (?,?,?,?,?)")
{
}

void TraceInserter::insert(std::int64_t run, std::int64_t step, const StepRecord& record)
{
    if (!record.trace)
        return;
    if (!record.kernels.empty()) {
        std::vector<std::int64_t> kinds;
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durations;
        for (const KernelRecord& kernel : record.kernels) {
            kinds.push_back(kindIndex(run, kernel));
            starts.push_back(kernel.timed ? kernel.startNs : 0);
            durations.push_back(kernel.timed ? kernel.durationNs : kUntimed);
        }
        insertRow(m_times, run, step, integersToJson(kinds), integersToJson(starts), integersToJson(durations));
    }
    const DeviceTrace& trace = *record.trace;
    insertRow(m_trace, run, step, trace.spanNs, trace.busyNs, trace.kernels, trace.copies, trace.allocations,
              trace.untimed, trace.dropped, trace.launchNs, trace.profilerNs,
              static_cast<std::int64_t>(record.kernels.size()));
}

std::int64_t TraceInserter::kindIndex(std::int64_t run, const KernelRecord& record)
{
    std::map<KindKey, std::int64_t>& known = m_kinds[run];
    const std::string text = record.name ? *record.name : std::string();
    const KindKey key{text,
                      {static_cast<std::int64_t>(record.work), record.op, record.inGraph, record.grid[0],
                       record.grid[1], record.grid[2], record.block[0], record.block[1], record.block[2],
                       record.registers, record.sharedBytes, record.bytes}};
    const auto [place, isNew] = known.emplace(key, static_cast<std::int64_t>(known.size()));
    if (isNew) {
        int column = 0;
        m_kind.bind(++column, run);
        m_kind.bind(++column, place->second);
        if (record.name)
            m_kind.bind(++column, text);
        else
            m_kind.bind(++column);
        m_kind.bind(++column, std::string(name(record.work)));
        for (std::size_t i = 1; i < key.second.size(); ++i) m_kind.bind(++column, key.second[i]);
        m_kind.exec();
        m_kind.reset();
    }
    return place->second;
}

TraceReader::TraceReader(const SQLite::Database& database)
    : m_database(database),
      m_there(database.tableExists("device_traces") && database.tableExists("kernel_kinds") &&
              database.tableExists("kernel_times"))
{
}

void TraceReader::beginRun(std::int64_t run)
{
    m_run = run;
    m_kinds.clear();
}

void TraceReader::read(std::int64_t step, StepRecord& record)
{
    if (!m_there)
        return;
    SQLite::Statement query(m_database,
                            "SELECT span_ns,busy_ns,kernels,copies,allocations,untimed,dropped,launch_ns,profiler_ns,"
                            "kernel_count FROM device_traces WHERE run=? AND step=?");
    query.bind(1, m_run);
    query.bind(2, step);
    if (!query.executeStep())
        return;
    int column = 0;
    const auto next = [&] { return query.getColumn(column++).getInt64(); };
    DeviceTrace trace;
    trace.spanNs = next();
    trace.busyNs = next();
    trace.kernels = narrow(next(), 0, "kernels");
    trace.copies = narrow(next(), 0, "copies");
    trace.allocations = narrow(next(), 0, "allocations");
    trace.untimed = narrow(next(), 0, "untimed");
    trace.dropped = next();
    trace.launchNs = next();
    trace.profilerNs = next();
    record.trace = trace;
    readKernels(step, next(), record);
}

void TraceReader::readKernels(std::int64_t step, std::int64_t count, StepRecord& record)
{
    if (count == 0)
        return;
    SQLite::Statement query(m_database, "SELECT kinds,start_ns,device_ns FROM kernel_times WHERE run=? AND step=?");
    query.bind(1, m_run);
    query.bind(2, step);
    if (!query.executeStep())
        throw std::invalid_argument("its kernels are missing");
    const std::vector<std::int64_t> kinds = integersFromJson(query.getColumn(0).getString());
    const std::vector<std::int64_t> starts = integersFromJson(query.getColumn(1).getString());
    const std::vector<std::int64_t> durations = integersFromJson(query.getColumn(2).getString());
    if (static_cast<std::int64_t>(kinds.size()) != count || starts.size() != kinds.size() ||
        durations.size() != kinds.size())
        throw std::invalid_argument("its kernels are not all there");
    record.kernels.reserve(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        KernelRecord& kernel = record.kernels.emplace_back(kind(kinds[i]));
        kernel.timed = durations[i] != kUntimed;
        kernel.startNs = starts[i];
        kernel.durationNs = kernel.timed ? durations[i] : 0;
    }
}

const KernelRecord& TraceReader::kind(std::int64_t index)
{
    const auto known = m_kinds.find(index);
    if (known != m_kinds.end())
        return known->second;
    SQLite::Statement query(m_database,
                            "SELECT name,work,op,in_graph,grid_x,grid_y,grid_z,block_x,block_y,block_z,registers,"
                            "shared_bytes,bytes FROM kernel_kinds WHERE run=? AND kind=?");
    query.bind(1, m_run);
    query.bind(2, index);
    if (!query.executeStep())
        throw std::invalid_argument("what a kernel is, is missing");
    KernelRecord kernel;
    if (!query.getColumn(0).isNull()) {
        std::shared_ptr<const std::string>& text = m_names[query.getColumn(0).getString()];
        if (text == nullptr)
            text = std::make_shared<const std::string>(query.getColumn(0).getString());
        kernel.name = text;
    }
    kernel.work = workNamed(query.getColumn(1).getString());
    int column = 2;
    const auto next = [&](std::int64_t low, const char* what) {
        return narrow(query.getColumn(column++).getInt64(), low, what);
    };
    kernel.op = next(-1, "op of a kernel");
    kernel.inGraph = next(0, "in_graph") != 0;
    for (std::int32_t& size : kernel.grid) size = next(0, "grid");
    for (std::int32_t& size : kernel.block) size = next(0, "block");
    kernel.registers = next(0, "registers");
    kernel.sharedBytes = next(0, "shared_bytes");
    kernel.bytes = query.getColumn(column).getInt64();
    return m_kinds.emplace(index, std::move(kernel)).first->second;
}

}  // namespace decodescope::profiler
