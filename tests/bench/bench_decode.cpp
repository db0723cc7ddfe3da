// SPDX-License-Identifier: GPL-3.0-or-later
// Prefill and decode speed of one model at several depths, and where a step's time goes.
//   bench_decode [--model M] [--threads N] [--weights F] [--compute C] [--kv F] [--isa NAME] [--repeat R] [--ops]
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

}  // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr,
                     "usage: bench_decode [--model M] [--threads N] [--weights F] [--compute C] [--kv F] "
                     "[--isa NAME] [--repeat R] [--ops]\n");
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
    for (std::size_t depth : {2048, 512, 32}) {  // the 2,048 tokens are there already
        (*context)->truncate(0, static_cast<std::int64_t>(depth));
        std::vector<double> rates;
        OpTotals totals{};
        constexpr int kSteps = 32;
        for (int r = 0; r < options.repeat; ++r) {
            std::int64_t ns = 0;
            for (int i = 0; i < kSteps; ++i) {
                (*context)->truncate(0, static_cast<std::int64_t>(depth) + i);
                ns += runStep(**context, all.subspan(depth + static_cast<std::size_t>(i), 1), out, totals);
            }
            (*context)->truncate(0, static_cast<std::int64_t>(depth));
            rates.push_back(kSteps / seconds(ns));
        }
        std::printf("decode @%5zu  %8.1f tok/s (best %.1f)\n", depth, median(rates),
                    *std::max_element(rates.begin(), rates.end()));
        if (options.ops)
            printOps(totals, options.repeat * kSteps);
    }
    return 0;
}
