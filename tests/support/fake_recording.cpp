// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_recording.h"

#include "engine/kv_cache/kv_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace decodescope::test {
namespace {

using engine::Strategy;
using engine::TensorId;
using engine::TensorRole;

constexpr std::int64_t kBlockPositions = 64;
constexpr std::int64_t kVocab = 49152;

// Words, marks, a line break, a character in two tokens and bytes that are no text.
constexpr std::array<std::string_view, 16> kPieces{" the", " model", " reads", " each", " key", " once",
                                                   ",",    " and",   " keeps", " it",   ".",    "\n",
                                                   " na",  "\xc3",   "\xaf",   "ve"};

std::uint64_t mix(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

std::size_t pieceIndex(std::int64_t position, std::int64_t sequence, bool parted)
{
    return static_cast<std::size_t>(position + 3 * sequence + (parted ? 5 : 0)) % kPieces.size();
}

engine::TokenId tokenOf(std::size_t piece)
{
    return 1000 + static_cast<engine::TokenId>(piece);
}

std::int64_t promptLength(const FakeOptions& options, std::int64_t sequence)
{
    return options.promptTokens + sequence;
}

/// What one sequence computes and reads in a step.
profiler::SequenceRecord positionsOf(const FakeOptions& options, Strategy strategy, std::int64_t step,
                                     std::int64_t sequence)
{
    const std::int64_t prompt = promptLength(options, sequence);
    profiler::SequenceRecord record;
    record.sequence = static_cast<std::int32_t>(sequence);
    record.contextLength = prompt + step;
    const bool recomputes = strategy == Strategy::naive || strategy == Strategy::brokenRefill;
    if (step == 0) {
        record.positionsComputed = prompt;
    } else if (recomputes) {
        record.positionsComputed = prompt + step;
        record.positionsRecomputed = prompt + step - 1;
    } else if (strategy == Strategy::brokenForget) {
        record.contextLength = 1;
        record.positionsComputed = 1;
    } else {
        record.positionsComputed = 1;
        record.positionsReused = prompt + step - 1;
    }
    return record;
}

std::int64_t runSteps(const FakeOptions& options, Strategy strategy)
{
    std::int64_t steps = options.newTokens;
    if (strategy == Strategy::cached && options.cachedEosAt)
        steps = std::min(steps, *options.cachedEosAt + 1);
    if (options.cancelledAt)
        steps = std::min(steps, *options.cancelledAt);
    return steps;
}

std::int64_t kvBytesAt(std::int64_t positions)
{
    return engine::kvBytes(engine::kvShapeOf(smolLm2Config()), DataType::f16, DataType::f16, positions, 1).value_or(0);
}

}  // namespace

engine::ModelConfig smolLm2Config()
{
    engine::ModelConfig config;
    config.name = "SmolLM2-135M-Instruct";
    config.architecture = "llama";
    config.layers = 30;
    config.hidden = 576;
    config.heads = 9;
    config.kvHeads = 3;
    config.headDim = 64;
    config.ffn = 1536;
    config.vocab = kVocab;
    config.maxContext = 8192;
    config.tiedEmbeddings = true;
    config.rope.base = 100000.0;
    config.rope.dimension = 64;
    config.rope.divisors.assign(32, 1.0f);
    config.weightsName = "q4_1";
    config.parameters = 134515008;
    return config;
}

profiler::CostFormats smolLm2Formats()
{
    profiler::CostFormats formats;
    formats.weights = [](TensorId id) {
        switch (id.role) {
            case TensorRole::tokenEmbedding:
                return DataType::q8_0;
            case TensorRole::attentionNorm:
            case TensorRole::ffnNorm:
            case TensorRole::outputNorm:
                return DataType::f32;
            default:
                return DataType::q4_1;
        }
    };
    return formats;
}

profiler::Ceilings fakeCeilings()
{
    profiler::Ceilings ceilings;
    ceilings.device = "Test processor";
    ceilings.threads = 2;
    ceilings.readGbPerS = 24.0;
    ceilings.cacheReadGbPerS = 90.0;
    ceilings.bufferBytes = std::int64_t{128} << 20;
    ceilings.lastLevelCacheBytes = std::int64_t{32} << 20;
    ceilings.compute = {{ComputeType::f32, 230.0, "AVX-512 FMA"},
                        {ComputeType::bf16, 450.0, "VDPBF16PS"},
                        {ComputeType::int8, 900.0, "VPDPBUSD"}};
    ceilings.notes = {"read: 2 streams per thread"};
    return ceilings;
}

profiler::RunInfo fakeRunInfo(const FakeOptions& options, Strategy strategy, std::int32_t repeat, bool warmup)
{
    profiler::RunInfo info;
    std::string label(engine::name(strategy));
    std::replace(label.begin(), label.end(), ':', '-');
    info.id = label + (warmup ? "-warmup-" : "-") + std::to_string(repeat + 1);
    info.strategy = strategy;
    info.repeat = repeat;
    info.warmup = warmup;
    info.model.config = smolLm2Config();
    info.model.origin = "SmolLM2-135M-Instruct.Q4_1.gguf";
    info.model.weightsFormat = "q4_1";
    info.model.compute = "int8";
    info.model.weightBytes = 97'000'000;
    info.device.kind = "cpu";
    info.device.name = "Test processor";
    info.device.threads = 2;
    info.device.isa = "avx512-bf16";
    info.device.lastLevelCacheBytes = std::int64_t{32} << 20;
    if (options.traced) {
        info.device.kind = "cuda";
        info.device.name = "Test GPU";
        info.device.isa = "sm_90";
    }
    info.settings.newTokens = options.newTokens;
    info.settings.batch = options.batch;
    info.settings.repeat = options.repeat;
    info.settings.warmup = options.warmup;
    info.settings.strategies = options.strategies;
    info.settings.threads = 2;
    for (std::int64_t sequence = 0; sequence < options.batch; ++sequence) {
        auto& ids = info.promptIds.emplace_back();
        auto& pieces = info.promptPieces.emplace_back();
        std::string text;
        for (std::int64_t position = 0; position < promptLength(options, sequence); ++position) {
            const std::size_t piece = pieceIndex(position, sequence, false);
            ids.push_back(tokenOf(piece));
            pieces.emplace_back(kPieces[piece]);
            text += kPieces[piece];
        }
        info.settings.prompts.push_back(text);
    }
    if (options.ceilings)
        info.ceilings = fakeCeilings();
    info.startedAt = "2026-01-15T12:00:00Z";
    info.programVersion = "0.1.0";
    return info;
}

namespace {

/// A copy, a kernel per op, a copy; 400 ns between them. Every third kernel of decoding is of a graph.
profiler::StepTrace fakeTrace(const std::vector<profiler::OpRecord>& ops, std::int64_t step)
{
    static const auto copy = [](profiler::DeviceWork work, std::int64_t bytes) {
        profiler::KernelRecord record;
        record.work = work;
        record.durationNs = 1500;
        record.bytes = bytes;
        return record;
    };
    profiler::StepTrace trace;
    trace.kernels.push_back(copy(profiler::DeviceWork::copyToDevice, 24));
    for (std::size_t i = 0; i < ops.size(); ++i) {
        profiler::KernelRecord record;
        record.name = std::make_shared<const std::string>(std::string(engine::name(ops[i].kind)) + "_kernel<64, 2>");
        record.op = static_cast<std::int32_t>(i);
        record.inGraph = step > 0;
        record.durationNs = ops[i].wallNs;
        record.grid = {static_cast<std::int32_t>(i % 7 + 1), 2, 1};
        record.block = {128, 1, 1};
        record.registers = 40;
        record.sharedBytes = 1024;
        trace.kernels.push_back(std::move(record));
    }
    trace.kernels.push_back(copy(profiler::DeviceWork::copyToHost, 48));
    std::int64_t now = 1'000'000;
    for (profiler::KernelRecord& record : trace.kernels) {
        record.timed = true;
        record.startNs = now;
        now += record.durationNs + 400;
    }
    if (step == 1)
        trace.kernels.back().timed = false;
    profiler::sumUp(trace);
    trace.sums.dropped = step == 2 ? 5 : 0;
    trace.sums.launchNs = 21'000;
    trace.sums.profilerNs = 90'000;
    return trace;
}

}  // namespace

FakeRunner::FakeRunner(const FakeOptions& options, Strategy strategy)
    : m_options(options), m_strategy(strategy), m_formats(smolLm2Formats())
{
}

profiler::StepRecord FakeRunner::next()
{
    const engine::ModelConfig config = smolLm2Config();
    const std::int64_t step = m_step++;
    const bool cached = m_strategy == Strategy::cached;
    const bool wrong = m_strategy == Strategy::brokenForget || m_strategy == Strategy::brokenPosition ||
                       m_strategy == Strategy::brokenStale;
    const bool parted =
        (wrong && step >= 1) || (cached && m_options.cachedDiffersAt && step >= *m_options.cachedDiffersAt);
    const bool keeps = m_strategy != Strategy::naive;
    profiler::StepRecord record;
    record.step = step;
    record.phase = step == 0 ? engine::Phase::prefill : engine::Phase::decode;
    engine::StepShape shape;
    std::int64_t held = 0;
    for (std::int64_t s = 0; s < m_options.batch; ++s) {
        profiler::SequenceRecord sequence = positionsOf(m_options, m_strategy, step, s);
        const std::size_t piece = pieceIndex(promptLength(m_options, s) + step, s, parted);
        sequence.tokenId = tokenOf(piece);
        sequence.tokenBytes = kPieces[piece];
        sequence.logitsHash = mix(static_cast<std::uint64_t>(1000 * step + s) + (parted ? 7u << 20 : 0u));
        for (int k = 0; k < 5; ++k)
            sequence.top.push_back({tokenOf((piece + static_cast<std::size_t>(k)) % kPieces.size()),
                                    18.25f - 1.5f * static_cast<float>(k) - 0.01f * static_cast<float>(step % 7)});
        sequence.finished = cached && m_options.cachedEosAt && step == *m_options.cachedEosAt;
        record.contextLength = std::max(record.contextLength, sequence.contextLength);
        record.positionsComputed += sequence.positionsComputed;
        record.positionsRecomputed += sequence.positionsRecomputed;
        record.positionsReused += sequence.positionsReused;
        shape.sequences.push_back({sequence.positionsComputed, sequence.positionsReused});
        held += sequence.contextLength;
        record.sequences.push_back(std::move(sequence));
    }

    engine::ForwardPlan plan;
    engine::makeForwardPlan(config, shape, plan);
    const std::vector<profiler::Cost> costs = profiler::priceOps(config, plan, m_formats);
    record.cost = profiler::total(costs);
    const profiler::Ceilings roofs = fakeCeilings();
    const double compute = roofs.computeGflopPerS(ComputeType::int8).value_or(1.0);
    double wallNs = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const double memoryNs = static_cast<double>(costs[i].bytes()) / roofs.readGbPerS;
        const double opNs = 800.0 + 1.25 * std::max(memoryNs, costs[i].flops / (0.6 * compute));
        wallNs += std::floor(opNs);
        if (m_options.ops)
            record.ops.push_back({plan.ops[i].kind, plan.ops[i].layer, static_cast<std::int64_t>(opNs), costs[i]});
    }
    record.bound = record.cost.flops / compute > static_cast<double>(record.cost.bytes()) / roofs.readGbPerS
                       ? profiler::Bound::compute
                       : profiler::Bound::memory;
    if (!m_options.ceilings)
        record.bound = profiler::Bound::unknown;
    record.startNs = m_clockNs;
    record.wallNs = static_cast<std::int64_t>(wallNs) + 20'000 * (step % 5);
    record.samplingNs = 60'000;
    if (m_options.traced) {
        profiler::StepTrace trace = fakeTrace(record.ops, step);
        record.trace = trace.sums;
        record.deviceNs = trace.sums.spanNs;
        record.wallNs = trace.sums.spanNs + 30'000;
        record.kernels = std::move(trace.kernels);
    }
    m_clockNs = record.endNs() + 5'000;

