// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_schema.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <cstring>

namespace decodescope::profiler {

// Tables keyed by (run, step) grow at their ends only: what a cut file loses is its last steps.
const char* const kSessionTables = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE runs (
    run INTEGER PRIMARY KEY, id TEXT NOT NULL, strategy TEXT NOT NULL, repeat INTEGER NOT NULL,
    warmup INTEGER NOT NULL, paced INTEGER NOT NULL, started_at TEXT NOT NULL, program_version TEXT NOT NULL,
    op_rows_every INTEGER NOT NULL, model TEXT NOT NULL, device TEXT NOT NULL, settings TEXT NOT NULL, ceilings TEXT);
CREATE TABLE run_ends (run INTEGER PRIMARY KEY, steps INTEGER NOT NULL, total_ns INTEGER NOT NULL, stops TEXT NOT NULL);
CREATE TABLE warnings (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE prompt_tokens (
    run INTEGER, sequence INTEGER, position INTEGER, token_id INTEGER NOT NULL, piece BLOB,
    PRIMARY KEY (run, sequence, position)) WITHOUT ROWID;
CREATE TABLE steps (
    run INTEGER, step INTEGER, number INTEGER NOT NULL, phase TEXT NOT NULL, sequence_count INTEGER NOT NULL,
    op_count INTEGER NOT NULL, context_length INTEGER NOT NULL, positions_computed INTEGER NOT NULL,
    positions_recomputed INTEGER NOT NULL, positions_reused INTEGER NOT NULL, start_ns INTEGER NOT NULL,
    wall_ns INTEGER NOT NULL, device_ns INTEGER, sampling_ns INTEGER NOT NULL, flops REAL NOT NULL,
    bytes_weights INTEGER NOT NULL, bytes_kv_read INTEGER NOT NULL, bytes_kv_written INTEGER NOT NULL,
    bytes_activations INTEGER NOT NULL, bytes_source TEXT NOT NULL, bound TEXT NOT NULL,
    kv_bytes_formula INTEGER NOT NULL, kv_bytes_requested INTEGER NOT NULL, kv_bytes_allocated INTEGER NOT NULL,
    kv_bytes_used INTEGER NOT NULL, kv_positions_used INTEGER NOT NULL, memory_weights INTEGER NOT NULL,
    memory_kv_cache INTEGER NOT NULL, memory_activations INTEGER NOT NULL, memory_workspace INTEGER NOT NULL,
    memory_reserved INTEGER NOT NULL, memory_peak INTEGER NOT NULL,
    PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE TABLE sequences (
    run INTEGER, step INTEGER, place INTEGER, sequence INTEGER NOT NULL, token_id INTEGER NOT NULL, token BLOB NOT NULL,
    context_length INTEGER NOT NULL, positions_computed INTEGER NOT NULL, positions_recomputed INTEGER NOT NULL,
    positions_reused INTEGER NOT NULL, logits_hash INTEGER NOT NULL, top_logits TEXT NOT NULL,
    finished INTEGER NOT NULL,
    PRIMARY KEY (run, step, place)) WITHOUT ROWID;
CREATE TABLE op_lists (
    run INTEGER, list INTEGER, op INTEGER, kind TEXT NOT NULL, layer INTEGER NOT NULL,
    PRIMARY KEY (run, list, op)) WITHOUT ROWID;
CREATE TABLE op_costs (
    run INTEGER, cost INTEGER, flops REAL NOT NULL, bytes_weights INTEGER NOT NULL, bytes_kv_read INTEGER NOT NULL,
    bytes_kv_written INTEGER NOT NULL, bytes_activations INTEGER NOT NULL,
    PRIMARY KEY (run, cost)) WITHOUT ROWID;
CREATE TABLE op_times (
    run INTEGER, step INTEGER, list INTEGER NOT NULL, costs TEXT NOT NULL, wall_ns TEXT NOT NULL, clock TEXT NOT NULL,
    PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE TABLE device_traces (
    run INTEGER, step INTEGER, span_ns INTEGER NOT NULL, busy_ns INTEGER NOT NULL, kernels INTEGER NOT NULL,
    copies INTEGER NOT NULL, allocations INTEGER NOT NULL, untimed INTEGER NOT NULL, dropped INTEGER NOT NULL,
    launch_ns INTEGER NOT NULL, profiler_ns INTEGER NOT NULL, kernel_count INTEGER NOT NULL,
    PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE TABLE kernel_kinds (
    run INTEGER, kind INTEGER, name TEXT, work TEXT NOT NULL, op INTEGER NOT NULL, in_graph INTEGER NOT NULL,
    grid_x INTEGER NOT NULL, grid_y INTEGER NOT NULL, grid_z INTEGER NOT NULL, block_x INTEGER NOT NULL,
    block_y INTEGER NOT NULL, block_z INTEGER NOT NULL, registers INTEGER NOT NULL, shared_bytes INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (run, kind)) WITHOUT ROWID;
CREATE TABLE kernel_times (
    run INTEGER, step INTEGER, kinds TEXT NOT NULL, start_ns TEXT NOT NULL, device_ns TEXT NOT NULL,
    PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE TABLE device_counters (
    run INTEGER, step INTEGER, bytes_read INTEGER, bytes_written INTEGER, flops REAL, tensor_share REAL,
    PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE VIEW kernels AS
    SELECT t.run AS run, t.step AS step, e.key AS number, k.name AS name, k.work AS work, k.op AS op,
        k.in_graph AS in_graph, json_extract(t.start_ns, '$[' || e.key || ']') AS start_ns,
        nullif(json_extract(t.device_ns, '$[' || e.key || ']'), -1) AS device_ns, k.bytes AS bytes
    FROM kernel_times t, json_each(t.kinds) e, kernel_kinds k WHERE k.run = t.run AND k.kind = e.value;
CREATE VIEW ops AS
    SELECT t.run AS run, t.step AS step, l.op AS op, l.kind AS kind, l.layer AS layer,
        json_extract(t.wall_ns, '$[' || l.op || ']') AS wall_ns, c.flops AS flops, c.bytes_weights AS bytes_weights,
        c.bytes_kv_read AS bytes_kv_read, c.bytes_kv_written AS bytes_kv_written,
        c.bytes_activations AS bytes_activations
    FROM op_times t CROSS JOIN op_lists l ON l.run = t.run AND l.list = t.list
        CROSS JOIN op_costs c ON c.run = t.run AND c.cost = json_extract(t.costs, '$[' || l.op || ']');
)sql";

std::string sessionUri(const std::string& path, const char* query)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file:";
    if (path.empty() || path.front() != '/')
        uri += "./";
    for (const char character : path) {
        const auto byte = static_cast<unsigned char>(character);
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= 'a' && byte <= 'z') || std::strchr("/-._~", character) != nullptr;
        if (plain && byte != 0) {
            uri += character;
        } else {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        }
    }
    return uri + query;
}

Error sessionError(ErrorCode code, const std::string& path, const std::string& what, const SQLite::Exception& error,
                   const SQLite::Database* database)
{
    Error result{code, path + ": " + what + ": " + error.what(), {}};
    const int system = database != nullptr ? sqlite3_system_errno(database->getHandle()) : 0;
    if (system != 0)
        result.message += std::string(" (") + std::strerror(system) + ")";
    if (error.getErrorCode() == SQLITE_FULL || error.getErrorCode() == SQLITE_IOERR)
        result.hint = "Free space on the disk, or record to another one.";
    else if (error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY)
        result.hint = "Check that the folder exists and can be written.";
    return result;
}

}  // namespace decodescope::profiler
