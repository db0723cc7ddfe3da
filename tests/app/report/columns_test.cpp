// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/exporter.h"
#include "app/report/recording_columns.h"
#include "app/report/result_columns.h"
#include "tests/support/fake_recording.h"

#include <gtest/gtest.h>
#include <fstream>
#include <map>
#include <sstream>

namespace decodescope::app {
namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

/// Rows of a CSV text by column name.
Rows read(const std::string& csv)
{
    const auto lines = parseCsv(csv);
    Rows rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].size(), lines[0].size()) << "row " << i;
        auto& row = rows.emplace_back();
        for (std::size_t k = 0; k < lines[0].size(); ++k) {
            row[lines[0][k]] = lines[i][k];
        }
    }
    return rows;
}

std::vector<std::string> documented(const std::string& heading)
{
    std::ifstream file(DECODESCOPE_DOCS "/files.md");
    std::vector<std::string> names;
    std::string line;
    bool inside = false;
    while (std::getline(file, line)) {
        if (line.starts_with("## ")) {
            inside = line == "## " + heading;
        } else if (inside && line.starts_with("| `")) {
            names.push_back(line.substr(3, line.find('`', 3) - 3));
        }
    }
    return names;
}

template <class Row>
std::vector<std::string> written(std::span<const Column<Row>> columns)
{
    std::vector<std::string> names;
    for (const std::string_view column : columnNames(columns)) {
        names.emplace_back(column);
    }
    return names;
}

TEST(Columns, StepsBeginWithTheAgreedOnes)
{
    std::istringstream agreed(
        "run,repeat,mode,sequence_count,step,phase,token_id,token_text,context_length,positions_computed,"
        "positions_recomputed,positions_reused,wall_ms,device_ms,sampling_ms,tokens_per_s,flops,bytes_weights,"
        "bytes_kv_read,bytes_kv_written,bytes_activations,arithmetic_intensity,achieved_gflop_per_s,achieved_gb_per_s,"
        "bytes_source,bound,kv_bytes_formula,kv_bytes_used,kv_bytes_allocated,memory_in_use_bytes,memory_peak_bytes,"
        "logits_hash,warmup");
    const auto names = written(stepColumns());
    std::string name;
    for (std::size_t i = 0; std::getline(agreed, name, ','); ++i) {
        ASSERT_LT(i, names.size());
        EXPECT_EQ(names[i], name) << i;
    }
}

TEST(Columns, TokensBeginWithTheAgreedOnes)
{
    const auto names = written(tokenColumns());
    const std::vector<std::string> agreed{"run",      "repeat",    "step",       "sequence",   "position",
                                          "token_id", "token_hex", "token_text", "logits_hash"};
    EXPECT_EQ(std::vector<std::string>(names.begin(), names.begin() + 9), agreed);
}

TEST(Columns, DocumentationListsExactlyWhatIsWritten)
{
    EXPECT_EQ(documented("steps.csv"), written(stepColumns()));
    EXPECT_EQ(documented("tokens.csv"), written(tokenColumns()));
    EXPECT_EQ(documented("ops.csv"), written(opColumns()));
    EXPECT_EQ(documented("kernels.csv"), written(kernelColumns()));
    EXPECT_EQ(documented("sweep.csv"), written(sweepColumns()));
    EXPECT_EQ(documented("checks.csv"), written(checkColumns()));
    EXPECT_EQ(documented("bench.csv"), written(benchColumns()));
}

TEST(StepsCsv, HasOneRowPerStepWithTheRecordsValues)
{
    test::FakeOptions options;
    options.warmup = 1;
    options.repeat = 2;
    const profiler::Recording recording = test::makeFakeRecording(options);
    const Rows rows = read(stepsCsv(recording));
    std::size_t at = 0;
    for (const auto& run : recording.runs) {
        for (std::size_t i = 0; i < run->steps().size(); ++i, ++at) {
            ASSERT_LT(at, rows.size());
            auto row = rows[at];
            const profiler::StepRecord& step = run->steps()[i];
            EXPECT_EQ(row["run"], run->info().id);
            EXPECT_EQ(row["mode"], engine::name(run->info().strategy));
            EXPECT_EQ(row["warmup"], run->info().warmup ? "1" : "0");
            EXPECT_EQ(row["step"], std::to_string(step.step));
            EXPECT_EQ(row["token_id"], std::to_string(step.sequences[0].tokenId));
            EXPECT_EQ(row["context_length"], std::to_string(step.contextLength));
            EXPECT_EQ(row["positions_computed"], std::to_string(step.positionsComputed));
            EXPECT_EQ(row["positions_recomputed"], std::to_string(step.positionsRecomputed));
            EXPECT_EQ(row["positions_reused"], std::to_string(step.positionsReused));
            EXPECT_EQ(std::stod(row["wall_ms"]), static_cast<double>(step.wallNs) / 1e6);
            EXPECT_EQ(row["device_ms"], "") << "the CPU has no clock of its own";
            EXPECT_EQ(std::stod(row["flops"]), step.cost.flops);
            EXPECT_EQ(std::stod(row["achieved_gb_per_s"]), step.achievedGbPerS());
            EXPECT_EQ(row["bytes_source"], "modelled");
            EXPECT_EQ(row["kv_bytes_formula"], std::to_string(step.kvBytesFormula));
            EXPECT_EQ(row["memory_in_use_bytes"], std::to_string(step.memory.liveTotal()));
            EXPECT_EQ(std::stoull(row["logits_hash"], nullptr, 16), step.sequences[0].logitsHash);
        }
    }
    EXPECT_EQ(at, rows.size());
}