    const std::int64_t longest = promptLength(m_options, m_options.batch - 1) + m_options.newTokens;
    const std::int64_t blocks = (longest + kBlockPositions - 1) / kBlockPositions;
    const std::int64_t cacheBytes = m_options.batch * kvBytesAt(blocks * kBlockPositions);
    if (keeps) {
        record.kv.requestedBytes = m_options.batch * kvBytesAt(longest);
        record.kv.allocatedBytes = cacheBytes;
        record.kv.usedBytes = kvBytesAt(held);
        record.kv.usedPositions = held;
        record.kvBytesFormula = kvBytesAt(held);
    }
    record.memory.live = {97'000'000, keeps ? cacheBytes : 0, 6'000'000, (keeps ? 0 : cacheBytes) + 2'000'000};
    record.memory.reserved = record.memory.liveTotal() + (std::int64_t{4} << 20);
    m_peakBytes = std::max(m_peakBytes, record.memory.liveTotal());
    record.memoryPeakBytes = m_peakBytes;
    return record;
}

std::shared_ptr<profiler::RunRecord> makeFakeRun(const FakeOptions& options, Strategy strategy, std::int32_t repeat,
                                                 bool warmup)
{
    auto run = std::make_shared<profiler::RunRecord>(fakeRunInfo(options, strategy, repeat, warmup));
    FakeRunner runner(options, strategy);
    const std::int64_t steps = warmup ? std::min<std::int64_t>(2, options.newTokens) : runSteps(options, strategy);
    std::int64_t endNs = 0;
    for (std::int64_t i = 0; i < steps; ++i) {
        profiler::StepRecord record = runner.next();
        // Repeats differ a little, the second one being the slowest.
        record.wallNs += record.wallNs / 50 * (repeat == 1 ? 3 : repeat);
        record.startNs = std::max(record.startNs, endNs);
        endNs = record.endNs();
        static_cast<void>(run->steps().append(std::move(record)));
    }
    if (options.finished) {
        engine::StopReason reason = engine::StopReason::length;
        if (strategy == Strategy::cached && options.cachedEosAt && steps == *options.cachedEosAt + 1)
            reason = engine::StopReason::eos;
        if (options.cancelledAt && steps == *options.cancelledAt && !warmup)
            reason = engine::StopReason::cancelled;
        run->finish({std::vector<engine::StopReason>(static_cast<std::size_t>(options.batch), reason), endNs});
    }
    return run;
}

