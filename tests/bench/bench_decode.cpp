// SPDX-License-Identifier: GPL-3.0-or-later
// Prefill and decode speed of one model at several depths, with --batch of 1 to 64 sequences, and where a step's time
// goes.
//   bench_decode [--model M] [--threads N] [--weights F] [--compute C] [--kv F] [--isa NAME] [--repeat R] [--ops]
//                [--batch]
#include "engine/forward/backend.h"
#include "engine/generate/generate.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace decodescope;
using namespace decodescope::engine;

namespace {

struct Options {
    std::string model;
    ModelOptions load;
    DataType kv = DataType::f16;
    int repeat = 5;
    bool ops = false;
    bool batch = false;
};

double seconds(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-9;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

bool parse(int argc, char** argv, Options& options)
{
    for (int i = 1; i < argc; ++i) {
        const std::string key = argv[i];
        if (key == "--ops") {
            options.ops = true;
            continue;
        }
        if (key == "--batch") {
            options.batch = true;
            continue;
        }
        if (++i >= argc)
            return false;
        const std::string value = argv[i];
        if (key == "--model")
            options.model = value;
        else if (key == "--threads")
            options.load.threads = std::atoi(value.c_str());
        else if (key == "--weights")
            options.load.weights = parseDataType(value);
        else if (key == "--compute")
            options.load.compute = value == "f32"    ? ComputeType::f32
                                   : value == "bf16" ? ComputeType::bf16
                                                     : ComputeType::int8;
        else if (key == "--kv")
            options.kv = parseDataType(value).value_or(DataType::f16);
        else if (key == "--isa")
            options.load.isa = value;
        else if (key == "--repeat")
            options.repeat = std::max(1, std::atoi(value.c_str()));
        else
            return false;
    }
    return true;
}

/// Fixed filler ids, the same for every run.
std::vector<TokenId> filler(std::int64_t count, std::int64_t vocab)
{
    std::vector<TokenId> out;
    std::uint32_t state = 1;
    for (std::int64_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        out.push_back(static_cast<TokenId>(state % static_cast<std::uint32_t>(vocab)));
    }
    return out;
}

using OpTotals = std::array<double, kOpKinds>;

std::int64_t runStep(Context& context, std::span<const TokenId> tokens, StepOutput& out, OpTotals& totals)
{
    const SequenceInput input{0, tokens};
    if (auto done = context.step({&input, 1}, false, {}, out); !done) {
        std::fprintf(stderr, "%s\n", done.error().message.c_str());
        std::exit(1);
    }
    for (const OpTiming& op : out.ops)
        totals[static_cast<std::size_t>(out.plan.ops[static_cast<std::size_t>(op.index)].kind)] += seconds(op.wallNs);
    return out.wallNs + out.hashNs;
}

void printOps(const OpTotals& totals, double steps)
{
    for (std::size_t k = 0; k < kOpKinds; ++k)
        std::printf("    %-20s %9.1f us\n", std::string(name(static_cast<OpKind>(k))).c_str(), totals[k] / steps * 1e6);
}

/// Decoding steps of many sequences at depth 32: tokens of all per second, and weight bytes per second.
void batchTable(LoadedModel& model, const Options& options, std::span<const TokenId> ids)
{
    constexpr std::int64_t kDepth = 32;
    std::printf("batch    tok/s   ms/step   GB/s of weights\n");
    for (const std::size_t batch : {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64}) {
        ContextOptions contextOptions;
        contextOptions.keyFormat = contextOptions.valueFormat = options.kv;
        contextOptions.sequences = static_cast<std::int32_t>(batch);
        contextOptions.maxPositions = kDepth + 8;
        auto context = model.createContext(contextOptions);
        if (!context) {
            std::fprintf(stderr, "%s\n", context.error().message.c_str());
            std::exit(4);
        }
        const auto step = [&](std::size_t first, std::size_t count) {
            std::vector<SequenceInput> inputs;
            for (std::size_t s = 0; s < batch; ++s)
                inputs.push_back({static_cast<std::int32_t>(s), ids.subspan(first + s, count)});
            StepOutput out;
            if (auto done = (*context)->step(inputs, false, {}, out); !done)
                std::exit(4);
            return seconds(out.wallNs + out.hashNs);
        };
        step(0, kDepth);
        std::vector<double> times;
        for (int i = 0; i < 4 * options.repeat; ++i) {
            for (std::size_t s = 0; s < batch; ++s) (*context)->truncate(static_cast<std::int32_t>(s), kDepth);
            times.push_back(step(kDepth, 1));
        }
        const double time = median(times);
        std::printf("%5zu %8.1f %9.2f %10.1f\n", batch, static_cast<double>(batch) / time, time * 1e3,
                    static_cast<double>(model.residentWeightBytes()) / time * 1e-9);
    }
}

/// Decoding at several depths, a round at a time, so that a fall from one depth to another is one between neighbours.
void decodeTable(const LoadedModel& model, Context& context, const Options& options, std::span<const TokenId> ids)
{
    constexpr int kSteps = 32;
    constexpr std::array<std::size_t, 3> kDepths = {32, 512, 2048};  // the 2,048 tokens are there already
    std::array<std::vector<double>, kDepths.size()> rates;
    std::array<OpTotals, kDepths.size()> totals{};
    std::array<double, kDepths.size()> bytes{};  // that a step reads: weights and the cache
    std::vector<double> falls;
    StepOutput out;
    for (int r = 0; r < options.repeat; ++r) {
        for (std::size_t d = kDepths.size(); d-- > 0;) {
            std::int64_t ns = 0;
            for (std::size_t i = 0; i < kSteps; ++i) {
                context.truncate(0, static_cast<std::int64_t>(kDepths[d] + i));
                ns += runStep(context, ids.subspan(kDepths[d] + i, 1), out, totals[d]);
            }
            rates[d].push_back(kSteps / seconds(ns));
            bytes[d] = static_cast<double>(model.residentWeightBytes() + context.kvUsage().usedBytes);
        }
        falls.push_back(rates.front().back() / rates.back().back());
        // Shallower rounds wrote over the positions behind them: the next round needs all of them again.
        context.truncate(0, 0);
        OpTotals ignored{};
        runStep(context, ids.first(kDepths.back()), out, ignored);
    }
    for (std::size_t d = 0; d < kDepths.size(); ++d) {
        std::printf("decode @%5zu  %8.1f tok/s (best %.1f)\n", kDepths[d], median(rates[d]),
                    *std::max_element(rates[d].begin(), rates[d].end()));
        if (options.ops)
            printOps(totals[d], options.repeat * kSteps);
    }
    std::printf("fall from depth %zu to %zu: %.2f (%.2f to %.2f); bytes read: %.2f\n", kDepths.front(), kDepths.back(),
                median(falls), *std::min_element(falls.begin(), falls.end()),
                *std::max_element(falls.begin(), falls.end()), bytes.back() / bytes.front());
}

}  // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr,
                     "usage: bench_decode [--model M] [--threads N] [--weights F] [--compute C] [--kv F] "
                     "[--isa NAME] [--repeat R] [--ops] [--batch]\n");
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    auto source = openModel(options.model);
    if (!source) {
        std::fprintf(stderr, "%s\n", source.error().message.c_str());
        return 3;
    }
    auto model = loadOnCpu(*source, options.load);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message.c_str());
        return 4;
    }
    const std::chrono::duration<double> loading = std::chrono::steady_clock::now() - start;
    std::printf("%s weights %s compute %s kv %s isa %s threads %d: loaded in %.3f s, %.1f MiB of weights\n",
                (*model)->config().name.c_str(),
                options.load.weights ? std::string(name(*options.load.weights)).c_str() : "file",
                (*model)->computeName().c_str(), std::string(name(options.kv)).c_str(), (*model)->device().isa.c_str(),
                (*model)->device().threads, loading.count(),
                static_cast<double>((*model)->residentWeightBytes()) / 1048576.0);
    ContextOptions contextOptions;
    contextOptions.keyFormat = options.kv;
    contextOptions.valueFormat = options.kv;
    contextOptions.maxPositions = 2048 + 64;
    auto context = (*model)->createContext(contextOptions);
    if (!context) {
        std::fprintf(stderr, "%s\n", context.error().message.c_str());
        return 4;
    }
    const std::vector<TokenId> ids = filler(2048 + 64, (*model)->config().vocab);
    const std::span<const TokenId> all(ids);
    if (options.batch) {
        batchTable(**model, options, all);
        return 0;
    }
    StepOutput out;
    OpTotals ignored{};
    runStep(**context, all.first(64), out, ignored);
    for (std::size_t tokens : {16, 128, 512, 2048}) {
        std::vector<double> rates;
        OpTotals totals{};
        const int repeat = tokens > 1000 ? std::max(1, options.repeat / 2) : options.repeat;
        for (int r = 0; r < repeat; ++r) {
            (*context)->truncate(0, 0);
            rates.push_back(static_cast<double>(tokens) / seconds(runStep(**context, all.first(tokens), out, totals)));
        }
        std::printf("prefill %5zu  %8.1f tok/s\n", tokens, median(rates));
        if (options.ops)
            printOps(totals, repeat);
    }
    decodeTable(**model, **context, options, all);
    return 0;
}