TEST(StepsCsv, LeavesUnmeasuredCellsEmpty)
{
    test::FakeOptions options;
    options.ceilings = false;
    profiler::StepRecord step = test::FakeRunner(options, engine::Strategy::cached).next();
    step.wallNs = 0;
    step.cost = {};
    auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
    ASSERT_TRUE(run->steps().append(step));
    auto row = read(stepsCsv({{run}, {}})).front();
    for (const char* column : {"tokens_per_s", "arithmetic_intensity", "achieved_gflop_per_s", "achieved_gb_per_s",
                               "predicted_ms", "device_ms"}) {
        EXPECT_EQ(row[column], "") << column;
    }
}

TEST(StepsCsv, LeavesTokensOfBatchesToTokensCsv)
{
    test::FakeOptions options;
    options.batch = 3;
    options.newTokens = 4;
    options.strategies = {engine::Strategy::cached};
    const profiler::Recording recording = test::makeFakeRecording(options);
    for (auto& row : read(stepsCsv(recording))) {
        EXPECT_EQ(row["sequence_count"], "3");
        EXPECT_EQ(row["token_id"], "");
        EXPECT_EQ(row["token_text"], "");
        EXPECT_EQ(row["logits_hash"], "");
    }
    Rows tokens = read(tokensCsv(recording));
    ASSERT_EQ(tokens.size(), 12U);
    const auto& step = recording.runs[0]->steps()[2];
    auto& row = tokens[2 * 3 + 1];
    EXPECT_EQ(row["step"], "2");
    EXPECT_EQ(row["sequence"], "1");
    EXPECT_EQ(row["position"], std::to_string(step.sequences[1].contextLength));
    EXPECT_EQ(row["token_id"], std::to_string(step.sequences[1].tokenId));
}

TEST(TokensCsv, KeepsTheBytesOfTokensThatAreNotText)
{
    const test::FakeOptions options;
    auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
    test::FakeRunner runner(options, engine::Strategy::cached);
    for (const std::string& bytes : {std::string("\xf0\x9f"), std::string(",\"\n"), std::string("\xe2\x82\xac")}) {
        profiler::StepRecord step = runner.next();
        step.sequences[0].tokenBytes = bytes;
        ASSERT_TRUE(run->steps().append(step));
    }
    const profiler::Recording recording{{run}, {}};
    Rows tokens = read(tokensCsv(recording));
    EXPECT_EQ(tokens[0]["token_hex"], "f09f");
    EXPECT_EQ(tokens[0]["token_text"], "\xef\xbf\xbd");
    EXPECT_EQ(tokens[1]["token_text"], ",\"\n");
    EXPECT_EQ(tokens[2]["token_text"], "\xe2\x82\xac");
    EXPECT_EQ(read(stepsCsv(recording))[0].at("token_text"), "\xef\xbf\xbd");
}

TEST(OpsCsv, AddsUpToTheStep)
{
    test::FakeOptions options;
    options.newTokens = 3;
    const profiler::Recording recording = test::makeFakeRecording(options);
    std::map<std::pair<std::string, std::string>, double> flops;
    for (auto& row : read(opsCsv(recording))) {
        flops[{row["run"], row["step"]}] += std::stod(row["flops"]);
    }
    for (const auto& run : recording.runs) {
        for (std::size_t i = 0; i < run->steps().size(); ++i) {
            const double sum = flops[{run->info().id, std::to_string(i)}];
            EXPECT_NEAR(sum, run->steps()[i].cost.flops, 1e-6 * sum);
        }
    }
}

