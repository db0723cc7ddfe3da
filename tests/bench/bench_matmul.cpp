// SPDX-License-Identifier: GPL-3.0-or-later
// Products of the CPU engine: GB/s of weights for few rows, GFLOP/s for many, beside this machine's own limits measured
// in the same run (plain_read, peak). One thread; counters: GBs = packed weight bytes per second, GFLOPs = 2 K N rows.
// Matrices of the few-rows cases are cycled through a pool that is larger than the second-level caches.
#include "tests/engine/cpu/matmul_data.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace decodescope;
using namespace decodescope::engine;
using namespace decodescope::engine::cpu;

/// Copies of one matrix, `bytes` together at least.
std::vector<PackedMatrix> matrixPool(MemoryAccount& account, DataType type, ComputeType compute, std::int64_t outputs,
                                     std::int64_t inputs, std::int64_t bytes)
{
    std::mt19937 random(1);
    const std::vector<std::byte> rows = test::randomRows(type, outputs, inputs, random);
    std::vector<PackedMatrix> pool;
    do {
        pool.push_back(std::move(*PackedMatrix::allocate(account, type, compute, outputs, inputs, "bench")));
        pool.back().packPanels(0, pool.back().panels(), rows);
    } while (static_cast<std::int64_t>(pool.size()) * pool.back().bytes() < bytes);
    return pool;
}

void product(benchmark::State& state, Isa isa, DataType type, ComputeType compute, std::int64_t outputs,
             std::int64_t inputs, std::int64_t rows)
{
    const auto account = MemoryAccount::create();
    const std::vector<PackedMatrix> pool =
        matrixPool(*account, type, compute, outputs, inputs, rows <= 64 ? std::int64_t{384} << 20 : 1);
    std::mt19937 random(2);
    const std::vector<float> x = test::randomFloats(rows * inputs, random);
    const MatmulKernels& kernels = matmulKernels(isa);
    const test::TestRows prepared(kernels, compute, x.data(), rows, inputs);
    test::TestScratch scratch(kernels);
    std::vector<float> y(rows * outputs);
    std::size_t next = 0;
    for (auto _ : state) {
        const PackedMatrix& w = pool[next];
        next = next + 1 == pool.size() ? 0 : next + 1;
        kernels.multiply(w, prepared.rows, 0, w.panels(), y.data(), outputs, false, scratch.data());
        benchmark::ClobberMemory();
    }
    const double runs = static_cast<double>(state.iterations()) * 1e-9;
    state.counters["GBs"] =
        benchmark::Counter(runs * static_cast<double>(pool[0].bytes()), benchmark::Counter::kIsRate);
    state.counters["GFLOPs"] =
        benchmark::Counter(runs * 2.0 * static_cast<double>(outputs * inputs * rows), benchmark::Counter::kIsRate);
}

void plainRead(benchmark::State& state)
{
    const auto account = MemoryAccount::create();
    const Buffer buffer = std::move(*account->allocate(MemoryKind::workspace, std::int64_t{384} << 20, "bench"));
    const auto* words = buffer.as<std::uint64_t>();
    for (std::int64_t i = 0; i < buffer.bytes() / 8; i += 512)
        buffer.as<std::uint64_t>()[i] = static_cast<std::uint64_t>(i);
    for (auto _ : state) {
        std::uint64_t sums[8] = {};
        for (std::int64_t i = 0; i < buffer.bytes() / 8; i += 8)
            for (int j = 0; j < 8; ++j) sums[j] += words[i + j];
        benchmark::DoNotOptimize(sums);
    }
    state.counters["GBs"] = benchmark::Counter(static_cast<double>(state.iterations() * buffer.bytes()) * 1e-9,
                                               benchmark::Counter::kIsRate);
}

#if defined(__x86_64__)
#define DECODESCOPE_TWELVE(OP)                                                                                     \
    OP "zmm0\n" OP "zmm1\n" OP "zmm2\n" OP "zmm3\n" OP "zmm4\n" OP "zmm5\n" OP "zmm6\n" OP "zmm7\n" OP "zmm8\n" OP \
       "zmm9\n" OP "zmm10\n" OP "zmm11\n"