/// The device moved a tenth more than is modelled, a quarter of it written, and computed a hundredth more.
std::shared_ptr<profiler::RunRecord> makeCountedPass(const FakeOptions& options, Strategy strategy)
{
    profiler::RunInfo info = fakeRunInfo(options, strategy, 0, true);
    info.id = "counters-" + std::string(engine::name(strategy)) + "-1";
    auto run = std::make_shared<profiler::RunRecord>(std::move(info));
    FakeRunner runner(options, strategy);
    for (int i = 0; i < 3; ++i) {
        profiler::StepRecord record = runner.next();
        const std::int64_t bytes = record.cost.bytes() / 10 * 11;
        record.counters = {bytes - bytes / 4, bytes / 4, 1.01 * record.cost.flops, i == 0 ? 0.4 : 0.0};
        static_cast<void>(run->steps().append(std::move(record)));
    }
    run->finish({std::vector(static_cast<std::size_t>(options.batch), engine::StopReason::length), 1});
    return run;
}

profiler::Recording makeFakeRecording(const FakeOptions& options)
{
    profiler::Recording recording;
    for (const Strategy strategy : options.strategies)
        for (std::int32_t i = 0; i < options.warmup; ++i)
            recording.runs.push_back(makeFakeRun(options, strategy, i, true));
    for (std::int32_t repeat = 0; repeat < options.repeat; ++repeat)
        for (const Strategy strategy : options.strategies)
            recording.runs.push_back(makeFakeRun(options, strategy, repeat));
    if (options.counted)
        for (const Strategy strategy : options.strategies) recording.runs.push_back(makeCountedPass(options, strategy));
    return recording;
}

}  // namespace decodescope::test