TEST(KernelsCsv, HasOneRowPerPieceOfWorkAndTimesAddUpToTheStep)
{
    test::FakeOptions options;
    options.newTokens = 3;
    options.traced = true;
    const profiler::Recording recording = test::makeFakeRecording(options);
    struct Sums {
        std::int64_t rows = 0;
        double busy = 0;
        double gaps = 0;
    };
    std::map<std::pair<std::string, std::string>, Sums> sums;
    for (auto& row : read(kernelsCsv(recording))) {
        Sums& sum = sums[{row["run"], row["step"]}];
        const bool first = sum.rows == 0;
        ++sum.rows;
        EXPECT_EQ(row["gap_ms"].empty(), first || row["start_ms"].empty()) << row["kernel"];
        EXPECT_EQ(row["work"] == "kernel", !row["kernel"].empty());
        EXPECT_EQ(row["work"] == "kernel", row["bytes"].empty());
        if (row["work"] == "kernel") {
            EXPECT_EQ(row["kernel"], row["op"] + "_kernel<64, 2>");
            EXPECT_EQ(row["block"], "128x1x1");
            EXPECT_EQ(row["graph"], row["step"] == "0" ? "0" : "1");
        } else {
            EXPECT_EQ(row["op"] + row["layer"] + row["grid"] + row["registers"], "");
        }
        sum.busy += row["device_ms"].empty() ? 0 : std::stod(row["device_ms"]);
        sum.gaps += row["gap_ms"].empty() ? 0 : std::stod(row["gap_ms"]);
    }
    for (auto& row : read(stepsCsv(recording))) {
        const Sums& sum = sums[{row["run"], row["step"]}];
        EXPECT_EQ(sum.rows, std::stoll(row["kernels"]) + 2) << "two copies";
        EXPECT_NEAR(sum.busy, std::stod(row["device_busy_ms"]), 1e-9);
        EXPECT_NEAR(sum.gaps, std::stod(row["device_gap_ms"]), 1e-9);
        EXPECT_EQ(row["records_dropped"], row["step"] == "2" ? "5" : "0");
        EXPECT_EQ(row["launch_ms"], "0.021");
        EXPECT_EQ(row["profiler_ms"], "0.09");
    }
    for (auto& row : read(opsCsv(recording))) {
        EXPECT_EQ(row["timed_by"], "kernels");
    }
    // One persistent kernel belongs to no op: its ops are timed inside of it.
    profiler::Recording persistent;
    persistent.runs.push_back(
        std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached)));
    profiler::StepRecord step = test::FakeRunner(options, engine::Strategy::cached).next();
    for (profiler::KernelRecord& kernel : step.kernels) {
        kernel.op = -1;
    }
    step.opClock = engine::OpClock::device;
    ASSERT_TRUE(persistent.runs[0]->steps().append(step));
    // Untraced, events between the kernels time them.
    ++step.step;
    step.opClock = engine::OpClock::events;
    ASSERT_TRUE(persistent.runs[0]->steps().append(std::move(step)));
    auto rows = read(opsCsv(persistent));
    EXPECT_EQ(rows.front()["timed_by"], "device");
    EXPECT_EQ(rows.back()["timed_by"], "events");
    options.traced = false;
    const profiler::Recording untraced = test::makeFakeRecording(options);
    EXPECT_TRUE(read(kernelsCsv(untraced)).empty());
    EXPECT_EQ(read(opsCsv(untraced)).front()["timed_by"], "host");
    EXPECT_EQ(read(stepsCsv(untraced)).front()["kernels"], "");
}

TEST(Columns, WhatADeviceCountedIsInTheRowsOfItsPass)
{
    test::FakeOptions options;
    options.newTokens = 4;
    options.counted = true;
    int counted = 0;
    for (auto& row : read(stepsCsv(test::makeFakeRecording(options)))) {
        const bool pass = row["run"].starts_with("counters-");
        counted += pass ? 1 : 0;
        for (const char* column : {"dram_bytes_read", "dram_bytes_written", "counted_flops", "tensor_share"}) {
            EXPECT_EQ(row[column].empty(), !pass) << column;
        }
        if (pass) {
            EXPECT_EQ(row["warmup"], "1");
            EXPECT_EQ(row["tensor_share"], row["phase"] == "prefill" ? "0.4" : "0");
        }
    }
    EXPECT_EQ(counted, 2 * 3);
}

}  // namespace
}  // namespace decodescope::app