#define DECODESCOPE_PEAK(name, op)                                                                                   \
    void name(benchmark::State& state, double flops)                                                                 \
    {                                                                                                                \
        asm volatile(DECODESCOPE_TWELVE("vpxord %%zmm31, %%zmm31, %%") "vpxord %%zmm31, %%zmm31, %%zmm31\n" ::       \
                         : "zmm0", "zmm1", "zmm2", "zmm3", "zmm4", "zmm5", "zmm6", "zmm7", "zmm8", "zmm9", "zmm10",  \
                           "zmm11");                                                                                 \
        for (auto _ : state)                                                                                         \
            for (int i = 0; i < 1000; ++i)                                                                           \
                asm volatile(DECODESCOPE_TWELVE(op " %%zmm31, %%zmm31, %%")::                                        \
                                 : "zmm0", "zmm1", "zmm2", "zmm3", "zmm4", "zmm5", "zmm6", "zmm7", "zmm8", "zmm9",   \
                                   "zmm10", "zmm11");                                                                \
        state.counters["GFLOPs"] = benchmark::Counter(static_cast<double>(state.iterations()) * 12e3 * flops * 1e-9, \
                                                      benchmark::Counter::kIsRate);                                  \
    }
DECODESCOPE_PEAK(peakF32, "vfmadd231ps")
DECODESCOPE_PEAK(peakBf16, "vdpbf16ps")
DECODESCOPE_PEAK(peakInt8, "vpdpbusd")
#endif

void prepareRows(benchmark::State& state, Isa isa, ComputeType compute)
{
    std::mt19937 random(2);
    const std::vector<float> x = test::randomFloats(64 * 576, random);
    std::vector<std::byte> out(preparedRowBytes(compute, 576) * 64);
    for (auto _ : state) {
        matmulKernels(isa).prepare(compute, x.data(), 576, 64, 576, out.data());
        benchmark::ClobberMemory();
    }
    state.counters["Gvalues"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * 64 * 576e-9, benchmark::Counter::kIsRate);
}

void pack(benchmark::State& state, DataType type)
{
    std::mt19937 random(1);
    const std::vector<std::byte> rows = test::randomRows(type, 1536, 768, random);
    const auto account = MemoryAccount::create();
    PackedMatrix w = std::move(*PackedMatrix::allocate(*account, type, ComputeType::f32, 1536, 768, "bench"));
    for (auto _ : state) {
        w.packPanels(0, w.panels(), rows);
        benchmark::ClobberMemory();
    }
    state.counters["GBs"] =
        benchmark::Counter(static_cast<double>(state.iterations() * w.bytes()) * 1e-9, benchmark::Counter::kIsRate);
}

void registerAll()
{
    benchmark::RegisterBenchmark("plain_read", plainRead);
    const Isa best = bestIsa();
#if defined(__x86_64__)
    if (best >= Isa::avx512)
        benchmark::RegisterBenchmark("peak/f32", [](benchmark::State& state) { peakF32(state, 32); });
    if (best >= Isa::avx512Vnni)
        benchmark::RegisterBenchmark("peak/int8", [](benchmark::State& state) { peakInt8(state, 128); });
    if (best >= Isa::avx512Bf16)
        benchmark::RegisterBenchmark("peak/bf16", [](benchmark::State& state) { peakBf16(state, 64); });
#endif
    for (const Isa isa : availableIsas())
        for (const DataType type : test::kWeightFormats)
            for (const ComputeType compute : test::kComputes) {
                if (!computeSupported(type, compute) || isa == Isa::baseline)
                    continue;
                for (const std::int64_t rows : {1, 2, 4, 5, 6, 8, 16, 32, 64, 512}) {
                    const std::string label = "product/" + std::string(name(isa)) + "/" + std::string(name(type)) +
                                              "/" + std::string(name(compute)) +
                                              "/1536x768/rows:" + std::to_string(rows);
                    benchmark::RegisterBenchmark(label.c_str(), [=](benchmark::State& state) {
                        product(state, isa, type, compute, 1536, 768, rows);
                    });
                }
            }
    for (const ComputeType compute : test::kComputes)
        benchmark::RegisterBenchmark(("prepare/" + std::string(name(compute))).c_str(),
                                     [=](benchmark::State& state) { prepareRows(state, best, compute); });
    for (const DataType type : test::kWeightFormats)
        benchmark::RegisterBenchmark(("pack/" + std::string(name(type))).c_str(),
                                     [=](benchmark::State& state) { pack(state, type); });
}

}  // namespace

int main(int argc, char** argv)
{
    registerAll();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
